"""Costs of campaigns, and the quiz sessions that a booking may have come from.

Revision ID: 0059
Revises: 0058
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import allow_long_statements, grant_reporting, protect_tenant_table

revision = "0059"
down_revision = "0058"
branch_labels = None
depends_on = None
TOUCH_COLUMNS = ("tenant_id", "booking_id", "session_id", "touched_at", "row_xid")


def upgrade() -> None:
    # Touches of the bookings that are there already: one look at two indexes for each.
    allow_long_statements("30min")
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    for table in ("campaign_costs", "booking_touches"):
        protect_tenant_table(table)
    grant_reporting("booking_touches", TOUCH_COLUMNS)
    op.execute("grant select on reporting.booking_touches to abano_reporting")


def downgrade() -> None:
    op.execute("drop trigger remember_touches on bookings")
    op.execute("drop trigger erase_touches on warehouse_erasures")
    op.execute("drop view reporting.booking_touches")
    op.execute(
        "drop function remember_booking_touches(), erase_booking_touches(), booking_sessions(bookings)"
    )
    op.execute("drop table booking_touches, campaign_costs")
