"""Which worker runs which background task.

Revision ID: 0067
Revises: 0066
"""

from alembic import op

revision = "0067"
down_revision = "0066"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Pages that are half empty: a row is written with each run of its task, in place.
    op.execute(
        "create table task_leases (task text primary key, holder uuid not null, expires_at timestamptz not null)"
        " with (fillfactor = 50)"
    )
    op.execute("grant select, insert, update on task_leases to abano_app")


def downgrade() -> None:
    op.execute("drop table task_leases")
