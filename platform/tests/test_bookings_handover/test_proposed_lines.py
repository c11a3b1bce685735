"""What a return may cost: proposed by the company's terms, accepted, changed or refused by the desk."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from itertools import count
from uuid import uuid4

import httpx
import pytest
from fleet_steps import add_vehicle
from loadtests.forms import booking_form
from product_fixtures import AdminSql
from yard_steps import DUE, coming_back, handover, move_to, record, rental

from abano.bookings.handover.rules import Proposal, late_amount, late_hours, without_accepted
from abano.core import ttl_cache
from abano.core.clock import FixedClock
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
TERMS = "/api/admin/handover/terms"


@pytest.fixture(autouse=True)
def _fresh_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Changed terms apply at once."""
    real, reads = ttl_cache.now, count()
    monkeypatch.setattr(ttl_cache, "now", lambda: real() + 10.0 * next(reads))


@pytest.fixture
async def kept_terms(owner_client: httpx.AsyncClient) -> AsyncIterator[None]:
    """The company's own terms, again for the next test."""
    before = (await owner_client.get("/api/admin/settings")).json()["terms"]
    yield
    await set_terms(owner_client, **before)


@pytest.fixture
async def returned(
    kept_terms: None,
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    georgia: Tenant,
    clock: FixedClock,
) -> str:
    """Back three hours late at 20 % of the daily rate for each, with two eighths less, a dent, and dirty."""
    await set_terms(owner_client, lateAfterMinutes=59, lateFee=0, lateHourPercent=20)
    booking, _ = await rental(client, owner_client, query_admin_sql, georgia, clock)
    assert (await record(owner_client, booking, handover(clock))).status_code == 200
    move_to(clock, DUE, hours=2, minutes=10)
    dent = {"id": str(uuid4()), "kind": "dent", "x": 500, "y": 500}
    body = coming_back(clock, fuelEighths=6, isClean=False, damages=[dent])
    answer = await record(owner_client, booking, body)
    assert answer.status_code == 200, answer.text
    return booking


async def lines(client: httpx.AsyncClient, booking: str) -> dict[str, dict[str, object]]:
    answer = await client.get(f"/api/admin/bookings/{booking}/handover")
    assert answer.status_code == 200, answer.text
    return {each["kind"]: each for each in answer.json()["lines"]}


async def decide(client: httpx.AsyncClient, booking: str, line: object, **body: object) -> httpx.Response:
    return await client.post(f"/api/admin/bookings/{booking}/proposed-lines/{line}", json=body)


async def test_late_fuel_damage_and_cleaning_are_proposed_by_the_terms(
    owner_client: httpx.AsyncClient, returned: str
) -> None:
    found = await lines(owner_client, returned)
    rate = (await owner_client.get(f"/api/admin/bookings/{returned}")).json()["booking"]["dailyRate"]
    assert [(kind, each["quantity"], each["state"]) for kind, each in found.items()] == [
        ("late", 3, "proposed"),
        ("fuel", 2, "proposed"),
        ("damage", 1, "proposed"),
        ("cleaning", 1, "proposed"),
    ]
    assert found["late"]["amount"] == rate * 3 * 20 / 100
    assert (found["fuel"]["amount"], found["damage"]["amount"], found["cleaning"]["amount"]) == (20, 150, 30)


async def test_the_costs_are_shown_before_the_return_is_signed(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    georgia: Tenant,
    clock: FixedClock,
) -> None:
    booking, _ = await rental(client, owner_client, query_admin_sql, georgia, clock)
    assert (await record(owner_client, booking, handover(clock))).status_code == 200
    move_to(clock, DUE, hours=2, minutes=10)
    dent = {"id": str(uuid4()), "kind": "dent", "x": 500, "y": 500}
    body = coming_back(clock, fuelEighths=6, isClean=False, damages=[dent])
    answer = await owner_client.post(f"/api/admin/yard/bookings/{booking}/costs", json=body)
    assert answer.status_code == 200, answer.text
    shown = answer.json()
    assert [(each["kind"], each["quantity"]) for each in shown["costs"]] == [
        ("late", 3), ("fuel", 2), ("damage", 1), ("cleaning", 1),
    ]  # fmt: skip
    assert shown["total"] == sum(each["amount"] for each in shown["costs"])
    # Nothing is stored by looking; what is proposed then is what was shown.
    stored = "select count(*) from proposed_lines where booking_id = %s"
    assert query_admin_sql(stored, booking) == [(0,)]
    assert (await record(owner_client, booking, body)).status_code == 200
    proposed = await lines(owner_client, booking)
    assert [each["amount"] for each in proposed.values()] == [each["amount"] for each in shown["costs"]]


