"""Incomplete bookings: one visitor, one message, with what they changed before it left."""

import asyncio
from typing import Any

import httpx
import pytest
from background_tasks import run_for_all
from booking_form import book
from emptied_tables import empty_tables
from product_fixtures import AdminSql, ClientFactory

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.service import deliver

pytestmark = pytest.mark.anyio
STEP = {
    "firstName": "Ada",
    "lastName": "Lovelace",
    "customerEmail": "ada@example.com",
    "customerPhone": "+44 20 7946 0000",
    "driverAge": "36",
    "groupSize": "2",
    "bookingDetails": {"selectedCar": "Subaru Forester"},
}
MESSAGES = (
    "select payload, sent_at is not null from outbox_messages where kind = 'personal_info.received'"
    " order by created_at, id"
)


@pytest.fixture(autouse=True)
def _nothing_yet(query_admin_sql: AdminSql) -> None:
    empty_tables(query_admin_sql, "personal_info_drafts", "outbox_messages", "bookings")


async def step(client: httpx.AsyncClient, **changes: Any) -> None:
    answer = await client.post("/api/personal-info-step", json=STEP | changes)
    assert (answer.status_code, answer.json()) == (200, {"success": True})


async def test_a_visitor_who_goes_back_and_forth_makes_one_message_of_the_last_state(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, db: Database, settings: Settings, clock: FixedClock
) -> None:
    await step(client)
    await step(client, groupSize="4")
    # A corrected address is the same visitor by the phone, and a corrected phone by the address.
    await step(client, groupSize="4", customerEmail="Ada.L@example.com")
    await step(client, groupSize="5", customerEmail="ada.l@EXAMPLE.com", customerPhone="+44 20 7946 0001")
    await run_for_all(deliver, TaskContext(db, settings, clock))
    [(payload, sent)] = query_admin_sql(MESSAGES)
    assert not sent, "it waits for what the visitor may still change"
    assert (payload["groupSize"], payload["customerEmail"]) == ("5", "ada.l@EXAMPLE.com")
    assert payload["customerPhone"] == "+442079460001"
    assert query_admin_sql("select payload ->> 'groupSize' from personal_info_drafts") == [("5",)]
    clock.move(minutes=5)
    await run_for_all(deliver, TaskContext(db, settings, clock))
    assert [sent for _, sent in query_admin_sql(MESSAGES)] == [True]
    # What is changed later is in the draft; the team is not notified again.
    await step(client, groupSize="6", customerEmail="ada.l@example.com")
    clock.move(hours=1)
    await run_for_all(deliver, TaskContext(db, settings, clock))
    assert len(query_admin_sql(MESSAGES)) == 1
    assert query_admin_sql("select payload ->> 'groupSize' from personal_info_drafts") == [("6",)]


async def test_many_calls_of_one_visitor_at_once_make_one_message(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    for round_ in range(5):
        email = f"ada{round_}@example.com"
        phones = [f"+44 20 7946 {round_}{number:03d}" for number in range(8)]
        await asyncio.gather(*(step(client, customerEmail=email, customerPhone=phone) for phone in phones))
    assert len(query_admin_sql(MESSAGES)) == 5
    assert query_admin_sql("select count(*) from personal_info_drafts") == [(5,)]


async def test_other_visitors_other_companies_and_other_days_are_notified(
    client: httpx.AsyncClient, client_of: ClientFactory, query_admin_sql: AdminSql, clock: FixedClock
) -> None:
    await step(client)
    await step(client, firstName="Grace", customerEmail="grace@example.com", customerPhone="+1 202 555 0143")
    await step(client_of("alps.localhost"))
    clock.move(hours=25)
    await step(client)
    assert len(query_admin_sql(MESSAGES)) == 4


async def test_who_says_neither_address_nor_phone_is_no_one_else(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    await step(client, customerEmail="", customerPhone="")
    await step(client, customerEmail="", customerPhone="soon")
    assert len(query_admin_sql(MESSAGES)) == 2


@pytest.mark.parametrize(
    "changes", [{"customerEmail": "ADA@example.com", "customerPhone": "+1 202 555 0143"},
                {"customerEmail": "other@example.com", "customerPhone": "+44 20 7946 0000 ext. 3"}],
    ids=["same address", "same phone"],
)  # fmt: skip
async def test_who_books_is_no_incomplete_booking_any_more(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, changes: dict[str, str]
) -> None:
    await step(client)
    await step(client, customerEmail="grace@example.com", customerPhone="+995 599 12 34 56")
    assert (await book(client, **changes)).status_code == 201
    assert [payload["customerEmail"] for payload, _ in query_admin_sql(MESSAGES)] == ["grace@example.com"]
    # Starting another one notifies again.
    await step(client)
    assert len(query_admin_sql(MESSAGES)) == 2


async def test_a_booking_takes_back_no_message_that_was_sent(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, db: Database, settings: Settings, clock: FixedClock
) -> None:
    await step(client)
    clock.move(minutes=6)
    await run_for_all(deliver, TaskContext(db, settings, clock))
    assert (await book(client)).status_code == 201
    assert [sent for _, sent in query_admin_sql(MESSAGES)] == [True]


async def test_another_companys_booking_leaves_ours_alone(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    await step(client)
    trip = {"pickupLocation": "chur", "dropoffLocation": "st-moritz", "carType": "VW Golf"}
    assert (await book(alps_client, **trip)).status_code == 201
    assert len(query_admin_sql(MESSAGES)) == 1
