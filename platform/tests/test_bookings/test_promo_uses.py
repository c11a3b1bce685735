"""Uses of a promo code: taken with a booking, given back with its cancellation, never more of them than allowed."""

import asyncio

import httpx
import pytest
from background_tasks import run_for_all
from booking_form import book
from product_fixtures import AdminSql

from abano.booking_record.tasks import cancel_unconfirmed
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def code_with_one_use(query_admin_sql: AdminSql) -> None:
    """Both companies have a code of this name, with one use each."""
    query_admin_sql(
        "insert into promo_codes (tenant_id, code, maximum_uses, created_at)"
        " select id, 'ONEUSE', 1, now() from tenants where slug in ('georgia', 'alps')"
        " on conflict (tenant_id, code) do update set uses = 0"
    )


def uses(query_admin_sql: AdminSql) -> list[tuple[str, int]]:
    found = query_admin_sql(
        "select t.slug, p.uses from promo_codes p join tenants t on t.id = p.tenant_id"
        " where p.code = 'ONEUSE' order by t.slug"
    )
    return [(slug, count) for slug, count in found]


async def cancel(owner_client: httpx.AsyncClient, booking: str) -> httpx.Response:
    body = {"fromStatus": "pending", "toStatus": "cancelled", "reason": "The customer called."}
    return await owner_client.post(f"/api/admin/bookings/{booking}/status", json=body)


async def test_a_cancelled_booking_gives_its_use_back(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking = (await book(client, promoCode="oneuse")).json()["bookingId"]
    assert (await book(client, promoCode="oneuse")).status_code == 422
    assert (await cancel(owner_client, booking)).status_code == 200
    assert uses(query_admin_sql) == [("alps", 0), ("georgia", 0)]
    assert (await book(client, promoCode="oneuse")).status_code == 201
    assert (await book(client, promoCode="oneuse")).status_code == 422
    assert uses(query_admin_sql) == [("alps", 0), ("georgia", 1)]


async def test_two_at_once_give_it_back_once_and_take_it_once(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking = (await book(client, promoCode="oneuse")).json()["bookingId"]
    cancelled = await asyncio.gather(*(cancel(owner_client, booking) for _ in range(2)))
    assert sorted(answer.status_code for answer in cancelled) == [200, 409]
    assert uses(query_admin_sql)[1] == ("georgia", 0)
    taken = await asyncio.gather(*(book(client, promoCode="oneuse") for _ in range(2)))
    assert sorted(answer.status_code for answer in taken) == [201, 422]
    assert uses(query_admin_sql)[1] == ("georgia", 1)


async def test_a_booking_that_no_one_confirmed_gives_its_use_back(
    client: httpx.AsyncClient, db: Database, settings: Settings, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    assert (await book(client, promoCode="oneuse")).status_code == 201
    clock.move(hours=25)
    context = TaskContext(db, settings, clock)
    await asyncio.gather(run_for_all(cancel_unconfirmed, context), run_for_all(cancel_unconfirmed, context))
    assert uses(query_admin_sql)[1] == ("georgia", 0)


async def test_use_and_status_change_together(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking = (await book(client, promoCode="oneuse")).json()["bookingId"]
    query_admin_sql(
        "alter table booking_events add constraint refused check (to_status <> 'cancelled') not valid"
    )
    try:
        assert (await cancel(owner_client, booking)).status_code >= 500
    finally:
        query_admin_sql("alter table booking_events drop constraint refused")
    assert query_admin_sql("select status from bookings where id = %s", booking) == [("pending",)]
    assert uses(query_admin_sql)[1] == ("georgia", 1)


async def test_a_confirmed_booking_keeps_its_use(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking = (await book(client, promoCode="oneuse")).json()["bookingId"]
    body = {"fromStatus": "pending", "toStatus": "confirmed", "reason": ""}
    await owner_client.post(f"/api/admin/bookings/{booking}/status", json=body)
    assert uses(query_admin_sql)[1] == ("georgia", 1)
