"""Imported calendars: busy events block a vehicle, conflicts are shown, and a lost calendar keeps its blocks."""

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from background_tasks import run_for_all
from calendar_import_steps import (
    CALENDARS,
    URL,
    CalendarServer,
    add_calendar,
    blocks_of,
    calendar,
    calendar_server,
    event,
    utc,
)
from console_people import signed_in_person
from emptied_tables import empty_tables
from fleet_steps import add_vehicle, promise, vehicle_of
from loadtests.forms import booking_form
from product_fixtures import NOW, AdminSql, ClientFactory, SignIn
from refusals import refused_fields

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.fleet.imported_calendars import fetching
from abano.fleet.imported_calendars.repository import tenants_with_due_calendars
from abano.fleet.imported_calendars.service import MAX_CALENDARS, MAX_PER_VEHICLE, READ_EVERY
from abano.fleet.imported_calendars.tasks import read_due
from abano.jobs.registry import TaskContext
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
FIRST = event("1", utc(NOW + DAY), utc(NOW + 2 * DAY), "SUMMARY:Anna Private")
SECOND = event("2", utc(NOW + 4 * DAY), utc(NOW + 5 * DAY))


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """May call this machine, as in development."""
    return settings.model_copy(update={"callable_networks": "127.0.0.1/32"})


@pytest.fixture(autouse=True)
def _no_calendars(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false")
    empty_tables(
        query_admin_sql,
        "imported_calendars",
        "bookings",
        "vehicle_reservations",
        "vehicle_events",
        "vehicles",
    )


@pytest.fixture
async def served() -> AsyncIterator[CalendarServer]:
    async with calendar_server() as server:
        server.content = calendar(FIRST, SECOND)
        yield server


@pytest.fixture
def vehicle(query_admin_sql: AdminSql, georgia: Tenant) -> UUID:
    return add_vehicle(query_admin_sql, georgia, "IMP-1")


@pytest.fixture
def context(db: Database, settings: Settings, clock: FixedClock) -> TaskContext:
    return TaskContext(db, settings, clock)


async def add(owner: httpx.AsyncClient, vehicle: UUID, url: str, name: str = "Turo") -> dict[str, Any]:
    answer = await owner.post(CALENDARS, json={"name": name, "vehicleId": str(vehicle), "url": url})
    assert answer.status_code == 201, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def read_again(owner: httpx.AsyncClient, added: dict[str, Any]) -> dict[str, Any]:
    answer = await owner.post(f"{CALENDARS}/{added['id']}/read")
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def conflicts(owner: httpx.AsyncClient) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await owner.get("/api/admin/today")).json()["calendarConflicts"]
    return found


async def test_busy_events_block_the_vehicle_and_follow_the_calendar(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, served: CalendarServer, vehicle: UUID
) -> None:
    added = await add(owner_client, vehicle, served.url)
    assert (added["name"], added["plate"], added["host"], added["blocks"]) == (
        "Turo",
        "IMP-1",
        "127.0.0.1",
        2,
    )
    assert (added["problem"], added["failingSince"]) == (None, None)
    assert blocks_of(query_admin_sql, vehicle) == [(NOW + DAY, NOW + 2 * DAY), (NOW + 4 * DAY, NOW + 5 * DAY)]
    # A removed event frees the vehicle, a longer one blocks it for longer.
    served.content = calendar(event("1", utc(NOW + DAY), utc(NOW + 3 * DAY)))
    assert (await read_again(owner_client, added))["blocks"] == 1
    assert blocks_of(query_admin_sql, vehicle) == [(NOW + DAY, NOW + 3 * DAY)]
    history = query_admin_sql("select kind, admin_id from vehicle_events order by created_at, kind")
    assert history == [(kind, None) for kind in ("block_moved", "blocked", "blocked", "unblocked")]


