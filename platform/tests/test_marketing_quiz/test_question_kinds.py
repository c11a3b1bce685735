"""Several answers, scales and numbers: what is stored of them, what is refused, and what they skip."""

import json
import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from product_fixtures import AdminSql

from abano.marketing.quiz.definition import QuizDefinition
from abano.marketing.quiz_editor.branches import branches

pytestmark = pytest.mark.anyio

TWO = [{"value": "yes", "label": "Yes"}, {"value": "no", "label": "No"}]
EXTRAS = [{"value": code, "label": code.title()} for code in ("seat", "wifi", "chains")]
QUIZ: dict[str, Any] = {
    "version": "kinds",
    "questions": [
        {"id": "extras", "kind": "choices", "text": "What else?", "options": EXTRAS, "most": 2},
        {
            "id": "sure",
            "kind": "scale",
            "text": "How sure are you?",
            "options": [{"value": str(point), "label": str(point)} for point in range(1, 6)],
            "lowLabel": "Not at all",
        },
        {
            "id": "distance",
            "kind": "number",
            "text": "How far?",
            "options": [],
            "minimum": 0,
            "maximum": 900,
            "decimals": 1,
            "unit": "km",
        },
        {
            "id": "baby",
            "text": "A baby?",
            "options": TWO,
            "skipWhen": [{"questionId": "extras", "values": ["wifi"]}],
        },
        {
            "id": "why",
            "text": "Why not?",
            "options": TWO,
            "skipWhen": [{"questionId": "sure", "values": [], "atLeast": 4}],
        },
        {
            "id": "far",
            "text": "Is that not far?",
            "options": TWO,
            "skipWhen": [{"questionId": "distance", "values": [], "atLeast": 10, "atMost": 100}],
        },
    ],
}


@pytest.fixture(autouse=True)
def _quiz(query_admin_sql: AdminSql) -> Iterator[None]:
    query_admin_sql(
        "insert into quiz_definitions (tenant_id, version, definition, translations, is_current, created_at, note)"
        " select tenant_id, 'kinds', %s::jsonb, '{}', false, now(), '' from quiz_definitions where is_current"
        " and version = 'v1' on conflict do nothing",
        json.dumps(QUIZ),
    )
    yield
    query_admin_sql("delete from quiz_sessions where quiz_version = 'kinds'")
    query_admin_sql("delete from quiz_definitions where version = 'kinds'")


async def give(client: httpx.AsyncClient, session: str, **given: str) -> httpx.Response:
    answers = [{"questionId": question, "value": value} for question, value in given.items()]
    body = {"sessionId": session, "quizVersion": "kinds", "answers": answers}
    return await client.post("/api/quiz/answers", json=body)


def stored(query_admin_sql: AdminSql, session: str) -> dict[str, tuple[str, str, bool]]:
    rows = query_admin_sql(
        "select question_id, value, answer_text, is_counted from quiz_answers where session_id = %s", session
    )
    return {question: (value, text, counted) for question, value, text, counted in rows}


async def test_answers_are_stored_in_one_form(client: httpx.AsyncClient, query_admin_sql: AdminSql) -> None:
    answered = await give(client, "kinds_1", extras="chains,seat", sure="3", distance="07.50")
    assert answered.status_code == 200, answered.text
    assert stored(query_admin_sql, "kinds_1") == {
        "extras": ("seat,chains", "Seat, Chains", True),
        "sure": ("3", "3", True),
        "distance": ("7.5", "7.5 km", True),
    }


