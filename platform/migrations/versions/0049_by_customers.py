"""Customers look after their bookings: what they tell, and what they did.

Revision ID: 0049
Revises: 0046
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import protect_tenant_table

revision = "0049"
down_revision = "0046"
branch_labels = None
depends_on = None
TABLES = ("booking_details", "customer_actions")


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    for table in TABLES:
        protect_tenant_table(table)


def downgrade() -> None:
    for table in TABLES:
        op.execute(f"drop table {table}")
