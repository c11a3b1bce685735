"""The address of a hand-over, and what is told of the pickup with a new booking.

Revision ID: 0053
Revises: 0051
"""

from pathlib import Path

from alembic import op

revision = "0053"
down_revision = "0051"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    before = Path(__file__).with_name("0053_take_booking_before.sql")
    op.execute(before.read_text(encoding="utf-8"))
    op.execute("alter table booking_details drop column pickup_address")
