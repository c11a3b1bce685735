"""Where a company promises availability, no more of a service are out at one time than there are."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from emptied_tables import empty_tables
from fleet_steps import staff_rental
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


@pytest.fixture
def three_seats_each(query_admin_sql: AdminSql) -> Iterator[None]:
    """A booking may have three of four seats."""
    query_admin_sql("update services set stock = 4, max_per_booking = 3 where code = 'babySeat'")
    yield
    query_admin_sql("update services set max_per_booking = 1 where code = 'babySeat'")


def staff(seats: int) -> dict[str, Any]:
    return staff_rental(pickupDate="2028-03-01", returnDate="2028-03-08", services=["babySeat"] * seats)


@pytest.mark.usefixtures("three_seats_each")
async def test_several_of_one_are_priced_stored_and_counted_up_to_the_most(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    empty_tables(query_admin_sql, "bookings")
    trip = {"carType": "Lada Niva", "days": 7, "pickupLocation": "tbilisi", "dropoffLocation": "tbilisi"}
    prices = [
        (await client.post("/api/quotes", json=trip | {"services": ["babySeat"] * seats})).json()
        for seats in (0, 1, 3)
    ]
    none, one, three = (each["totalPrice"] for each in prices)
    assert (one - none, three - none) == (21, 63)
    too_many = [
        await client.post("/api/quotes", json=trip | {"services": ["babySeat"] * 4}),
        await book(client, 1, 8, services=["babySeat"] * 4),
        await owner_client.post("/api/admin/bookings/quotes", json=staff(4)),
    ]
    for refused in too_many:
        assert refused.status_code == 422, refused.text
        [field] = refused.json()["fields"]
        assert (field["field"], field["code"]) == ("services", "services_too_many")
        assert field["message"] == "More than a booking can have: Baby seat (4 / 3)"
    assert (await owner_client.post("/api/admin/bookings/quotes", json=staff(3))).status_code == 200
    booked = await book(client, 1, 8, services=["babySeat"] * 3)
    assert booked.status_code == 201, booked.text
    assert query_admin_sql("select service_codes from bookings") == [(["babySeat"] * 3,)]
    # One of four is left.
    refused = await book(client, 5, 12, services=["babySeat"] * 2)
    assert [each["code"] for each in refused.json()["fields"]] == ["services_booked"]
    assert (await book(client, 5, 12)).status_code == 201
