"""Steps of suggested prices: rules, and rentals that fill a day."""

from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
from fleet_steps import add_vehicle
from product_fixtures import NOW, AdminSql
from report_steps import RESERVATION

from abano.tenancy.directory.tenant import Tenant

URL = "/api/admin/price-suggestions"
RULE: dict[str, Any] = {"kind": "raise", "occupancy": 50, "daysFrom": 0, "daysTo": 90, "percent": 20}
BODIES: dict[str, dict[str, Any]] = {
    f"PUT {URL}/rules": {"revision": "", "rules": []},
    f"POST {URL}/replay": {"rules": [RULE], "days": 365},
    f"POST {URL}/accept": {
        "items": [{"car": "subaru-forester", "day": "2026-06-12", "price": 50, "suggested": 60}]
    },
    f"POST {URL}/undo": {"items": [{"car": "subaru-forester", "day": "2026-06-12"}]},
}
_BOOKING = """
    insert into bookings (tenant_id, id, reference, status, customer_name, customer_email, customer_phone, driver_age,
      group_size, car_id, car_name, pickup_location, dropoff_location, pickup_at, return_at, insurance_code,
      currency, days, daily_rate_minor, total_minor, price_lines, created_at, updated_at)
    select tenant_id, %s, %s, %s, 'Ada Lovelace', 'ada@example.com', '+995', 40, 2, id, name, 'tbilisi',
      'batumi', %s, %s, 'minimum', 'EUR', %s, 5000, %s,
      jsonb_build_array(jsonb_build_object('code', 'car', 'label', name, 'quantity', %s::int, 'unitPrice', 5000,
        'amount', %s::bigint)), %s, %s
    from cars where tenant_id = %s and name = 'Subaru Forester'
"""


def rent(
    query_admin_sql: AdminSql,
    tenant: Tenant,
    vehicle: UUID,
    first: date,
    days: int,
    *,
    status: str = "confirmed",
    booked_at: datetime = NOW,
) -> None:
    """A rental at 50 EUR a day, from 10 in the morning of the company's zone."""
    booking = uuid4()
    pickup = datetime.combine(first, time(10), tenant.zone)
    amount = 5_000 * days
    query_admin_sql(
        _BOOKING, booking, booking.hex[:8].upper(), status, pickup, pickup + timedelta(days=days), days, amount, days,
        amount, booked_at, booked_at, tenant.id,
    )  # fmt: skip
    query_admin_sql(RESERVATION, booking, vehicle)


async def suggestions(console: httpx.AsyncClient, days: int = 30) -> dict[str, Any]:
    answer = await console.get(f"{URL}?days={days}")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def set_rules(console: httpx.AsyncClient, *rules: dict[str, Any]) -> None:
    revision = (await suggestions(console))["revision"]
    answer = await console.put(f"{URL}/rules", json={"revision": revision, "rules": rules})
    assert answer.status_code == 200, answer.text


def offered(state: dict[str, Any]) -> list[dict[str, Any]]:
    """Every suggestion, as it is accepted."""
    return [
        {"car": model["car"], "day": day, "price": cell["price"], "suggested": cell["suggested"]}
        for model in state["models"]
        for day, cell in zip(state["days"], model["cells"], strict=True)
        if cell["suggested"] is not None
    ]


async def prepared(
    endpoint: str, console: httpx.AsyncClient, query_admin_sql: AdminSql, tenant: Tenant
) -> dict[str, Any]:
    """The body with which a change of suggested prices succeeds, and what it needs."""
    if f" {URL}/" not in endpoint:
        return {}
    if endpoint.endswith("/rules"):
        return {"revision": (await suggestions(console))["revision"], "rules": [RULE]}
    query_admin_sql("delete from seasons where code like 'demand-%%'")
    query_admin_sql("delete from catalog_drafts")
    vehicle = add_vehicle(query_admin_sql, tenant, uuid4().hex[:12])
    query_admin_sql("update vehicle_states set changed_at = changed_at - interval '2 days'")
    rent(query_admin_sql, tenant, vehicle, (NOW + timedelta(days=20)).date(), 1)
    await set_rules(console, RULE | {"occupancy": 1})
    items = offered(await suggestions(console))
    if endpoint.endswith("/accept"):
        return {"items": items}
    answer = await console.post(f"{URL}/accept", json={"items": items})
    assert answer.status_code == 200, answer.text
    return {"items": [{"car": each["car"], "day": each["day"]} for each in items]}
