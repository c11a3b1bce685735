"""Availability for visitors: how many are left, when a booked car is free again, and the effect of holds."""

import asyncio
from typing import Any

import httpx
import pytest
from emptied_tables import empty_tables
from fleet_steps import add_vehicle, promise, read
from loadtests.forms import booking_form
from product_fixtures import AdminSql

from abano.core.clock import FixedClock
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
DAYS = {"pickupDate": "2026-07-01", "pickupTime": "09:00", "returnDate": "2026-07-08", "returnTime": "09:00"}


@pytest.fixture(autouse=True)
def _fleet(query_admin_sql: AdminSql, georgia: Tenant) -> None:
    empty_tables(
        query_admin_sql,
        "bookings",
        "booking_events",
        "vehicle_reservations",
        "vehicle_events",
        "vehicles",
        "car_holds",
    )
    for number in range(2):
        add_vehicle(query_admin_sql, georgia, f"AA-{number:03}-AA")
    promise(query_admin_sql, georgia)


async def car(client: httpx.AsyncClient, name: str = "Subaru Forester", **query: Any) -> dict[str, Any]:
    body = await read(client, "/api/availability", **(DAYS | query))
    assert body["isPromised"] is True
    found: dict[str, Any] = next(each for each in body["cars"] if each["car"] == name)
    return found


async def book(client: httpx.AsyncClient, **changes: Any) -> httpx.Response:
    return await client.post("/api/bookings", json=booking_form(**changes))


async def test_each_booking_leaves_one_less_until_the_next_free_day_is_named(
    client: httpx.AsyncClient,
) -> None:
    shown = await car(client)
    assert (shown["state"], shown["left"]) == ("few", 2)
    assert (await book(client)).status_code == 201
    assert (await car(client))["left"] == 1
    # The second vehicle leaves and returns a day later.
    assert (await book(client, pickupDate="2026-07-02", returnDate="2026-07-12")).status_code == 201
    shown = await car(client)
    # Back on the 8th at 9:00 with two hours of turnaround: the 9th is the first day at 9:00.
    assert (shown["state"], shown["left"], shown["freeFrom"]) == ("booked", 0, "2026-07-09")
    # A shorter rental fits before the second one leaves.
    shorter = await car(client, pickupDate="2026-06-28", returnDate="2026-07-01")
    assert shorter["state"] == "few"
    assert (await car(client, "Hyundai Elantra"))["state"] == "unknown"


