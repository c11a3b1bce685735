"""Rows keep what they name of the media library.

Revision ID: 0075
Revises: 0074
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import allow_long_statements

revision = "0075"
down_revision = "0074"
branch_labels = None
depends_on = None

TABLES = (
    "cars", "catalog_drafts", "catalog_versions", "quiz_definitions", "quiz_drafts", "site_documents",
    "site_document_drafts", "site_document_versions", "tenant_settings", "vehicles",
)  # fmt: skip


def upgrade() -> None:
    # Each table is written once more: settings, texts and catalogues, nothing that grows with visitors.
    allow_long_statements("10min")
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    for table in TABLES:
        op.execute(f"alter table {table} drop column media_references")
    op.execute("drop function media_references(jsonb[])")
