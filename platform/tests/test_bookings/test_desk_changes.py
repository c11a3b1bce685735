"""What admins do with a booking: status, notes, emails, review. Each is in the history and in the audit log."""

import asyncio
from uuid import uuid4

import httpx
import pytest
from background_tasks import run_for_all
from desk_steps import change, new_booking
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.booking_record.tasks import cancel_unconfirmed
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.service import deliver
from abano.team.users.users import create_admin
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
ANALYST = "analyst@abano.localhost"
PASSWORD = "looks at figures"


async def test_a_booking_goes_from_request_to_return(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    booking = await new_booking(client)
    shown = (await owner_client.get(f"/api/admin/bookings/{booking}")).json()["booking"]
    assert shown["nextStatuses"] == ["confirmed", "cancelled"]
    steps = (
        ("pending", "confirmed", None),
        ("confirmed", "active", "early_handover"),
        ("active", "completed", "early_return"),
    )
    for before, after, acknowledged in steps:
        clock.move(hours=1)
        answer = await change(owner_client, booking, before, after, acknowledged=acknowledged)
        assert answer.status_code == 200, answer.text
        shown = answer.json()["booking"]
        assert shown["status"] == after
    assert shown["nextStatuses"] == []
    assert shown["cancelsAt"] is None
    history = [(event["fromStatus"], event["toStatus"], event["actor"]) for event in shown["history"]]
    assert history == [
        (None, "pending", "customer"),
        ("pending", "confirmed", "admin"),
        ("confirmed", "active", "admin"),
        ("active", "completed", "admin"),
    ]
    actions = query_admin_sql(
        "select action, after ->> 'status', host(ip_address) from audit_log where subject_id = %s"
        " order by happened_at",
        shown["reference"],
    )
    assert actions == [
        ("booking.confirmed", "confirmed", "192.0.2.10"),
        ("booking.active", "active", "192.0.2.10"),
        ("booking.completed", "completed", "192.0.2.10"),
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [("pending", "active"), ("pending", "completed"), ("pending", "pending")],
)
async def test_only_the_allowed_steps(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, before: str, after: str
) -> None:
    booking = await new_booking(client)
    answer = await change(owner_client, booking, before, after)
    assert answer.status_code == 409
    assert answer.json()["error"] == "StatusNotAllowed"


async def test_cancelling_needs_a_reason_and_notifies_the_company(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking = await new_booking(client)
    refused = await change(owner_client, booking, "pending", "cancelled", "  ")
    assert refused.status_code == 422
    assert [field["field"] for field in refused.json()["fields"]] == ["reason"]
    answer = await change(owner_client, booking, "pending", "cancelled", "The car is in repair")
    shown = answer.json()["booking"]
    assert shown["history"][-1]["text"] == "The car is in repair"
    [(reason,)] = query_admin_sql(
        "select payload ->> 'reason' from outbox_messages where kind = 'booking.cancelled'"
        " and payload ->> 'reference' = %s",
        shown["reference"],
    )
    assert reason == "The car is in repair"


async def test_of_two_concurrent_admins_the_second_gets_a_conflict(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking = await new_booking(client)
    answers = await asyncio.gather(
        *(change(owner_client, booking, "pending", "confirmed") for _ in range(4)),
        change(owner_client, booking, "pending", "cancelled", "Changed our mind"),
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409]
    body = next(answer.json() for answer in answers if answer.status_code == 409)
    assert body["error"] == "BookingChanged"
    assert "while you looked at it" in body["message"]
    assert query_admin_sql("select count(*) from booking_events where booking_id = %s", booking) == [(2,)]


async def test_the_clock_came_first(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    db: Database,
    settings: Settings,
    clock: FixedClock,
    sign_in: SignIn,
) -> None:
    booking = await new_booking(client)
    clock.move(hours=25)
    await run_for_all(cancel_unconfirmed, TaskContext(db, settings, clock))
    await sign_in(owner_client, settings.admin_email, settings.admin_password.get_secret_value())
    response = await change(owner_client, booking, "pending", "confirmed")
    assert response.status_code == 409
    assert "no one confirmed it in time" in response.json()["message"]


async def test_notes_and_emails_are_in_the_history(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    db: Database,
    settings: Settings,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    booking = await new_booking(client, customerEmail="guest@example.com")
    noted = await owner_client.post(f"/api/admin/bookings/{booking}/notes", json={"text": " Lands at 23:10 "})
    assert noted.json()["booking"]["history"][-1]["text"] == "Lands at 23:10"
    clock.move(seconds=1)
    [template, *_] = noted.json()["booking"]["templates"]
    assert noted.json()["booking"]["reference"] in template["subject"]
    written = {"subject": template["subject"], "body": template["body"]}
    sent = await owner_client.post(f"/api/admin/bookings/{booking}/emails", json=written)
    assert sent.json()["booking"]["history"][-1]["kind"] == "email"
    await run_for_all(deliver, TaskContext(db, settings, clock))
    [mail] = [
        text
        for file in (settings.data_dir / "mail").glob("*.eml")
        if "\nTo: guest@example.com" in (text := file.read_text())
    ]
    assert "Reply-To: bookings@" in mail
    assert "Wed, 1 Jul 2026, 09:00" in mail
    # The audit log says that it was done, not what personal things were written.
    kept = query_admin_sql("select after::text from audit_log where action = 'booking.noted'")
    assert "Lands" not in str(kept)


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("notes", {"text": "  "}, "text"),
        ("notes", {"text": "a\x00b"}, "text"),
        ("notes", {"text": "x" * 4001}, "text"),
        ("emails", {"subject": "", "body": "Hello"}, "subject"),
        ("emails", {"subject": "Hello", "body": ""}, "body"),
        ("status", {"fromStatus": "pending", "toStatus": "lost"}, "toStatus"),
        ("status", {"fromStatus": "pending", "toStatus": "cancelled", "reason": "x" * 501}, "reason"),
    ],
)
async def test_bad_input_names_its_field(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, path: str, body: dict[str, str], field: str
) -> None:
    booking = await new_booking(client)
    answer = await owner_client.post(f"/api/admin/bookings/{booking}/{path}", json=body)
    assert answer.status_code == 422
    assert [each["field"] for each in answer.json()["fields"]] == [field]


async def test_a_subject_cannot_add_header_lines(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    db: Database,
    settings: Settings,
    clock: FixedClock,
) -> None:
    booking = await new_booking(client, customerEmail="header@example.com")
    body = {"subject": "Hello\r\nBcc: everyone@example.com", "body": "Hi"}
    assert (await owner_client.post(f"/api/admin/bookings/{booking}/emails", json=body)).status_code == 200
    await run_for_all(deliver, TaskContext(db, settings, clock))
    mails = [file.read_text() for file in (settings.data_dir / "mail").glob("*.eml")]
    assert any("Subject: Hello Bcc: everyone@example.com" in mail for mail in mails)
    assert not any("\nBcc:" in mail for mail in mails)


async def test_the_review_mark_is_taken_away_once(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking = await new_booking(client, carType="Lada Niva")
    for _ in range(2):
        answer = await owner_client.post(f"/api/admin/bookings/{booking}/reviewed")
        assert answer.json()["booking"]["needsReview"] is False
    assert answer.json()["booking"]["reviewReasons"] == ["unknown_car"]
    assert query_admin_sql("select count(*) from audit_log where action = 'booking.reviewed'") == [(1,)]


async def test_a_bookings_page_shows_where_the_customer_came_from(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    session = f"quiz_{uuid4().hex}"
    start = {"sessionId": session, "quizVersion": "v1", "utmSource": "google", "utmCampaign": "summer"}
    assert (await client.post("/api/quiz/session/start", json=start)).status_code == 200
    answers = [{"questionId": "q1", "questionText": "Why?", "value": "adventure", "answer": "Adventure"}]
    given = {"sessionId": session, "answers": answers}
    assert (await client.post("/api/quiz/answers", json=given)).status_code == 200
    booking = await new_booking(client, quizSessionId=session, gclid="Click-9")
    shown = (await owner_client.get(f"/api/admin/bookings/{booking}")).json()["booking"]
    attribution = shown["attribution"]
    assert attribution["method"] == "session"
    assert (attribution["source"], attribution["campaign"]) == ("google", "summer")
    assert attribution["gclid"] == "Click-9"
    assert len(attribution["answers"]) == 1
    assert sum(line["amount"] for line in shown["priceLines"]) == shown["totalPrice"]
    assert shown["chatUrl"].startswith("https://wa.me/442079460000?text=")


async def test_who_may(
    client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    client_of: ClientFactory,
    db: Database,
    georgia: Tenant,
    alps: Tenant,
    clock: FixedClock,
    sign_in: SignIn,
) -> None:
    booking = await new_booking(client)
    calls: tuple[tuple[str, str, dict[str, str] | None], ...] = (
        ("GET", "", None),
        ("GET", "/filters", None),
        ("GET", "/export.csv", None),
        ("GET", f"/{booking}", None),
        ("POST", f"/{booking}/status", {"fromStatus": "pending", "toStatus": "confirmed"}),
        ("POST", f"/{booking}/step-back", {"fromStatus": "confirmed", "toStatus": "pending", "reason": "Oh"}),
        ("POST", f"/{booking}/notes", {"text": "Hello"}),
        ("POST", f"/{booking}/emails", {"subject": "Hello", "body": "Hello"}),
        ("POST", f"/{booking}/reviewed", None),
    )
    for tenant in (georgia, alps):
        await create_admin(
            db, tenant.id, email=ANALYST, password=PASSWORD, name="Ana", role="analyst", clock=clock
        )
    analyst = client_of("localhost")
    await sign_in(analyst, ANALYST, PASSWORD)
    await create_admin(
        db, alps.id, email="boss@alps.localhost", password=PASSWORD, name="", role="owner", clock=clock
    )
    await sign_in(alps_client, "boss@alps.localhost", PASSWORD)
    for method, path, body in calls:
        address = f"/api/admin/bookings{path}"
        assert (await client.request(method, address, json=body)).status_code == 401, path
        assert (await analyst.request(method, address, json=body)).status_code == 403, path
        if booking in path:
            assert (await alps_client.request(method, address, json=body)).status_code == 404, path
