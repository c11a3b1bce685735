"""Who is counted, how much one address may write, and which version of the quiz a session is held to."""

import json
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from product_fixtures import AdminSql, ClientFactory

from abano.core.clock import FixedClock
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant
from abano.web.public_writes import TooManyWrites, WriteLimit

pytestmark = pytest.mark.anyio
PHONE = {"user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1"}
GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("session/start", {}),
    ("answers", {"answers": [{"questionId": "q1", "value": "leisure"}]}),
    ("question-view", {"questionId": "q1"}),
    ("session/complete", {"completionStatus": "completed"}),
]


async def post(client: httpx.AsyncClient, path: str, body: Any, **headers: str) -> httpx.Response:
    return await client.post(f"/api/quiz/{path}", json=body, headers=PHONE | headers)


@pytest.mark.parametrize(("path", "body"), CALLS)
@pytest.mark.parametrize(
    "headers",
    [{"user-agent": GOOGLEBOT}, {"user-agent": "AhrefsBot/7.0"}, {"sec-purpose": "prefetch;prerender"}],
)
async def test_machines_begin_no_session(
    client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    path: str,
    body: dict[str, Any],
    headers: dict[str, str],
) -> None:
    answer = await post(client, path, {"sessionId": "quiz_machine", **body}, **headers)
    assert answer.json() == {"success": True}
    assert query_admin_sql("select 1 from quiz_sessions where session_id = 'quiz_machine'") == []


async def test_a_refused_visitors_session_keeps_its_own_id(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    made_up = {"sessionId": "quiz_consent-7_x", "consentId": "consent-7", "consentState": "refused"}
    assert (await post(client, "session/start", made_up)).json() == {"success": True}
    stored = query_admin_sql("select consent_id from quiz_sessions where session_id = 'quiz_consent-7_x'")
    assert stored == [(None,)]


@pytest.mark.parametrize(("path", "body"), CALLS)
async def test_a_companys_own_addresses_begin_no_session(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, path: str, body: dict[str, Any]
) -> None:
    query_admin_sql("update tenant_settings set excluded_ips = '{192.0.2.0/24}'")
    try:
        answer = await post(client, path, {"sessionId": "quiz_colleague", **body})
    finally:
        query_admin_sql("update tenant_settings set excluded_ips = '{}'")
    assert answer.json() == {"success": True}
    assert query_admin_sql("select 1 from quiz_sessions where session_id = 'quiz_colleague'") == []
    assert query_admin_sql("select 1 from quiz_answers where session_id = 'quiz_colleague'") == []


async def test_programs_that_speak_http_are_no_crawlers(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    for agent in (
        "curl/8.5.0",
        "python-requests/2.32",
        "Mozilla/5.0 (X11; Linux) HeadlessChrome/140.0 Safari/537.36",
    ):
        await post(client, "session/start", {"sessionId": f"program_{agent[:4]}"}, **{"user-agent": agent})
    rows = query_admin_sql("select 1 from quiz_sessions where session_id like 'program%%'")
    assert len(rows) == 3


@pytest.mark.parametrize(("path", "body"), CALLS)
@pytest.mark.parametrize(
    "bad",
    [
        {"sessionId": None},
        {"sessionId": ""},
        {"sessionId": "a b"},
        {"sessionId": "x" * 121},
        {"sessionId": ["quiz_bad"]},
        {"sessionId": "quiz_bad", "quizVersion": "v" * 41},
    ],
)
async def test_bad_input_is_refused_by_every_call(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, path: str, body: dict[str, Any], bad: dict[str, Any]
) -> None:
    refused = await post(client, path, body | bad)
    assert refused.status_code == 422
    assert refused.json()["error"] == "InvalidInput"
    assert query_admin_sql("select 1 from quiz_sessions where session_id = 'quiz_bad'") == []


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b"null", 422),
        (b"[]", 422),
        (b"[" * 100_000, 400),
        (b'{"sessionId": "\\ud800"}', 400),
        (json.dumps({"sessionId": "quiz_nul", "referrer": "a\0b"}).encode(), 422),
        (json.dumps({"sessionId": "quiz_long", "referrer": "x" * 2049}).encode(), 422),
        (json.dumps({"sessionId": "quiz_type", "utmSource": {"a": 1}}).encode(), 422),
        (b"x" * 300_000, 413),
    ],
)
async def test_unreadable_bodies_are_refused_clearly(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, content: bytes, status: int
) -> None:
    refused = await client.post("/api/quiz/session/start", content=content, headers=PHONE)
    assert refused.status_code == status, refused.text
    assert refused.json()["success"] is False
    assert query_admin_sql("select 1 from quiz_sessions where session_id in ('quiz_nul', 'quiz_long')") == []


