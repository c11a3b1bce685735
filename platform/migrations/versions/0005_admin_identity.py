"""Admins: invitations, password resets, second factor, listed sessions.

Revision ID: 0005
Revises: 0004
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import protect_tenant_table

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

TENANT_TABLES = (
    "admin_invitations",
    "admin_password_resets",
    "admin_second_factors",
    "admin_recovery_codes",
    "admin_challenges",
)


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    for table in TENANT_TABLES:
        protect_tenant_table(table)
    # Events stay as they are, but for what was typed freely about a person who is erased.
    op.execute("grant update (reason) on booking_events to abano_app")


def downgrade() -> None:
    op.execute("revoke update (reason) on booking_events from abano_app")
    for table in reversed(TENANT_TABLES):
        op.execute(f"drop table {table}")
    op.execute("drop index admin_sessions_id, admin_sessions_of_admin")
    op.execute("alter table admin_sessions drop column id, drop column ip_address, drop column user_agent")
