"""No more of a service are promised at one time than the company has.

Revision ID: 0039
Revises: 0035
"""

from pathlib import Path

from alembic import op

revision = "0039"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    op.execute("drop trigger keep_services on bookings")
    op.execute("drop trigger keep_changed_services on bookings")
    op.execute("drop function booking_keeps_services, services_beyond_stock")