async def test_the_fleet_calendar_and_the_vehicle_say_where_a_block_comes_from(
    owner_client: httpx.AsyncClient, served: CalendarServer, vehicle: UUID
) -> None:
    added = await add(owner_client, vehicle, served.url)
    shown = await owner_client.get("/api/admin/calendar", params={"from": "2026-06-10", "days": 14})
    bars = shown.json()["bars"]
    assert [(bar["title"], bar["isImported"], bar["kind"]) for bar in bars] == [("Turo", True, "other")] * 2
    upcoming = (await owner_client.get(f"/api/admin/vehicles/{vehicle}")).json()["vehicle"]["upcoming"]
    assert [(each["title"], each["isImported"]) for each in upcoming] == [("Turo", True)] * 2
    # Nothing of the events' own texts is kept, which may name someone.
    assert "Anna" not in shown.text
    renamed = await owner_client.put(f"{CALENDARS}/{added['id']}", json={"name": "Getaround"})
    assert renamed.json()["name"] == "Getaround"
    shown = await owner_client.get("/api/admin/calendar", params={"from": "2026-06-10", "days": 14})
    assert {bar["title"] for bar in shown.json()["bars"]} == {"Getaround"}


async def test_a_block_of_a_calendar_is_not_changed_by_hand(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, served: CalendarServer, vehicle: UUID
) -> None:
    await add(owner_client, vehicle, served.url)
    [(block,), _] = query_admin_sql("select id from vehicle_reservations order by starts_at")
    path = f"/api/admin/vehicles/{vehicle}/blocks/{block}"
    moved = await owner_client.put(
        path, json={"startsAt": NOW.isoformat(), "endsAt": (NOW + HOUR).isoformat()}
    )
    for answer in (moved, await owner_client.delete(path)):
        assert answer.status_code == 409, answer.text
        assert "the calendar Turo" in answer.json()["message"]
    assert len(blocks_of(query_admin_sql, vehicle)) == 2


async def test_what_a_booking_has_is_a_conflict_until_the_booking_is_gone(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    context: TaskContext,
    clock: FixedClock,
    served: CalendarServer,
    vehicle: UUID,
    georgia: Tenant,
) -> None:
    promise(query_admin_sql, georgia)
    booked = (await client.post("/api/bookings", json=booking_form())).json()
    assert vehicle_of(query_admin_sql, booked["bookingId"]) == vehicle
    [(starts_at,)] = query_admin_sql("select starts_at from vehicle_reservations")
    served.content = calendar(event("1", utc(starts_at - DAY), utc(starts_at + DAY)))
    await add(owner_client, vehicle, served.url)
    # The rest of the event is blocked.
    assert blocks_of(query_admin_sql, vehicle) == [(starts_at - DAY, starts_at)]
    [found] = await conflicts(owner_client)
    assert (found["calendar"], found["plate"], found["reference"]) == ("Turo", "IMP-1", booked["reference"])
    assert found["bookingId"] == booked["bookingId"]
    # It is a task of Today, due today though the rental is later, and counted in the navigation.
    assert found["urgency"] == "today"
    today = (await owner_client.get("/api/admin/today")).json()
    assert {"kind": "calendar_conflict", "count": 1} in today["counts"]
    counted = (await owner_client.get("/api/admin/today/count")).json()
    assert (
        counted["dueToday"]
        == today["dueToday"]
        == 1 + sum(each["kind"] == "confirm" for each in today["tasks"])
    )
    query_admin_sql("update bookings set status = 'cancelled' where id = %s", booked["bookingId"])
    assert await conflicts(owner_client) == []
    # Read soon, though the file is the same.
    clock.move(minutes=6)
    await run_for_all(read_due, context)
    assert blocks_of(query_admin_sql, vehicle) == [(starts_at - DAY, starts_at + DAY)]


