"""Customer messages: which one on which event, sent once, with the booking's state when sent."""

import asyncio
import email
import re
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.policy import default
from functools import partial
from typing import Any

import httpx
import pytest
from background_tasks import run_for_all
from emptied_tables import empty_tables
from fleet_steps import add_vehicle, staff_rental
from icalendar import Calendar
from loadtests.forms import ALPINE, booking_form
from message_steps import add_own_text
from product_fixtures import AdminSql

from abano.accounts.access.limits import Limit
from abano.booking_record.links import read_token
from abano.bookings.customer_emails.compose import compose
from abano.bookings.customer_emails.tasks import delete_old, remind, thank
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.messaging.outbox import service
from abano.messaging.outbox.booking_kinds import CustomerNotice
from abano.messaging.outbox.service import deliver
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
BOOKINGS = "/api/admin/bookings"
COMPOSERS = {CustomerNotice.kind: compose}
OUTCOMES = (
    "select payload ->> 'occasion', coalesce(outcome_reason, 'sent') from outbox_messages"
    " where kind = 'booking.customer_message' and sent_at is not null order by created_at, id"
)


@pytest.fixture(autouse=True)
def _nothing_waits(query_admin_sql: AdminSql) -> None:
    empty_tables(
        query_admin_sql, "outbox_messages", "message_settings", "message_texts", "message_unsubscribes"
    )
    query_admin_sql("delete from sign_in_failures")
    query_admin_sql("delete from mail_counts")
    query_admin_sql("update bookings set status = 'cancelled' where status in ('pending', 'confirmed')")


@pytest.fixture
def context(db: Database, settings: Settings, clock: FixedClock) -> TaskContext:
    return TaskContext(db, settings, clock)


async def sent(context: TaskContext) -> list[EmailMessage]:
    """Deliver messages and return those that customers received since the last call, oldest first."""
    folder = context.settings.data_dir / "mail"
    before = set(folder.glob("*.eml"))
    await run_for_all(partial(deliver, composers=COMPOSERS), context)
    files = sorted(set(folder.glob("*.eml")) - before)
    found = [email.message_from_bytes(file.read_bytes(), policy=default) for file in files]
    return [each for each in found if "ada@" in each["To"]]


def part(message: EmailMessage, kind: str) -> str:
    body = message.get_body((kind,))
    assert body is not None
    return " ".join(str(body.get_content()).split())


def event_of(message: EmailMessage) -> tuple[str, Any]:
    [attached] = [each for each in message.iter_attachments() if each.get_content_type() == "text/calendar"]
    calendar: Any = Calendar.from_ical(attached.get_content())
    assert attached.get_param("method") == calendar["METHOD"]
    [event] = calendar.walk("VEVENT")
    return str(calendar["METHOD"]), event


def files_of(message: EmailMessage) -> list[str | None]:
    """The attached PDF documents."""
    return [
        each.get_filename()
        for each in message.iter_attachments()
        if each.get_content_type() == "application/pdf" and each.get_content().startswith(b"%PDF")
    ]


async def book(client: httpx.AsyncClient, **changes: Any) -> str:
    answer = await client.post("/api/bookings", json=booking_form(**changes))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["bookingId"])


async def become(console: httpx.AsyncClient, booking: str, before: str, after: str, **more: Any) -> None:
    body = {"fromStatus": before, "toStatus": after, **more}
    answer = await console.post(f"{BOOKINGS}/{booking}/status", json=body)
    assert answer.status_code == 200, answer.text


