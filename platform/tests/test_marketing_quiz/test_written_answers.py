"""Texts and contacts: what is stored of them and where, what is refused, and what the console does with them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from product_fixtures import AdminSql

from abano.marketing.quiz.definition import SKIPPED, WRITTEN_KINDS, QuizDefinition
from abano.marketing.quiz_editor.branches import branches

pytestmark = pytest.mark.anyio

TWO = [{"value": "yes", "label": "Yes"}, {"value": "no", "label": "No"}]
CONSENT = "You may call me about my trip."
QUIZ: dict[str, Any] = {
    "version": "written",
    "questions": [
        {"id": "remark", "kind": "text", "text": "Any requests?", "options": [], "maxLength": 160},
        {"id": "must", "kind": "text", "text": "Where to?", "options": [], "isRequired": True},
        {
            "id": "person",
            "kind": "contact",
            "text": "May we call?",
            "options": [],
            "asks": ["name", "email", "phone"],
            "requires": ["name"],
            "consentText": CONSENT,
        },
        {
            "id": "why",
            "text": "Why not?",
            "options": TWO,
            "skipWhen": [{"questionId": "person", "isAnswered": True}],
        },
    ],
}
VECTORS = json.loads((Path(__file__).parent / "skip_vectors.json").read_text())["written"]
ADA = {"name": "Ada Lovelace", "email": "ada@example.com", "phone": "+995 599 12 34 56", "hasConsented": True}
STORED = "select question_id, value, answer_text, details, is_counted from quiz_answers where session_id = %s"


@pytest.fixture(autouse=True)
def _quiz(query_admin_sql: AdminSql) -> Iterator[None]:
    for quiz in (QUIZ, VECTORS["quiz"] | {"version": "vectors"}):
        query_admin_sql(
            "insert into quiz_definitions (tenant_id, version, definition, translations, is_current, created_at,"
            " note) select tenant_id, %s, %s::jsonb, '{}', false, now(), '' from quiz_definitions where is_current"
            " and version = 'v1' on conflict do nothing",
            quiz["version"], json.dumps(quiz),
        )  # fmt: skip
    yield
    query_admin_sql("delete from quiz_sessions where quiz_version in ('written', 'vectors')")
    query_admin_sql("delete from quiz_definitions where version in ('written', 'vectors')")


async def give(
    client: httpx.AsyncClient, session: str, *answers: dict[str, Any], version: str = "written"
) -> httpx.Response:
    body = {"sessionId": session, "quizVersion": version, "answers": list(answers)}
    return await client.post("/api/quiz/answers", json=body)


def text(words: str, question: str = "remark", **more: Any) -> dict[str, Any]:
    return {"questionId": question, "value": words} | more


def contact(**changed: Any) -> dict[str, Any]:
    return {"questionId": "person", "value": "given", "contact": ADA | changed}


def skipped(question: str) -> dict[str, Any]:
    return {"questionId": question, "value": "skipped", "isSkipped": True}


def stored(query_admin_sql: AdminSql, session: str) -> dict[str, tuple[Any, ...]]:
    return {row[0]: row[1:] for row in query_admin_sql(STORED, session)}


@pytest.mark.parametrize(
    ("words", "code", "kept"),
    [
        ("  A baby seat\r\nand skis  ", "short", "A baby seat\nand skis"),
        ("x" * 50, "short", "x" * 50),
        ("x" * 51, "medium", "x" * 51),
        ("ქ" * 160, "long", "ქ" * 160),
        ("skipped", "short", "skipped"),
    ],
)
async def test_a_text_is_trimmed_and_counted_by_its_length(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, words: str, code: str, kept: str
) -> None:
    answered = await give(client, "written_1", text(words))
    assert answered.status_code == 200, answered.text
    value, label, details, _ = stored(query_admin_sql, "written_1")["remark"]
    assert (value, details) == (code, {"text": kept})
    # Neither the code nor its label has the words.
    assert kept not in label


@pytest.mark.parametrize(
    ("answer", "field", "code"),
    [
        (text("x" * 161), "value", "quiz_text_too_long"),
        (text("   "), "value", "quiz_answer_required"),
        (text("bell\x07"), "value", "quiz_text_control"),
        (text("nul\x00"), "value", "quiz_text_control"),
        (skipped("must"), "value", "quiz_answer_required"),
        (text("given", "person"), "contact", "quiz_answer_required"),
        (contact(name=" "), "contact.name", "quiz_contact_missing"),
        (contact(name="Win at www.spam.example"), "contact.name", "name_with_link"),
        (contact(email=None, phone=""), "contact.email", "quiz_contact_unreachable"),
        (contact(email="ada@"), "contact.email", "email_invalid"),
        (contact(phone="12"), "contact.phone", "quiz_contact_phone"),
        (contact(hasConsented=False), "contact.hasConsented", "quiz_contact_consent"),
    ],
)
async def test_what_is_no_answer_is_refused(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, answer: dict[str, Any], field: str, code: str
) -> None:
    refused = await give(client, "written_2", answer)
    assert refused.status_code == 422, refused.text
    [problem] = refused.json()["fields"]
    assert (problem["field"], problem["code"]) == (f"answers.0.{field}", code)
    assert stored(query_admin_sql, "written_2") == {}


async def test_a_contact_is_stored_with_its_consent_and_skips(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    answers = (contact(), {"questionId": "why", "value": "yes"})
    assert (await give(client, "written_3", *answers)).status_code == 200
    rows = stored(query_admin_sql, "written_3")
    kept = {"name": "Ada Lovelace", "email": "ada@example.com", "phone": "+995599123456", "consent": CONSENT}
    assert rows["person"][:3] == ("given", "Contact given", kept)
    assert rows["why"][3] is False
    # Skipping it afterwards deletes what was given; a late repeat does not bring it back.
    assert (await give(client, "written_3", skipped("person") | {"sequence": 2})).status_code == 200
    assert (await give(client, "written_3", contact() | {"sequence": 1})).status_code == 200
    rows = stored(query_admin_sql, "written_3")
    assert rows["person"][:3] == ("skipped", "Skipped", None)
    assert rows["why"][3] is True


async def test_words_never_reach_what_analytics_reads(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    assert (await give(client, "written_4", text("secret remark"), contact())).status_code == 200
    [(seen,)] = query_admin_sql(
        "select string_agg(a::text, ' ') from reporting.quiz_answers a where session_id = 'written_4'"
    )
    assert "short" in seen
    assert "given" in seen
    assert not any(word in seen for word in ("secret", "Ada", "ada@", "599"))
    readable = "select has_column_privilege('abano_reporting', 'quiz_answers', 'details', 'select')"
    assert query_admin_sql(readable) == [(False,)]


@pytest.mark.parametrize("case", VECTORS["cases"], ids=[case["name"] for case in VECTORS["cases"]])
async def test_the_database_skips_what_the_definition_skips(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, case: dict[str, Any]
) -> None:
    quiz = QuizDefinition.model_validate(VECTORS["quiz"])
    kinds = {question.id: question.kind for question in quiz.questions}
    for question, value in case["answers"].items():
        given = skipped(question) if not value else {"questionId": question, "value": value}
        if kinds[question] == "contact" and value:
            given |= {"contact": {"email": value, "hasConsented": True}}
        answered = await give(client, f"vector_{case['name'].replace(' ', '_')}", given, version="vectors")
        assert answered.status_code == 200, answered.text
    rows = stored(query_admin_sql, f"vector_{case['name'].replace(' ', '_')}")
    assert {name: row[3] for name, row in rows.items()} == {
        name: name not in case["skipped"] for name in case["answers"]
    }
    counted: dict[str, str] = {}
    for each in quiz.questions:
        assert each.is_skipped(counted) == (each.id in case["skipped"])
        value = rows.get(each.id, ("",))[0]
        if value and not each.is_skipped(counted) and not (each.kind in WRITTEN_KINDS and value == SKIPPED):
            counted[each.id] = value


def test_ways_through_written_questions_are_followed() -> None:
    found = branches(QuizDefinition.model_validate(QUIZ).questions)
    assert (found.never_asked, found.fewest, found.most) == ((), 3, 4)
    never = QUIZ["questions"][3] | {"skipWhen": [{"questionId": "must", "isAnswered": True}]}
    body = QUIZ | {"questions": [*QUIZ["questions"][:3], never]}
    assert branches(QuizDefinition.model_validate(body).questions).never_asked == ("why",)
    both = [{"questionId": "must", "isAnswered": True}, {"questionId": "remark", "isAnswered": True}]
    body = QUIZ | {"questions": [*QUIZ["questions"][:3], never | {"skipWhen": both, "skipJoin": "all"}]}
    assert branches(QuizDefinition.model_validate(body).questions).never_asked == ()


@pytest.mark.parametrize(
    ("question", "change"),
    [
        (0, {"options": TWO}),
        (0, {"maxLength": 501}),
        (2, {"asks": ["name"], "requires": []}),
        (2, {"asks": ["email"], "requires": ["phone"]}),
        (2, {"consentText": " "}),
        (3, {"skipWhen": [{"questionId": "remark", "values": ["short"]}]}),
        (3, {"skipWhen": [{"questionId": "remark", "isAnswered": True, "atLeast": 1}]}),
        (3, {"skipWhen": [{"questionId": "remark", "values": [], "match": "all", "isAnswered": True}]}),
    ],
)
def test_a_question_that_cannot_be_asked_is_no_definition(question: int, change: dict[str, Any]) -> None:
    questions = [one | change if place == question else one for place, one in enumerate(QUIZ["questions"])]
    with pytest.raises(ValueError, match=r"question|rule|less than"):
        QuizDefinition.model_validate(QUIZ | {"questions": questions})
