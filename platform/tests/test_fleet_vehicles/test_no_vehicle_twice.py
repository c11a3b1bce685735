"""No vehicle is taken twice: not by a thousand visitors at once, not by the desk beside them, not by wrong code."""

import asyncio
from datetime import datetime, timedelta
from typing import Any

import httpx
import psycopg
import pytest
from emptied_tables import empty_tables
from fleet_steps import add_vehicle, promise, reserved, vehicle_of
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from loadtests.forms import booking_form
from product_fixtures import NOW, AdminSql

from abano.core.ids import new_id
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
CAR = "Subaru Forester"


@pytest.fixture(autouse=True)
def _no_fleet(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false, public_writes_per_minute = 100000")
    empty_tables(
        query_admin_sql, "bookings", "booking_events", "vehicle_reservations", "vehicle_events", "vehicles"
    )


async def test_of_a_thousand_visitors_as_many_get_a_booking_as_there_are_vehicles(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    vehicles = [add_vehicle(query_admin_sql, georgia, f"AA-{number:03}-AA") for number in range(3)]
    promise(query_admin_sql, georgia)

    async def book(number: int) -> httpx.Response:
        form = booking_form(customerEmail=f"visitor{number}@example.com")
        return await client.post("/api/bookings", json=form)

    answers: list[httpx.Response] = []
    for first in range(0, 1000, 50):
        answers += await asyncio.gather(*(book(number) for number in range(first, first + 50)))
    taken = [answer for answer in answers if answer.status_code == 201]
    refused = [answer.json() for answer in answers if answer.status_code == 409]
    assert (len(taken), len(taken) + len(refused)) == (3, 1000)
    assert {body["error"] for body in refused} == {"CarNoLongerAvailable"}
    assert refused[-1]["details"]["car"] == CAR
    assert {vehicle_of(query_admin_sql, answer.json()["bookingId"]) for answer in taken} == set(vehicles)
    assert query_admin_sql("select count(*) from bookings") == [(3,)]


async def test_the_database_itself_refuses_an_overlap(query_admin_sql: AdminSql, georgia: Tenant) -> None:
    vehicle = add_vehicle(query_admin_sql, georgia, "AA-001-AA")
    block(query_admin_sql, georgia, vehicle, NOW, NOW + timedelta(hours=2))
    with pytest.raises(psycopg.errors.ExclusionViolation):
        block(query_admin_sql, georgia, vehicle, NOW + timedelta(minutes=119), NOW + timedelta(hours=3))
    block(query_admin_sql, georgia, vehicle, NOW + timedelta(hours=2), NOW + timedelta(hours=3))
    # Before 1970 it would reach into another vehicle's range.
    with pytest.raises(psycopg.errors.CheckViolation):
        block(query_admin_sql, georgia, vehicle, NOW.replace(year=1969), NOW.replace(year=1969, day=12))
    # Neither may its number be another vehicle's, which would hide an overlap.
    other = add_vehicle(query_admin_sql, georgia, "AA-002-AA")
    with pytest.raises(psycopg.errors.ForeignKeyViolation):
        block(
            query_admin_sql,
            georgia,
            other,
            NOW - timedelta(days=1),
            NOW - timedelta(hours=1),
            number_of=vehicle,
        )


async def test_a_vehicle_is_out_with_one_customer_at_a_time(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant,
    database_url: str,
) -> None:  # fmt: skip
    vehicle = add_vehicle(query_admin_sql, georgia, "AA-001-AA")
    promise(query_admin_sql, georgia)
    first, second = [
        await confirmed_rental(client, owner_client, days)
        for days in (("2026-07-01", "08"), ("2026-07-10", "17"))
    ]
    assert {vehicle_of(query_admin_sql, each) for each in (first, second)} == {vehicle}
    handover = "update bookings set status = 'active' where id = %s"
    with psycopg.connect(database_url) as one, psycopg.connect(database_url) as other:
        one.execute(handover, (first,))

        def handover_too() -> None:
            other.execute(handover, (second,))

        waiting = asyncio.create_task(asyncio.to_thread(handover_too))
        # The second one waits for the first to commit, and then is refused.
        while not query_admin_sql(
            "select pid from pg_stat_activity where pid = %s and wait_event_type = 'Lock'",
            other.info.backend_pid,
        ):
            await asyncio.sleep(0.01)
            assert not waiting.done()
        one.commit()
        with pytest.raises(psycopg.errors.UniqueViolation, match="vehicle_reservations_out_once"):
            await waiting
    answer = await change(owner_client, second, "confirmed", "active", "early_handover")
    assert (answer.status_code, answer.json()["code"]) == (409, "VehicleStillOut")
    assert query_admin_sql("select status from bookings where id = %s", second) == [("confirmed",)]
    returned = await change(
        owner_client, first, "active", "completed", "early_return", "no_return_record", "money_due"
    )
    assert returned.status_code == 200, returned.text
    answer = await change(owner_client, second, "confirmed", "active", "early_handover")
    assert answer.status_code == 200, answer.text
    # Nor is the first rental active again by a step back.
    query_admin_sql("delete from vehicle_reservations where booking_id = %s", first)
    query_admin_sql("update bookings set status = 'active' where id = %s", first)
    with pytest.raises(psycopg.errors.UniqueViolation, match="vehicle_reservations_out_once"):
        query_admin_sql(
            "insert into vehicle_reservations (tenant_id, id, vehicle_id, vehicle_number, kind, booking_id,"
            " starts_at, ends_at, blocked_until, created_at)"
            " select tenant_id, %s, id, number, 'booking', %s, %s, %s, %s, %s"
            " from vehicles where id = %s",
            new_id(), first, NOW, NOW + timedelta(hours=1), NOW + timedelta(hours=1), NOW, vehicle,
        )  # fmt: skip


async def change(
    console: httpx.AsyncClient, booking: str, before: str, after: str, *acknowledged: str
) -> httpx.Response:
    body = {"fromStatus": before, "toStatus": after, "acknowledged": acknowledged}
    return await console.post(f"/api/admin/bookings/{booking}/status", json=body)


async def confirmed_rental(
    client: httpx.AsyncClient, console: httpx.AsyncClient, days: tuple[str, str]
) -> str:
    since, until = days
    form = booking_form(pickupDate=since, returnDate=f"{since[:8]}{until}")
    booked = await client.post("/api/bookings", json=form)
    assert booked.status_code == 201, booked.text
    booking = str(booked.json()["bookingId"])
    answer = await change(console, booking, "pending", "confirmed")
    assert answer.status_code == 200, answer.text
    return booking


def block(
    query_admin_sql: AdminSql,
    tenant: Tenant,
    vehicle: Any,
    since: datetime,
    until: datetime,
    number_of: Any = None,
) -> None:
    query_admin_sql(
        "insert into vehicle_reservations (tenant_id, id, vehicle_id, vehicle_number, kind, starts_at, ends_at,"
        " blocked_until, created_at) select %s, %s, %s, number, 'other', %s, %s, %s, %s from vehicles where id = %s",
        tenant.id, new_id(), vehicle, since, until, until, NOW, number_of or vehicle,
    )  # fmt: skip


PERIODS = st.tuples(st.integers(1, 6), st.integers(0, 60 * 24 * 400), st.integers(1, 60 * 24 * 30))


@given(st.lists(PERIODS, min_size=2, max_size=30))
@hypothesis_settings(max_examples=200)
def test_ranges_of_vehicles_meet_exactly_where_a_vehicle_is_taken_twice(
    database_url: str, periods: list[tuple[int, int, int]]
) -> None:
    """The model: numbers equal and times overlapping. The range: ``&&``."""
    with psycopg.connect(database_url) as conn:
        rows = conn.execute(
            "with p as (select row_number() over () as place, n, %s::timestamptz + make_interval(mins => s) as since,"
            " %s::timestamptz + make_interval(mins => s + l) as until"
            " from unnest(%s::int[], %s::int[], %s::int[]) as t (n, s, l))"
            " select a.n = b.n and a.since < b.until and b.since < a.until,"
            " vehicle_span(a.n, a.since, a.until) && vehicle_span(b.n, b.since, b.until)"
            " from p a join p b on a.place < b.place",
            (NOW, NOW, *map(list, zip(*periods, strict=True))),
        ).fetchall()
    assert [model for model, _ in rows] == [found for _, found in rows]


async def test_a_cancelled_booking_frees_its_vehicle(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    vehicle = add_vehicle(query_admin_sql, georgia, "AA-001-AA")
    promise(query_admin_sql, georgia)
    first = (await client.post("/api/bookings", json=booking_form())).json()["bookingId"]
    assert len(reserved(query_admin_sql, vehicle)) == 1
    body = {"fromStatus": "pending", "toStatus": "cancelled", "reason": "No time"}
    answer = await owner_client.post(f"/api/admin/bookings/{first}/status", json=body)
    assert answer.status_code == 200, answer.text
    assert reserved(query_admin_sql, vehicle) == []
    assert (await client.post("/api/bookings", json=booking_form())).status_code == 201
    # A vehicle reserved for someone else since then cannot be restored.
    back = {"fromStatus": "cancelled", "toStatus": "pending", "reason": "By mistake"}
    answer = await owner_client.post(f"/api/admin/bookings/{first}/step-back", json=back)
    assert (answer.status_code, answer.json()["error"]) == (409, "NoVehicleFree")


async def test_a_repeated_submit_of_the_last_car_meets_its_own_booking(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    add_vehicle(query_admin_sql, georgia, "AA-001-AA")
    promise(query_admin_sql, georgia)
    headers = {"idempotency-key": "once"}
    first = await client.post("/api/bookings", json=booking_form(), headers=headers)
    again = await client.post("/api/bookings", json=booking_form(), headers=headers)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()


async def test_without_a_promise_bookings_are_taken_as_they_come(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    add_vehicle(query_admin_sql, georgia, "AA-001-AA")
    for _ in range(2):
        assert (await client.post("/api/bookings", json=booking_form())).status_code == 201
    assert query_admin_sql("select count(*) from vehicle_reservations") == [(0,)]
    promise(query_admin_sql, georgia)
    # A car without vehicles promises nothing.
    for _ in range(2):
        form = booking_form(carType="Hyundai Elantra")
        assert (await client.post("/api/bookings", json=form)).status_code == 201
