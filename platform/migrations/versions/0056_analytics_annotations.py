"""What a company notes at days of its figures.

Revision ID: 0056
Revises: 0060
"""

from alembic import op

from abano.database.migration_support import protect_tenant_table

revision = "0056"
down_revision = "0060"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "create table analytics_annotations ("
        " tenant_id uuid not null references tenants (id) on delete cascade,"
        " id uuid not null,"
        " day date not null,"
        " text text not null check (length(text) between 1 and 80),"
        " created_by uuid not null,"
        " created_at timestamptz not null,"
        " primary key (tenant_id, id),"
        " foreign key (tenant_id, created_by) references admins)"
    )
    op.execute("create index analytics_annotations_day on analytics_annotations (tenant_id, day)")
    protect_tenant_table("analytics_annotations")


def downgrade() -> None:
    op.execute("drop table analytics_annotations")
