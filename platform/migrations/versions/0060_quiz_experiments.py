"""Experiments with versions of the quiz.

Revision ID: 0060
Revises: 0059
"""

from alembic import op

from abano.database.migration_support import protect_tenant_table

revision = "0060"
down_revision = "0059"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "create table quiz_experiments ("
        " tenant_id uuid not null references tenants (id) on delete cascade,"
        " id uuid not null,"
        " name text not null check (length(name) between 1 and 80),"
        " arms jsonb not null check (jsonb_array_length(arms) between 2 and 4),"
        " promote_winner boolean not null,"
        " started_at timestamptz not null,"
        " ends_at timestamptz not null,"
        " ended_at timestamptz,"
        " outcome text not null check (outcome in ('running', 'decided', 'stopped', 'expired')),"
        " verdict jsonb,"
        " started_by uuid,"
        " primary key (tenant_id, id),"
        " foreign key (tenant_id, started_by) references admins,"
        " check (ends_at > started_at and ends_at <= started_at + interval '91 days'),"
        " check ((outcome = 'running') = (ended_at is null)))"
    )
    op.execute(
        "create unique index quiz_experiments_one_running on quiz_experiments (tenant_id)"
        " where outcome = 'running'"
    )
    protect_tenant_table("quiz_experiments")


def downgrade() -> None:
    op.execute("drop table quiz_experiments")
