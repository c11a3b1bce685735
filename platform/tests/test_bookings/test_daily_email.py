"""The day's tasks by email: once a morning, for who chose it and may see them, and never on a day without tasks."""

import asyncio
import email
import json
from datetime import timedelta
from email.message import EmailMessage
from email.policy import default
from functools import partial

import httpx
import pytest
from background_tasks import run_for_all
from console_people import Person, signed_in_person
from desk_steps import new_booking
from emptied_tables import empty_tables
from fleet_steps import add_vehicle
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.bookings.desk.daily_email import send_daily_emails
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.core.ids import new_id
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.service import deliver
from abano.tenancy.directory.tenant import Tenant
from abano.worker import COMPOSERS

pytestmark = pytest.mark.anyio
DAILY_EMAIL = "/api/admin/account/daily-email"


@pytest.fixture(autouse=True)
def _nothing_before(query_admin_sql: AdminSql) -> None:
    empty_tables(query_admin_sql, "bookings", "booking_events", "outbox_messages")
    query_admin_sql("update admins set has_daily_email = false, daily_email_on = null")


@pytest.fixture
def context(db: Database, settings: Settings, clock: FixedClock) -> TaskContext:
    return TaskContext(db, settings, clock)


@pytest.fixture
async def person(
    db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn, query_admin_sql: AdminSql
) -> Person:
    desk = await signed_in_person(db, georgia, "desk", client_of, sign_in)
    query_admin_sql("update admin_sessions set expires_at = expires_at + interval '60 days'")
    return desk


async def choose(person: Person, *, is_on: bool) -> None:
    answer = await person.client.put(DAILY_EMAIL, json={"hasDailyEmail": is_on})
    assert answer.status_code == 200, answer.text
    assert (await person.client.get("/api/admin/me")).json()["admin"]["hasDailyEmail"] is is_on


async def sent_to(person: Person, context: TaskContext) -> list[EmailMessage]:
    """What the day's turn and the mail's bring this person."""
    folder = context.settings.data_dir / "mail"
    before = set(folder.glob("*.eml"))
    # Two workers at once.
    await asyncio.gather(*(run_for_all(send_daily_emails, context) for _ in range(2)))
    await run_for_all(partial(deliver, composers=COMPOSERS), context)
    mails = (
        email.message_from_bytes(file.read_bytes(), policy=default)
        for file in set(folder.glob("*.eml")) - before
    )
    return [each for each in mails if each["To"] == person.email]


def until_seven(clock: FixedClock) -> None:
    """From the tests' 13:00 in Tbilisi to five past seven of the next day."""
    clock.move(hours=18, minutes=5)


async def test_the_days_tasks_come_once_a_morning(
    person: Person, client: httpx.AsyncClient, context: TaskContext, clock: FixedClock
) -> None:
    await new_booking(client)
    await choose(person, is_on=True)
    assert await sent_to(person, context) == [], "it is one in the afternoon"
    until_seven(clock)
    [mail] = await sent_to(person, context)
    plain = str(mail.get_body(("plain",)).get_content())  # type: ignore[union-attr]
    assert mail["Subject"].endswith("1 task today")
    assert "Waiting for confirmation" in plain
    assert "/admin/today" in plain
    assert plain.rstrip().endswith("/admin/account"), "how to turn it off comes last"
    assert await sent_to(person, context) == [], "it came already"
    clock.move(hours=24)
    assert len(await sent_to(person, context)) == 1


async def test_a_calendar_conflict_is_in_the_email(
    person: Person,
    client: httpx.AsyncClient,
    context: TaskContext,
    clock: FixedClock,
    georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    empty_tables(query_admin_sql, "vehicles")
    vehicle = add_vehicle(query_admin_sql, georgia, "DBL-1")
    starts = clock.now() + timedelta(days=20)
    ends = starts + timedelta(days=1)
    body = {
        "kind": "workshop",
        "title": "Brakes",
        "startsAt": starts.isoformat(),
        "endsAt": ends.isoformat(),
    }
    blocked = await person.client.post(f"/api/admin/vehicles/{vehicle}/blocks", json=body)
    assert blocked.status_code == 200, blocked.text
    [(block,)] = query_admin_sql("select id from vehicle_reservations where vehicle_id = %s", vehicle)
    conflict = {"reservationId": str(block), "startsAt": starts.isoformat(), "endsAt": ends.isoformat()}
    query_admin_sql(
        "insert into imported_calendars (tenant_id, id, name, vehicle_id, sealed_url, host, due_at, conflicts,"
        " created_at) values (%s, %s, 'Turo', %s, 'sealed', 'turo.example', %s, %s, %s)",
        georgia.id, new_id(), vehicle, clock.now(), json.dumps([conflict]), clock.now(),
    )  # fmt: skip
    await choose(person, is_on=True)
    until_seven(clock)
    [mail] = await sent_to(person, context)
    plain = str(mail.get_body(("plain",)).get_content())  # type: ignore[union-attr]
    assert mail["Subject"].endswith("1 task today")
    assert "Calendar conflicts" in plain
    assert "DBL-1" in plain
    assert "Turo overlaps block Brakes" in plain
    empty_tables(query_admin_sql, "vehicles")


async def test_who_turned_it_off_or_may_not_see_bookings_gets_none(
    person: Person,
    client: httpx.AsyncClient,
    context: TaskContext,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    await new_booking(client)
    await choose(person, is_on=True)
    until_seven(clock)
    await run_for_all(send_daily_emails, context)
    await choose(person, is_on=False)
    assert await sent_to(person, context) == []
    await choose(person, is_on=True)
    clock.move(hours=24)
    query_admin_sql("update admins set role = 'analyst' where id = %s", person.id)
    assert await sent_to(person, context) == []


async def test_a_day_without_tasks_sends_nothing(
    person: Person, context: TaskContext, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    await choose(person, is_on=True)
    until_seven(clock)
    assert await sent_to(person, context) == []
    kept = query_admin_sql("select outcome_reason from outbox_messages where kind = 'desk.daily_tasks'")
    assert kept == [("nothing_due",)]


async def test_no_one_chooses_without_a_sign_in_or_with_that_of_another_company(
    person: Person, db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> None:
    stranger = client_of("localhost")
    assert (await stranger.put(DAILY_EMAIL, json={"hasDailyEmail": True})).status_code == 401
    elsewhere = client_of("alps.localhost")
    elsewhere.cookies = person.client.cookies
    assert (await elsewhere.put(DAILY_EMAIL, json={"hasDailyEmail": True})).status_code == 401
    analyst = await signed_in_person(db, georgia, "analyst", client_of, sign_in)
    assert (await analyst.client.put(DAILY_EMAIL, json={"hasDailyEmail": True})).status_code == 403
    for bad in ({}, {"hasDailyEmail": "perhaps"}, {"hasDailyEmail": None}):
        answer = await person.client.put(DAILY_EMAIL, json=bad)
        assert answer.status_code == 422
        assert [each["field"] for each in answer.json()["fields"]] == ["hasDailyEmail"]
