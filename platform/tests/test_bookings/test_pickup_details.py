"""Pickup details from the customer: the flight number at an airport, the delivery address."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import httpx
import pytest
from booking_form import book
from emptied_tables import empty_tables
from product_fixtures import AdminSql
from yard_steps import YARD

from abano.core.clock import FixedClock

pytestmark = pytest.mark.anyio
MINE = "/api/my-booking"
ADDRESS = "Hotel Astoria, 12 Rose Street, room 4"


@pytest.fixture(autouse=True)
def _brought(query_admin_sql: AdminSql) -> Iterator[None]:
    """Cars are brought to an address in Tbilisi, and the flight is asked for there, without handover places."""
    query_admin_sql("update tenant_settings set availability = false")
    empty_tables(query_admin_sql, "bookings", "sign_in_failures", "outbox_messages")
    change = "update locations set needs_address = %s, needs_flight_number = %s where code = 'tbilisi'"
    query_admin_sql(change, True, True)
    query_admin_sql("update handover_places set is_active = false")
    yield
    query_admin_sql(change, False, False)


def refused(answer: httpx.Response) -> list[tuple[str, str]]:
    assert answer.status_code == 422, answer.text
    return [(each["field"], each["code"]) for each in answer.json()["fields"]]


async def test_the_address_is_asked_for_and_the_flight_may_be_left_out(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    for empty in ({}, {"pickupAddress": None}, {"pickupAddress": " \u200b "}):
        assert refused(await book(client, **empty)) == [("pickupAddress", "address_missing")]
    long: dict[str, Any] = {"pickupAddress": "x" * 301, "flightNumber": "x" * 21}
    assert sorted(refused(await book(client, **long))) == [
        ("flightNumber", "flight_number_invalid"),
        ("pickupAddress", "address_invalid"),
    ]
    assert refused(await book(client, pickupAddress=["x"])) == [("pickupAddress", "address_invalid")]
    assert query_admin_sql("select count(*) from bookings") == [(0,)]
    assert (await book(client, pickupAddress=ADDRESS)).status_code == 201
    # Elsewhere neither is asked for, and nothing is stored when nothing was given.
    assert (await book(client, pickupLocation="batumi")).status_code == 201
    assert query_admin_sql("select flight_number, pickup_address from booking_details") == [("", ADDRESS)]


async def test_pickup_details_are_shown_at_the_desk_and_to_the_customer(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    details = {"flightNumber": " os  845 ", "pickupAddress": ADDRESS}
    booked = (await book(client, "one-key", **details)).json()
    assert (await book(client, "one-key", **details)).json() == booked
    at_desk = (await owner_client.get(f"/api/admin/bookings/{booked['bookingId']}/by-customer")).json()
    assert (at_desk["flightNumber"], at_desk["pickupAddress"]) == ("OS 845", ADDRESS)
    assert at_desk["actions"] == []
    [(facts,)] = query_admin_sql(
        "select payload -> 'facts' from outbox_messages where kind = 'booking.created'"
    )
    assert (facts["flightNumber"], facts["pickupAddress"]) == ("OS 845", ADDRESS)
    [(email,)] = query_admin_sql("select customer_email from bookings")
    opened = await client.post(f"{MINE}/sign-in", json={"reference": booked["reference"], "email": email})
    assert opened.status_code == 200, opened.text
    mine = (await client.get(MINE)).json()["booking"]
    assert (mine["flightNumber"], mine["pickupAddress"]) == ("OS 845", ADDRESS)
    emptied = await client.put(f"{MINE}/details", json={"pickupAddress": " "})
    assert refused(emptied) == [("pickupAddress", "address_missing")]
    # An older page that does not send the address leaves it alone.
    kept = (await client.put(f"{MINE}/details", json={"flightNumber": "os 846"})).json()["booking"]
    assert (kept["flightNumber"], kept["pickupAddress"]) == ("OS 846", ADDRESS)
    moved = (await client.put(f"{MINE}/details", json={"pickupAddress": "Rose Street 14"})).json()["booking"]
    assert moved["pickupAddress"] == "Rose Street 14"


async def test_who_hands_the_car_over_sees_where(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    booked = (await book(client, flightNumber="OS 845", pickupAddress=ADDRESS)).json()
    confirmed = await owner_client.post(
        f"/api/admin/bookings/{booked['bookingId']}/status",
        json={"fromStatus": "pending", "toStatus": "confirmed"},
    )
    assert confirmed.status_code == 200, confirmed.text
    query_admin_sql("update bookings set pickup_at = %s", clock.now() + timedelta(hours=1))
    [item] = (await owner_client.get(YARD)).json()["items"]
    assert (item["flightNumber"], item["address"]) == ("OS 845", ADDRESS)
