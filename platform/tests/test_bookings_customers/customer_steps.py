"""A person who booked, as the tests of customers' rights know them."""

from typing import Any

import httpx
from loadtests.forms import booking_form
from product_fixtures import AdminSql

from abano.bookings.customers.tasks import CustomerAssigner
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

CUSTOMERS = "/api/admin/customers"
EMAIL = "Maryam.Zubaidova@Example.com"
PHONE = {"user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1"}
BOOKING = booking_form(
    customerName="Maryam Zubaidova",
    customerEmail=EMAIL,
    customerPhone="+992 55 501 4285",
    gclid="Click-of-Maryam",
    quizSessionId="quiz_maryam_session",
    deviceFingerprint="fingerprint-of-maryam",
)
DETAILS = (
    "selectedCar", "pickupLocation", "dropoffLocation", "pickupDate", "returnDate", "dailyPrice", "totalDays",
    "calculatedPrice",
)  # fmt: skip


async def book(client: httpx.AsyncClient, name: str, email: str, phone: str, **changes: Any) -> str:
    """A visitor books; answers the booking's id."""
    form = booking_form(customerName=name, customerEmail=email, customerPhone=phone, **changes)
    answer = await client.post("/api/bookings", json=form)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["bookingId"])


async def assign(db: Database, tenant: Tenant) -> int:
    """What the worker does; answers how many bookings were without a customer."""
    return await CustomerAssigner().assign_new(db, tenant.id)


async def customers(client: httpx.AsyncClient, **query: Any) -> list[dict[str, Any]]:
    """The first page of the list."""
    answer = await client.get(CUSTOMERS, params=query)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["customers"]
    return found


async def customer_named(client: httpx.AsyncClient, name: str) -> dict[str, Any]:
    """The page of the one customer with this name."""
    [found] = [each for each in await customers(client, search=name) if each["name"] == name]
    answer = await client.get(f"{CUSTOMERS}/{found['id']}")
    assert answer.status_code == 200, answer.text
    shown: dict[str, Any] = answer.json()["customer"]
    return shown


def forget_customers(query_admin_sql: AdminSql) -> None:
    """No bookings and no customers, as in a new company."""
    for table in (
        "customers",
        "booking_events",
        "booking_changes",
        "booking_notes",
        "idempotency_keys",
        "bookings",
    ):
        query_admin_sql(f"delete from {table}")
