"""Customers in the database, for tests that are not about how they come there."""

from uuid import UUID

from product_fixtures import NOW, AdminSql

from abano.core.ids import new_id
from abano.tenancy.directory.tenant import Tenant


def add_customer(
    query_admin_sql: AdminSql, tenant: Tenant, name: str = "Ada Lovelace", phone: str = ""
) -> UUID:
    """A customer without bookings; ``phone`` in E.164."""
    customer = new_id()
    query_admin_sql(
        "insert into customers (tenant_id, id, name, phone, search_text, last_booked_at, created_at, updated_at)"
        " values (%s, %s, %s, %s, %s, %s, %s, %s)",
        tenant.id, customer, name, phone, f"{name.lower()}\n", NOW, NOW, NOW,
    )  # fmt: skip
    if phone:
        query_admin_sql(
            "insert into customer_contacts (tenant_id, email_key, phone_key, customer_id, created_at)"
            " values (%s, %s, %s, %s, %s)",
            tenant.id, f"{customer.hex}@example.com", phone, customer, NOW,
        )  # fmt: skip
    return customer