async def test_an_accepted_line_is_a_line_of_the_booking(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, returned: str
) -> None:
    before = (await owner_client.get(f"/api/admin/bookings/{returned}")).json()["booking"]
    found = await lines(owner_client, returned)
    accepted = await decide(owner_client, returned, found["fuel"]["id"], decision="accept")
    assert accepted.status_code == 200, accepted.text
    changed = await decide(
        owner_client, returned, found["damage"]["id"], decision="accept", amount="99.50", label="Bumper"
    )
    assert changed.status_code == 200, changed.text
    refused = await decide(
        owner_client, returned, found["cleaning"]["id"], decision="refuse", reason="Only dust"
    )
    assert refused.status_code == 200, refused.text
    after = (await owner_client.get(f"/api/admin/bookings/{returned}")).json()["booking"]
    assert after["totalPrice"] == before["totalPrice"] + 119.5
    assert [(each["label"], each["amount"]) for each in after["priceLines"][-2:]] == [
        ("Missing fuel, 2 eighths of the tank", 20),
        ("Bumper", 99.5),
    ]
    now = await lines(owner_client, returned)
    assert [(now[kind]["state"], now[kind]["decidedAmount"]) for kind in ("fuel", "damage", "cleaning")] == [
        ("accepted", 20),
        ("accepted", 99.5),
        ("refused", None),
    ]
    assert now["cleaning"]["decidedBy"] == "Demo owner"
    changes = (await owner_client.get(f"/api/admin/bookings/{returned}/changes")).json()["changes"]
    assert [each["after"]["totalPrice"] for each in changes[-2:]] == [
        before["totalPrice"] + 20,
        before["totalPrice"] + 119.5,
    ]
    again = await decide(owner_client, returned, found["fuel"]["id"], decision="refuse")
    assert (again.status_code, again.json()["error"]) == (409, "LineDecided")
    # What the analytics read of the booking follows.
    assert query_admin_sql("select total_minor from bookings where id = %s", returned) == [
        (round(after["totalPrice"] * 100),)
    ]


async def test_a_return_that_is_recorded_again_proposes_only_what_was_not_accepted(
    owner_client: httpx.AsyncClient, clock: FixedClock, returned: str
) -> None:
    found = await lines(owner_client, returned)
    await decide(owner_client, returned, found["fuel"]["id"], decision="accept")
    clock.move(minutes=1)
    back = {"fromStatus": "completed", "toStatus": "active", "reason": "The wrong mileage"}
    stepped = await owner_client.post(f"/api/admin/bookings/{returned}/step-back", json=back)
    assert stepped.status_code == 200, stepped.text
    states = {kind: each["state"] for kind, each in (await lines(owner_client, returned)).items()}
    assert states == {
        "late": "withdrawn",
        "fuel": "accepted",
        "damage": "withdrawn",
        "cleaning": "withdrawn",
    }
    clock.move(minutes=1)
    body = coming_back(clock, mileageKm=13_100, fuelEighths=5)
    assert (await record(owner_client, returned, body)).status_code == 200
    answer = await owner_client.get(f"/api/admin/bookings/{returned}/handover")
    open_lines = [
        (each["kind"], each["amount"]) for each in answer.json()["lines"] if each["state"] == "proposed"
    ]
    # Three eighths now, of which two are accepted already.
    assert open_lines[1:] == [("fuel", 10)]
    assert open_lines[0][0] == "late"


@pytest.mark.parametrize("extra", [{"services": ["prepaidFuel"]}])
async def test_prepaid_fuel_and_a_punctual_return_cost_nothing(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    georgia: Tenant,
    clock: FixedClock,
    extra: dict[str, object],
) -> None:
    booking, _ = await rental(client, owner_client, query_admin_sql, georgia, clock, **extra)
    assert (await record(owner_client, booking, handover(clock))).status_code == 200
    move_to(clock, DUE, minutes=20)
    assert (await record(owner_client, booking, coming_back(clock, fuelEighths=0))).status_code == 200
    assert await lines(owner_client, booking) == {}


