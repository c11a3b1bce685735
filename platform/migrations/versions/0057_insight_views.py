"""Views of the quiz's figures that were saved under a name, and links to them for readers without sign-in.

Revision ID: 0057
Revises: 0055
"""

from alembic import op

from abano.database.migration_support import protect_tenant_table

revision = "0057"
down_revision = "0055"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "create table analytics_views ("
        " tenant_id uuid not null references tenants (id) on delete cascade,"
        " id uuid not null,"
        " name text not null check (length(name) between 1 and 80),"
        " query text not null check (length(query) <= 2000),"
        " is_shared boolean not null,"
        " created_by uuid not null,"
        " created_at timestamptz not null,"
        " updated_at timestamptz not null,"
        " primary key (tenant_id, id),"
        " foreign key (tenant_id, created_by) references admins)"
    )
    op.execute(
        "create table analytics_view_links ("
        " tenant_id uuid not null,"
        " id uuid not null,"
        " view_id uuid not null,"
        " token_hash bytea not null,"
        " created_by uuid not null,"
        " created_at timestamptz not null,"
        " expires_at timestamptz not null,"
        " reads integer not null default 0,"
        " last_read_at timestamptz,"
        " primary key (tenant_id, id),"
        " unique (tenant_id, token_hash),"
        " foreign key (tenant_id, view_id) references analytics_views on delete cascade,"
        " foreign key (tenant_id, created_by) references admins)"
    )
    op.execute("create index analytics_view_links_view on analytics_view_links (tenant_id, view_id)")
    protect_tenant_table("analytics_views")
    protect_tenant_table("analytics_view_links")


def downgrade() -> None:
    op.execute("drop table analytics_view_links")
    op.execute("drop table analytics_views")
