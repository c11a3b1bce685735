"""A company names itself.

Revision ID: 0072
Revises: 0071
"""

from alembic import op

revision = "0072"
down_revision = "0071"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Beside the register's name: a company's own rows are on its own cluster, and it may write them.
    op.execute("alter table tenant_settings add column name text check (length(name) between 1 and 120)")


def downgrade() -> None:
    op.execute("alter table tenant_settings drop column name")
