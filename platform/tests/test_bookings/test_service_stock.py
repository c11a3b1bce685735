"""Where a company promises availability, no more of a service are out at one time than there are."""

from typing import Any

import httpx
import pytest
from product_fixtures import AdminSql

pytestmark = pytest.mark.anyio

BOOKING = {
    "carType": "Lada Niva",
    "pickupLocation": "tbilisi",
    "dropoffLocation": "tbilisi",
    "pickupTime": "09:00",
    "returnTime": "09:00",
    "insuranceType": "minimum",
    "customerName": "Ada Lovelace",
    "customerEmail": "ada@example.com",
    "customerPhone": "+995555123456",
    "driverAge": "36",
    "groupSize": "2",
    "services": ["babySeat"],
}


@pytest.fixture(autouse=True)
def two_seats(query_admin_sql: AdminSql) -> None:
    own = "tenant_id = (select id from tenants where slug = 'georgia')"
    query_admin_sql(f"update services set stock = 2 where code = 'babySeat' and {own}")
    query_admin_sql(f"update tenant_settings set availability = true where {own}")
    query_admin_sql(f"update bookings set status = 'cancelled' where {own}")


async def book(client: httpx.AsyncClient, first: int, last: int, **changes: Any) -> httpx.Response:
    days = {"pickupDate": f"2028-03-{first:02}", "returnDate": f"2028-03-{last:02}"}
    return await client.post("/api/bookings", json=BOOKING | days | changes)


async def test_one_more_than_there_are_is_refused_by_its_name(client: httpx.AsyncClient) -> None:
    assert (await book(client, 1, 8)).status_code == 201
    assert (await book(client, 5, 12)).status_code == 201
    refused = await book(client, 7, 10)
    assert refused.status_code == 422
    [field] = refused.json()["fields"]
    assert (field["field"], field["code"]) == ("services", "services_booked")
    assert field["message"] == "Already booked for these days: Baby seat"
    # Without it, and on days when one is back, it is a booking as any other.
    assert (await book(client, 7, 10, services=[])).status_code == 201
    assert (await book(client, 8, 11)).status_code == 201


async def test_two_that_follow_each_other_take_one(client: httpx.AsyncClient) -> None:
    for first, last in ((1, 5), (5, 9), (2, 8)):
        assert (await book(client, first, last)).status_code == 201
    assert (await book(client, 4, 7)).status_code == 422


async def test_a_cancelled_booking_gives_it_back(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    for _ in range(2):
        assert (await book(client, 1, 8)).status_code == 201
    assert (await book(client, 1, 8)).status_code == 422
    query_admin_sql(
        "update bookings set status = 'cancelled' where id = ("
        " select id from bookings where status = 'pending' and pickup_at >= '2028-03-01' limit 1)"
    )
    assert (await book(client, 1, 8)).status_code == 201


async def test_without_the_promise_nothing_is_counted(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("update tenant_settings set availability = false")
    for _ in range(3):
        assert (await book(client, 1, 8)).status_code == 201
