"""What tests of reports do again and again: rentals in June, a console beside the real analytics service."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
from product_fixtures import NOW, AdminSql
from running_stack import WAIT_SECONDS

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.main import create_app
from abano.tenancy.directory.tenant import Tenant

JUNE = "from=2026-06-01&to=2026-06-30"
BOOKING = """
    insert into bookings (tenant_id, id, reference, status, customer_name, customer_email, customer_phone, driver_age,
      group_size, car_id, car_name, pickup_location, dropoff_location, pickup_at, return_at, insurance_code,
      promo_code, currency, days, daily_rate_minor, total_minor, price_lines, created_at, updated_at)
    select tenant_id, %s, %s, 'confirmed', 'Ada Lovelace', 'ada@example.com', '+995', 40, 2, id, name, 'tbilisi',
      'batumi', %s, %s, 'minimum', %s, 'EUR', 7, 5500, 40000, '[]', %s, %s
    from cars where tenant_id = %s and name = 'Subaru Forester'
"""
RESERVATION = """
    insert into vehicle_reservations (tenant_id, id, vehicle_id, vehicle_number, kind, booking_id, starts_at, ends_at,
      blocked_until, created_at)
    select b.tenant_id, b.id, v.id, v.number, 'booking', b.id, b.pickup_at, b.return_at, b.return_at, b.created_at
    from bookings b, vehicles v where b.id = %s and v.id = %s
"""


def book(
    query_admin_sql: AdminSql, tenant: Tenant, day: int, vehicle: UUID | None = None, code: str | None = None
) -> str:
    """Seven days of June for 400 EUR; the reference."""
    booking = uuid4()
    reference = booking.hex[:8].upper()
    pickup = datetime(2026, 6, day, 10, tzinfo=UTC)
    until = pickup + timedelta(days=7)
    query_admin_sql(BOOKING, booking, reference, pickup, until, code, NOW, NOW, tenant.id)
    if vehicle is not None:
        query_admin_sql(RESERVATION, booking, vehicle)
    return reference


@asynccontextmanager
async def console(settings: Settings, clock: FixedClock) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(settings, clock=clock)
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False, client=("192.0.2.10", 50000))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
    ):
        yield client


async def wait_for(client: httpx.AsyncClient, path: str, accept: Callable[[Any], bool]) -> httpx.Response:
    answer = await client.get(path)
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        if answer.status_code == 200 and accept(answer.json()):
            return answer
        answer = await client.get(path)
    raise AssertionError(answer.text)


def earned(amount: float) -> Callable[[Any], bool]:
    return lambda body: bool(body["totals"]["revenue"] == amount)