async def test_a_booking_notifies_its_customer_in_their_language_from_request_to_cancellation(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, context: TaskContext, clock: FixedClock,
    georgia: Tenant,
) -> None:  # fmt: skip
    booking = await book(client, language="ru", customerName="Ада <b>", flightNumber="TK 386")
    [received] = await sent(context)
    reference = (await owner_client.get(f"{BOOKINGS}/{booking}")).json()["booking"]["reference"]
    assert received["Subject"] == f"Мы получили ваше бронирование {reference}"
    assert received["From"].startswith("Abano Georgia <")
    assert received["Content-Language"] == "ru"
    assert received["List-Unsubscribe"] is None
    method, asked = event_of(received)
    assert (method, asked["STATUS"], asked["SEQUENCE"]) == ("REQUEST", "TENTATIVE", 0)
    # Invitations do not contain visitor input either.
    assert (asked["ATTENDEE"].params["CN"] != "Ада <b>", files_of(received)) == (True, [])
    plain, html = part(received, "plain"), part(received, "html")
    time = "ср, 1 июл. 2026 г., 09:00 (Грузия, стандартное время)"
    for text in ("Subaru Forester", time, "485 €", "ул. Абано, 12"):
        assert text in plain, text
        assert text in html, text
    # Formatted as on the pages.
    assert "Депозит: Не нужен" in plain
    assert "Повреждения автомобиля: Вы платите не больше 15 000 €" in plain.replace("\xa0", " ")
    assert "Ада" not in plain + html
    [link] = re.findall(r"/ru/my-booking#(\S+)", plain)
    token = read_token(context.settings.secret_key.get_secret_value(), georgia.id, link)
    assert token is not None
    assert str(token.booking_id) == booking

    clock.move(minutes=1)
    await become(owner_client, booking, "pending", "confirmed")
    [confirmed] = await sent(context)
    # Visitor input is only sent once the company has confirmed the booking.
    assert "TK 386" not in part(received, "plain")
    assert "Ада &lt;b&gt;" in part(confirmed, "html")
    for kind in ("plain", "html"):
        text = part(confirmed, kind)
        assert "TK 386" in text
        assert "https://www.openstreetmap.org/directions?to=41.6" in text
    method, event = event_of(confirmed)
    assert (method, event["STATUS"]) == ("REQUEST", "CONFIRMED")
    assert event["SEQUENCE"] > asked["SEQUENCE"]
    assert files_of(confirmed) == [f"voucher-{reference}.pdf"]
    assert event["DTSTART"].dt.isoformat() == "2026-07-01T09:00:00+04:00"
    # The pages create their calendar file from the same id, so that a calendar keeps one entry.
    assert event["UID"] == asked["UID"] == f"{booking}@abano"

    clock.move(minutes=1)
    seen = (await owner_client.get(f"{BOOKINGS}/{booking}")).json()["booking"]["updatedAt"]
    change = staff_rental(customerName="Ada", customerEmail="ada@example.com", seenAt=seen, price="agreed",
                          pickupDate="2026-07-02", tell=True)  # fmt: skip
    assert (await owner_client.put(f"{BOOKINGS}/{booking}", json=change)).status_code == 200
    [changed] = await sent(context)
    method, moved = event_of(changed)
    assert (method, moved["UID"], moved["SEQUENCE"] > event["SEQUENCE"]) == ("REQUEST", event["UID"], True)
    assert moved["DTSTART"].dt.day == 2

    clock.move(minutes=1)
    await become(owner_client, booking, "confirmed", "cancelled", reason="Between us")
    [cancelled] = await sent(context)
    method, gone = event_of(cancelled)
    assert (method, gone["UID"], gone["STATUS"]) == ("CANCEL", event["UID"], "CANCELLED")
    assert gone["SEQUENCE"] > moved["SEQUENCE"]
    assert "Between us" not in part(cancelled, "plain")


async def test_a_delayed_message_has_current_data_and_is_dropped_when_obsolete(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    context: TaskContext,
    query_admin_sql: AdminSql,
) -> None:
    confirmed, cancelled = await book(client), await book(client, customerEmail="ada@second.example")
    await become(owner_client, confirmed, "pending", "confirmed")
    await become(owner_client, cancelled, "pending", "confirmed")
    await become(owner_client, cancelled, "confirmed", "cancelled", reason="no car")
    # The email address was corrected while the messages were queued.
    query_admin_sql("update bookings set customer_email = 'ada@right.example' where id = %s", confirmed)
    found = {(each["To"], each["Subject"].rsplit(" ", 1)[-1]) for each in await sent(context)}
    assert found == {("ada@right.example", "confirmed"), ("ada@second.example", "cancelled")}
    assert sorted(query_admin_sql(OUTCOMES)) == [
        ("cancelled", "sent"), ("confirmed", "outdated"), ("confirmed", "sent"), ("received", "outdated"),
        ("received", "outdated"),
    ]  # fmt: skip
    # No one who was sent no event is sent its end.
    shown = await owner_client.get(f"{BOOKINGS}/{cancelled}/messages")
    assert {each["state"] for each in shown.json()["messages"]} == {"sent", "skipped"}