@pytest.mark.parametrize(
    ("question", "value", "code"),
    [
        ("extras", "seat,wifi,chains", "wrong_number_of_answers"),
        ("extras", "seat,seat", "no_such_answer"),
        ("extras", "seat,", "no_such_answer"),
        ("extras", ",", "no_such_answer"),
        ("sure", "6", "no_such_answer"),
        ("sure", "2,3", "no_such_answer"),
        ("distance", "900.1", "number_outside"),
        ("distance", "-1", "number_outside"),
        ("distance", "1e2", "number_outside"),
        ("distance", "٣", "number_outside"),
        ("distance", "NaN", "number_outside"),
        ("distance", "1.25", "number_too_exact"),
        ("baby", "yes,no", "no_such_answer"),
    ],
)
async def test_what_is_no_answer_is_refused(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, question: str, value: str, code: str
) -> None:
    refused = await give(client, "kinds_2", **{question: value})
    assert refused.status_code == 422, refused.text
    [field] = refused.json()["fields"]
    assert (field["field"], field["code"]) == ("answers.0.value", code)
    assert stored(query_admin_sql, "kinds_2") == {}


async def test_a_value_that_is_too_long_is_refused(client: httpx.AsyncClient) -> None:
    assert (await give(client, "kinds_3", extras="a" * 2000)).status_code == 422


async def test_the_database_skips_what_the_definition_skips(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    dice, quiz = random.Random(5), QuizDefinition.model_validate(QUIZ)  # noqa: S311 - repeatable on purpose
    seen = set()
    for number in range(40):
        given = {
            "extras": dice.choice(["wifi", "seat", "seat,wifi", "wifi,chains"]),
            "sure": dice.choice("12345"),
            "distance": dice.choice(["0", "9.9", "10", "50", "100", "100.1", "900"]),
            "baby": "yes",
            "why": "no",
            "far": "yes",
        }
        assert (await give(client, f"kinds_skip_{number}", **given)).status_code == 200
        expected = {
            question.id: not any(rule.matches(given[rule.question_id]) for rule in question.skip_when)
            for question in quiz.questions
        }
        found = stored(query_admin_sql, f"kinds_skip_{number}")
        assert {question: counted for question, (_, _, counted) in found.items()} == expected, given
        seen.add(tuple(expected.values()))
    assert len(seen) == 8


def test_ways_through_every_kind_are_followed() -> None:
    found = branches(QuizDefinition.model_validate(QUIZ).questions)
    assert (found.never_asked, found.fewest, found.most) == ((), 3, 6)
    always = {"questionId": "distance", "values": [], "atLeast": 0}
    body = QUIZ | {"questions": [*QUIZ["questions"][:-1], QUIZ["questions"][-1] | {"skipWhen": [always]}]}
    assert branches(QuizDefinition.model_validate(body).questions).never_asked == ("far",)
    # One of the extras has to be chosen, and each of them skips the question.
    each = {"questionId": "extras", "values": ["seat", "wifi", "chains"]}
    body = QUIZ | {"questions": [*QUIZ["questions"][:-1], QUIZ["questions"][-1] | {"skipWhen": [each]}]}
    assert branches(QuizDefinition.model_validate(body).questions).never_asked == ("far",)


@pytest.mark.parametrize(
    "change",
    [
        {"id": "extras", "fewest": 3, "most": 2},
        {"id": "extras", "options": EXTRAS[:1]},
        {"id": "sure", "options": [{"value": "1", "label": "1"}, {"value": "3", "label": "3"}]},
        {"id": "sure", "options": [{"value": "1", "label": "1"}]},
        {"id": "distance", "minimum": 900},
        {"id": "distance", "maximum": 1_000_000},
        {"id": "distance", "maximum": None},
        {"id": "baby", "skipWhen": [{"questionId": "extras", "values": [], "atLeast": 1}]},
        {"id": "baby", "skipWhen": [{"questionId": "sure", "values": ["1"], "atLeast": 1}]},
        {"id": "baby", "skipWhen": [{"questionId": "sure", "values": []}]},
        {"id": "baby", "kind": "essay"},
    ],
)
def test_a_question_that_cannot_be_asked_is_no_definition(change: dict[str, Any]) -> None:
    questions = [one | change if one["id"] == change["id"] else one for one in QUIZ["questions"]]
    with pytest.raises(ValueError, match=r"question|rule|kind"):
        QuizDefinition.model_validate(QUIZ | {"questions": questions})