async def test_a_block_in_the_way_is_named(
    owner_client: httpx.AsyncClient, served: CalendarServer, vehicle: UUID
) -> None:
    body = {
        "kind": "workshop",
        "title": "Brakes",
        "startsAt": (NOW + DAY).isoformat(),
        "endsAt": (NOW + 2 * DAY).isoformat(),
    }
    assert (await owner_client.post(f"/api/admin/vehicles/{vehicle}/blocks", json=body)).status_code == 200
    await add(owner_client, vehicle, served.url)
    [found] = await conflicts(owner_client)
    assert (found["title"], found["bookingId"], found["reference"]) == ("Brakes", None, None)


@pytest.mark.parametrize("answer", [b"HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n", b"", None])
async def test_a_lost_calendar_keeps_its_blocks_and_says_since_when(
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    context: TaskContext,
    clock: FixedClock,
    served: CalendarServer,
    vehicle: UUID,
    answer: bytes | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Of the server that does not answer.
    monkeypatch.setattr(fetching, "ANSWER_SECONDS", 0.5)
    await add(owner_client, vehicle, served.url)
    blocks = blocks_of(query_admin_sql, vehicle)
    served.answer, served.content = answer, b"<html>Sign in</html>"
    for _ in range(2):
        clock.move(minutes=31)
        await run_for_all(read_due, context)
    assert blocks_of(query_admin_sql, vehicle) == blocks
    [listed] = (await owner_client.get(CALENDARS)).json()["calendars"]
    since = (NOW + timedelta(minutes=31)).isoformat().replace("+00:00", "Z")
    assert (listed["failingSince"], listed["blocks"]) == (since, 2)
    assert listed["readAt"] == NOW.isoformat().replace("+00:00", "Z")
    assert listed["problem"]["message"]
    served.answer, served.content = None, calendar(SECOND)
    again = await read_again(owner_client, listed)
    assert (again["problem"], again["failingSince"], again["blocks"]) == (None, None, 1)


async def test_an_unchanged_file_is_not_processed_again(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, served: CalendarServer, vehicle: UUID
) -> None:
    served.etag = '"v1"'
    added = await add(owner_client, vehicle, served.url)
    before = query_admin_sql("select xmin::text, id from vehicle_reservations order by 2")
    await read_again(owner_client, added)
    assert 'if-none-match: "v1"' in served.requests[-1].lower()
    served.etag = ""
    await read_again(owner_client, added)
    assert query_admin_sql("select xmin::text, id from vehicle_reservations order by 2") == before
    assert query_admin_sql("select count(*) from vehicle_events") == [(2,)]


async def test_the_window_moves_with_the_day_though_the_file_is_the_same(
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    clock: FixedClock,
    context: TaskContext,
    served: CalendarServer,
    vehicle: UUID,
) -> None:
    served.etag = '"v1"'
    served.content = calendar(event("1", utc(NOW), utc(NOW + HOUR), "RRULE:FREQ=DAILY"))
    await add(owner_client, vehicle, served.url)
    last = blocks_of(query_admin_sql, vehicle)[-1]
    clock.move(days=1)
    await run_for_all(read_due, context)
    blocks = blocks_of(query_admin_sql, vehicle)
    assert blocks[-1] == (last[0] + DAY, last[1] + DAY)
    # What is over stays as it was.
    assert blocks[0] == (NOW, NOW + HOUR)


async def test_due_calendars_are_read_every_half_hour_and_one_that_hangs_delays_no_other(
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    context: TaskContext,
    clock: FixedClock,
    served: CalendarServer,
    vehicle: UUID,
    georgia: Tenant,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fetching, "FETCH_SECONDS", 0.5)
    other = add_vehicle(query_admin_sql, georgia, "IMP-2")
    async with calendar_server() as hanging:
        await add(owner_client, other, hanging.url, "Hangs")
        await add(owner_client, vehicle, served.url)
        hanging.hangs = True
        served.content = calendar(SECOND)
        clock.move(seconds=READ_EVERY.total_seconds() - 1)
        assert await tenants_with_due_calendars(context.db, clock.now()) == []
        clock.move(seconds=1)
        assert await tenants_with_due_calendars(context.db, clock.now()) == [georgia.id]
        await run_for_all(read_due, context)
    assert await tenants_with_due_calendars(context.db, clock.now()) == []
    assert len(blocks_of(query_admin_sql, vehicle)) == 1
    listed = {each["name"]: each for each in (await owner_client.get(CALENDARS)).json()["calendars"]}
    assert listed["Hangs"]["problem"]["code"] == "calendar_timeout"
    assert listed["Turo"]["problem"] is None


async def test_a_deleted_calendar_frees_the_vehicle_from_now_on(
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    clock: FixedClock,
    served: CalendarServer,
    vehicle: UUID,
) -> None:
    served.content = calendar(event("1", utc(NOW + HOUR), utc(NOW + 3 * HOUR)), SECOND)
    added = await add(owner_client, vehicle, served.url)
    clock.move(hours=2)
    assert (await owner_client.delete(f"{CALENDARS}/{added['id']}")).status_code == 204
    rows = query_admin_sql("select starts_at, ends_at, title, imported_calendar_id from vehicle_reservations")
    assert rows == [(NOW + HOUR, NOW + 2 * HOUR, "Turo", None)]
    assert (await owner_client.delete(f"{CALENDARS}/{added['id']}")).status_code == 404
    actions = query_admin_sql("select action from audit_log where subject_id = %s order by id", added["id"])
    assert actions == [("imported_calendar.added",), ("imported_calendar.deleted",)]


async def test_a_url_is_sealed_and_in_no_response_and_no_log(
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    served: CalendarServer,
    vehicle: UUID,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.DEBUG, logger="abano"):
        added = await add(owner_client, vehicle, served.url)
        again = await read_again(owner_client, added)
    listed = await owner_client.get(CALENDARS)
    assert not any("secret-path" in text for text in (str(added), str(again), listed.text, caplog.text))
    assert "secret-path" not in query_admin_sql("select string_agg(a::text, '') from audit_log a")[0][0]
    assert b"secret-path" not in bytes(query_admin_sql("select sealed_url from imported_calendars")[0][0])


REFUSED = [
    (b"HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n", "calendar_gone"),
    (b"HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n", "calendar_refused"),
    (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "calendar_unreadable"),
    (b"nothing of HTTP\r\n\r\n", "calendar_connection"),
    (b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 1_100_000, "calendar_too_large"),
    # Nor may what is compressed become larger: it is not asked for, and not read.
    (b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello", "calendar_unreadable"),
    # No redirect is followed, wherever it leads.
    (
        b"HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/latest/meta-data\r\nContent-Length: 0\r\n\r\n",
        "calendar_moved",
    ),
    (b"HTTP/1.1 301 Moved\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n", "calendar_moved"),
]


@pytest.mark.parametrize(("answer", "code"), REFUSED)
async def test_what_cannot_be_read_is_refused_at_its_url(
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    served: CalendarServer,
    vehicle: UUID,
    answer: bytes,
    code: str,
) -> None:
    served.answer = answer
    body = {"name": "Turo", "vehicleId": str(vehicle), "url": served.url}
    refused = await owner_client.post(CALENDARS, json=body)
    assert refused.status_code == 422, refused.text
    assert [(each["field"], each["code"]) for each in refused.json()["fields"]] == [("url", code)]
    assert query_admin_sql("select count(*) from imported_calendars") == [(0,)]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"vehicleId": str(uuid4())}, "vehicleId"),
        ({"url": "turo.com/calendar.ics"}, "url"),
        ({"url": "ftp://turo.com/calendar.ics"}, "url"),
        ({"url": "https://anna:secret@turo.com/calendar.ics"}, "url"),  # pragma: allowlist secret
        ({"url": "https://turo.com:22/calendar.ics"}, "url"),
        ({"url": "https://turo.com/" + "x" * 500}, "url"),
        # No network of this installation but the one that tests allow.
        ({"url": "http://10.0.0.1/calendar.ics"}, "url"),
    ],
)
async def test_bad_input_is_refused_by_its_field(
    owner_client: httpx.AsyncClient, vehicle: UUID, fields: dict[str, Any], field: str
) -> None:
    answer = await owner_client.post(
        CALENDARS, json={"name": "Turo", "vehicleId": str(vehicle), "url": URL} | fields
    )
    assert answer.status_code == 422, answer.text
    assert [each["field"] for each in refused_fields(answer)] == [field]