async def test_a_company_has_its_own_terms(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    georgia: Tenant,
    clock: FixedClock,
) -> None:
    body = {
        "fuelEighth": "12.50",
        "cleaning": 0,
        "damage": 300,
    }
    changed = await owner_client.put(TERMS, json=body)
    assert changed.status_code == 200, changed.text
    shown = (await owner_client.get(TERMS)).json()
    [(own_pictures,)] = query_admin_sql(
        "select sum(bytes) from media_files where tenant_id = %s", str(georgia.id)
    )
    assert (shown["fuelEighth"], shown["usedBytes"]) == (12.5, own_pictures)
    for field, value in (("fuelEighth", "1.234"), ("cleaning", -1)):
        refused = await owner_client.put(TERMS, json=body | {field: value})
        assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, field)
    booking, _ = await rental(client, owner_client, query_admin_sql, georgia, clock)
    assert (await record(owner_client, booking, handover(clock))).status_code == 200
    move_to(clock, DUE, minutes=21)
    body = coming_back(clock, fuelEighths=7, isClean=False)
    assert (await record(owner_client, booking, body)).status_code == 200
    found = await lines(owner_client, booking)
    assert set(found) == {"late", "fuel"}
    # What the site says before Confirm: a delay of more than 20 minutes costs 50.
    assert (found["late"]["quantity"], found["late"]["amount"]) == (1, 50)
    assert found["fuel"]["amount"] == 12.5


async def set_terms(console: httpx.AsyncClient, **changes: object) -> None:
    terms = (await console.get("/api/admin/settings")).json()["terms"]
    body = terms | {"mileageUnlimited": False} | changes | {"revision": terms["revision"]}
    changed = await console.put("/api/admin/settings/terms", json=body)
    assert changed.status_code == 200, changed.text


async def test_extra_kilometres_cost_what_was_agreed_when_it_was_booked(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    georgia: Tenant,
    clock: FixedClock,
) -> None:
    before = (await owner_client.get("/api/admin/settings")).json()["terms"]
    await set_terms(owner_client, kilometresADay=100, extraKilometre=0.3, noShowDays=2)
    shown = (await client.get("/api/site")).json()["site"]["rental"]["terms"]
    assert (shown["kilometresADay"], shown["extraKilometre"], shown["noShowDays"]) == (100, 0.3, 2)
    booking, _ = await rental(client, owner_client, query_admin_sql, georgia, clock)
    # What the company changes later is not what this customer agreed to.
    await set_terms(owner_client, kilometresADay=10, extraKilometre=5)
    assert (await record(owner_client, booking, handover(clock))).status_code == 200
    move_to(clock, DUE)
    body = coming_back(clock, mileageKm=12_000 + 700 + 150)
    assert (await record(owner_client, booking, body)).status_code == 200
    found = await lines(owner_client, booking)
    assert {kind: (each["quantity"], each["amount"]) for kind, each in found.items()} == {
        "distance": (150, 45)
    }
    await decide(owner_client, booking, found["distance"]["id"], decision="accept")
    priced = (await owner_client.get(f"/api/admin/bookings/{booking}")).json()["booking"]["priceLines"][-1]
    assert (priced["label"], priced["amount"]) == ("150 extra kilometres", 45)
    # Unlimited again: nothing of the distance is kept, and the days of a late cancellation stay.
    await set_terms(owner_client, **before | {"mileageUnlimited": True})
    after = (await owner_client.get("/api/admin/settings")).json()["terms"]
    assert after | {"revision": ""} == before | {"mileageUnlimited": True, "revision": ""}