async def test_a_rate_limited_ip_learns_when_to_retry(
    client: httpx.AsyncClient, client_of: ClientFactory, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("update tenant_settings set public_writes_per_minute = 5")
    clock.move(hours=1, seconds=20)
    call = {"sessionId": "quiz_eager"}
    assert [(await post(client, "session/start", call)).status_code for _ in range(5)] == [200] * 5
    refused = await post(client, "session/start", call)
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "40")
    assert refused.json()["error"] == "TooManyWrites"
    # Another company's count is its own; another header claims nothing; a minute later all is well.
    assert (await post(client_of("alps.localhost"), "session/start", call)).status_code == 200
    forged = await post(client, "session/start", call, **{"x-forwarded-for": "198.51.100.1"})
    assert forged.status_code == 429
    clock.move(seconds=40)
    assert (await post(client, "session/start", call)).status_code == 200
    query_admin_sql("update tenant_settings set public_writes_per_minute = 600")


async def test_copies_share_the_count_and_one_ipv6_line_is_one_address(
    db: Database, georgia: Tenant, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    clock.move(hours=2)
    first, second = WriteLimit(db, "secret"), WriteLimit(db, "secret")
    for last in range(1, 4):
        first.count_write(georgia.id, f"2001:db8:1:2::{last}", 5, clock.now())
    await first.flush()
    second.count_write(georgia.id, "2001:db8:1:2:ffff::1", 5, clock.now())
    await second.flush()
    second.count_write(georgia.id, "2001:db8:1:2::9", 5, clock.now())
    with pytest.raises(TooManyWrites):
        second.count_write(georgia.id, "2001:db8:1:2::9", 5, clock.now())
    second.count_write(georgia.id, "2001:db8:1:3::9", 5, clock.now())
    second.count_write(georgia.id, "192.0.2.1", 5, clock.now())
    await second.flush()
    counted = query_admin_sql(
        "select writes from public_write_counts where minute = %s order by 1", clock.now()
    )
    assert counted == [(1,), (1,), (5,)]
    await first.close()
    await second.close()


async def test_a_session_finishes_on_the_version_it_began(
    app: FastAPI, client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    await post(client, "session/start", {"sessionId": "quiz_old", "quizVersion": "v1"})
    query_admin_sql("update quiz_definitions set is_current = false")
    query_admin_sql(
        "insert into quiz_definitions (tenant_id, version, definition, is_current) select id, 'v2',"
        ' \'{"version": "v2", "questions": [{"id": "n1", "text": "New?", "options":'
        ' [{"value": "a", "label": "A"}, {"value": "b", "label": "B"}]}]}\', true from tenants where is_default'
    )
    app.state.quiz.quizzes.clear()
    new = {"answers": [{"questionId": "n1", "value": "a"}]}
    old = {"answers": [{"questionId": "q1", "value": "leisure"}]}
    for session, body, status in (
        ("quiz_old", old, 200),  # says no version: the session's own
        ("quiz_old", old | {"quizVersion": "v2"}, 200),  # claims another: still the session's own
        ("quiz_old", new, 422),
        ("quiz_new", new, 200),
        ("quiz_new", old | {"quizVersion": "v1"}, 422),
    ):
        answer = await post(client, "answers", {"sessionId": session, **body})
        assert answer.status_code == status, (session, body, answer.text)
    for session, question, status in (
        ("quiz_old", "q4", 200),
        ("quiz_old", "n1", 422),
        ("quiz_new", "n1", 200),
    ):
        answer = await post(client, "question-view", {"sessionId": session, "questionId": question})
        assert answer.status_code == status
    rows = query_admin_sql(
        "select session_id, quiz_version, question_id"
        " from quiz_sessions join quiz_answers using (tenant_id, session_id)"
        " where session_id in ('quiz_old', 'quiz_new') order by 1"
    )
    assert rows == [("quiz_new", "v2", "n1"), ("quiz_old", "v1", "q1")]
    assert (await client.get("/api/quiz/definition")).json()["version"] == "v2"
    assert (await client.get("/api/quiz/definition?version=v1")).json()["version"] == "v1"
