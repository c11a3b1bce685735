"""A copy of all data about a person, and its erasure from every table, column and file."""

import json
import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from console_people import PASSWORD, audited
from customer_steps import BOOKING, CUSTOMERS, DETAILS, EMAIL, PHONE
from product_fixtures import NOW, AdminSql, ClientFactory, SignIn
from running_stack import WAIT_SECONDS

from abano.core.clock import FixedClock, SystemClock
from abano.core.config import Settings
from abano.core.ids import new_id
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.service import deliver_pending
from abano.messaging.outbox.transport import ChatWebhook, FileTransport
from abano.team.users.users import create_admin
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
TRACES = ("maryam", "zubaidova", "555014285", "55 501 4285", "fingerprint-of-maryam", "Click-of-Maryam")
COLUMNS = """
select c.table_name, c.column_name from information_schema.columns c
join information_schema.tables t using (table_schema, table_name)
where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, 2
"""


def traces(query_admin_sql: AdminSql) -> dict[str, int]:
    """Every column of every table that contains one of the person's traces, with the number of rows."""
    found = {}
    columns = query_admin_sql(COLUMNS)
    assert len(columns) > 200, "the walk must see the whole schema"
    for table, column in columns:
        # The session's id is random, so it is excluded from the search for names.
        text = f"replace(lower(\"{column}\"::text), 'quiz_maryam_session', '')"
        rows = query_admin_sql(
            f'select count(*) from "{table}" where '
            + " or ".join([f"position(lower(%s) in {text}) > 0"] * 6),
            *TRACES,
        )
        if rows[0][0]:
            found[f"{table}.{column}"] = int(rows[0][0])
    return found


def add_affiliate(query_admin_sql: AdminSql, tenant: Tenant) -> str:
    """An affiliate whose code the person uses; returns the code."""
    affiliate, code = new_id(), f"AFFILIATE{new_id().hex[-6:].upper()}"
    query_admin_sql(
        "insert into affiliates (tenant_id, id, name, email, created_at) values (%s, %s, 'Affiliate', %s, %s)",
        tenant.id, affiliate, f"{affiliate.hex}@example.com", NOW,
    )  # fmt: skip
    query_admin_sql(
        "insert into promo_codes (tenant_id, code, affiliate_id, discount_basis_points, created_at)"
        " values (%s, %s, %s, 0, %s)",
        tenant.id, code, affiliate, NOW,
    )  # fmt: skip
    return code


async def live_through_everything(client: httpx.AsyncClient, owner: httpx.AsyncClient, code: str = "") -> str:
    """A visitor's path: click, quiz, first step, booking, and the team's notes. Returns the booking's id."""
    click = {
        "gclid": "Click-of-Maryam",
        "deviceFingerprint": "fingerprint-of-maryam",
        "sessionId": "quiz_maryam_session",
    }
    assert (await client.post("/api/gclid/save", json=click, headers=PHONE)).status_code == 200
    start = {
        "sessionId": "quiz_maryam_session",
        "deviceFingerprint": "fingerprint-of-maryam",
        "gclid": "Click-of-Maryam",
        "sourceUrl": "https://example.com/?name=maryam",
        "utmCampaign": "summer",
    }
    assert (await client.post("/api/quiz/session/start", json=start, headers=PHONE)).status_code == 200
    answers = {"sessionId": "quiz_maryam_session", "answers": [{"questionId": "q1", "value": "leisure"}]}
    assert (await client.post("/api/quiz/answers", json=answers, headers=PHONE)).status_code == 200
    first_step = {
        "firstName": "Maryam",
        "lastName": "Zubaidova",
        "customerEmail": EMAIL,
        "customerPhone": "+992 55 501 4285",
        "driverAge": "36",
        "groupSize": "2",
        "bookingDetails": dict.fromkeys(DETAILS, "Not selected"),
    }  # fmt: skip
    answer = await client.post("/api/personal-info-step", json=first_step, headers=PHONE)
    assert answer.status_code == 200, answer.text
    headers = PHONE | {"idempotency-key": "maryams-submit"}
    booked = await client.post("/api/bookings", json=BOOKING | {"promoCode": code}, headers=headers)
    assert booked.status_code == 201, booked.text
    booking = str(booked.json()["bookingId"])
    desk = f"/api/admin/bookings/{booking}"
    for path, body in (
        ("notes", {"text": "Maryam likes the FJ Cruiser"}),
        ("emails", {"subject": "Your car, Maryam", "body": "Dear Maryam, it is ready."}),
        ("status", {"fromStatus": "pending", "toStatus": "cancelled", "reason": "Maryam Zubaidova rang us"}),
    ):
        answer = await owner.post(f"{desk}/{path}", json=body)
        assert answer.is_success, answer.text
    return booking


