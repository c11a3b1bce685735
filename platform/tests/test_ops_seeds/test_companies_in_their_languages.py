"""What visitors of the demo companies read in each language: the whole of it, with the same prices as in English."""

from typing import Any

import httpx
import pytest
from company_texts import COMPANIES, documents_of, languages_of, leaves, numbers_in, read

pytestmark = pytest.mark.anyio

LANGUAGES = [(company, language) for company in COMPANIES for language in languages_of(company)]
in_each_language = pytest.mark.parametrize(("company", "language"), LANGUAGES)


@pytest.fixture
def clients(client: httpx.AsyncClient, alps_client: httpx.AsyncClient) -> dict[str, httpx.AsyncClient]:
    return {"georgia": client, "alps": alps_client}


async def site(client: httpx.AsyncClient, language: str) -> dict[str, Any]:
    found: dict[str, Any] = (await client.get("/api/site", params={"lang": language})).json()["site"]
    return found


async def document(client: httpx.AsyncClient, kind: str, language: str) -> Any:
    answer = (await client.get(f"/api/site/documents/{kind}", params={"lang": language})).json()
    assert answer["language"] == language
    return answer["document"]


@in_each_language
async def test_prices_in_texts_are_the_same_in_each_language(
    clients: dict[str, httpx.AsyncClient], company: str, language: str
) -> None:
    client = clients[company]
    texts = []
    for asked in ("en", language):
        config = await site(client, asked)
        texts.append(
            [
                dict(leaves(part))
                for part in (
                    config["landing"],
                    [page["description"] for page in config["pages"]],
                    await document(client, "terms-of-service", asked),
                )
            ]
        )
    for expected, translated in zip(*texts, strict=True):
        assert translated.keys() == expected.keys()
        for path, text in expected.items():
            if isinstance(text, str):
                assert numbers_in(translated[path]) == numbers_in(text), path
                assert "{{" not in translated[path], path


@in_each_language
async def test_the_catalogue_is_shown_in_each_language(
    clients: dict[str, httpx.AsyncClient], company: str, language: str
) -> None:
    config, expected = (
        await site(clients[company], language),
        read(company, f"languages/{language}/catalog.json"),
    )
    english = await site(clients[company], "en")
    for part in ("locations", "insurance", "services"):
        shown = {
            item["code"]: {name: item[name] for name in expected[part][item["code"]]} for item in config[part]
        }
        assert shown == expected[part]
    for car, first in zip(config["cars"], english["cars"], strict=True):
        texts = expected["cars"].get(car["slug"], {})
        for name in ("title", "description", "specs"):
            assert car[name] == texts.get(name, first[name]), (car["slug"], name)
        assert [image["alt"] for image in car["images"]] == [item["alt"] for item in texts.get("images", [])]
        assert [image["src"] for image in car["images"]] == [image["src"] for image in first["images"]]
        assert (car["name"], car["rates"]) == (first["name"], first["rates"])


@in_each_language
async def test_the_address_is_written_in_each_language(
    clients: dict[str, httpx.AsyncClient], company: str, language: str
) -> None:
    contacts = read(company, "company.json")["contacts"]
    shown, english = [(await site(clients[company], asked))["contacts"] for asked in (language, "en")]
    assert shown["address"] == contacts["translations"][language]["address"] != english["address"]
    assert numbers_in(shown["address"]) == numbers_in(english["address"])
    assert shown | {"address": ""} == english | {"address": ""}


@in_each_language
async def test_each_document_is_there_in_each_language(
    clients: dict[str, httpx.AsyncClient], company: str, language: str
) -> None:
    for name in documents_of(company):
        kind = name.removeprefix("documents/").removesuffix(".json")
        if kind in {"landing", "seo"}:
            continue
        shown = await document(clients[company], kind, language)
        assert shown["title"] == read(company, f"languages/{language}/{name}")["title"]


@in_each_language
async def test_the_quiz_asks_in_each_language_and_counts_by_the_same_codes(
    clients: dict[str, httpx.AsyncClient], company: str, language: str
) -> None:
    asked, english = [
        (await clients[company].get("/api/quiz/definition", params={"lang": lang})).json()
        for lang in (language, "en")
    ]
    expected = read(company, f"languages/{language}/quiz-v1.json")
    assert asked["encouragements"] == expected["encouragements"]
    assert {
        question["id"]: {
            "text": question["text"],
            "options": {option["value"]: option["label"] for option in question["options"]},
            "reasons": {
                option["value"]: option["reason"] for option in question["options"] if option["reason"]
            },
        }
        for question in asked["questions"]
    } == {name: {"reasons": {}, **texts} for name, texts in expected["questions"].items()}
    for question, first in zip(asked["questions"], english["questions"], strict=True):
        assert question["id"] == first["id"]
        assert question["skipWhen"] == first["skipWhen"]
        assert [option["value"] for option in question["options"]] == [
            option["value"] for option in first["options"]
        ]
