"""One step back: a cancellation that is taken back earns its commission and takes its promo use again.

Revision ID: 0016
Revises: 0015
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import protect_tenant_table

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    protect_tenant_table("conversion_retractions")


def downgrade() -> None:
    op.execute("drop table conversion_retractions")
    op.execute("drop trigger undo_cancellation on bookings")
    op.execute("drop function undo_cancellation")
    op.execute("drop function earn_commission_again")
    # The constraint stays as it is: it holds for every entry of before, and entries are never taken away.
    op.execute("alter table bookings drop column waiting_since")
