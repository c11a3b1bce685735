"""Partners, promo codes, and taking a booking in one statement.

Revision ID: 0002
Revises: 0001
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import protect_tenant_table

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

TENANT_TABLES = ("affiliates", "promo_codes")


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    for table in TENANT_TABLES:
        protect_tenant_table(table)
    op.execute(Path(__file__).with_name("0002_take_booking.sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    op.execute("drop function take_booking")
    for table in reversed(TENANT_TABLES):
        op.execute(f"drop table {table}")
