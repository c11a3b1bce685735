"""The quiz's editor over HTTP: drafts, conflicts, versions, and what visitors are asked."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from console_people import signed_in_person
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
URL = "/api/admin/quiz"
TWO = [{"value": "yes", "label": "Yes"}, {"value": "no", "label": "No"}]
QUIZ = {
    "questions": [
        {"id": "first", "text": "  First?  ", "options": TWO},
        {
            "id": "second",
            "text": "Second?",
            "options": TWO,
            "skipWhen": [
                {
                    "questionId": "first",
                    "values": ["no"],
                    "match": "any",
                    "atLeast": None,
                    "atMost": None,
                    "isAnswered": None,
                }
            ],
        },
    ],
    "encouragements": [{"atPercent": 50, "text": "Half of it"}],
    "translations": {"ka": {"questions": {"first": {"text": "პირველი?", "options": {"yes": "კი"}}}}},
}


@pytest.fixture(autouse=True)
def _as_seeded(query_admin_sql: AdminSql) -> Iterator[None]:
    """Each test begins with the seeded version and no draft."""
    yield
    query_admin_sql("delete from quiz_drafts")
    query_admin_sql("delete from quiz_definitions where version <> 'v1'")
    query_admin_sql("update quiz_definitions set is_current = true")


async def save(
    console: httpx.AsyncClient, quiz: dict[str, Any], revision: int = 0, status: int = 200
) -> dict[str, Any]:
    body = {"revision": revision, "basedOn": "v1", "quiz": quiz}
    answer = await console.put(f"{URL}/draft", json=body)
    assert answer.status_code == status, answer.text
    return dict(answer.json())


async def asked(client: httpx.AsyncClient, **query: str) -> dict[str, Any]:
    return dict((await client.get("/api/quiz/definition", params=query)).json())


async def test_a_draft_becomes_the_version_that_visitors_are_asked(owner_client: httpx.AsyncClient) -> None:
    before = await asked(owner_client)
    draft = (await save(owner_client, QUIZ))["draft"]
    assert (draft["revision"], draft["problems"]) == (1, [])
    assert draft["branches"] == {"fewest": 1, "most": 2, "neverAsked": []}
    assert await asked(owner_client) == before
    preview = (await owner_client.get(f"{URL}/draft/preview", params={"lang": "ka"})).json()
    assert [question["text"] for question in preview["questions"]] == ["პირველი?", "Second?"]

    body = {"revision": 1, "note": "Shorter"}
    answer = await owner_client.post(f"{URL}/publish", json=body)
    assert (answer.status_code, answer.json()["version"]) == (201, "v2")
    now = await asked(owner_client)
    assert (now["version"], now["questions"][0]["text"]) == ("v2", "First?")
    assert (await asked(owner_client, lang="ka"))["questions"][0]["text"] == "პირველი?"
    # Who is in the middle of the one before finishes it.
    assert (await asked(owner_client, version=before["version"]))["questions"] == before["questions"]
    editor = (await owner_client.get(URL)).json()
    assert editor["draft"] is None
    assert {one["version"]: (one["note"], one["isCurrent"]) for one in editor["versions"]} == {
        "v2": ("Shorter", True),
        before["version"]: ("", False),
    }

    # Undone: the one before is asked again.
    await owner_client.post(f"{URL}/versions/{before['version']}/current")
    assert await asked(owner_client) == before


async def test_an_unfinished_draft_is_kept_and_not_published(owner_client: httpx.AsyncClient) -> None:
    unfinished = {"questions": [{"id": "first", "text": "", "options": []}]}
    draft = (await save(owner_client, unfinished))["draft"]
    fields = ["questions.0.text", "questions.0.options"]
    assert [problem["field"] for problem in draft["problems"]] == fields
    for answer in (
        await owner_client.get(f"{URL}/draft/preview"),
        await owner_client.post(f"{URL}/publish", json={"revision": 1}),
    ):
        assert answer.status_code == 422
        assert [field["field"] for field in answer.json()["fields"]] == fields


async def test_the_second_editor_gets_a_conflict_and_nothing_is_overwritten(
    owner_client: httpx.AsyncClient, db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> None:
    analyst = (await signed_in_person(db, georgia, "analyst", client_of, sign_in)).client
    await save(owner_client, QUIZ)
    await save(analyst, {"questions": []}, revision=0, status=409)
    await save(analyst, {"questions": []}, revision=1)
    await save(owner_client, QUIZ, revision=1, status=409)
    assert (await owner_client.post(f"{URL}/publish", json={"revision": 1})).status_code == 409
    assert (await owner_client.delete(f"{URL}/draft", params={"revision": 1})).status_code == 409
    editor = (await owner_client.get(URL)).json()
    assert (editor["draft"]["quiz"]["questions"], editor["draft"]["revision"]) == ([], 2)
    assert (await owner_client.delete(f"{URL}/draft", params={"revision": 2})).status_code == 200
    assert (await owner_client.get(URL)).json()["draft"] is None


async def test_a_version_that_is_kept_aside_is_not_asked_yet(owner_client: httpx.AsyncClient) -> None:
    before = await asked(owner_client)
    await save(owner_client, QUIZ)
    answer = await owner_client.post(f"{URL}/publish", json={"revision": 1, "isCurrent": False})
    assert answer.json()["version"] == "v2"
    assert await asked(owner_client) == before
    whole = (await owner_client.get(f"{URL}/versions/v2")).json()
    assert whole["definition"]["questions"][1]["skipWhen"] == QUIZ["questions"][1]["skipWhen"]  # type: ignore[index]
    assert whole["translations"]["ka"]["questions"]["first"]["text"] == "პირველი?"
    assert (await owner_client.get(f"{URL}/versions/nothing")).status_code == 404