async def test_a_mail_server_that_was_away_loses_nothing_and_gets_nothing_twice(
    client: httpx.AsyncClient, context: TaskContext, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    folder = context.settings.data_dir / "mail"
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("in the way of the folder, as a server that is down")
    bookings = [await book(client, customerEmail=f"ada@{number}.example") for number in range(4)]
    for _ in range(3):
        await run_for_all(partial(deliver, composers=COMPOSERS), context)
        clock.move(minutes=30)
    states = query_admin_sql("select distinct attempts, sent_at, last_error is null from outbox_messages")
    assert states == [(3, None, False)]
    folder.unlink()
    # Two workers start at the same time.
    await asyncio.gather(*(run_for_all(partial(deliver, composers=COMPOSERS), context) for _ in range(2)))
    await run_for_all(partial(deliver, composers=COMPOSERS), context)
    texts = [file.read_text(errors="replace") for file in folder.glob("*.eml")]
    for number in range(len(bookings)):
        assert sum(f"\nTo: ada@{number}.example" in text for text in texts) == 1
    assert query_admin_sql("select count(*) from outbox_messages where sent_at is null") == [(0,)]


def at(clock: FixedClock, moment: str) -> None:
    clock.move(seconds=(datetime.fromisoformat(moment) - clock.now()).total_seconds())


async def test_the_day_before_is_reminded_of_once_and_moves_with_the_dates(
    client: httpx.AsyncClient, context: TaskContext, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    stays, moves, ends = [await book(client) for _ in range(3)]
    waits = await book(client)
    query_admin_sql(
        "update bookings set status = 'confirmed' where id = any(%s::uuid[])", [stays, moves, ends]
    )
    await sent(context)
    at(clock, "2026-06-30T05:59:00+00:00")
    await run_for_all(remind, context)
    assert await sent(context) == []
    at(clock, "2026-06-30T06:00:00+00:00")  # 10:00 in Tbilisi
    query_admin_sql("update bookings set pickup_at = '2026-07-03 05:00+00' where id = %s", moves)
    await asyncio.gather(run_for_all(remind, context), run_for_all(remind, context))
    # A queued message is checked again when it is sent.
    query_admin_sql("update bookings set status = 'cancelled' where id = %s", ends)
    [reminder] = await sent(context)
    assert "See you tomorrow" in reminder["Subject"]
    for _ in range(2):
        clock.move(minutes=5)
        await run_for_all(remind, context)
        assert await sent(context) == []
    # Moved again after its reminder: another day, another reminder.
    query_admin_sql("update bookings set pickup_at = '2026-07-03 05:00+00' where id = %s", stays)
    at(clock, "2026-07-02T07:00:00+00:00")
    await run_for_all(remind, context)
    assert len(await sent(context)) == 2
    reminders = query_admin_sql(
        "select booking_id::text, count(*) from outbox_messages where once_key like 'reminder:%%' group by 1"
    )
    assert dict(reminders) == {stays: 2, moves: 1, ends: 1}
    assert waits not in dict(reminders)


async def test_thanks_follow_a_rental_once_and_one_click_ends_them(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, context: TaskContext, clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:  # fmt: skip
    async def complete(booking: str) -> None:
        query_admin_sql(
            "insert into booking_events (tenant_id, id, booking_id, to_status, actor, created_at)"
            " select tenant_id, gen_random_uuid(), id, 'completed', 'admin', %s from bookings where id = %s",
            clock.now(), booking,
        )  # fmt: skip
        query_admin_sql("update bookings set status = 'completed' where id = %s", booking)

    before = await book(client, customerEmail="ada@before.example")
    # Simulates a booking from before automatic messages were introduced.
    empty_tables(query_admin_sql, "outbox_messages")
    await complete(before)
    clock.move(minutes=1)
    answer = await owner_client.put(
        "/api/admin/messages/settings",
        json={"revision": 0, "switchedOff": [], "reminderHour": 10, "thanksDays": 1, "reviewUrl": ""},
    )  # fmt: skip
    assert answer.status_code == 200, answer.text
    booking = await book(client)
    await complete(booking)
    await sent(context)
    clock.move(days=1, hours=5)
    await asyncio.gather(run_for_all(thank, context), run_for_all(thank, context))
    await run_for_all(thank, context)
    [thanks] = await sent(context)
    assert thanks["Subject"] == "How was your trip, Ada Lovelace?"
    # Without a review page elsewhere, the link leads to the form of the company's site.
    assert "/reviews/write#" in part(thanks, "html")
    assert thanks["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = thanks["List-Unsubscribe"].strip("<>").partition("georgia.localhost:8000")[2]

    # A link scanner does not unsubscribe, a click does.
    looked = await client.get(path)
    assert looked.status_code == 200
    assert "<form" in looked.text
    assert query_admin_sql("select count(*) from message_unsubscribes") == [(0,)]
    clicked = await client.post(path, data={"List-Unsubscribe": "One-Click"})
    assert clicked.status_code == 200
    again = await book(client)
    assert len(await sent(context)) == 1
    await complete(again)
    clock.move(days=1, hours=5)
    await run_for_all(thank, context)
    assert await sent(context) == []
    assert ("thanks", "unsubscribed") in query_admin_sql(OUTCOMES)
    assert (await client.post(path.replace("key=", "key=A"))).status_code in (410, 422)


async def test_no_one_on_the_blacklist_is_reminded_and_who_was_erased_is_not_written_to(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, context: TaskContext, clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:  # fmt: skip
    listed = await book(client, customerEmail="ada@listed.example", customerPhone="+995599000001")
    query_admin_sql("update bookings set status = 'confirmed' where id = %s", listed)
    erased = await book(client, customerEmail="ada@erased.example", customerPhone="+995599000002")
    await sent(context)
    query_admin_sql("select assign_customer(tenant_id, id) from bookings where id = %s", listed)
    query_admin_sql("update customers set is_blacklisted = true where email = 'ada@listed.example'")
    query_admin_sql("update bookings set status = 'cancelled' where id = %s", erased)
    answer = await owner_client.post("/api/admin/customers/erase", json={"email": "ada@erased.example"})
    assert answer.status_code == 200, answer.text
    assert query_admin_sql(
        "select count(*) from outbox_messages where booking_id = %s or recipient = 'ada@erased.example'",
        erased,
    ) == [(0,)]
    assert query_admin_sql("select manage_version from bookings where id = %s", erased) == [(1,)]
    at(clock, "2026-06-30T07:00:00+00:00")
    await run_for_all(remind, context)
    assert await sent(context) == []
    assert ("reminder", "blacklisted") in query_admin_sql(OUTCOMES)


async def test_a_switch_holds_a_message_back_unless_the_desk_asks_for_it(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, context: TaskContext, query_admin_sql: AdminSql,
    georgia: Tenant,
) -> None:  # fmt: skip
    body = {"revision": 0, "switchedOff": ["received"], "reminderHour": 10, "thanksDays": 1}
    assert (await owner_client.put("/api/admin/messages/settings", json=body)).status_code == 200
    add_own_text(query_admin_sql, georgia, "received", "en")
    booking = await book(client)
    assert await sent(context) == []
    [message] = (await owner_client.get(f"{BOOKINGS}/{booking}/messages")).json()["messages"]
    assert (message["state"], message["reason"], message["canResend"]) == ("skipped", "switched_off", True)
    path = f"{BOOKINGS}/{booking}/messages/{message['id']}/resend"
    assert (await owner_client.post(path)).status_code == 200
    [resent] = await sent(context)
    assert resent["Subject"] == "Ours"
    await become(owner_client, booking, "pending", "cancelled", reason="no car")
    refused = await owner_client.post(path)
    assert (refused.status_code, refused.json()["error"]) == (409, "MessageNotCurrent")


async def test_old_messages_go_and_those_of_bookings_stay_a_year(
    client: httpx.AsyncClient,
    context: TaskContext,
    clock: FixedClock,
    query_admin_sql: AdminSql,
    georgia: Tenant,
) -> None:
    add_vehicle(query_admin_sql, georgia, "AA-1")
    await book(client)
    await sent(context)
    assert query_admin_sql("select count(*) from outbox_messages") == [(2,)]
    clock.move(days=91)
    await run_for_all(delete_old, context)
    assert query_admin_sql("select kind from outbox_messages") == [("booking.customer_message",)]
    clock.move(days=timedelta(days=275).days)
    await run_for_all(delete_old, context)
    assert query_admin_sql("select count(*) from outbox_messages") == [(0,)]


async def test_no_one_can_have_us_write_to_others_more_than_six_times_a_day(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, context: TaskContext, clock: FixedClock
) -> None:
    """Bookings and cancellations with someone else's email address, in any spelling."""
    addresses = ["ada@example.com", "Ada@Example.com", "ada+1@example.com", "ada+cars@example.com"]
    for number in range(10):
        booked = await client.post(
            "/api/bookings",
            json=booking_form(customerEmail=addresses[number % 4]),
        )
        assert booked.status_code == 201, booked.text
    await run_for_all(partial(deliver, composers=COMPOSERS), context)
    files = list((context.settings.data_dir / "mail").glob("*.eml"))
    to = [email.message_from_bytes(file.read_bytes(), policy=default)["To"] for file in files]
    assert sum("@example.com" in each.lower() for each in to) == 6
    # The message of a booking confirmed by staff is not limited, and the limit resets the next day.
    await become(owner_client, booked.json()["bookingId"], "pending", "confirmed")
    await run_for_all(partial(deliver, composers=COMPOSERS), context)
    assert len(list((context.settings.data_dir / "mail").glob("*.eml"))) == len(files) + 1
    clock.move(days=1, minutes=1)
    await book(client)
    assert len(await sent(context)) == 1


async def test_all_companies_together_write_to_one_person_no_more_than_their_limit(
    client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    context: TaskContext,
    clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
    query_admin_sql: AdminSql,
) -> None:
    """Many companies, one victim: each is below its own limit."""
    monkeypatch.setattr(service, "MAILS_TO_STRANGER_OF_ALL", Limit(6, timedelta(days=1)))
    mails = context.settings.data_dir / "mail"

    async def book_at_both(address: str) -> int:
        known = set(mails.glob("*.eml"))
        for company in (client, alps_client):
            for number in range(5):
                spelling = address.replace("@", f"+{number}@")
                form = booking_form(customerEmail=spelling, **(ALPINE if company is alps_client else {}))
                answer = await company.post("/api/bookings", json=form)
                assert answer.status_code == 201, answer.text
        await run_for_all(partial(deliver, composers=COMPOSERS), context)
        name = address.partition("@")[0]
        return sum(
            f"\nTo: {name}+".encode() in each.read_bytes() for each in set(mails.glob("*.eml")) - known
        )

    assert await book_at_both("victim@example.com") == 6
    skipped = query_admin_sql("select count(*) from outbox_messages where outcome_reason = 'too_many'")
    assert skipped == [(4,)]
    # Another person has a separate limit, and the limit resets the next day.
    assert await book_at_both("other@example.com") == 6
    clock.move(days=1, minutes=1)
    assert await book_at_both("victim@example.com") == 6
    # Records are deleted when they no longer count.
    assert query_admin_sql("select count(*) from mail_counts") == [(1,)]


async def test_what_a_visitor_typed_is_not_sent_to_others(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, context: TaskContext
) -> None:
    add_car = {"customerName": "Your refund of EUR 900", "carType": "Your refund of EUR 900"}
    booking = await book(client, **add_car)
    [received] = await sent(context)
    everything = received["Subject"] + part(received, "plain") + part(received, "html")
    assert "refund" not in everything
    assert "dear guest" not in received["Subject"]
    await become(owner_client, booking, "pending", "cancelled", reason="no such car")
    [cancelled] = await sent(context)
    assert "refund" not in cancelled["Subject"] + part(cancelled, "plain") + part(cancelled, "html")
    assert "dear guest" in part(cancelled, "plain")


@pytest.mark.parametrize(
    "name",
    [
        "Your refund is ready: https://evil.example",
        "Ada www.evil.example",
        "Ada evil.com",
        "Claim at evil.com/now",
        "Ада деньги.рф",
    ],
)
async def test_a_name_with_a_link_is_refused_at_its_field(client: httpx.AsyncClient, name: str) -> None:
    affiliate = {"name": name, "email": "eve@example.com", "paypalEmail": "eve@example.com", "phone": "1",
                 "website": "", "password": "a password for no one"}  # fmt: skip
    for path, body, field in (
        ("/api/bookings", booking_form(customerName=name), "customerName"),
        ("/api/referrers/register", affiliate, "name"),
    ):
        answer = await client.post(path, json=body)
        assert answer.status_code == 422, answer.text
        assert [(each["field"], each["code"]) for each in answer.json()["fields"]] == [
            (field, "name_with_link")
        ]


@pytest.mark.parametrize(
    "name", ["Anne-Marie St.Clair", "J.R. Smith", "Dr.No Example", "O'Brien Jr.", "Ana D.Com\u00e9"]
)
async def test_names_with_dots_are_names(client: httpx.AsyncClient, name: str) -> None:
    await book(client, customerName=name)


async def test_the_team_gets_at_most_thirty_emails_an_hour_of_one_kind(
    client: httpx.AsyncClient, context: TaskContext, clock: FixedClock
) -> None:
    """The effect of visitors who only start a booking; their bookings are in the console all the same."""

    async def begin(number: int) -> None:
        body = {"firstName": "Eve", "lastName": "Known", "customerEmail": f"eve{number}@example.com"}
        assert (await client.post("/api/personal-info-step", json=body)).status_code == 200

    folder = context.settings.data_dir / "mail"
    for number in range(35):
        await begin(number)
    clock.move(hours=1)
    await run_for_all(partial(deliver, composers=COMPOSERS), context)
    assert len(list(folder.glob("*.eml"))) == 30
    await begin(36)
    clock.move(hours=1, minutes=1)
    await run_for_all(partial(deliver, composers=COMPOSERS), context)
    assert len(list(folder.glob("*.eml"))) == 31
