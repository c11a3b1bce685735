"""Reports by email: one a period however many workers look, of the right days, ended by one click; and alerts."""

import asyncio
import email
import re
import time
from collections.abc import Callable
from datetime import date, timedelta
from email.message import EmailMessage
from email.policy import default
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest
from analytics_process import AnalyticsProcess
from background_tasks import run_for_all
from console_people import audited, signed_in_person
from emptied_tables import empty_tables
from product_fixtures import OWNER_EMAIL, AdminSql, ClientFactory, SignIn
from running_stack import WAIT_SECONDS

from abano.analytics.email_reports.tasks import keep, send_alerts, send_reports
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.service import deliver
from abano.tenancy.directory.tenant import Tenant
from abano.worker import COMPOSERS
from abano_shared.contract.reports import Fall, WatchResponse

pytestmark = pytest.mark.anyio
MAIL = "/api/quiz/analytics/mail"
ALERTS = "/api/quiz/analytics/alerts"
TBILISI = ZoneInfo("Asia/Tbilisi")
# 200 in the week before Monday, 17 March 2025, and 100 in that before; every second one of campaign autumn, of which
# each third books.
SESSIONS = """
insert into quiz_sessions (tenant_id, session_id, quiz_version, started_at, completed_at, updated_at, utm_campaign)
select %s, 'quiz_mail_' || n, 'v1', at, at + interval '3 min', at, case when n %% 2 = 0 then 'autumn' else 'brand' end
from (select n, timestamptz '2025-03-10 05:00+00' + n * interval '40 min'
        - case when n < 0 then interval '3 days' else '0' end as at from generate_series(-100, 199) n) made
"""
ANSWERS = """
insert into quiz_answers (tenant_id, session_id, question_id, value, question_text, answer_text, answered_at)
select tenant_id, session_id, 'q1', value, 'What brings you here?', initcap(value), started_at
from (select *, case when substr(session_id, 11)::int %% 6 = 0 then 'leisure' else 'work' end as value
      from quiz_sessions where session_id like 'quiz_mail_%%') of_week
"""
BOOKINGS = """
insert into bookings (tenant_id, id, reference, status, customer_name, customer_email, customer_phone, driver_age,
  group_size, car_name, pickup_location, dropoff_location, pickup_at, return_at, insurance_code,
  attributed_session_id, currency, days, daily_rate_minor, total_minor, price_lines, created_at, updated_at)
select tenant_id, gen_random_uuid(), 'MAIL' || substr(session_id, 11), 'completed', 'N N', '', '+995', 30, 2,
  'Forester', 'tbilisi', 'batumi', started_at, started_at + interval '7 days', 'minimum', session_id, 'EUR', 7, 5500,
  40000, '[]', started_at, started_at
from quiz_sessions where session_id like 'quiz_mail_%%' and substr(session_id, 11)::int %% 6 = 0
"""


@pytest.fixture(autouse=True)
def _nothing_before(query_admin_sql: AdminSql) -> None:
    empty_tables(
        query_admin_sql, "insight_subscriptions", "insight_reports_sent", "insight_alerts", "insight_watches"
    )
    query_admin_sql("delete from outbox_messages")


async def sent(context: TaskContext) -> list[EmailMessage]:
    """Deliver, and what was sent by that."""
    folder = context.settings.data_dir / "mail"
    before = set(folder.glob("*.eml"))
    await run_for_all(partial(deliver, composers=COMPOSERS), context)
    files = sorted(set(folder.glob("*.eml")) - before)
    return [email.message_from_bytes(file.read_bytes(), policy=default) for file in files]


async def me(client: httpx.AsyncClient) -> str:
    readers = (await client.get(MAIL)).json()["readers"]
    return str(next(each["id"] for each in readers))


