"""A quiz version that was removed while visitors were in it: no dead end, and nothing is lost that still fits."""

import asyncio
import time
from collections.abc import Iterator

import httpx
import orjson
import pytest
from fastapi import FastAPI
from product_fixtures import AdminSql
from refusals import refused_fields

pytestmark = pytest.mark.anyio
PHONE = {"user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148"}


def quiz(version: str, *questions: str) -> str:
    options = [{"value": "a", "label": "A"}, {"value": "b", "label": "B"}]
    listed = [{"id": question, "text": f"{question}?", "options": options} for question in questions]
    return orjson.dumps({"version": version, "questions": listed}).decode()


@pytest.fixture
def removed(app: FastAPI, query_admin_sql: AdminSql) -> Iterator[None]:
    """Sessions 'run-1' and 'run-2' began with 'gone' (questions same, lost); now there is 'new' (same, added)."""
    stored = query_admin_sql("select tenant_id, version, definition, is_current from quiz_definitions")
    query_admin_sql("delete from quiz_sessions")
    query_admin_sql(
        "delete from quiz_definitions where tenant_id = (select id from tenants where is_default)"
    )
    query_admin_sql(
        "insert into quiz_definitions (tenant_id, version, definition, is_current)"
        " select id, 'new', %s::jsonb, true from tenants where is_default",
        quiz("new", "same", "added"),
    )
    query_admin_sql(
        "insert into quiz_sessions (tenant_id, session_id, quiz_version, start_received, started_at, updated_at)"
        " select id, session, 'gone', true, now(), now() from tenants, unnest(array['run-1', 'run-2']) as session"
        " where is_default"
    )
    app.state.quiz.quizzes.clear()
    yield
    query_admin_sql("delete from quiz_sessions")
    query_admin_sql(
        "delete from quiz_definitions where tenant_id = (select id from tenants where is_default)"
    )
    for tenant_id, version, definition, is_current in stored:
        query_admin_sql(
            "insert into quiz_definitions (tenant_id, version, definition, is_current) values (%s, %s, %s::jsonb, %s)"
            " on conflict do nothing",
            tenant_id,
            version,
            orjson.dumps(definition).decode(),
            is_current,
        )


async def answer(
    client: httpx.AsyncClient, session: str, *given: str, version: str | None = "gone", value: str = "a"
) -> httpx.Response:
    answers = [{"questionId": question, "value": value} for question in given]
    body = {"sessionId": session, "quizVersion": version, "answers": answers}
    return await client.post("/api/quiz/answers", json=body, headers=PHONE)


def kept(query_admin_sql: AdminSql, session: str) -> tuple[str, list[str]]:
    [(version,)] = query_admin_sql("select quiz_version from quiz_sessions where session_id = %s", session)
    rows = query_admin_sql(
        "select question_id from quiz_answers where session_id = %s order by question_id", session
    )
    return version, [question for (question,) in rows]


@pytest.mark.usefixtures("removed")
async def test_what_still_fits_is_kept_and_the_session_goes_on(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    assert (await answer(client, "run-1", "same", "lost")).status_code == 200
    assert kept(query_admin_sql, "run-1") == ("new", ["same"])
    # From now on it is a session of the new version.
    assert (await answer(client, "run-1", "added", version="new")).status_code == 200
    assert kept(query_admin_sql, "run-1") == ("new", ["added", "same"])
    view = {"sessionId": "run-1", "quizVersion": "gone", "questionId": "same"}
    assert (await client.post("/api/quiz/question-view", json=view, headers=PHONE)).status_code == 200
    done = {"sessionId": "run-1", "quizVersion": "gone", "completionStatus": "completed"}
    assert (await client.post("/api/quiz/session/complete", json=done, headers=PHONE)).status_code == 200


@pytest.mark.usefixtures("removed")
async def test_the_page_is_asked_to_start_again_when_nothing_fits(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    view = {"sessionId": "run-1", "quizVersion": "gone", "questionId": "lost"}
    refusals = [
        await answer(client, "run-1", "lost"),
        await answer(client, "run-1", "same", value="no such answer"),
        await client.post("/api/quiz/question-view", json=view, headers=PHONE),
        await answer(client, "never-started", "lost"),
    ]
    for refused in refusals:
        assert (refused.status_code, refused.json()["error"]) == (409, "QuizChanged")
        assert refused_fields(refused) == [{"field": "quizVersion", "message": "The quiz is now version new"}]
    assert kept(query_admin_sql, "run-1") == ("gone", [])
    # What the page does then: the same session, the present questions.
    assert (await client.get("/api/quiz/definition?version=gone")).json()["version"] == "new"
    assert (await answer(client, "run-1", "added", version="new")).status_code == 200
    assert kept(query_admin_sql, "run-1") == ("new", ["added"])


@pytest.mark.usefixtures("removed")
async def test_two_answers_at_once_move_the_session_once(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    answers = await asyncio.gather(answer(client, "run-2", "same"), answer(client, "run-2", "added"))
    assert [one.status_code for one in answers] == [200, 200]
    assert kept(query_admin_sql, "run-2") == ("new", ["added", "same"])


@pytest.mark.usefixtures("removed")
async def test_what_never_fitted_stays_a_bad_request(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    assert (await answer(client, "run-9", "nonsense", version="new")).status_code == 422
    assert (await answer(client, "run-9", "nonsense", version=None)).status_code == 422
    # Another company still has its own quiz: this one's session is nothing there.
    assert (await answer(alps_client, "run-1", "same", version="v1")).status_code == 422
    assert kept(query_admin_sql, "run-1") == ("gone", [])


@pytest.mark.usefixtures("removed")
async def test_a_version_added_a_moment_ago_is_not_taken_for_removed(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, monkeypatch: pytest.MonkeyPatch
) -> None:
    await client.get("/api/quiz/definition")
    query_admin_sql("update quiz_definitions set is_current = false where version = 'new'")
    query_admin_sql(
        "insert into quiz_definitions (tenant_id, version, definition, is_current)"
        " select id, 'newest', %s::jsonb, true from tenants where is_default",
        quiz("newest", "fresh"),
    )
    # Two seconds pass: longer than what is unknown is taken for granted, shorter than what is known.
    monkeypatch.setattr("abano.core.ttl_cache.now", lambda: time.monotonic() + 2)
    assert (await answer(client, "run-3", "fresh", version="newest")).status_code == 200
    assert kept(query_admin_sql, "run-3") == ("newest", ["fresh"])
