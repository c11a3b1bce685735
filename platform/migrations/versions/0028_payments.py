"""Money of bookings: journal, tills, receipts and invoices, online payments.

Revision ID: 0028
Revises: 0027
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import APP_ROLE, protect_tenant_table

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None
TABLES = (
    "tills",
    "journal_notes",
    "payment_writes",
    "seller_settings",
    "invoice_counters",
    "stripe_settings",
    "online_payments",
    "online_refunds",
    "stripe_events",
)
APPEND_ONLY = ("journal_entries", "invoices")


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    for table in TABLES:
        protect_tenant_table(table)
    for table in APPEND_ONLY:
        protect_tenant_table(table, append_only=True)
    op.execute(f"revoke delete on tills, invoice_counters, online_payments, online_refunds from {APP_ROLE}")


def downgrade() -> None:
    for table in (
        "stripe_events",
        "online_refunds",
        "online_payments",
        "stripe_settings",
        "invoices",
        "invoice_counters",
        "seller_settings",
        "payment_writes",
        "journal_notes",
        "journal_entries",
    ):
        op.execute(f"drop table {table}")
    op.execute("drop function check_till_of_entry()")
    op.execute("drop function till_expected(tills) cascade")
    op.execute("drop table tills")
    op.execute("drop function check_till()")
