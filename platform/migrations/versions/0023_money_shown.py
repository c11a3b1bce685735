"""Money shown: a company's exchange rates, and what a booking's customer saw.

Revision ID: 0023
Revises: 0022
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import protect_tenant_table

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    protect_tenant_table("exchange_rates", append_only=True)


def downgrade() -> None:
    down = Path(__file__).with_name("0023_money_shown_downgrade.sql")
    op.execute(down.read_text(encoding="utf-8"))
