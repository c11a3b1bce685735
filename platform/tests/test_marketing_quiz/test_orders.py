"""Calls in any order, repeated or concurrent, result in the same stored data."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from product_fixtures import NOW, AdminSql, ClientFactory

from abano.db.engine import Database
from abano.marketing.quiz.definition import QuizDefinition
from abano.marketing.quiz.repository import QuizCallRepository
from abano.marketing.quiz.rules import CheckedAnswer
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
PHONE = {"user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1"}
START = ("session/start", {"gclid": "click-9", "utmSource": "google", "quizVersion": "v1"})
COMPLETE = ("session/complete", {"completionStatus": "completed"})
VIEW = ("question-view", {"questionId": "q4"})
Call = tuple[str, dict[str, Any]]


def answers(*given: tuple[str, str, int]) -> Call:
    return ("answers", {"answers": [{"questionId": q, "value": v, "sequence": s} for q, v, s in given]})


# A visitor who goes back: first in a group, then alone, so that question 14 is skipped; another hotel at the
# end.
CALLS: list[Call] = [
    START,
    VIEW,
    answers(("q4", "group", 1)),
    answers(("q9", "camping", 2)),
    answers(("q14", "shared", 3)),
    answers(("q15", "maybe", 4)),
    answers(("q4", "solo", 5)),
    answers(("q9", "hotel", 6), ("q1", "leisure", 6)),
    answers(("q4", "couple", 7)),
    answers(("q4", "solo", 8)),
    COMPLETE,
]
numbers = iter(range(1_000_000))


@pytest.fixture(autouse=True)
def _no_limit(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set public_writes_per_minute = 1000000")


async def send(client: httpx.AsyncClient, session: str, call: Call) -> None:
    path, body = call
    answer = await client.post(f"/api/quiz/{path}", json={"sessionId": session, **body}, headers=PHONE)
    assert answer.status_code == 200, answer.text


def state(query_admin_sql: AdminSql, session: str) -> tuple[Any, ...]:
    return (
        query_admin_sql(
            "select gclid, utm_source, device, quiz_version, start_received, completed_at is not null"
            " from quiz_sessions where session_id = %s",
            session,
        ),
        query_admin_sql(
            "select question_id, value, sequence, is_counted from quiz_answers where session_id = %s order by 1",
            session,
        ),
        query_admin_sql("select question_id from quiz_question_views where session_id = %s", session),
    )


EXPECTED = (
    [("click-9", "google", "phone", "v1", True, True)],
    [
        ("q1", "leisure", 6, True),
        ("q14", "shared", 3, False),
        ("q15", "maybe", 4, False),
        ("q4", "solo", 8, True),
        ("q9", "hotel", 6, True),
    ],
    [("q4",)],
)


async def test_any_order_with_any_repeats_ends_in_the_same_state(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    loop = asyncio.get_running_loop()

    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(order=st.permutations(CALLS), repeats=st.lists(st.sampled_from(CALLS), max_size=5))
    def check(order: list[Call], repeats: list[Call]) -> None:
        session = f"quiz_order_{next(numbers)}"

        async def run() -> None:
            for call in [*order, *repeats]:
                await send(client, session, call)

        asyncio.run_coroutine_threadsafe(run(), loop).result(240)
        assert state(query_admin_sql, session) == EXPECTED

    await asyncio.to_thread(check)


async def test_calls_at_the_same_time_end_in_the_same_state(
    client_of: ClientFactory, query_admin_sql: AdminSql
) -> None:
    clients = [client_of("localhost") for _ in range(3)]
    for turn in range(5):
        session = f"quiz_at_once_{turn}"
        calls = [(client, call) for client in clients for call in CALLS]
        await asyncio.gather(*(send(client, session, call) for client, call in calls))
        assert state(query_admin_sql, session) == EXPECTED


async def test_a_late_beacon_of_an_older_answer_does_not_undo_a_newer_one(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    for call in (
        answers(("q2", "no", 2)),
        answers(("q2", "no", 4)),  # sent again when the quiz was finished
        answers(("q2", "yes", 3)),  # given in between, arrives last
        answers(("q2", "yes", 0)),
    ):
        await send(client, "quiz_late", call)
    assert state(query_admin_sql, "quiz_late")[1] == [("q2", "no", 4, True)]


async def test_without_a_sequence_the_newest_received_wins(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    for value in ("yes", "no"):
        body = {"answers": [{"questionId": "q2", "value": value}]}
        await send(client, "quiz_plain", ("answers", body))
    assert state(query_admin_sql, "quiz_plain")[1] == [("q2", "no", 0, True)]


async def test_a_repeated_start_adds_what_was_missing_and_changes_nothing_else(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    await send(client, "quiz_again", ("session/start", {"utmSource": "google"}))
    await send(client, "quiz_again", ("session/start", {"utmSource": "bing", "gclid": "found-later"}))
    await send(client, "quiz_again", ("session/start", {"gclid": "another"}))
    assert state(query_admin_sql, "quiz_again")[0][0][:2] == ("found-later", "google")


async def test_consent_decided_during_the_quiz_is_recorded_and_final(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    started = {
        "gclid": "click-1",
        "deviceFingerprint": "d-1",
        "sourceUrl": "https://x.example/black?gclid=click-1",
    }
    for asking in (client, alps_client):
        await send(asking, "quiz_consent", ("session/start", {"consentState": "unknown", **started}))
    for state in ("refused", "unknown", "granted"):
        await send(client, "quiz_consent", ("session/start", {"consentState": state}))
    unanswered = query_admin_sql(
        "select gclid, device_fingerprint from quiz_sessions"
        " where session_id = 'quiz_consent' and consent_state = 'unknown'"
    )
    assert unanswered == [(None, None)], "silence is no consent where the company asks"
    await send(alps_client, "quiz_consent", ("session/start", {"consentState": "granted", **started}))
    other = started | {"gclid": "click-2", "sourceUrl": "https://x.example/black?gclid=click-2"}
    await send(alps_client, "quiz_refused", ("session/start", {"consentState": "refused", **other}))
    rows = query_admin_sql(
        "select consent_state, gclid, device_fingerprint, source_url"
        " from quiz_sessions where session_id in ('quiz_consent', 'quiz_refused') order by consent_state"
    )
    kept = ("granted", "click-1", "d-1", "https://x.example/black?gclid=click-1")
    assert rows == [kept, *[("refused", None, None, "https://x.example/black")] * 2]


# The same cases as in the browser's tests.
VECTORS = json.loads((Path(__file__).parent / "skip_vectors.json").read_text())
RULES = QuizDefinition.model_validate(VECTORS["quiz"])


async def counted_answers(
    db: Database, georgia: Tenant, query_admin_sql: AdminSql, given: dict[str, str]
) -> dict[str, bool]:
    """Whether each answer counts after storing them one after the other."""
    session = f"quiz_rules_{next(numbers)}"
    calls = QuizCallRepository(db.function_calls(georgia.id))
    for question, value in given.items():
        answer = CheckedAnswer(
            question_id=question, value=value, question_text="", answer_text="", sequence=1
        )
        stored = await calls.store_answers(session, RULES, [answer], NOW)
        assert stored == RULES.version
    return dict(
        query_admin_sql("select question_id, is_counted from quiz_answers where session_id = %s", session)
    )


@pytest.mark.parametrize("case", VECTORS["cases"], ids=[case["name"] for case in VECTORS["cases"]])
async def test_an_answer_when_its_question_is_skipped_is_not_counted(
    db: Database, georgia: Tenant, query_admin_sql: AdminSql, case: dict[str, Any]
) -> None:
    counted = await counted_answers(db, georgia, query_admin_sql, case["answers"])
    assert counted == {question: question not in case["skipped"] for question in case["answers"]}


def skipped_questions(answers: dict[str, str]) -> frozenset[str]:
    """The rule on random answers: an answer to a skipped question does not skip others."""
    skipped: set[str] = set()
    for question in RULES.questions:
        for rule in question.skip_when:
            if rule.question_id not in skipped and answers.get(rule.question_id) in rule.values:
                skipped.add(question.id)
    return frozenset(skipped)


async def test_the_database_skips_what_the_rules_skip(
    db: Database, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    """Including chains: an answer that is itself skipped does not skip others."""
    loop = asyncio.get_running_loop()

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.dictionaries(st.sampled_from(["q0", "q1", "q2", "q3"]), st.sampled_from("abc"), min_size=1))
    def check(given: dict[str, str]) -> None:
        storing = counted_answers(db, georgia, query_admin_sql, given)
        counted = asyncio.run_coroutine_threadsafe(storing, loop).result(240)
        skipped = skipped_questions(given)
        assert counted == {question: question not in skipped for question in given}

    await asyncio.to_thread(check)