@pytest.mark.usefixtures("kept_terms")
async def test_a_second_driver_costs_what_was_agreed_and_the_customer_signs_for_it(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    georgia: Tenant,
    clock: FixedClock,
) -> None:
    fees = {"additionalDriverFee": 4, "youngDriverUnder": 25, "youngDriverFee": 6, "secondDriverFree": None}
    await set_terms(owner_client, **fees)
    booking, _ = await rental(client, owner_client, query_admin_sql, georgia, clock)
    body = handover(clock)
    costs = f"/api/admin/yard/bookings/{booking}/costs"
    assert (await owner_client.post(costs, json=body)).json()["costs"] == []
    query_admin_sql(
        "insert into booking_details"
        " (tenant_id, booking_id, second_driver_name, second_driver_born, second_driver_licence, updated_at)"
        " values (%s, %s, 'Charles Babbage', '2002-07-01', 'B1', now())",
        str(georgia.id),
        booking,
    )
    # What the company changes later is not what this customer agreed to.
    await set_terms(owner_client, additionalDriverFee=40)
    shown = (await owner_client.post(costs, json=body)).json()
    assert [(each["kind"], each["quantity"], each["amount"]) for each in shown["costs"]] == [
        ("driver", 7, 28), ("young_driver", 7, 42),
    ]  # fmt: skip
    accept = {"kind": "driver", "decision": "accept", "shown": 28}
    recorded = await record(owner_client, booking, body | {"decisions": [accept]})
    assert recorded.status_code == 200, recorded.text
    found = await lines(owner_client, booking)
    assert {kind: each["state"] for kind, each in found.items()} == {
        "driver": "accepted", "young_driver": "proposed",
    }  # fmt: skip
    priced = (await owner_client.get(f"/api/admin/bookings/{booking}")).json()["booking"]["priceLines"][-1]
    assert (priced["label"], priced["amount"]) == ("Second driver, 7 days", 28)
    # Handed over by mistake: what was accepted is not proposed again.
    clock.move(minutes=1)
    back = {"fromStatus": "active", "toStatus": "confirmed", "reason": "The wrong car"}
    stepped = await owner_client.post(f"/api/admin/bookings/{booking}/step-back", json=back)
    assert stepped.status_code == 200, stepped.text
    again = (await owner_client.post(costs, json=handover(clock))).json()["costs"]
    assert [each["kind"] for each in again] == ["young_driver"]


@pytest.mark.usefixtures("kept_terms")
async def test_a_young_driver_costs_more_in_quote_booking_and_desk(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    georgia: Tenant,
) -> None:
    add_vehicle(query_admin_sql, georgia, uuid4().hex[:12])
    ask = {"carType": "Subaru Forester", "days": 7, "pickupLocation": "tbilisi", "dropoffLocation": "tbilisi"}
    await set_terms(owner_client, youngDriverUnder=25, youngDriverFee=10)
    totals = [
        (await client.post("/api/quotes", json=ask | {"driverAge": age})).json()["totalPrice"]
        for age in (None, 24, 25)
    ]
    assert totals == [385, 455, 385]
    booked = await client.post("/api/bookings", json=booking_form(driverAge="24"))
    assert booked.status_code == 201, booked.text
    url = f"/api/admin/bookings/{booked.json()['bookingId']}"
    lines = (await owner_client.get(url)).json()["booking"]["priceLines"]
    fee = next(each for each in lines if each["code"] == "young-driver")
    assert (fee["label"], fee["quantity"], fee["amount"]) == ("Young driver", 7, 70)
    refused = await client.post("/api/quotes", json=ask | {"driverAge": -1})
    assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, "driverAge")


def test_hours_begin_after_the_grace_and_a_day_is_the_most_of_a_day() -> None:
    due = datetime(2026, 7, 8, tzinfo=UTC)
    assert [
        late_hours(due, due + timedelta(minutes=each), 59) for each in (-60, 0, 59, 60, 61, 120, 121)
    ] == [
        0,
        0,
        0,
        1,
        2,
        2,
        3,
    ]
    assert [late_amount(hours, 5_000, 20) for hours in (1, 4, 5, 9, 24, 25)] == [
        1_000,
        4_000,
        5_000,
        5_000,
        5_000,
        6_000,
    ]


def test_what_was_accepted_is_not_proposed_again() -> None:
    proposals = [Proposal("late", 2, 2_000), Proposal("fuel", 1, 1_000), Proposal("damage", 1, 0)]
    left = without_accepted(proposals, [("late", 500), ("fuel", 700), ("fuel", 300)])
    assert [(each.kind, each.amount) for each in left] == [("late", 1_500), ("damage", 0)]
