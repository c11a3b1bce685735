"""One owner a rule: promo codes and self-referrals; a submit known by its raw body; fewer locks on a company's row.

Revision ID: 0020
Revises: 0019
"""

from pathlib import Path

from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    down = Path(__file__).with_name("0020_one_owner_a_rule_downgrade.sql")
    op.execute(down.read_text(encoding="utf-8"))
