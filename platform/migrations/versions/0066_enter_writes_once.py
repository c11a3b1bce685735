"""A transaction enters a company's writes once, not with each statement.

Revision ID: 0066
Revises: 0065
"""

from alembic import op

revision = "0066"
down_revision = "0065"
branch_labels = None
depends_on = None

FUNCTION = """
create or replace function refuse_moved_tenant() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  v_tenant text := current_setting('abano.tenant_id', true);
begin
  if v_tenant <> '' then
    perform enter_tenant_writes(v_tenant::uuid);{mark}
  end if;
  return null;
end $$
"""
MARK = """
    perform set_config('abano.writes_entered', v_tenant, true);"""
TRIGGERS = """
do $$
declare v_table record;
begin
  for v_table in select tgrelid::regclass as name from pg_trigger where tgname = 'refuse_moved_tenant' loop
    execute format('drop trigger refuse_moved_tenant on %s', v_table.name);
    execute format(
      'create trigger refuse_moved_tenant before insert or update or delete on %s'
      ' for each statement when (current_setting(''abano.writes_entered'', true)'
      ' is distinct from current_setting(''abano.tenant_id'', true)) execute function refuse_moved_tenant()',
      v_table.name
    );
  end loop;
end $$
"""


def upgrade() -> None:
    op.execute(FUNCTION.format(mark=MARK))
    op.execute(TRIGGERS)


def downgrade() -> None:
    # The condition stays: schema_protection.sql makes triggers with it, and it always holds for this function.
    op.execute(FUNCTION.format(mark=""))