async def test_a_person_is_erased_from_every_table_column_and_email(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    settings: Settings,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    booking = await live_through_everything(client, owner_client, add_affiliate(query_admin_sql, georgia))
    context = TaskContext(db, settings, clock)
    mail = settings.data_dir / "mail"
    await deliver_pending(context, georgia.id, FileTransport(mail), ChatWebhook())
    before = traces(query_admin_sql)
    assert set(before) >= {
        "bookings.customer_name", "bookings.customer_email", "bookings.customer_phone", "bookings.gclid",
        "bookings.device_fingerprint", "booking_events.reason", "booking_notes.body",
        "personal_info_drafts.payload", "outbox_messages.payload", "quiz_sessions.device_fingerprint",
        "quiz_sessions.source_url", "click_records.gclid",
    }  # fmt: skip
    assert any("Maryam" in email.read_text() for email in mail.iterdir())
    figures = (
        "select total_minor, status, days, price_lines, attributed_session_id from bookings where id = %s"
    )
    kept = query_admin_sql(figures, booking)
    ledger = "select to_jsonb(e) from commission_entries e where booking_id = %s order by step"
    entries = query_admin_sql(ledger, booking)
    assert len(entries) == 2, "earned with the booking, voided by its cancellation"

    look = (await owner_client.post(f"{CUSTOMERS}/look", json={"email": EMAIL})).json()
    assert look["counts"]["bookings"] == look["counts"]["incompleteBookings"] == look["counts"]["clicks"] == 1
    assert look["openBookings"] == 0
    erased = await owner_client.post(f"{CUSTOMERS}/erase", json={"email": EMAIL.upper()})
    assert erased.status_code == 200, erased.text

    assert traces(query_admin_sql) == {}
    assert not any("aryam" in email.read_text() for email in mail.iterdir())
    assert query_admin_sql(figures, booking) == kept
    assert query_admin_sql(ledger, booking) == entries
    assert query_admin_sql("select count(*) from quiz_answers where session_id = 'quiz_maryam_session'") == [
        (1,)
    ]
    assert query_admin_sql("select count(*) from ip_visits") == [(0,)]
    assert audited(query_admin_sql, "customer.erased") == 1
    again = await owner_client.post(f"{CUSTOMERS}/erase", json={"email": EMAIL})
    assert (again.status_code, again.json()["error"]) == (404, "UnknownCustomer")
    # The desk still works on the remaining data.
    shown = await owner_client.get(f"/api/admin/bookings/{booking}")
    assert shown.status_code == 200, shown.text
    assert (await owner_client.get("/api/admin/bookings")).status_code == 200


async def test_the_copy_holds_everything_and_is_noted(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    await live_through_everything(client, owner_client)
    answer = await owner_client.post(f"{CUSTOMERS}/export", json={"email": EMAIL})
    assert answer.headers["content-disposition"].startswith("attachment")
    data = answer.json()
    assert data["emails"] == [EMAIL.lower()]
    assert data["bookings"][0]["customer_name"] == "Maryam Zubaidova"
    assert data["quizSessions"][0]["answers"][0]["value"] == "leisure"
    assert {message["kind"] for message in data["messages"]} >= {"booking.created", "booking.customer_email"}
    assert [event["to_status"] for event in data["bookingEvents"]] == ["pending", "cancelled"]
    assert "tenant_id" not in json.dumps(data)
    rows = query_admin_sql("select subject_id, after::text from audit_log where action = 'customer.exported'")
    assert len(rows) == 1
    assert not any(trace in str(rows).lower() for trace in ("maryam", "example.com"))
    await owner_client.post(f"{CUSTOMERS}/erase", json={"email": EMAIL})


async def test_others_and_other_companies_keep_their_data(
    client: httpx.AsyncClient,
    client_of: ClientFactory,
    db: Database,
    alps: Tenant,
    sign_in: SignIn,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
) -> None:
    await client.post("/api/bookings", json=BOOKING, headers=PHONE)
    other = BOOKING | {"customerEmail": "not.maryam.zubaidova@example.com", "customerName": "Someone Else"}
    other |= {"gclid": "", "quizSessionId": "another", "deviceFingerprint": "fingerprint-of-maryam"}
    assert (await client.post("/api/bookings", json=other, headers=PHONE)).status_code == 201
    stranger = client_of("alps.localhost")
    await create_admin(
        db, alps.id, email="boss@alps.example", password=PASSWORD, name="", role="owner", clock=SystemClock()
    )
    await sign_in(stranger, "boss@alps.example", PASSWORD)
    for path in ("look", "export", "erase"):
        assert (await stranger.post(f"{CUSTOMERS}/{path}", json={"email": EMAIL})).status_code == 404
    await owner_client.post(f"{CUSTOMERS}/erase", json={"email": EMAIL})
    left = query_admin_sql(
        "select customer_name, device_fingerprint from bookings where customer_email <> ''"
    )
    assert left == [("Someone Else", "fingerprint-of-maryam")]
    messages = query_admin_sql(
        "select count(*) from outbox_messages where payload::text like '%%Someone Else%%'"
    )
    assert messages == [(1,)]


async def test_an_open_booking_is_reported(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    await client.post("/api/bookings", json=BOOKING, headers=PHONE)
    look = (await owner_client.post(f"{CUSTOMERS}/look", json={"email": EMAIL})).json()
    assert look["openBookings"] == 1


@pytest.mark.parametrize("path", ["look", "export", "erase"])
async def test_what_is_no_address_is_refused_by_name(owner_client: httpx.AsyncClient, path: str) -> None:
    answer = await owner_client.post(f"{CUSTOMERS}/{path}", json={"email": "maryam"})
    assert answer.status_code == 422
    assert [item["field"] for item in answer.json()["fields"]] == ["email"]


@pytest.mark.slow
async def test_from_the_command_line(
    client: httpx.AsyncClient, settings: Settings, query_admin_sql: AdminSql, tmp_path: Path
) -> None:
    query_admin_sql("delete from outbox_messages")
    await client.post("/api/bookings", json=BOOKING, headers=PHONE)

    def abano(*arguments: str) -> "subprocess.CompletedProcess[str]":
        environment = os.environ | {
            "ABANO_DATABASE_URL": settings.database_url,
            "ABANO_DATA_DIR": str(settings.data_dir),
        }
        return subprocess.run(
            [sys.executable, "-m", "abano.cli", "customer", *arguments, "--tenant", "georgia", "--email", EMAIL],
            capture_output=True, text=True, env=environment, timeout=WAIT_SECONDS, check=False,
        )  # fmt: skip

    copy = tmp_path / "copy.json"
    done = abano("export", "--output", str(copy))
    assert done.returncode == 0, done.stderr
    assert "Maryam Zubaidova" in {row["customer_name"] for row in json.loads(copy.read_text())["bookings"]}
    assert copy.stat().st_mode & 0o077 == 0
    assert abano("erase", "--yes").returncode == 0
    no_one = abano("erase", "--yes")
    assert no_one.returncode == 1
    assert "No data is stored for this email address." in no_one.stderr
    actors = query_admin_sql("select distinct actor from audit_log where action like 'customer.%%'")
    assert ("operator",) in actors
