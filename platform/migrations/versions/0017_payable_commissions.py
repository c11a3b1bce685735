"""When commission becomes payable, refused commissions, and no payout without an address.

Revision ID: 0017
Revises: 0016
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import APP_ROLE

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    # What erasure may overwrite: a reason may name a person, the sums beside it never do.
    op.execute(f"grant update (reason) on commission_entries to {APP_ROLE}")


def downgrade() -> None:
    op.execute(f"revoke update (reason) on commission_entries from {APP_ROLE}")
    op.execute("drop trigger wait_for_payout on bookings")
    op.execute("drop trigger payout_has_address on commission_payouts")
    op.execute("drop trigger decision_is_possible on commission_entries")
    op.execute("drop trigger commission_is_payable on commission_entries")
    for function in (
        "wait_for_payout",
        "check_payout_address",
        "check_commission_decision",
        "check_commission_payable",
        "commission_standings",
        "payable_booking_statuses",
    ):
        op.execute(f"drop function {function}")
    # The kinds, their reasons and what they add to the sums stay: entries are never taken away. A column that the
    # older code does not name does not disturb it.
    op.execute("alter table tenant_settings drop column commission_payable_on")
