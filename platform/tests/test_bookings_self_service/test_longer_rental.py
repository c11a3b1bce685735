"""A customer extends a running rental online, as far as the vehicle is free."""

import asyncio
from typing import Any

import httpx
import pytest
from emptied_tables import empty_tables
from fleet_steps import add_vehicle, promise, reserved
from loadtests.forms import booking_form
from product_fixtures import AdminSql, ClientFactory

from abano.core.clock import FixedClock
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
MINE = "/api/my-booking"
EMAIL = "ada@example.com"
RENTAL = {
    "pickupLocation": "tbilisi",
    "dropoffLocation": "batumi",
    "pickupDate": "2026-07-01",
    "pickupTime": "09:00",
    "returnDate": "2026-07-08",
    "returnTime": "09:00",
    "insuranceType": "minimum",
    "services": [],
}
LONGER = RENTAL | {"returnDate": "2026-07-11"}


@pytest.fixture(autouse=True)
def _one_vehicle(query_admin_sql: AdminSql, georgia: Tenant) -> None:
    empty_tables(
        query_admin_sql, "bookings", "vehicle_reservations", "vehicles", "sign_in_failures", "outbox_messages"
    )
    add_vehicle(query_admin_sql, georgia, "AA-1")
    promise(query_admin_sql, georgia)


async def on_the_road(client: httpx.AsyncClient, owner: httpx.AsyncClient) -> dict[str, Any]:
    """A booking whose car was handed over before its time, opened by its customer."""
    answer = await client.post("/api/bookings", json=booking_form(customerEmail=EMAIL))
    assert answer.status_code == 201, answer.text
    booked: dict[str, Any] = answer.json()
    for before, after, early in (("pending", "confirmed", []), ("confirmed", "active", ["early_handover"])):
        body = {"fromStatus": before, "toStatus": after, "acknowledged": early}
        moved = await owner.post(f"/api/admin/bookings/{booked['bookingId']}/status", json=body)
        assert moved.status_code == 200, moved.text
    opened = await client.post(f"{MINE}/sign-in", json={"reference": booked["reference"], "email": EMAIL})
    assert opened.status_code == 200, opened.text
    shown: dict[str, Any] = (await client.get(MINE)).json()["booking"]
    return shown | {"id": booked["bookingId"]}


async def book(client: httpx.AsyncClient, pickup: str) -> httpx.Response:
    return await client.post("/api/bookings", json=booking_form(pickupDate=pickup, returnDate="2026-07-20"))


