"""Hot writes: foreign keys and functions of public calls; a cancelled booking gives its promo use back.

Revision ID: 0008
Revises: 0007
"""

from pathlib import Path

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    folder = Path(__file__).parent
    op.execute((folder / "0008_hot_writes_downgrade.sql").read_text(encoding="utf-8"))
    op.execute((folder / "0006_take_booking.sql").read_text(encoding="utf-8"))
