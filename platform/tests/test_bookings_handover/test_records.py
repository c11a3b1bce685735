"""Handovers and returns as the phone records them: status, vehicle, history, questions, sending twice."""

import asyncio
from uuid import uuid4

import httpx
import pytest
from console_people import signed_in_person
from fleet_steps import add_vehicle
from product_fixtures import AdminSql, ClientFactory, SignIn
from role_steps import add_role, give_role
from yard_steps import DUE, PICKUP, YARD, coming_back, handover, move_to, record, rental, stay_signed_in

from abano.core.clock import FixedClock
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio


@pytest.fixture
async def rented(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    georgia: Tenant,
    clock: FixedClock,
) -> tuple[str, str]:
    booking, vehicle = await rental(client, owner_client, query_admin_sql, georgia, clock)
    return booking, str(vehicle)


async def test_a_handover_and_a_return_move_the_booking_and_its_vehicle(
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    clock: FixedClock,
    rented: tuple[str, str],
) -> None:
    booking, vehicle = rented
    day = (await owner_client.get(YARD)).json()
    assert [(each["kind"], each["bookingId"], each["doneAt"]) for each in day["items"]] == [
        ("handover", booking, None)
    ]
    damage = {"id": str(uuid4()), "kind": "scratch", "x": 300, "y": 500, "note": "Left door"}
    body = handover(clock, damages=[damage], accessories=[{"code": "keys", "count": 2}])
    answer = await record(owner_client, booking, body)
    assert answer.status_code == 200, answer.text
    state = "select status from bookings where id = %s"
    assert query_admin_sql(state, booking) == [("active",)]
    assert query_admin_sql("select mileage_km, location from vehicles where id = %s", vehicle) == [
        (12_000, None)
    ]
    move_to(clock, DUE, minutes=-30)
    form = (await owner_client.get(f"{YARD}/bookings/{booking}")).json()["booking"]
    assert (form["lastMileageKm"], form["lastFuelEighths"]) == (12_000, 8)
    assert [each["note"] for each in form["damages"]] == ["Left door"]
    assert form["handedOver"]["accessories"] == [{"code": "keys", "label": "", "count": 2}]
    answer = await record(owner_client, booking, coming_back(clock))
    assert answer.status_code == 200, answer.text
    assert query_admin_sql(state, booking) == [("completed",)]
    assert query_admin_sql("select mileage_km, location from vehicles where id = %s", vehicle) == [
        (13_000, "batumi")
    ]
    events = query_admin_sql(
        "select kind, after ->> 'mileageKm' from vehicle_events where vehicle_id = %s order by created_at, id",
        vehicle,
    )
    assert events[-2:] == [("handed_over", "12000"), ("returned", "13000")]
    done = (await owner_client.get(YARD)).json()["items"]
    assert [(each["kind"], each["doneAt"] is not None) for each in done] == [("return", True)]


async def test_a_phone_that_sends_twice_makes_one(
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    clock: FixedClock,
    rented: tuple[str, str],
) -> None:
    booking, _ = rented
    body = handover(clock, damages=[{"id": str(uuid4()), "kind": "dent", "x": 1, "y": 2}])
    answers = await asyncio.gather(*(record(owner_client, booking, body) for _ in range(4)))
    assert {each.status_code for each in answers} == {200}
    clock.move(minutes=3)
    assert (await record(owner_client, booking, body)).json()["recordId"] == body["id"]
    assert query_admin_sql("select count(*) from handover_records where booking_id = %s", booking) == [(1,)]
    assert query_admin_sql("select count(*) from vehicle_damages where booking_id = %s", booking) == [(1,)]
    changed = await record(owner_client, booking, body | {"mileageKm": 12_500})
    assert (changed.status_code, changed.json()["error"]) == (409, "RecordExists")
    second = await record(owner_client, booking, handover(clock))
    assert (second.status_code, second.json()["error"]) == (409, "NotToBeRecorded")


