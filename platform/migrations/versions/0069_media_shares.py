"""Parts of files and pictures from customers take space, each of a share of their own.

Revision ID: 0069
Revises: 0068
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import protect_tenant_table

revision = "0069"
down_revision = "0068"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    protect_tenant_table("media_parts")


def downgrade() -> None:
    op.execute("alter table media_files drop column by_customer")
    op.execute("drop table media_parts")
