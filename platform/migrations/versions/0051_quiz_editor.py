"""The quiz's draft; who published a version and what they said of it.

Revision ID: 0051
Revises: 0039
"""

from alembic import op

from abano.database.migration_support import protect_tenant_table

revision = "0051"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "alter table quiz_definitions"
        " add column note text not null default '' check (length(note) <= 300),"
        " add column published_by uuid,"
        " add foreign key (tenant_id, published_by) references admins"
    )
    op.execute(
        "create table quiz_drafts ("
        " tenant_id uuid primary key references tenants (id) on delete cascade,"
        " definition jsonb not null,"
        " based_on text,"
        " revision integer not null check (revision >= 0),"
        " updated_at timestamptz not null,"
        " updated_by uuid,"
        " foreign key (tenant_id, updated_by) references admins)"
    )
    protect_tenant_table("quiz_drafts")


def downgrade() -> None:
    op.execute("drop table quiz_drafts")
    op.execute("alter table quiz_definitions drop column published_by, drop column note")