async def test_a_refused_visitor_is_offered_other_cars_and_dates(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    add_vehicle(query_admin_sql, georgia, "BB-001-BB", "Toyota 4Runner")
    add_vehicle(query_admin_sql, georgia, "BB-002-BB", "Hyundai Elantra")
    for _ in range(2):
        assert (await book(client)).status_code == 201
    refused = await book(client)
    assert refused.status_code == 409
    alternatives = refused.json()["details"]["alternatives"]
    assert [each["car"] for each in alternatives["cars"]] == ["Toyota 4Runner", "Hyundai Elantra"]
    assert alternatives["cars"][0]["dailyDifference"] > 0 > alternatives["cars"][1]["dailyDifference"]
    assert alternatives["freeFrom"] == "2026-07-09"


async def test_a_hold_is_seen_by_others_for_ten_minutes_and_refuses_no_one(
    client: httpx.AsyncClient, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    hold = {"car": "Subaru Forester", **DAYS}
    mine = (await client.post("/api/availability/holds", json=hold)).json()
    assert mine["isHeld"] is True
    assert (await car(client))["left"] == 1
    assert (await car(client, hold=mine["token"]))["left"] == 2
    # The same visitor's next hold replaces the first.
    again = (await client.post("/api/availability/holds", json=hold | {"token": mine["token"]})).json()
    assert again["token"] == mine["token"]
    assert query_admin_sql("select count(*) from car_holds") == [(1,)]
    other = (await client.post("/api/availability/holds", json=hold)).json()
    assert (await car(client))["state"] == "held"
    third = (await client.post("/api/availability/holds", json=hold)).json()
    assert (third["isHeld"], third["car"]["state"]) == (False, "held")
    # The first to book gets it; the holder's booking ends the hold.
    assert (await book(client)).status_code == 201
    assert (await book(client, hold=other["token"])).status_code == 201
    assert query_admin_sql("select count(*) from car_holds") == [(1,)]
    late = await book(client, hold=mine["token"])
    assert (late.status_code, late.json()["error"]) == (409, "CarNoLongerAvailable")
    clock.move(minutes=10)
    assert (await car(client))["state"] == "booked"


async def test_a_visitor_whose_car_is_taken_is_offered_others_and_loses_the_hold(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    add_vehicle(query_admin_sql, georgia, "BB-001-BB", "Toyota 4Runner")
    for _ in range(2):
        assert (await book(client)).status_code == 201
    mine = (await client.post("/api/availability/holds", json={"car": "Toyota 4Runner", **DAYS})).json()
    assert (mine["isHeld"], mine["seconds"], mine["alternatives"]) == (True, 600, None)
    wanted = {"car": "Subaru Forester", **DAYS, "token": mine["token"]}
    refused = (await client.post("/api/availability/holds", json=wanted)).json()
    assert (refused["isHeld"], refused["car"]["state"]) == (False, "booked")
    assert [each["car"] for each in refused["alternatives"]["cars"]] == ["Toyota 4Runner"]
    assert refused["alternatives"]["freeFrom"] == "2026-07-09"
    # The visitor opens another car.
    assert query_admin_sql("select count(*) from car_holds") == [(0,)]


async def test_cars_that_only_the_desk_rents_out_are_offered_to_no_visitor(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    add_vehicle(query_admin_sql, georgia, "BB-001-BB", "Toyota 4Runner")
    on_site = "update cars set in_fleet = %s, in_search = %s where tenant_id = %s and name = 'Toyota 4Runner'"
    query_admin_sql(on_site, False, False, georgia.id)
    try:
        for _ in range(2):
            assert (await book(client)).status_code == 201
        assert (await book(client)).json()["details"]["alternatives"]["cars"] == []
    finally:
        query_admin_sql(on_site, True, True, georgia.id)


async def test_a_released_hold_is_seen_by_no_one(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    mine = (await client.post("/api/availability/holds", json={"car": "Subaru Forester", **DAYS})).json()
    token = {"token": mine["token"]}
    # Another company's visitor with this token releases nothing.
    assert (await alps_client.post("/api/availability/holds/release", json=token)).status_code == 200
    assert (await car(client))["left"] == 1
    for _ in range(2):
        assert (await client.post("/api/availability/holds/release", json=token)).json() == {"success": True}
        assert (await car(client))["left"] == 2
    answer = await client.post("/api/availability/holds/release", json={"token": ""})
    assert [each["field"] for each in answer.json()["fields"]] == ["token"]


async def test_an_address_holds_at_most_five(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    for number in range(6):
        add_vehicle(query_admin_sql, georgia, f"CC-{number:03}-CC")
    for number in range(12):
        add_vehicle(query_admin_sql, georgia, f"DD-{number:03}-DD")
    hold = {"car": "Subaru Forester", **DAYS}
    asked = await asyncio.gather(*(client.post("/api/availability/holds", json=hold) for _ in range(12)))
    assert sorted(each.json()["isHeld"] for each in asked) == [False] * 7 + [True] * 5
    assert query_admin_sql("select count(*) from car_holds") == [(5,)]


async def test_bad_input_names_the_field(client: httpx.AsyncClient) -> None:
    for change, field in (
        ({"pickupTime": "nine"}, "pickupTime"),
        ({"returnDate": "2026-06-30"}, "returnDate"),
        ({"returnDate": "2029-06-30"}, "returnDate"),
        ({"pickupDate": "soon"}, "pickupDate"),
    ):
        answer = await client.get("/api/availability", params=DAYS | change)
        assert answer.status_code == 422, answer.text
        assert [each["field"] for each in answer.json()["fields"]] == [field]
        answer = await client.post("/api/availability/holds", json={"car": "VW Golf", **DAYS, **change})
        assert answer.status_code == 422, answer.text


async def test_without_tracking_no_availability_is_returned(alps_client: httpx.AsyncClient) -> None:
    body = await read(alps_client, "/api/availability", **DAYS)
    assert (body["isPromised"], body["cars"]) == (False, [])
    hold = await alps_client.post("/api/availability/holds", json={"car": "VW Golf", **DAYS})
    assert hold.json()["isHeld"] is False


async def test_days_are_taken_when_no_vehicle_is_left(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    asked: dict[str, str | int] = {"from": "2026-07-01", "days": 14, "car": "subaru-forester"}
    assert (await read(client, "/api/availability/days", **asked))["taken"] == []
    assert (await book(client)).status_code == 201
    assert (await book(client, pickupDate="2026-07-05", returnDate="2026-07-12")).status_code == 201
    # From the 5th, when the second leaves, to the day before the first is back.
    taken = ["2026-07-05", "2026-07-06", "2026-07-07", "2026-07-08"]
    assert (await read(client, "/api/availability/days", **asked))["taken"] == taken
    # An untracked car is available on every day; so is any search over all cars.
    for other in ({"car": "hyundai-elantra"}, {}):
        wider = {name: value for name, value in asked.items() if name != "car"} | other
        assert (await read(client, "/api/availability/days", **wider))["taken"] == []
    # A vehicle in the workshop does not count.
    query_admin_sql("update vehicles set state = 'workshop'")
    assert len((await read(client, "/api/availability/days", **asked))["taken"]) == 14
    # Another company has none of it, and does not track availability.
    body = await read(alps_client, "/api/availability/days", **{"from": "2026-07-01"})
    assert (body["isPromised"], body["taken"]) == (False, [])
    refused = await alps_client.get("/api/availability/days", params=asked)
    assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, "car")


@pytest.mark.parametrize(
    ("query", "field"),
    [({}, "from"), ({"from": "never"}, "from"), ({"from": "9999-12-31"}, "from"),
     ({"from": "2026-07-01", "days": 101}, "days"), ({"from": "2026-07-01", "car": "nothing"}, "car")],
)  # fmt: skip
async def test_bad_days_are_named(client: httpx.AsyncClient, query: dict[str, str], field: str) -> None:
    answer = await client.get("/api/availability/days", params=query)
    assert answer.status_code == 422
    assert [item["field"] for item in answer.json()["fields"]] == [field]