async def test_a_week_is_sent_once_with_pictures_and_ended_by_one_click(
    analytics_process: AnalyticsProcess,
    analytics_settings: Callable[[str], Settings],
    app: Any,
    db: Database,
    clock: FixedClock,
    georgia: Tenant,
    client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
) -> None:
    # Friday, 14 March 2025: long before what analytics knows.
    clock.move(days=-453)
    for rows in (SESSIONS, ANSWERS, BOOKINGS):
        query_admin_sql(rows, georgia.id) if rows is SESSIONS else query_admin_sql(rows)
    settings = analytics_settings(analytics_process.url)
    # What was worked out of the settings before is of another address.
    settings.__dict__.pop("analytics_base_url", None)
    context = TaskContext(db, settings, clock)
    analyst = await signed_in_person(db, georgia, "analyst", client_of, sign_in)
    query_admin_sql("update admin_sessions set expires_at = expires_at + interval '60 days'")
    asked = {"adminId": str(analyst.id), "kind": "week", "query": "utmCampaign=autumn&year=2025"}
    answer = await analyst.client.post(MAIL, json=asked)
    assert answer.status_code == 200, answer.text
    [kept] = answer.json()["subscriptions"]
    assert (kept["query"], kept["filters"]) == ("utmCampaign=autumn", "Campaign: autumn")
    assert (await analyst.client.post(MAIL, json=asked)).json()["error"] == "SubscribedAlready"
    assert audited(query_admin_sql, "insight.subscribed") >= 1
    # Too early; then analytics is away; then two workers look at once, and one of them again.
    await run_for_all(send_reports, context)
    clock.move(days=2, hours=19, minutes=1)
    analytics_process.end()
    await run_for_all(send_reports, context)
    assert await sent(context) == []
    analytics_process.start()
    await asyncio.gather(run_for_all(send_reports, context), run_for_all(send_reports, context))
    clock.move(hours=1)
    # What the service, just started, has not counted yet is asked for again.
    deadline = time.monotonic() + WAIT_SECONDS
    while not (mails := await sent(context)) and time.monotonic() < deadline:
        await asyncio.sleep(0.1)
        clock.move(minutes=1)
        await run_for_all(send_reports, context)
    [mail] = mails

    assert mail["To"] == analyst.email
    plain = str(mail.get_body(("plain",)).get_content())  # type: ignore[union-attr]
    html = str(mail.get_body(("html",)).get_content())  # type: ignore[union-attr]
    # Of 200 sessions 100 came by the campaign, 34 of them booked.
    for stated in (
        "Sessions:",
        "100",
        "34",
        "34%",
        "€13,600 (+112% vs. the previous week)",
        "autumn",
        ": 100% of 34 book (89.8% to 100%)",
    ):
        assert stated in plain
    named = set(re.findall(r'src="cid:([a-z]+)"', html))
    pictures = {part["Content-ID"].strip("<>"): part for part in mail.walk() if part["Content-ID"]}
    assert named == pictures.keys() == {"days", "answers"}
    assert all(part.get_content()[:8] == b"\x89PNG\r\n\x1a\n" for part in pictures.values())
    assert "from=2025-03-10&to=2025-03-16&utmCampaign=autumn" in plain

    link = mail["List-Unsubscribe"].strip("<>")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = link[link.index("/api/") :]
    assert (await alps_client.post(path)).status_code == 410
    assert "<button" in (await client.get(path)).text
    assert len((await analyst.client.get(MAIL)).json()["subscriptions"]) == 1
    for _ in range(2):
        assert (await client.post(path)).status_code == 200
    ended = "select admin_id, subject_id from audit_log where action = 'insight.ended_by_link'"
    assert query_admin_sql(ended) == [(analyst.id, str(analyst.id))]
    assert (await analyst.client.get(MAIL)).json()["subscriptions"] == []
    clock.move(days=7)
    await run_for_all(send_reports, context)
    assert await sent(context) == []


async def test_another_company_neither_sees_nor_ends_a_report(
    owner_client: httpx.AsyncClient,
    db: Database,
    alps: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    client: httpx.AsyncClient,
) -> None:
    reader = await me(owner_client)
    body = {"adminId": reader, "kind": "alerts"}
    [kept] = (await owner_client.post(MAIL, json=body)).json()["subscriptions"]
    theirs = await signed_in_person(db, alps, "owner", client_of, sign_in)
    assert (await theirs.client.get(MAIL)).json()["subscriptions"] == []
    assert (await theirs.client.delete(f"{MAIL}/{kept['id']}")).status_code == 404
    refused = await theirs.client.post(MAIL, json=body)
    assert refused.status_code == 422
    assert [field["field"] for field in refused.json()["fields"]] == ["adminId"]
    assert (await client.get(MAIL)).status_code == 401
    assert len((await owner_client.get(MAIL)).json()["subscriptions"]) == 1


