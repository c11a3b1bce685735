"""Messages to the company, and background cleanup."""

import email
from datetime import timedelta
from email.message import EmailMessage
from email.policy import default
from uuid import UUID

import httpx
import psycopg
import pytest
from background_tasks import run_for_all
from booking_form import book
from product_fixtures import AdminSql

from abano.booking_record.models import BookingRow
from abano.booking_record.rules import Status
from abano.booking_record.service import StatusNotAllowed, change_status
from abano.booking_record.tasks import cancel_unconfirmed, delete_old
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.layout import Recipient
from abano.messaging.outbox.service import deliver, render
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio

COMPANY = Recipient("Abano Georgia", "bookings@abano.example", "", "http://georgia.localhost:8000")


def mails(settings: Settings) -> list[EmailMessage]:
    files = sorted((settings.data_dir / "mail").glob("*.eml"))
    found = []
    for file in files:
        message = email.message_from_bytes(file.read_bytes(), policy=default)
        assert isinstance(message, EmailMessage)
        found.append(message)
    return found


def texts(message: EmailMessage) -> tuple[str, str]:
    plain, html = message.get_body(("plain",)), message.get_body(("html",))
    assert plain is not None
    assert html is not None
    return plain.get_content(), html.get_content()


async def test_company_reads_of_a_booking_and_of_its_cancellation(
    client: httpx.AsyncClient, db: Database, settings: Settings, clock: FixedClock
) -> None:
    context = TaskContext(db, settings, clock)
    answer = (await book(client, promoCode="NOMAD15", babySeat=True, carType="Lada <Niva>")).json()
    await run_for_all(deliver, context)
    [message] = mails(settings)
    assert message["To"] == "bookings@abano.example"
    assert message["Reply-To"] == "ada@example.com"
    assert answer["reference"] in message["Subject"]
    plain, html = texts(message)
    # 7 days at 57, 100 for the way, 21 for the seat, less 15 %.
    for part in (
        "Ada Lovelace",
        "Tbilisi, Tbilisi Airport, arrivals hall, Wed, 1 Jul 2026, 09:00",
        "Baby seat",
        "-€78",
        "€442",
        "not in your catalogue",
    ):
        assert part in plain
        assert part in html
    assert "Lada &lt;Niva&gt;" in html
    clock.move(hours=25)
    await run_for_all(cancel_unconfirmed, context)
    await run_for_all(deliver, context)
    cancelled = mails(settings)[1]
    assert "was cancelled" in cancelled["Subject"]
    assert "not confirmed within 24 hours" in texts(cancelled)[0]


async def test_team_is_notified_of_an_incomplete_booking_whatever_was_typed(
    client: httpx.AsyncClient, db: Database, settings: Settings, clock: FixedClock
) -> None:
    odd = {
        "firstName": "A\0da\r\nBcc: x@y.example",
        "lastName": None,
        "customerEmail": "ada@example.com\r\nBcc: x@y.example",
        "customerPhone": "+" * 5000,
        "driverAge": 36,
        "groupSize": ["many"],
        "bookingDetails": {
            "selectedCar": None,
            "pickupLocation": "",
            "totalDays": 7,
            "calculatedPrice": 485.5,
        },
    }
    for body in (odd, {}, {"bookingDetails": None}, {"bookingDetails": "none"}):
        assert (await client.post("/api/personal-info-step", json=body)).status_code == 200
    clock.move(minutes=5)
    await run_for_all(deliver, TaskContext(db, settings, clock))
    found = mails(settings)
    assert len(found) == 4
    assert all(message["Bcc"] is None for message in found)
    plain = next(texts(message)[0] for message in found if "485.5" in texts(message)[0])
    assert "Not selected" in plain


async def test_old_drafts_and_keys_are_deleted_after_their_time(
    client: httpx.AsyncClient, db: Database, settings: Settings, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    context = TaskContext(db, settings, clock)
    query_admin_sql("delete from personal_info_drafts")
    await client.post("/api/personal-info-step", json={"firstName": "Ada"})
    assert (await book(client, key="kept-a-week")).status_code == 201
    clock.move(days=6)
    await run_for_all(delete_old, context)
    assert query_admin_sql("select count(*) from idempotency_keys where key = 'kept-a-week'") == [(1,)]
    clock.move(days=2)
    await run_for_all(delete_old, context)
    assert query_admin_sql("select count(*) from idempotency_keys where key = 'kept-a-week'") == [(0,)]
    assert query_admin_sql("select count(*) from personal_info_drafts") == [(1,)]
    clock.move(days=90)
    await run_for_all(delete_old, context)
    assert query_admin_sql("select count(*) from personal_info_drafts") == [(0,)]


async def test_each_company_cancels_after_its_own_hours(
    client: httpx.AsyncClient, db: Database, settings: Settings, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("update tenant_settings set unconfirmed_hours = 2 where currency = 'EUR'")
    booking_id = (await book(client)).json()["bookingId"]
    confirmed_id = (await book(client)).json()["bookingId"]
    query_admin_sql("update bookings set status = 'confirmed' where id = %s", confirmed_id)
    clock.move(hours=2, seconds=timedelta(seconds=1).seconds)
    await run_for_all(cancel_unconfirmed, TaskContext(db, settings, clock))
    statuses = query_admin_sql(
        "select status from bookings where id in (%s, %s) order by created_at, id", booking_id, confirmed_id
    )
    assert sorted(statuses) == [("cancelled",), ("confirmed",)]


async def test_status_only_goes_where_it_may_and_leaves_a_trace(
    client: httpx.AsyncClient, db: Database, georgia: Tenant, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    booking_id = (await book(client)).json()["bookingId"]

    async def change(status: Status) -> None:
        async with db.uow(georgia.id) as uow:
            booking = await uow.session.get_one(BookingRow, (georgia.id, UUID(booking_id)))
            await change_status(
                uow,
                booking,
                status,
                actor="admin",
                reason="by hand",
                now=clock.now(),
            )

    with pytest.raises(StatusNotAllowed):
        await change("completed")
    await change("confirmed")
    clock.move(minutes=1)
    await change("cancelled")
    with pytest.raises(StatusNotAllowed):
        await change("confirmed")
    events = query_admin_sql(
        "select from_status, to_status, actor, reason from booking_events where booking_id = %s and actor = 'admin'"
        " order by created_at",
        booking_id,
    )
    assert events == [
        ("pending", "confirmed", "admin", "by hand"),
        ("confirmed", "cancelled", "admin", "by hand"),
    ]
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        async with db.pipeline_transaction(georgia.id) as transaction:
            await transaction.connection.execute("delete from booking_events")


def test_subject_is_one_line() -> None:
    payload = {
        "reference": "K7M-4QXD",
        "customerName": "A",
        "carName": "Car\r\nBcc: x@y.example",
        "reason": "r",
    }
    assert "\n" not in render("booking.cancelled", payload, COMPANY).subject
