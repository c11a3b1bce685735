"""Limits of unconfirmed bookings by IP, email and phone; sign-out of a customer's booking.

Revision ID: 0070
Revises: 0069
"""

from pathlib import Path

from alembic import op

revision = "0070"
down_revision = "0069"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    op.execute(
        Path(__file__).with_name("0070_unconfirmed_bookings_downgrade.sql").read_text(encoding="utf-8")
    )
