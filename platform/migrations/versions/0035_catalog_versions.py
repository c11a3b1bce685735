"""Versions of the catalogue, what is not yet published, and the version by which a booking was priced.

Revision ID: 0035
Revises: 0044
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import protect_tenant_table

revision = "0035"
down_revision = "0044"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    protect_tenant_table("catalog_versions", append_only=True)
    protect_tenant_table("catalog_drafts")


def downgrade() -> None:
    op.execute(Path(__file__).with_name("0035_catalog_versions_downgrade.sql").read_text(encoding="utf-8"))
