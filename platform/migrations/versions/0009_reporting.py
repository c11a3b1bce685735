"""Reporting: offline conversions, as files and sent.

Revision ID: 0009
Revises: 0008
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import protect_tenant_table

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None
TABLES = ("conversion_requests", "conversion_events", "conversion_senders", "conversion_settings")


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    for table in TABLES:
        protect_tenant_table(table)


def downgrade() -> None:
    for table in TABLES:
        op.execute(f"drop table {table}")
