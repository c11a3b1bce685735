"""Companies are placed on several clusters; one that was moved away is not written to here.

Revision ID: 0034
Revises: 0033
"""

from pathlib import Path

from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

TAKE_TRIGGERS_AWAY = """
do $$
declare v_table record;
begin
  for v_table in select tgrelid::regclass as name from pg_trigger where tgname = 'refuse_moved_tenant' loop
    execute format('drop trigger refuse_moved_tenant on %s', v_table.name);
  end loop;
end $$
"""


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    # The triggers come by schema_protection.sql, on these tables and on those of later migrations alike.


def downgrade() -> None:
    op.execute(TAKE_TRIGGERS_AWAY)
    op.execute("drop function refuse_moved_tenant, enter_tenant_writes")
    op.execute("alter table tenants drop column placement, drop column moving_until")
