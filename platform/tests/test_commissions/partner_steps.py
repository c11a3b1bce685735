"""What tests of commissions do again and again: a partner with a code, bookings with it, cancellations."""

from typing import Any
from uuid import UUID, uuid4

import httpx
from product_fixtures import AdminSql

from abano.bookings.status import change_status
from abano.db import Database
from abano.kit.clock import FixedClock
from abano.models.bookings import BookingRow
from abano.tenancy import Tenant

FORM: dict[str, Any] = {
    "customerName": "Ada Lovelace",
    "driverAge": "36",
    "groupSize": "2",
    "customerEmail": "ada@example.com",
    "customerPhone": "+44 20 7946 0000",
    "pickupLocation": "tbilisi",
    "dropoffLocation": "tbilisi",
    "pickupDate": "2026-07-01",
    "pickupTime": "09:00",
    "returnDate": "2026-07-08",
    "returnTime": "09:00",
    "carType": "Subaru Forester",
    "insuranceType": "minimum",
}


def add_partner(
    sql: AdminSql, code: str, *, tenant: str = "georgia", phone: str = "", commission: int | None = None
) -> UUID:
    """A partner of ``tenant`` with one code that takes nothing off the price. ``commission`` in basis points."""
    partner = uuid4()
    sql(
        "insert into affiliates (tenant_id, id, name, email, paypal_email, phone, created_at)"
        " select id, %s, %s, %s, %s, %s, now() from tenants where slug = %s",
        partner, f"Partner {code}", f"{code.lower()}@example.com", f"pay-{code.lower()}@example.com", phone, tenant,
    )  # fmt: skip
    sql(
        "insert into promo_codes (tenant_id, code, affiliate_id, discount_basis_points, commission_basis_points,"
        " created_at) select id, %s, %s, 0, %s, now() from tenants where slug = %s",
        code, partner, commission, tenant,
    )  # fmt: skip
    return partner


async def book(client: httpx.AsyncClient, code: str, **changes: Any) -> UUID:
    """Seven days with a Forester cost 385 euro; the commission at 20 % is 77."""
    answer = await client.post("/api/bookings", json=FORM | {"promoCode": code} | changes)
    assert answer.status_code == 201, answer.text
    return UUID(answer.json()["bookingId"])


async def cancel(db: Database, tenant: Tenant, booking_id: UUID, clock: FixedClock) -> None:
    async with db.session(tenant.id) as session:
        booking = await session.get_one(BookingRow, (tenant.id, booking_id), with_for_update=True)
        await change_status(
            session, tenant.id, booking, "cancelled", actor="admin", reason="test", now=clock.now()
        )


async def figures(client: httpx.AsyncClient, partner: UUID) -> dict[str, Any]:
    """Earned, paid, owed, held and payable of one partner, as the admin's list tells them."""
    answer = await client.get(f"/api/admin/affiliates/{partner}")
    assert answer.status_code == 200, answer.text
    found = answer.json()["affiliate"]
    names = ("totalEarnings", "commissionPaid", "commissionOwed", "commissionHeld", "commissionPayable")
    return {name.removeprefix("commission").removeprefix("total").lower(): found[name] for name in names}


async def pay(client: httpx.AsyncClient, partner: UUID) -> httpx.Response:
    headers = {"content-type": "application/json"}
    return await client.post(f"/api/admin/pay-commission/{partner}", headers=headers)
