"""The quiz's calls: idempotent, in any order, under the right version and skip rules, inside one company."""

import itertools
import json
import random
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from product_fixtures import AdminSql

pytestmark = pytest.mark.anyio
Row = tuple[Any, ...]


async def post(client: httpx.AsyncClient, path: str, **body: Any) -> httpx.Response:
    return await client.post(f"/api/quiz/{path}", json=body)


async def answer(client: httpx.AsyncClient, session: str, *given: tuple[str, str, int]) -> httpx.Response:
    answers = [{"questionId": q, "value": v, "sequence": s} for q, v, s in given]
    return await post(client, "answers", sessionId=session, answers=answers)


def stored(query_admin_sql: AdminSql, session: str) -> list[Row]:
    return query_admin_sql(
        "select question_id, value, is_counted from quiz_answers where session_id = %s order by question_id",
        session,
    )


async def test_two_companies_have_different_quizzes(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    ours = (await client.get("/api/quiz/definition")).json()
    theirs = (await alps_client.get("/api/quiz/definition?version=v1")).json()
    assert [len(quiz["questions"]) for quiz in (ours, theirs)] == [18, 8]
    [rule] = ours["questions"][13]["skipWhen"]
    assert (rule["questionId"], rule["values"], rule["match"]) == ("q4", ["solo"], "any")
    assert [item["text"] for item in ours["encouragements"]][1] == "You're halfway there!"


async def test_every_order_and_repeat_of_calls_ends_in_the_same_state(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    calls: list[Callable[[str], Awaitable[httpx.Response]]] = [
        lambda s: post(
            client, "session/start", sessionId=s, gclid="click-9", utmSource="google", quizVersion="v1"
        ),
        lambda s: answer(client, s, ("q1", "leisure", 1)),
        lambda s: answer(client, s, ("q1", "business", 2), ("q4", "couple", 3)),
        lambda s: post(client, "question-view", sessionId=s, questionId="q1"),
        lambda s: post(client, "session/complete", sessionId=s, completionStatus="completed"),
    ]
    randomly = random.Random(7)  # noqa: S311 - a repeatable shuffle
    orders = randomly.sample(list(itertools.permutations(calls)), 12)
    states = []
    for number, order in enumerate(orders):
        session = f"quiz_order_{number}"
        for call in [*order, *randomly.sample(order, 3)]:
            assert (await call(session)).status_code == 200
        [row] = query_admin_sql(
            "select gclid, utm_source, quiz_version, start_received, completed_at is not null from quiz_sessions"
            " where session_id = %s",
            session,
        )
        states.append((row, stored(query_admin_sql, session)))
    expected = (("click-9", "google", "v1", True, True), [("q1", "business", True), ("q4", "couple", True)])
    assert states == [expected] * len(states)


async def test_skip_rules_apply_again_after_each_change(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    session = "quiz_skips"
    await answer(client, session, ("q4", "group", 1), ("q14", "shared", 2))
    await answer(client, session, ("q4", "solo", 3))
    assert stored(query_admin_sql, session) == [("q14", "shared", False), ("q4", "solo", True)]
    await answer(client, session, ("q4", "couple", 4))
    assert stored(query_admin_sql, session) == [("q14", "shared", True), ("q4", "couple", True)]


async def test_beacons_are_read_though_they_say_plain_text(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    body = json.dumps({"sessionId": "quiz_beacon", "answers": [{"questionId": "q1", "value": "family"}]})
    sent = await client.post(
        "/api/quiz/answers", content=body, headers={"content-type": "text/plain;charset=UTF-8"}
    )
    assert sent.status_code == 200
    assert stored(query_admin_sql, "quiz_beacon") == [("q1", "family", True)]


BAD_ANSWERS = [
    ({"sessionId": "ok", "answers": []}, "answers"),
    ({"sessionId": "ok", "answers": [{"questionId": "q99", "value": "yes"}]}, "answers.0.questionId"),
    ({"sessionId": "ok", "answers": [{"questionId": "q1", "value": "moon"}]}, "answers.0.value"),
    ({"sessionId": "ok", "answers": [{"questionId": "q1"}]}, "answers.0.value"),
    ({"sessionId": "ok", "answers": [{"questionId": "q1", "value": 7}]}, "answers.0.value"),
    ({"sessionId": "<script>", "answers": [{"questionId": "q1", "value": "leisure"}]}, "sessionId"),
    ({"sessionId": "x" * 121, "answers": [{"questionId": "q1", "value": "leisure"}]}, "sessionId"),
    ({"answers": [{"questionId": "q1", "value": "leisure"}]}, "sessionId"),
    ({"sessionId": "ok", "answers": [{"questionId": "q1", "value": "leisure"}] * 101}, "answers"),
]


@pytest.mark.parametrize(("body", "field"), BAD_ANSWERS)
async def test_bad_answers_are_named_and_leave_nothing(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, body: dict[str, Any], field: str
) -> None:
    refused = await client.post("/api/quiz/answers", json=body)
    assert refused.status_code == 422
    assert field in {item["field"] for item in refused.json()["fields"]}
    assert query_admin_sql("select 1 from quiz_sessions where session_id = 'ok'") == []


async def test_a_hundred_thousand_answers_are_too_much(client: httpx.AsyncClient) -> None:
    answers = [{"questionId": "q1", "value": "leisure"}] * 100_000
    assert (
        await client.post("/api/quiz/answers", json={"sessionId": "x", "answers": answers})
    ).status_code == 413


async def test_the_same_session_id_in_two_companies_stays_apart(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    await answer(client, "quiz_twice", ("q1", "leisure", 1))
    await answer(alps_client, "quiz_twice", ("q1", "skiing", 1))
    rows = query_admin_sql("select value from quiz_answers where session_id = 'quiz_twice' order by value")
    assert rows == [("leisure",), ("skiing",)]


async def test_texts_come_from_the_definition_not_from_the_browser(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    lie = {"questionId": "q2", "value": "yes", "questionText": "<b>?</b>", "answer": "<img onerror=1>"}
    await post(client, "answers", sessionId="quiz_lie", answers=[lie])
    [(question, text)] = query_admin_sql(
        "select question_text, answer_text from quiz_answers where session_id = 'quiz_lie'"
    )
    assert question.endswith("?")
    assert "<" not in question + text