def test_a_subscription_link_is_read_over_https(settings: Settings) -> None:
    for link in ("webcal://turo.com/a.ics", " WEBCAL://turo.com/a.ics "):
        assert fetching.CalendarClient(settings).check(link) == "https://turo.com/a.ics"


async def test_calendars_are_limited_in_number(
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    served: CalendarServer,
    vehicle: UUID,
    georgia: Tenant,
) -> None:
    body = {"name": "Turo", "vehicleId": str(vehicle), "url": served.url}
    for _ in range(MAX_PER_VEHICLE):
        add_calendar(query_admin_sql, georgia, vehicle)
    refused = await owner_client.post(CALENDARS, json=body)
    assert (refused.status_code, refused.json()["code"]) == (409, "TooManyCalendarsOfVehicle")
    other = add_vehicle(query_admin_sql, georgia, "IMP-2")
    query_admin_sql(
        "insert into imported_calendars (tenant_id, id, name, vehicle_id, sealed_url, host, due_at, created_at)"
        " select tenant_id, gen_random_uuid(), name, vehicle_id, sealed_url, host, due_at, created_at"
        " from (select * from imported_calendars limit 1) c, generate_series(1, %s)",
        MAX_CALENDARS,
    )
    refused = await owner_client.post(CALENDARS, json=body | {"vehicleId": str(other)})
    assert (refused.status_code, refused.json()["code"]) == (409, "TooManyImportedCalendars")
    assert served.requests == []


