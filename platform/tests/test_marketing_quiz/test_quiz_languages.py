"""The quiz in a company's languages: other words, the same codes; answers are counted by them."""

import json
import time
from typing import Any

import httpx
import pytest
from product_fixtures import AdminSql

from abano.core.ttl_cache import SETTINGS_SECONDS

pytestmark = pytest.mark.anyio

TRANSLATION = {
    "questions": {
        "q1": {"text": "რა გაბრუნებთ?", "options": {"leisure": "დასვენება"}},
        "q2": {"options": {"yes": "პირველად"}},
    },
    "encouragements": [{"atPercent": 50, "text": "ნახევარი გზა"}],
}


@pytest.fixture(autouse=True)
def georgian_texts(query_admin_sql: AdminSql) -> None:
    """The Georgian company says some of its quiz in Georgian, and nothing in Russian."""
    query_admin_sql(
        "update quiz_definitions set translations = %s"
        " where tenant_id = (select id from tenants where slug = 'georgia')",
        json.dumps({"ka": TRANSLATION}),
    )


async def definition(client: httpx.AsyncClient, query: str = "") -> dict[str, Any]:
    answer = await client.get(f"/api/quiz/definition{query}")
    assert answer.status_code == 200
    return dict(answer.json())


async def test_translated_texts_are_shown_and_the_rest_in_the_first_language(
    client: httpx.AsyncClient,
) -> None:
    english, georgian = await definition(client), await definition(client, "?lang=ka&version=v1")
    questions = {question["id"]: question for question in georgian["questions"]}
    first = {question["id"]: question for question in english["questions"]}
    assert questions["q1"]["text"] == "რა გაბრუნებთ?"
    labels = {option["value"]: option["label"] for option in questions["q1"]["options"]}
    assert (labels["leisure"], labels["business"]) == ("დასვენება", "Business")
    assert questions["q2"]["text"] == first["q2"]["text"]
    assert questions["q3"] == first["q3"]
    assert [item["text"] for item in georgian["encouragements"]] == [
        "Great progress! Keep going...",
        "ნახევარი გზა",
        "Almost done! Your perfect car awaits...",
    ]


async def test_codes_icons_and_rules_are_the_same_in_every_language(client: httpx.AsyncClient) -> None:
    def codes(quiz: dict[str, Any]) -> list[Any]:
        return [
            (
                question["id"],
                question["icon"],
                question["skipWhen"],
                [(option["value"], option["icon"]) for option in question["options"]],
            )
            for question in quiz["questions"]
        ]

    assert codes(await definition(client)) == codes(await definition(client, "?lang=ka"))


@pytest.mark.parametrize("query", ["", "?lang=", "?lang=ru", "?lang=fr", "?lang=en", "?lang=KA"])
async def test_another_language_is_the_first(client: httpx.AsyncClient, query: str) -> None:
    quiz = await definition(client, query)
    assert quiz["questions"][0]["text"] == "What brings you to Georgia?"


async def test_another_companys_quiz_has_none_of_these_words(alps_client: httpx.AsyncClient) -> None:
    assert "დასვენება" not in json.dumps(await definition(alps_client, "?lang=ka"), ensure_ascii=False)


async def test_an_answer_is_stored_with_its_code_and_the_companys_first_language(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    await client.post("/api/quiz/session/start", json={"sessionId": "in-georgian", "quizVersion": "v1"})
    answer = {
        "questionId": "q1",
        "questionText": "რა გაბრუნებთ?",
        "value": "leisure",
        "answer": "დასვენება",
        "sequence": 1,
    }
    body = {"sessionId": "in-georgian", "quizVersion": "v1", "answers": [answer]}
    assert (await client.post("/api/quiz/answers", json=body)).status_code == 200
    rows = query_admin_sql(
        "select value, question_text, answer_text from quiz_answers where session_id = 'in-georgian'"
    )
    assert rows == [("leisure", "What brings you to Georgia?", "A holiday")]


async def test_changed_words_are_felt_within_seconds(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await definition(client, "?lang=ka"))["questions"][0]["text"] == "რა გაბრუნებთ?"
    query_admin_sql("update quiz_definitions set translations = '{}'")
    monkeypatch.setattr("abano.core.ttl_cache.now", lambda: time.monotonic() + SETTINGS_SECONDS)
    assert (await definition(client, "?lang=ka"))["questions"][0]["text"] == "What brings you to Georgia?"
