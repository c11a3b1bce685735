"""Calendar feeds: secret URLs at which other calendars read when vehicles are taken, and nothing about customers."""

import logging
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from calendar_feed_steps import FEED, FEEDS, add_feed
from console_people import signed_in_person
from emptied_tables import empty_tables
from fleet_steps import add_vehicle, promise, vehicle_of
from icalendar import Calendar
from loadtests.forms import booking_form
from product_fixtures import NOW, AdminSql, ClientFactory, SignIn
from refusals import refused_fields

from abano.core.clock import FixedClock
from abano.core.ids import new_id, token_hash
from abano.db.engine import Database
from abano.fleet.calendar_feeds.rules import MAX_FEEDS, Entry, FeedContent, calendar_file
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _no_feeds(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false")
    empty_tables(
        query_admin_sql, "calendar_feeds", "bookings", "vehicle_reservations", "vehicle_events", "vehicles"
    )


async def url_of(owner: httpx.AsyncClient, **fields: Any) -> str:
    """The path of a new feed."""
    answer = await owner.post(FEEDS, json=FEED | fields)
    assert answer.status_code == 201, answer.text
    assert answer.headers["cache-control"] == "no-store"
    return httpx.URL(answer.json()["url"]).path


async def events(client: httpx.AsyncClient, path: str) -> dict[str, Any]:
    """What the feed has, by what it says."""
    answer = await client.get(path)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/calendar")
    return {str(each["summary"]): each for each in Calendar.from_ical(answer.content).walk("VEVENT")}


def block(query_admin_sql: AdminSql, vehicle: UUID, starts_at: datetime, ends_at: datetime) -> None:
    query_admin_sql(
        "insert into vehicle_reservations (tenant_id, id, vehicle_id, vehicle_number, kind, title, starts_at,"
        " ends_at, blocked_until, created_at)"
        " select tenant_id, %s, id, number, 'workshop', 'Anna Private', %s, %s, %s, %s"
        " from vehicles where id = %s",
        new_id(), starts_at, ends_at, ends_at, NOW, vehicle,
    )  # fmt: skip


async def book(client: httpx.AsyncClient) -> tuple[str, str]:
    """Id and reference of a booking of the site."""
    answer = await client.post("/api/bookings", json=booking_form())
    assert answer.status_code == 201, answer.text
    body = answer.json()
    return str(body["bookingId"]), str(body["reference"])


async def test_a_feed_has_bookings_and_blocks_of_its_vehicle_without_a_word_about_the_customer(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    first, other = (add_vehicle(query_admin_sql, georgia, plate) for plate in ("FEED-1", "FEED-2"))
    promise(query_admin_sql, georgia)
    booking, reference = await book(client)
    taken = vehicle_of(query_admin_sql, booking)
    assert taken in {first, other}
    free = other if taken == first else first
    block(query_admin_sql, free, NOW + timedelta(days=1), NOW + timedelta(days=2))

    path = await url_of(owner_client, vehicleId=str(taken))
    found = await events(client, path)
    assert set(found) == {f"Booked {reference}"}
    event = found[f"Booked {reference}"]
    # 09:00 in Tbilisi, UTC+4; the turnaround of two hours is included.
    assert event.start == datetime(2026, 7, 1, 5, 0, tzinfo=UTC)
    assert event.end == datetime(2026, 7, 8, 7, 0, tzinfo=UTC)
    assert event["status"] == "TENTATIVE"
    assert event["uid"] == f"{booking}@abano"
    [(name, email, phone)] = query_admin_sql(
        "select customer_name, customer_email, customer_phone from bookings where id = %s", booking
    )
    text = (await client.get(path)).text
    assert not any(word in text for word in (name, email, phone))

    blocked = await url_of(owner_client, vehicleId=str(free))
    assert set(await events(client, blocked)) == {"Blocked"}
    # What staff typed may name someone.
    assert "Anna" not in (await client.get(blocked)).text

    plates: dict[UUID, str] = dict(query_admin_sql("select id, plate from vehicles"))
    everything = await url_of(owner_client)
    assert set(await events(client, everything)) == {
        f"{plates[taken]}: Booked {reference}",
        f"{plates[free]}: Blocked",
    }
    hidden = await url_of(owner_client, vehicleId=str(taken), showsReference=False)
    assert set(await events(client, hidden)) == {"Booked"}


async def test_the_feed_of_all_vehicles_has_bookings_without_a_vehicle_until_they_are_cancelled(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking, reference = await book(client)
    path = await url_of(owner_client)
    assert set(await events(client, path)) == {f"Subaru Forester: Booked {reference}"}
    query_admin_sql("update bookings set status = 'cancelled' where id = %s", booking)
    assert await events(client, path) == {}


async def test_a_feed_has_what_is_around_now(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    vehicle = add_vehicle(query_admin_sql, georgia, "FEED-1")
    for days in (-40, -20, 300, 400):
        starts_at = NOW + timedelta(days=days)
        block(query_admin_sql, vehicle, starts_at, starts_at + timedelta(days=1))
    text = (await client.get(await url_of(owner_client, vehicleId=str(vehicle)))).text
    assert text.count("BEGIN:VEVENT") == 2


async def test_a_reader_who_has_the_file_gets_none_until_it_changes(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    vehicle = add_vehicle(query_admin_sql, georgia, "FEED-1")
    path = await url_of(owner_client, vehicleId=str(vehicle))
    answer = await client.get(path)
    assert answer.headers["cache-control"] == "private, no-cache"
    known = {"If-None-Match": answer.headers["etag"]}
    again = await client.get(path, headers=known)
    assert (again.status_code, again.content) == (304, b"")
    block(query_admin_sql, vehicle, NOW, NOW + timedelta(hours=1))
    changed = await client.get(path, headers=known)
    assert changed.status_code == 200
    assert changed.headers["etag"] != answer.headers["etag"]


async def test_a_url_is_shown_once_stored_as_hash_and_in_no_log(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.DEBUG, logger="abano"):
        path = await url_of(owner_client)
        assert (await client.get(path)).status_code == 200
    token = path.rpartition("/")[2].removesuffix(".ics")
    assert len(token) == 43
    assert query_admin_sql("select token_hash from calendar_feeds") == [(token_hash(token),)]
    listed = await owner_client.get(FEEDS)
    assert token not in listed.text
    [feed] = listed.json()["feeds"]
    assert (feed["name"], feed["plate"], feed["showsReference"]) == ("Google Calendar", None, True)
    assert feed["lastReadAt"] is not None
    assert token not in query_admin_sql("select string_agg(a::text, '') from audit_log a")[0][0]
    assert token not in caplog.text


async def test_a_rotated_or_deleted_url_is_refused_at_once(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    path = await url_of(owner_client)
    [feed] = (await owner_client.get(FEEDS)).json()["feeds"]
    rotated = await owner_client.post(f"{FEEDS}/{feed['id']}/rotate")
    assert rotated.status_code == 200
    assert (await client.get(path)).status_code == 404
    after = httpx.URL(rotated.json()["url"]).path
    assert (await client.get(after)).status_code == 200
    assert (await owner_client.delete(f"{FEEDS}/{feed['id']}")).status_code == 204
    assert (await client.get(after)).status_code == 404
    assert (await owner_client.delete(f"{FEEDS}/{feed['id']}")).status_code == 404


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"vehicleId": "none"}, "vehicleId"),
        ({"vehicleId": str(uuid4())}, "vehicleId"),
    ],
)
async def test_bad_input_is_refused_by_its_field(
    owner_client: httpx.AsyncClient, fields: dict[str, Any], field: str
) -> None:
    answer = await owner_client.post(FEEDS, json=FEED | fields)
    assert answer.status_code == 422
    assert [each["field"] for each in refused_fields(answer)] == [field]


async def test_there_are_at_most_five_hundred_feeds(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    add_feed(query_admin_sql, georgia)
    query_admin_sql(
        "insert into calendar_feeds (tenant_id, id, name, token_hash, created_at)"
        " select tenant_id, gen_random_uuid(), name, sha256(n::text::bytea), created_at"
        " from calendar_feeds, generate_series(2, %s) n",
        MAX_FEEDS,
    )
    answer = await owner_client.post(FEEDS, json=FEED)
    assert answer.status_code == 409, answer.text


async def test_another_company_reads_and_changes_nothing(
    client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    client_of: ClientFactory,
    sign_in: SignIn,
    db: Database,
    alps: Tenant,
    georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    path = await url_of(owner_client)
    [feed] = (await owner_client.get(FEEDS)).json()["feeds"]
    other = await signed_in_person(db, alps, "owner", client_of, sign_in)
    assert (await alps_client.get(path)).status_code == 404
    assert (await other.client.get(FEEDS)).json()["feeds"] == []
    assert (await other.client.post(f"{FEEDS}/{feed['id']}/rotate")).status_code == 404
    assert (await other.client.delete(f"{FEEDS}/{feed['id']}")).status_code == 404
    vehicle = str(add_vehicle(query_admin_sql, georgia, "FEED-1"))
    refused = await other.client.post(FEEDS, json=FEED | {"vehicleId": vehicle})
    assert [each["field"] for each in refused_fields(refused)] == ["vehicleId"]
    assert (await client.get(path)).status_code == 200


async def test_an_address_that_tries_tokens_is_limited(
    client: httpx.AsyncClient, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("update tenant_settings set public_writes_per_minute = 5")
    # The settings are cached for some seconds, and each minute has its own count.
    clock.move(hours=1)
    answers = [await client.get(f"/api/calendars/{uuid4().hex}.ics") for _ in range(6)]
    query_admin_sql("update tenant_settings set public_writes_per_minute = 600")
    assert [answer.status_code for answer in answers] == [404] * 5 + [429]
    assert int(answers[-1].headers["retry-after"]) > 0


def test_times_are_exact_over_the_change_of_the_clock_and_names_are_escaped() -> None:
    # In Zurich the clock goes back on 25 October 2026 at 01:00 UTC.
    before, after = (datetime(2026, 10, 25, hour, 30, tzinfo=UTC) for hour in (0, 1))
    entry = Entry(uuid4(), before, after, True, "K7M-4QXD", "A;B,C", before)
    file = calendar_file(FeedContent("Alps\nBEGIN:VEVENT", "de", [entry], True, True))
    calendar = Calendar.from_ical(file)
    [event] = calendar.walk("VEVENT")
    assert str(calendar["x-wr-calname"]).startswith("Alps")
    assert event.decoded("dtend") - event.decoded("dtstart") == timedelta(hours=1)
    assert str(event["summary"]).startswith("A;B,C: ")
    assert str(event["summary"]).endswith(" K7M-4QXD")
