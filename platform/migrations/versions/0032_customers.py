"""Customers, their contacts, notes and history; which bookings are whose.

The bookings of the past are given to their customers by the worker, in batches.

Revision ID: 0032
Revises: 0025
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import protect_tenant_table

revision = "0032"
down_revision = "0030"
branch_labels = None
depends_on = None
TABLES = (
    "customers",
    "customer_contacts",
    "customer_bookings",
    "customer_notes",
    "customer_events",
    "customer_distinctions",
)
FUNCTIONS = (
    "assign_customer(uuid, uuid)",
    "drop_customer_without_traces(uuid, uuid)",
    "customer_name_key(text)",
    "contact_phone(text)",
    "contact_email(text)",
)


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    for table in TABLES:
        protect_tenant_table(table)


def downgrade() -> None:
    for function in FUNCTIONS:
        op.execute(f"drop function {function}")
    op.execute("drop view customers_bookings")
    for table in reversed(TABLES):
        op.execute(f"drop table {table}")
