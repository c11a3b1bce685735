"""Bookings have the keys that contacts are compared by, so that the limits of unconfirmed ones are looked up.

Revision ID: 0076
Revises: 0075
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import APP_ROLE, allow_long_statements

revision = "0076"
down_revision = "0075"
branch_labels = None
depends_on = None

# As the application role, company by company, because row-level security binds the owner of the tables, too.
BACKFILL = """
do $$
declare
  v_tenant uuid;
begin
  for v_tenant in select id from tenants loop
    perform set_config('abano.tenant_id', v_tenant::text, true);
    update bookings b set email_key = lower(b.customer_email),
      phone_key = split_part(b.customer_phone, ' ext. ', 1)
    where b.tenant_id = v_tenant and b.status = 'pending';
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
    for key in ("email", "phone"):
        op.execute(
            f"create index bookings_unconfirmed_{key} on bookings (tenant_id, {key}_key) where status = 'pending'"
        )


def downgrade() -> None:
    before = Path(__file__).with_name("0070_unconfirmed_bookings.sql").read_text(encoding="utf-8")
    # The functions as they were.
    op.execute(before[before.index("create or replace function require_few_unconfirmed") :])
    op.execute("drop trigger keep_contact_keys on bookings")
    op.execute("drop trigger keep_changed_contact_keys on bookings")
    op.execute("drop function keep_contact_keys()")
    op.execute("alter table bookings drop column email_key, drop column phone_key")