@pytest.mark.parametrize(
    ("changes", "days", "asked"),
    [
        ({"mileageKm": 11_899}, 0, {"mileage_below"}),
        ({"mileageKm": 119_000}, 0, {"mileage_far"}),
        ({}, -3, {"early_handover"}),
        ({"mileageKm": 1}, -3, {"early_handover", "mileage_below"}),
    ],
)
async def test_unusual_records_need_confirmation(
    owner_client: httpx.AsyncClient,
    clock: FixedClock,
    rented: tuple[str, str],
    changes: dict[str, int],
    days: int,
    asked: set[str],
) -> None:
    booking, _ = rented
    clock.move(days=days)
    body = handover(clock, **changes)
    refused = await record(owner_client, booking, body)
    assert (refused.status_code, refused.json()["error"]) == (422, "QuestionsOpen")
    assert {each["answer"] for each in refused.json()["details"]["questions"]} == asked
    assert {each["field"] for each in refused.json()["fields"]} == {"acknowledged"}
    done = await record(owner_client, booking, body | {"acknowledged": sorted(asked)})
    assert done.status_code == 200, done.text


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"licenceSeen": False}, "licenceSeen"),
        ({"signature": []}, "signature"),
        ({"signature": [[]]}, "signature"),
        ({"signature": [[[1, 2, 3]]]}, "signature.0.0"),
        ({"signature": [[[0, 1001]]]}, "signature.0.0.1"),
        ({"signature": [[[1, 1]] * 4000, [[1, 1]] * 4000]}, "signature"),
        ({"signerName": " "}, "signerName"),
        ({"fuelEighths": 9}, "fuelEighths"),
        ({"mileageKm": -1}, "mileageKm"),
        ({"damages": [{"id": str(uuid4()), "kind": "dent", "x": 1001, "y": 0}]}, "damages.0.x"),
        ({"note": "x" * 2001}, "note"),
    ],
)
async def test_a_bad_field_is_named(
    owner_client: httpx.AsyncClient,
    clock: FixedClock,
    rented: tuple[str, str],
    changes: dict[str, object],
    field: str,
) -> None:
    refused = await record(owner_client, rented[0], handover(clock, **changes))
    assert refused.status_code == 422, refused.text
    assert [each["field"] for each in refused.json()["fields"]] == [field]


async def test_one_step_back_withdraws_the_record_and_a_new_one_follows(
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    clock: FixedClock,
    rented: tuple[str, str],
) -> None:
    booking, _ = rented
    assert (await record(owner_client, booking, handover(clock))).status_code == 200
    clock.move(minutes=1)
    back = {"fromStatus": "active", "toStatus": "confirmed", "reason": "The wrong car"}
    stepped = await owner_client.post(f"/api/admin/bookings/{booking}/step-back", json=back)
    assert stepped.status_code == 200, stepped.text
    clock.move(minutes=1)
    assert (await record(owner_client, booking, handover(clock, mileageKm=12_001))).status_code == 200
    found = (await owner_client.get(f"/api/admin/bookings/{booking}/handover")).json()["records"]
    assert [(each["mileageKm"], each["withdrawnAt"] is None) for each in found] == [
        (12_000, False),
        (12_001, True),
    ]


async def test_a_booking_moved_by_hand_gets_the_record_that_it_lacks(
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    clock: FixedClock,
    rented: tuple[str, str],
) -> None:
    booking, _ = rented
    moved = {"fromStatus": "confirmed", "toStatus": "active"}
    assert (await owner_client.post(f"/api/admin/bookings/{booking}/status", json=moved)).status_code == 200
    assert (await record(owner_client, booking, handover(clock))).status_code == 200
    assert query_admin_sql(
        "select count(*) from booking_events where booking_id = %s and to_status = 'active'", booking
    ) == [(1,)]


async def test_what_was_recorded_offline_has_the_phones_time_where_that_can_be(
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    clock: FixedClock,
    rented: tuple[str, str],
) -> None:
    booking, _ = rented
    body = handover(clock)
    clock.move(hours=5)
    assert (await record(owner_client, booking, body)).status_code == 200
    moment = "select recorded_at from handover_records where booking_id = %s and kind = %s"
    assert query_admin_sql(moment, booking, "handover") == [(PICKUP,)]
    move_to(clock, DUE)
    ahead = coming_back(clock)
    clock.move(days=-1)
    answer = await record(owner_client, booking, ahead | {"acknowledged": ["early_return"]})
    assert answer.status_code == 200, answer.text
    assert query_admin_sql(moment, booking, "return") == [(clock.now(),)]


