"""A company's brand as a draft, whether its site is open, and checks of its domains.

Revision ID: 0044
Revises: 0040
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import grant_reporting, protect_tenant_table

revision = "0044"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    protect_tenant_table("domain_checks")
    grant_reporting("domain_checks", ("tenant_id", "due_at"))


def downgrade() -> None:
    op.execute("drop table domain_checks")
    op.execute(
        "alter table tenant_settings drop column is_open, drop column began_with, drop column brand_draft,"
        " drop column brand_history"
    )
