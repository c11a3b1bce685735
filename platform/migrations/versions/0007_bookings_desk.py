"""Bookings desk: notes, and who recommended a booking.

Revision ID: 0007
Revises: 0006
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import protect_tenant_table

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    protect_tenant_table("booking_notes")


def downgrade() -> None:
    op.execute("drop view booking_referrers")
    op.execute("drop table booking_notes")
