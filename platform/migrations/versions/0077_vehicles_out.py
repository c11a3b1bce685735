"""A vehicle is out with one customer at a time.

Revision ID: 0077
Revises: 0076
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import APP_ROLE, allow_long_statements

revision = "0077"
down_revision = "0076"
branch_labels = None
depends_on = None

# As the application role, company by company, because row-level security binds the owner of the tables, too. Of
# several active bookings of one vehicle the last is the one that has it.
BACKFILL = """
do $$
declare
  v_tenant uuid;
begin
  for v_tenant in select id from tenants loop
    perform set_config('abano.tenant_id', v_tenant::text, true);
    update vehicle_reservations r set is_out = true
    from (
      select distinct on (o.vehicle_id) o.id
      from bookings b join vehicle_reservations o on o.tenant_id = b.tenant_id and o.booking_id = b.id
      where b.tenant_id = v_tenant and b.status = 'active'
      order by o.vehicle_id, o.starts_at desc
    ) as newest
    where r.tenant_id = v_tenant and r.id = newest.id;
  end loop;
  perform set_config('abano.tenant_id', '', true);
end $$
"""


def upgrade() -> None:
    allow_long_statements("10min")
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    op.execute(f"set local role {APP_ROLE}")
    op.execute(BACKFILL)
    op.execute("reset role")
    op.execute(
        "create unique index vehicle_reservations_out_once on vehicle_reservations (tenant_id, vehicle_id)"
        " where is_out"
    )


def downgrade() -> None:
    op.execute("drop trigger take_vehicle_out on bookings")
    op.execute("drop trigger is_out on vehicle_reservations")
    op.execute("drop function booking_takes_vehicle_out()")
    op.execute("drop function reservation_is_out()")
    op.execute("alter table vehicle_reservations drop column is_out")