async def test_one_calendar_of_a_company_is_read_at_a_time(
    owner_client: httpx.AsyncClient, served: CalendarServer, vehicle: UUID
) -> None:
    served.hangs = True
    body = {"name": "Turo", "vehicleId": str(vehicle), "url": served.url}
    first = asyncio.create_task(owner_client.post(CALENDARS, json=body))
    await served.is_asked.wait()
    second = await owner_client.post(CALENDARS, json=body)
    assert (second.status_code, second.json()["code"]) == (429, "CalendarReadRunning")
    first.cancel()


async def test_a_url_of_another_installation_is_asked_for_again(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, vehicle: UUID, georgia: Tenant
) -> None:
    """As after the import of a company: the URL was sealed with another secret."""
    row = add_calendar(query_admin_sql, georgia, vehicle)
    read = await owner_client.post(f"{CALENDARS}/{row}/read")
    assert read.json()["problem"]["code"] == "calendar_url_missing"


async def test_another_company_reads_and_changes_nothing(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    client_of: ClientFactory,
    sign_in: SignIn,
    db: Database,
    alps: Tenant,
    served: CalendarServer,
    vehicle: UUID,
    query_admin_sql: AdminSql,
) -> None:
    added = await add(owner_client, vehicle, served.url)
    other = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    path = f"{CALENDARS}/{added['id']}"
    assert (await other.get(CALENDARS)).json()["calendars"] == []
    assert await conflicts(other) == []
    for answer in (
        await other.put(path, json={"name": "Mine"}),
        await other.post(f"{path}/read"),
        await other.delete(path),
    ):
        assert answer.status_code == 404
    body = {"name": "Turo", "vehicleId": str(vehicle), "url": served.url}
    refused = await other.post(CALENDARS, json=body)
    assert [each["field"] for each in refused_fields(refused)] == ["vehicleId"]
    for answer in (
        await client.get(CALENDARS),
        await client.post(CALENDARS, json=body),
        await client.delete(path),
    ):
        assert answer.status_code == 401
    assert len(blocks_of(query_admin_sql, vehicle)) == 2