async def test_a_test_goes_to_who_asks_and_bad_filters_are_named(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    answer = await owner_client.post(f"{MAIL}/test", json={"span": "month", "query": "device=phone"})
    assert answer.json() == {"success": True, "to": OWNER_EMAIL}
    [(payload,)] = query_admin_sql("select payload from outbox_messages where kind = 'insight.report_test'")
    assert (payload["first"], payload["query"], payload.get("subscriptionId")) == (
        "2026-05-01",
        "device=phone",
        None,
    )
    bad = await owner_client.post(f"{MAIL}/test", json={"span": "month", "query": "device=fridge"})
    assert [field["field"] for field in bad.json()["fields"]] == ["query"]


FALL = Fall(
    measure="conversion", campaign="autumn", since=date(2026, 6, 7), sessions=214, now=0.03, before=0.06
)


async def test_an_alert_is_shown_and_sent_once_and_stays_away_when_dismissed(
    owner_client: httpx.AsyncClient,
    db: Database,
    settings: Settings,
    clock: FixedClock,
    georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    context = TaskContext(db, settings, clock)
    query_admin_sql("update admin_sessions set expires_at = expires_at + interval '60 days'")
    await owner_client.post(MAIL, json={"adminId": await me(owner_client), "kind": "alerts"})
    last = date(2026, 6, 9)

    async def noticed(*falls: Fall, silent_since: Any = None) -> None:
        async with db.uow(georgia.id) as uow:
            found = WatchResponse(falls=list(falls), silent_since=silent_since)
            await keep(uow, found, last, TBILISI, clock.now(), is_new_day=True)
        await asyncio.gather(send_alerts(context, georgia), send_alerts(context, georgia))

    clock.move(minutes=1)
    await noticed(FALL)
    await noticed(FALL)
    [alert] = (await owner_client.get(ALERTS)).json()["alerts"]
    assert alert["sentence"].startswith(
        "Conversion of “autumn” fell by half since Sunday, 7 June, from 6% to 3%"
    )
    [mail] = await sent(context)
    assert alert["sentence"] in " ".join(str(mail.get_body(("plain",)).get_content()).split())  # type: ignore[union-attr]

    # The next day it still falls, and no one is notified twice; a silence is new, and is sent.
    clock.move(days=1)
    last += timedelta(days=1)
    await noticed(FALL)
    assert await sent(context) == []
    await noticed(FALL, silent_since=clock.now() - timedelta(hours=9))
    assert len(await sent(context)) == 1
    shown = (await owner_client.get(ALERTS)).json()["alerts"]
    assert [each["measure"] for each in shown] == ["silence", "conversion"]
    left = (await owner_client.post(f"{ALERTS}/{alert['id']}/dismiss")).json()["alerts"]
    assert [each["measure"] for each in left] == ["silence"]
    clock.move(days=1)
    last += timedelta(days=1)
    silent_since = clock.now() - timedelta(hours=33)
    await noticed(FALL, silent_since=silent_since)
    assert [each["measure"] for each in (await owner_client.get(ALERTS)).json()["alerts"]] == ["silence"]
    # Someone came. What falls is shown as long as one of three days has it.
    other = FALL.model_copy(update={"campaign": "brand"})
    await noticed(FALL, other)
    assert [each["campaign"] for each in (await owner_client.get(ALERTS)).json()["alerts"]] == ["brand"]
    clock.move(days=2)
    assert len((await owner_client.get(ALERTS)).json()["alerts"]) == 1
    clock.move(days=1)
    assert (await owner_client.get(ALERTS)).json()["alerts"] == []
    last += timedelta(days=3)
    await noticed(silent_since=clock.now())
    assert len((await owner_client.get(ALERTS)).json()["alerts"]) == 1

    off = await owner_client.put("/api/quiz/analytics/watch", json={"isOn": False})
    assert off.json()["watches"] is False
    assert (await owner_client.get(ALERTS)).json()["alerts"] == []
