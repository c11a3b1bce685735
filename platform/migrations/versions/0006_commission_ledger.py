"""Affiliates and the ledger of their commissions.

Revision ID: 0006
Revises: 0005
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import APP_ROLE, allow_long_statements, protect_tenant_table

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

TABLES = ("affiliate_sessions", "affiliate_password_resets")
APPEND_ONLY = (
    "commissions",
    "commission_payouts",
    "commission_reversals",
    "commission_entries",
    "commission_holds",
)
FUNCTIONS = (
    "commission_states",
    "bookings_keep_ledger",
    "void_commission",
    "earn_commission",
    "same_phone",
    "plain_email",
    "check_payout_sum",
)
# Bookings from before this revision earn what they would have earned. As the application role, company by company,
# because row-level security binds the owner of the tables, too.
BACKFILL = """
do $$
declare
  v_tenant uuid;
begin
  for v_tenant in select id from tenants loop
    perform set_config('abano.tenant_id', v_tenant::text, true);
    perform earn_commission(b) from bookings b where b.tenant_id = v_tenant and b.promo_code is not null;
    perform void_commission(b, b.updated_at) from bookings b
    where b.tenant_id = v_tenant and b.promo_code is not null and b.status = 'cancelled';
  end loop;
  perform set_config('abano.tenant_id', '', true);
end $$
"""


def upgrade() -> None:
    allow_long_statements("30min")  # the backfill reads every booking
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    for table in TABLES:
        protect_tenant_table(table)
    for table in APPEND_ONLY:
        protect_tenant_table(table, append_only=True)
    op.execute(f"grant update (released_at, released_by) on commission_holds to {APP_ROLE}")
    op.execute(Path(__file__).with_name("0006_take_booking.sql").read_text(encoding="utf-8"))
    op.execute(f"set local role {APP_ROLE}")
    op.execute(BACKFILL)
    op.execute("reset role")


def downgrade() -> None:
    op.execute("drop trigger void_commission on bookings")
    op.execute("drop trigger earn_commission on bookings")
    for function in FUNCTIONS[:-1]:
        op.execute(f"drop function {function}")
    for table in ("commission_holds", "commission_entries", "commission_reversals", "commission_payouts"):
        op.execute(f"drop table {table}")
    op.execute("drop table commissions")
    op.execute(f"drop function {FUNCTIONS[-1]}")
    op.execute("drop function take_booking")
    op.execute(Path(__file__).with_name("0002_take_booking.sql").read_text(encoding="utf-8"))
    for table in reversed(TABLES):
        op.execute(f"drop table {table}")
    op.execute("alter table bookings drop column address_hash")
    op.execute(
        "alter table affiliates drop column paypal_email, drop column phone, drop column website,"
        " drop column notes, drop column password_hash"
    )