@pytest.mark.parametrize("has_own_role", [False, True])
async def test_a_driver_sees_the_day_and_nothing_else(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    clock: FixedClock,
    query_admin_sql: AdminSql,
    rented: tuple[str, str],
    *,
    has_own_role: bool,
) -> None:
    booking, _ = rented
    person = await signed_in_person(db, georgia, "driver", client_of, sign_in)
    driver = person.client
    if has_own_role:
        give_role(query_admin_sql, person.id, add_role(query_admin_sql, georgia.id, "yard"))
    stay_signed_in(query_admin_sql)
    assert (await driver.get(f"{YARD}/bookings/{booking}")).status_code == 200
    assert (await record(driver, booking, handover(clock))).status_code == 200
    # On the road it is no one's business in the yard, but what the driver did today can be looked at today.
    assert (await driver.get(f"{YARD}/bookings/{booking}")).status_code == 200
    clock.move(days=2)
    assert (await driver.get(f"{YARD}/bookings/{booking}")).status_code == 404
    assert (await owner_client.get(f"{YARD}/bookings/{booking}")).status_code == 200
    move_to(clock, DUE, hours=-3)
    assert (await driver.get(f"{YARD}/bookings/{booking}")).status_code == 200
    for path in ("/api/admin/bookings", "/api/admin/today", f"/api/admin/bookings/{booking}/handover"):
        assert (await driver.get(path)).status_code == 403


async def test_without_a_vehicle_the_record_has_none(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    clock: FixedClock,
    query_admin_sql: AdminSql,
    rented: tuple[str, str],
) -> None:
    booking, _ = rented
    query_admin_sql("delete from vehicle_reservations where booking_id = %s", booking)
    assert (await record(owner_client, booking, handover(clock))).status_code == 200
    assert (await owner_client.get(f"{YARD}/bookings/{booking}")).json()["booking"]["plate"] is None


async def test_a_repaired_damage_is_shown_no_more(
    owner_client: httpx.AsyncClient,
    clock: FixedClock,
    georgia: Tenant,
    query_admin_sql: AdminSql,
    rented: tuple[str, str],
) -> None:
    booking, vehicle = rented
    damage = str(uuid4())
    body = handover(clock, damages=[{"id": damage, "kind": "chip", "x": 5, "y": 5}])
    assert (await record(owner_client, booking, body)).status_code == 200
    path = f"/api/admin/vehicles/{vehicle}/damages"
    assert [each["id"] for each in (await owner_client.get(path)).json()["damages"]] == [damage]
    other = add_vehicle(query_admin_sql, georgia, uuid4().hex[:12])
    wrong = f"/api/admin/vehicles/{other}/damages/{damage}/repaired"
    assert (await owner_client.post(wrong)).status_code == 404
    [known] = (await owner_client.get(f"{YARD}/bookings/{booking}")).json()["booking"]["damages"]
    assert known["id"] == damage
    [repaired] = (await owner_client.post(f"{path}/{damage}/repaired")).json()["damages"]
    assert repaired["repairedAt"]
    # It stays in the vehicle's history, and is no longer known at the next handover.
    assert (await owner_client.get(path)).json()["damages"] == [repaired]
    assert (await owner_client.get(f"{YARD}/bookings/{booking}")).json()["booking"]["damages"] == []


async def test_a_driver_takes_cash_into_their_own_till(
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    db: Database,
    georgia: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    rented: tuple[str, str],
) -> None:
    booking, _ = rented
    person = await signed_in_person(db, georgia, "driver", client_of, sign_in)
    path = f"{YARD}/bookings/{booking}"
    due = (await person.client.get(f"{path}/money")).json()["due"]
    cash = {"amount": 40, "method": "cash"}
    no_till = await person.client.post(f"{path}/payments", json=cash)
    assert (no_till.status_code, no_till.json()["code"]) == (409, "TillNotOpen")
    assert (await person.client.post("/api/admin/tills", json={"opening": 10})).status_code == 201
    headers = {"Idempotency-Key": "cash-in-the-yard"}
    for _ in range(2):
        taken = await person.client.post(f"{path}/payments", json=cash, headers=headers)
        assert taken.status_code == 201, taken.text
    assert (taken.json()["paid"], taken.json()["due"], taken.json()["hasTill"]) == (40, due - 40, True)
    assert query_admin_sql(
        "select e.amount_minor, t.admin_id from journal_entries e join tills t on t.id = e.till_id"
        " where e.booking_id = %s",
        booking,
    ) == [(4000, person.id)]
    too_much = await person.client.post(f"{path}/payments", json={"amount": due, "method": "card"})
    assert too_much.status_code == 422
    # Nothing else of the money is the driver's.
    for other in (f"/api/admin/bookings/{booking}/money", "/api/admin/tills"):
        assert (await person.client.get(other)).status_code == 403
