"""Promo codes of bookings by staff: their commissions wait for a look; WhatsApp as a source.

Revision ID: 0027
Revises: 0025
"""

from pathlib import Path

from alembic import op

revision = "0027"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    down = Path(__file__).with_name("0027_codes_by_staff_downgrade.sql")
    op.execute(down.read_text(encoding="utf-8"))
