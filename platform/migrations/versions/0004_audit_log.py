"""Audit log: every change an admin makes.

Revision ID: 0004
Revises: 0003
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import protect_tenant_table

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    protect_tenant_table("audit_log", append_only=True)


def downgrade() -> None:
    op.execute("drop table audit_log")
