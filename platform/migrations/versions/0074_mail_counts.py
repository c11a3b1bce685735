"""How many emails anyone can cause one person gets of all companies together.

Revision ID: 0074
Revises: 0073
"""

from alembic import op

revision = "0074"
down_revision = "0073"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # The subject is a keyed hash of the email address. The rows belong to no company.
    op.execute(
        "create table mail_counts (subject_hash bytea primary key, window_start timestamptz not null,"
        " emails integer not null check (emails > 0))"
    )
    op.execute("create index mail_counts_window on mail_counts (window_start)")
    op.execute("grant select, insert, update, delete on mail_counts to abano_app")


def downgrade() -> None:
    op.execute("drop table mail_counts")