async def test_extending_a_rental_notifies_the_desk_and_the_customer(
    client: httpx.AsyncClient,
    client_of: ClientFactory,
    alps_client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    clock: FixedClock,
) -> None:
    booking = await on_the_road(client, owner_client)
    allowed = booking["allowed"]
    assert (allowed["changeUntil"], allowed["cancelUntil"]) == (None, None)
    assert allowed["extendUntil"] == booking["returnAt"]
    # The agreed delivery stays as it is, whatever it costs today.
    query_admin_sql("update delivery_fees set fee_minor = fee_minor + 5000")
    quote = (await client.post(f"{MINE}/quotes", json=LONGER)).json()
    query_admin_sql("update delivery_fees set fee_minor = fee_minor - 5000")
    assert (quote["agreed"]["totalPrice"], quote["agreed"]["days"]) == (485, 7)
    assert (quote["fresh"]["totalPrice"], quote["fresh"]["days"]) == (10 * 55 + 100, 10)
    assert (quote["isAvailable"], quote["latestReturn"]) == (True, None)
    for changes, field in (
        ({"returnDate": "2026-07-07"}, "returnDate"),
        ({"returnDate": "2026-07-08"}, "returnDate"),
        ({"pickupTime": "10:00"}, "pickupDate"),
        ({"pickupLocation": "batumi"}, "pickupLocation"),
        ({"services": ["babySeat"]}, "services"),
        ({"insuranceType": "full"}, "insuranceType"),
    ):
        refused = await client.post(f"{MINE}/quotes", json=LONGER | changes)
        assert (refused.status_code, [each["field"] for each in refused.json()["fields"]]) == (422, [field])
    body = LONGER | {"seenAt": booking["updatedAt"], "total": quote["fresh"]["totalPrice"]}
    # Without the booking's cookie, and with it at another company.
    assert (await client_of("localhost").put(f"{MINE}/rental", json=body)).status_code == 401
    alps_client.cookies.set("abano_booking", client.cookies["abano_booking"])
    assert (await alps_client.put(f"{MINE}/rental", json=body)).status_code == 401
    empty_tables(query_admin_sql, "outbox_messages")
    changed = await client.put(f"{MINE}/rental", json=body)
    assert changed.status_code == 200, changed.text
    now = changed.json()["booking"]
    assert (now["status"], now["days"], now["totalPrice"], now["due"]) == ("active", 10, 650, 650)
    assert now["allowed"]["extendUntil"] == now["returnAt"] == "2026-07-11T05:00:00Z"
    [(ends,)] = query_admin_sql("select ends_at from vehicle_reservations")
    assert f"{ends:%Y-%m-%dT%H:%M}" == "2026-07-11T05:00"
    [done] = (await owner_client.get("/api/admin/today")).json()["byCustomers"]
    assert (done["kind"], done["text"]) == ("changed", "2026-07-08 09:00 → 2026-07-11 09:00")
    kinds = {kind for (kind,) in query_admin_sql("select kind from outbox_messages")}
    assert {"booking.by_customer", "booking.customer_message"} <= kinds
    # Overdue, it is the desk's to decide.
    clock.move(days=32)
    later = LONGER | {"returnDate": "2026-07-14"}
    again = await client.post(f"{MINE}/sign-in", json={"reference": booking["reference"], "email": EMAIL})
    assert again.status_code == 200
    refused = await client.post(f"{MINE}/quotes", json=later)
    assert (refused.status_code, refused.json()["error"]) == (409, "NotByCustomer")


async def test_another_vehicle_does_not_help_and_the_last_free_moment_is_reported(
    client: httpx.AsyncClient,
    client_of: ClientFactory,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    georgia: Tenant,
) -> None:
    booking = await on_the_road(client, owner_client)
    stranger = client_of("localhost")
    assert (await book(stranger, "2026-07-10")).status_code == 201
    # Free all the time, and of no use to who has the other one.
    add_vehicle(query_admin_sql, georgia, "AA-2")
    quote = (await client.post(f"{MINE}/quotes", json=LONGER)).json()
    assert (quote["isAvailable"], quote["latestReturn"]) == (False, "2026-07-10T03:00:00Z")
    body = LONGER | {"seenAt": booking["updatedAt"], "total": quote["fresh"]["totalPrice"]}
    refused = await client.put(f"{MINE}/rental", json=body)
    assert (refused.status_code, refused.json()["error"]) == (409, "VehicleAlreadyBooked")
    last = LONGER | {"returnDate": "2026-07-10", "returnTime": "07:00"}
    quote = (await client.post(f"{MINE}/quotes", json=last)).json()
    assert quote["isAvailable"] is True
    body = last | {"seenAt": booking["updatedAt"], "total": quote["fresh"]["totalPrice"]}
    assert (await client.put(f"{MINE}/rental", json=body)).status_code == 200


async def test_of_a_longer_rental_and_a_new_booking_at_once_one_gets_the_vehicle(
    client: httpx.AsyncClient,
    client_of: ClientFactory,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
) -> None:
    booking = await on_the_road(client, owner_client)
    quote = (await client.post(f"{MINE}/quotes", json=LONGER)).json()
    body = LONGER | {"seenAt": booking["updatedAt"], "total": quote["fresh"]["totalPrice"]}
    longer, other = await asyncio.gather(
        client.put(f"{MINE}/rental", json=body), book(client_of("localhost"), "2026-07-09")
    )
    assert sorted((longer.status_code == 200, other.status_code == 201)) == [False, True]
    [vehicle] = {each for (each,) in query_admin_sql("select vehicle_id from vehicle_reservations")}
    taken = reserved(query_admin_sql, vehicle)
    assert len(taken) == (1 if longer.status_code == 200 else 2)
