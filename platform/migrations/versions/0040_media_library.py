"""Photographs, drawings and films of a company's site.

Revision ID: 0040
Revises: 0049
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import grant_reporting, protect_tenant_table

revision = "0040"
down_revision = "0049"
branch_labels = None
depends_on = None
TABLES = ("media_items", "media_variants")


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    for table in TABLES:
        protect_tenant_table(table)
    grant_reporting("media_items", ("tenant_id", "prepare_at"))


def downgrade() -> None:
    op.execute("drop view reporting.media_to_prepare")
    for table in reversed(TABLES):
        op.execute(f"drop table {table}")
    # Files of the library go; the worker deletes their contents.
    op.execute("delete from media_files where content_type not in ('image/jpeg', 'application/pdf')")
    op.execute("alter table media_files drop constraint media_files_content_type_check")
    op.execute(
        "alter table media_files add constraint media_files_content_type_check"
        " check (content_type in ('image/jpeg', 'application/pdf'))"
    )
