"""Vehicles that visitors may see on their car's page, each with a photograph.

Revision ID: 0062
Revises: 0061
"""

from alembic import op

revision = "0062"
down_revision = "0061"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "alter table vehicles add column is_shown boolean not null default false, add column picture jsonb"
    )


def downgrade() -> None:
    op.execute("alter table vehicles drop column is_shown, drop column picture")
