"""What tests of commissions do again and again: an affiliate with a code, bookings with it, cancellations."""

from typing import Any
from uuid import UUID, uuid4

import httpx
from loadtests.forms import booking_form
from product_fixtures import AdminSql

from abano.booking_record.models import BookingRow
from abano.booking_record.service import change_status
from abano.core.clock import FixedClock
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

FORM = booking_form(dropoffLocation="tbilisi")


def add_affiliate(
    sql: AdminSql, code: str, *, tenant: str = "georgia", phone: str = "", commission: int | None = None
) -> UUID:
    """An affiliate of ``tenant`` with one code that takes nothing off the price. ``commission`` in basis points."""
    affiliate = uuid4()
    sql(
        "insert into affiliates (tenant_id, id, name, email, paypal_email, phone, created_at)"
        " select id, %s, %s, %s, %s, %s, now() from tenants where slug = %s",
        affiliate, f"Affiliate {code}", f"{code.lower()}@example.com", f"pay-{code.lower()}@example.com", phone,
        tenant,
    )  # fmt: skip
    sql(
        "insert into promo_codes (tenant_id, code, affiliate_id, discount_basis_points, commission_basis_points,"
        " created_at) select id, %s, %s, 0, %s, now() from tenants where slug = %s",
        code, affiliate, commission, tenant,
    )  # fmt: skip
    return affiliate


async def book(client: httpx.AsyncClient, code: str, **changes: Any) -> UUID:
    """Seven days with a Forester cost 385 euro; the commission at 20 % is 77."""
    answer = await client.post("/api/bookings", json=FORM | {"promoCode": code} | changes)
    assert answer.status_code == 201, answer.text
    return UUID(answer.json()["bookingId"])


def set_rule(sql: AdminSql, payable_on: str, *, tenant: str = "georgia") -> None:
    """When commissions of ``tenant`` become payable: on booking, confirmation or completion."""
    sql(
        "update tenant_settings set commission_payable_on = %s"
        " where tenant_id = (select id from tenants where slug = %s)",
        payable_on, tenant,
    )  # fmt: skip


def set_status(sql: AdminSql, status: str, *bookings: UUID) -> None:
    """Put bookings straight into a status, past the steps that lead there."""
    sql("update bookings set status = %s where id = any(%s)", status, list(bookings))


def remove_shared_ip_holds(sql: AdminSql, affiliate: UUID) -> None:
    """Tests book from one address, which holds the third booking and those before it."""
    sql(
        "delete from commission_holds h using commissions c where c.booking_id = h.booking_id"
        " and c.affiliate_id = %s and h.reason = 'shared_ip'",
        affiliate,
    )


async def cancel(db: Database, tenant: Tenant, booking_id: UUID, clock: FixedClock) -> None:
    async with db.uow(tenant.id) as uow:
        booking = await uow.session.get_one(BookingRow, (tenant.id, booking_id), with_for_update=True)
        await change_status(
            uow,
            booking,
            "cancelled",
            actor="admin",
            reason="test",
            now=clock.now(),
        )


async def figures(client: httpx.AsyncClient, affiliate: UUID) -> dict[str, Any]:
    """Earned, paid, owed and its parts of one affiliate, as the admin's list shows them."""
    answer = await client.get(f"/api/admin/affiliates/{affiliate}")
    assert answer.status_code == 200, answer.text
    found = answer.json()["affiliate"]
    parts = ("Paid", "Owed", "Held", "Pending", "Payable")
    return {"earnings": found["totalEarnings"]} | {part.lower(): found[f"commission{part}"] for part in parts}


async def pay(client: httpx.AsyncClient, affiliate: UUID) -> httpx.Response:
    headers = {"content-type": "application/json"}
    return await client.post(f"/api/admin/pay-commission/{affiliate}", headers=headers)
