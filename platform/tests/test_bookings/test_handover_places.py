"""Handover places: chosen with the booking, priced, checked, and kept as agreed."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import httpx
import pytest
from booking_form import book
from catalog_steps import URL, change, draft, entry
from emptied_tables import empty_tables
from fleet_steps import staff_rental
from loadtests.forms import booking_form
from product_fixtures import AdminSql
from seed_catalog import catalog_of
from yard_steps import YARD

from abano.bookings.intake.schemas import flight_problem
from abano.catalog.pricing.handover import choose_handover
from abano.catalog.published.handover import Handover, HandoverPlace, agreed_place
from abano.core.clock import FixedClock

pytestmark = pytest.mark.anyio
MINE = "/api/my-booking"
BOOKINGS = "/api/admin/bookings"
HOTEL = "Hotel Astoria, 12 Rose Street"
AIRPORT = {"pickupPlace": "tbilisi-airport", "flightNumber": "tk 386"}
TO_ADDRESS = {"dropoffLocation": "tbilisi", "dropoffPlace": "tbilisi-address", "dropoffAddress": HOTEL}


@pytest.fixture(autouse=True)
def _no_bookings(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false")
    empty_tables(query_admin_sql, "bookings", "sign_in_failures", "outbox_messages", "catalog_drafts")


def refused(answer: httpx.Response) -> list[tuple[str, str]]:
    assert answer.status_code == 422, answer.text
    return [(each["field"], each["code"]) for each in answer.json()["fields"]]


async def booked_at(client: httpx.AsyncClient, **changes: Any) -> dict[str, Any]:
    answer = await book(client, **changes)
    assert answer.status_code == 201, answer.text
    booked: dict[str, Any] = answer.json()
    return booked


async def test_the_fee_of_a_place_is_in_quote_and_total(client: httpx.AsyncClient) -> None:
    form = booking_form(**AIRPORT, **TO_ADDRESS)
    quote = (await client.post("/api/quotes", json=form)).json()
    assert [(line["code"], line["amount"], line["params"]) for line in quote["lines"]][-1] == (
        "handover:return:tbilisi-address",
        10,
        {"place": "Your hotel or address in Tbilisi"},
    )
    booked = await booked_at(client, **AIRPORT, **TO_ADDRESS)
    assert booked["totalPrice"] == quote["totalPrice"] == 385 + 10


async def test_what_is_wrong_with_a_place_names_its_field(client: httpx.AsyncClient) -> None:
    other_city = await book(client, pickupPlace="batumi-station", dropoffPlace="nowhere")
    assert refused(other_city) == [
        ("pickupPlace", "handover_place_unknown"),
        ("dropoffPlace", "handover_place_unknown"),
    ]
    early = await book(client, pickupPlace="tbilisi-office", pickupTime="08:59")
    assert refused(early) == [("pickupTime", "handover_place_closed")]
    late = await book(client, dropoffLocation="tbilisi", dropoffPlace="tbilisi-office", returnTime="20:01")
    assert refused(late) == [("returnTime", "handover_place_closed")]
    without = await book(client, pickupPlace="tbilisi-address", **TO_ADDRESS | {"dropoffAddress": " "})
    assert refused(without) == [
        ("pickupAddress", "address_missing"),
        ("dropoffAddress", "dropoff_address_missing"),
    ]
    quote = await client.post("/api/quotes", json=booking_form(pickupPlace="kutaisi-airport"))
    assert refused(quote) == [("pickupPlace", "handover_place_unknown")]


@pytest.mark.parametrize(
    ("flight", "problem"),
    [
        ("", None),
        ("see you there", "flight_number_unreadable"),
        ("123456", "flight_number_unreadable"),
        ("w6 2345", None),
        ("5B123", None),
        ("TK-386A", None),
    ],
)
async def test_a_flight_number_is_checked_where_it_is_asked_for(
    client: httpx.AsyncClient, flight: str, problem: str | None
) -> None:
    answer = await book(client, pickupLocation="kutaisi", pickupPlace="kutaisi-airport", flightNumber=flight)
    if problem is None:
        assert answer.status_code == 201, answer.text
    else:
        assert refused(answer) == [("flightNumber", problem)]
    # Elsewhere any text is kept.
    assert (await book(client, pickupLocation="batumi", flightNumber=flight)).status_code == 201


def test_a_place_can_require_the_flight_number() -> None:
    airport = HandoverPlace("airport", "kutaisi", "airport", "Airport", flight_number="required")
    missing = flight_problem(airport, "")
    assert missing is not None
    assert missing.code == "flight_number_missing"
    assert flight_problem(airport, "W6 2345") is None
    assert flight_problem(replace(airport, flight_number="optional"), "") is None
    assert flight_problem(replace(airport, flight_number="off"), "see you there") is None
    assert flight_problem(None, "see you there") is None


async def test_places_of_another_company_are_unknown(alps_client: httpx.AsyncClient) -> None:
    form = booking_form(pickupLocation="chur", dropoffLocation="chur", carType="VW Golf")
    answer = await alps_client.post("/api/bookings", json=form | {"pickupPlace": "tbilisi-airport"})
    assert refused(answer) == [("pickupPlace", "handover_place_unknown")]


async def test_a_booking_keeps_the_place_as_agreed(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    clock: FixedClock,
) -> None:
    booked = await booked_at(client, **AIRPORT, **TO_ADDRESS, language="ru")
    query_admin_sql(
        "update handover_places set meeting_point = 'Elsewhere', fee_minor = 9900, is_active = false"
        " where code in ('tbilisi-airport', 'tbilisi-address')"
    )
    try:
        at_desk = (await owner_client.get(f"{BOOKINGS}/{booked['bookingId']}")).json()["booking"]
        assert at_desk["pickupPlace"]["meetingPoint"].startswith("Arrivals hall")
        by_customer = await owner_client.get(f"{BOOKINGS}/{booked['bookingId']}/by-customer")
        assert by_customer.json()["dropoffAddress"] == HOTEL
        sign_in = {"reference": booked["reference"], "email": "ada@example.com"}
        assert (await client.post(f"{MINE}/sign-in", json=sign_in)).status_code == 200
        mine = (await client.get(MINE)).json()["booking"]
        assert mine["pickupPlace"]["name"] == "Аэропорт Тбилиси, зал прилёта"
        assert (mine["flightNumber"], mine["dropoffAddress"]) == ("TK 386", HOTEL)
        # What the place asks for cannot be taken back.
        emptied = {"flightNumber": "no idea", "dropoffAddress": ""}
        assert refused(await client.put(f"{MINE}/details", json=emptied)) == [
            ("dropoffAddress", "dropoff_address_missing"),
            ("flightNumber", "flight_number_unreadable"),
        ]
        # Another day at the desk leaves the places as they are.
        rental = staff_rental(dropoffLocation="tbilisi", returnDate="2026-07-09")
        quote = await owner_client.post(
            f"{BOOKINGS}/quotes", json=rental | {"bookingId": booked["bookingId"]}
        )
        assert quote.status_code == 200, quote.text
        assert "handover:return:tbilisi-address" in [line["code"] for line in quote.json()["fresh"]["lines"]]
        status = {"fromStatus": "pending", "toStatus": "confirmed"}
        await owner_client.post(f"{BOOKINGS}/{booked['bookingId']}/status", json=status)
        query_admin_sql("update bookings set pickup_at = %s", clock.now() + timedelta(hours=1))
        [item] = (await owner_client.get(YARD)).json()["items"]
        assert (item["handoverPlace"]["code"], item["flightNumber"]) == ("tbilisi-airport", "TK 386")
    finally:
        query_admin_sql("update handover_places set fee_minor = 0, is_active = true")
        query_admin_sql("update handover_places set fee_minor = 1000 where code = 'tbilisi-address'")


async def test_a_change_asks_for_the_address_of_the_new_place(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    booked = await booked_at(client, **AIRPORT)
    sign_in = {"reference": booked["reference"], "email": "ada@example.com"}
    assert (await client.post(f"{MINE}/sign-in", json=sign_in)).status_code == 200
    mine = (await client.get(MINE)).json()["booking"]
    rental = staff_rental(pickupPlace="tbilisi-address", seenAt=mine["updatedAt"], services=[])
    for name in ("car", "driverAge", "groupSize"):
        del rental[name]
    quote = await client.post(f"{MINE}/quotes", json=rental)
    rental["total"] = quote.json()["fresh"]["totalPrice"]
    assert rental["total"] == 485 + 10
    missing = await client.put(f"{MINE}/rental", json=rental | {"pickupAddress": " "})
    assert refused(missing) == [("pickupAddress", "address_missing")]
    changed = await client.put(f"{MINE}/rental", json=rental | {"pickupAddress": HOTEL})
    assert changed.status_code == 200, changed.text
    now = changed.json()["booking"]
    assert (now["pickupPlace"]["code"], now["pickupAddress"]) == ("tbilisi-address", HOTEL)
    # Only the address: shown to the desk as the customer's doing.
    again = rental | {"seenAt": now["updatedAt"], "pickupAddress": "Rose Street 14"}
    assert (await client.put(f"{MINE}/rental", json=again)).status_code == 200
    by_customer = await owner_client.get(f"{BOOKINGS}/{booked['bookingId']}/by-customer")
    assert by_customer.json()["pickupAddress"] == "Rose Street 14"
    assert [each["kind"] for each in by_customer.json()["actions"]] == ["details", "changed"]
    # Back at the airport the hotel's address is gone.
    seen = (await client.get(MINE)).json()["booking"]["updatedAt"]
    back = rental | {"pickupPlace": "tbilisi-airport", "seenAt": seen, "total": 485}
    answer = await client.put(f"{MINE}/rental", json=back)
    assert answer.status_code == 200, answer.text
    assert answer.json()["booking"]["pickupAddress"] == ""


async def test_the_desk_is_warned_of_a_closed_place_and_may_change_it(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    booked = await booked_at(client, pickupPlace="tbilisi-office")
    seen = (await owner_client.get(f"{BOOKINGS}/{booked['bookingId']}")).json()["booking"]
    rental = staff_rental(pickupTime="07:00")
    quote = await owner_client.post(f"{BOOKINGS}/quotes", json=rental | {"bookingId": booked["bookingId"]})
    assert "pickup_place_closed" in quote.json()["warnings"]
    body = {"customerName": "Ada Lovelace", "seenAt": seen["updatedAt"], "price": "fresh"}
    moved = await owner_client.put(
        f"{BOOKINGS}/{booked['bookingId']}", json=rental | body | {"pickupPlace": "tbilisi-airport"}
    )
    assert moved.status_code == 200, moved.text
    [changed] = (await owner_client.get(f"{BOOKINGS}/{booked['bookingId']}/changes")).json()["changes"]
    assert changed["after"]["pickupPlace"] == "Tbilisi Airport, arrivals hall"


async def test_a_place_is_drafted_with_its_city_and_removed_with_it(owner_client: httpx.AsyncClient) -> None:
    wrong = {"code": "gori", "name": "Gori station", "kind": "station", "location": "gori"}
    answer = await owner_client.post(f"{URL}/draft/handoverPlaces", json={"item": wrong})
    assert refused(answer) == [("location", "catalog_place_unknown")]
    answer = await owner_client.post(
        f"{URL}/draft/handoverPlaces", json={"item": wrong | {"location": "kutaisi", "fee": 12.5}}
    )
    assert answer.status_code in {200, 201}, answer.text
    half = {"latitude": 41.98}
    added = entry(await draft(owner_client), "handoverPlaces", "gori")
    assert added["item"]["fee"] == 12.5
    one = f"{URL}/draft/handoverPlaces/gori"
    assert refused(await owner_client.patch(one, json={"revision": added["revision"], "item": half})) == [
        ("latitude", "catalog_point_incomplete")
    ]
    await change(owner_client, half | {"longitude": 44.11}, "handoverPlaces", "gori")
    city = entry(await draft(owner_client), "locations", "kutaisi")
    revision = {"revision": city["revision"]}
    removed = await owner_client.delete(f"{URL}/draft/locations/kutaisi", params=revision)
    assert removed.status_code == 200, removed.text
    state = await draft(owner_client)
    left = [each["key"] for each in state["items"] if each["part"] == "handoverPlaces" and each["item"]]
    assert "kutaisi-airport" not in left
    assert "gori" not in left


def test_what_was_agreed_stays_in_its_words_with_the_fee_of_now(offered: Any) -> None:
    agreed = Handover(pickup=HandoverPlace("airport", "tbilisi", "airport", "As agreed", fee=100))
    new = HandoverPlace("airport", "tbilisi", "airport", "As it is called now", fee=250)

    def choose(location: str, code: str | None, *places: HandoverPlace) -> Handover:
        catalog = offered(places)
        return choose_handover(catalog, pickup=(location, code), dropoff=("batumi", None), agreed=agreed)[0]

    kept = choose("tbilisi", None, new).pickup
    assert kept is not None
    assert (kept.name, kept.fee) == ("As agreed", 250)
    assert choose("tbilisi", None).pickup == agreed.pickup
    closed_down = replace(new, is_active=False)
    assert choose("tbilisi", "airport", closed_down).pickup is not None
    catalog = offered([closed_down])
    _, errors = choose_handover(catalog, pickup=("tbilisi", "airport"), dropoff=("tbilisi", "airport"))
    assert [error.field for error in errors] == ["pickupPlace", "dropoffPlace"]
    assert choose("batumi", None, new).pickup is None
    assert choose("tbilisi", "", new).pickup is None
    assert agreed_place(kept.as_agreed()) == kept


@pytest.fixture
def offered() -> Any:
    return lambda places: replace(catalog_of("georgia"), handover_places=tuple(places))
