"""Content: versions and drafts of the site's texts, old addresses, the terms that a booking agreed to.

Revision ID: 0042
Revises: 0038
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import protect_tenant_table

revision = "0042"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    protect_tenant_table("site_document_versions", append_only=True)
    for table in ("site_document_drafts", "site_redirects"):
        protect_tenant_table(table)


def downgrade() -> None:
    before = Path(__file__).with_name("0042_take_booking_before.sql")
    op.execute(before.read_text(encoding="utf-8"))
    op.execute("alter table bookings drop column terms_version")
    op.execute("drop table site_redirects, site_document_drafts, site_document_versions")
