"""A company's texts in the requested language, their fallbacks, and tenant isolation."""

import json
import re
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from built_frontend import FIRST_SCREENS, frontend  # noqa: F401 - every test here is served these files
from product_fixtures import AdminSql, ClientFactory
from speaking_companies import CAR, TEXTS, companies, davos, lomi  # noqa: F401 - fixtures of these tests

from abano.core.config import Settings
from abano.core.ttl_cache import SETTINGS_SECONDS
from abano.ops.seeds.demo import create_from_template

pytestmark = pytest.mark.anyio

TERMS = "/api/site/documents/terms-of-service"
LOMI = "tenant_id = (select id from tenants where slug = 'lomi')"


async def site_of(client: httpx.AsyncClient, language: str | None) -> dict[str, Any]:
    answer = await client.get("/api/site", params={"lang": language} if language else {})
    assert answer.status_code == 200
    return dict(answer.json()["site"])


async def test_configuration_is_in_the_language_that_is_asked_for(
    lomi: httpx.AsyncClient,  # noqa: F811
) -> None:
    for language, locale in (("ka", "ka-GE"), ("ru", "ru-GE"), ("en", "en-GB")):
        site = await site_of(lomi, language)
        assert site["tenant"]["language"] == language
        assert site["tenant"]["locale"] == locale
        headline = TEXTS.get(language, {}).get("headline", "Your 4x4 for Georgia, ready when you land")
        assert site["landing"]["headline"] == headline
        assert {head["path"]: head["title"] for head in site["pages"]}["/"].startswith(
            TEXTS.get(language, {}).get("title", "4x4 Car Rental")
        )


@pytest.mark.parametrize("language", [None, "", "fr", "EN", "../ka", "ka ", "x" * 20])
async def test_a_language_that_the_company_does_not_offer_falls_back_to_its_first(
    lomi: httpx.AsyncClient,  # noqa: F811
    language: str | None,
) -> None:
    assert (await site_of(lomi, language))["tenant"]["language"] == "en"
    answer = await lomi.get(TERMS, params={"lang": language} if language else {})
    assert answer.json()["language"] == "en"


async def test_a_language_too_long_to_be_one_names_the_field(lomi: httpx.AsyncClient) -> None:  # noqa: F811
    for path in ("/api/site", TERMS, "/api/quiz/definition"):
        answer = await lomi.get(path, params={"lang": "x" * 21})
        assert answer.status_code == 422
        assert [field["field"] for field in answer.json()["fields"]] == ["lang"]


async def test_missing_translations_fall_back_to_the_first_language_field_by_field(
    lomi: httpx.AsyncClient,  # noqa: F811
) -> None:
    english, georgian, russian = [
        {car["slug"]: car for car in (await site_of(lomi, language))["cars"]}
        for language in ("en", "ka", "ru")
    ]
    slug = "subaru-forester"
    assert georgian[slug]["title"] == CAR["title"]
    assert georgian[slug]["specs"] == CAR["specs"]
    for field in ("description", "images", "name", "baseRate", "rates"):
        assert georgian[slug][field] == english[slug][field]
    assert russian == english
    assert {name: car for name, car in georgian.items() if name != slug} == {
        name: car for name, car in english.items() if name != slug
    }


async def test_every_text_of_the_catalogue_has_its_languages(
    settings: Settings, client_of: ClientFactory, query_admin_sql: AdminSql
) -> None:
    await create_from_template(
        settings, slug="whole", name="Whole", domain="whole.example", template="georgia"
    )
    own = "tenant_id = (select id from tenants where slug = 'whole')"
    translations = {
        "cars": '{"ka": {"title": "ა", "description": "ბ", "images": [{"view": "side", "alt": "გ"}]}}',
        "locations": '{"ka": {"name": "თბილისი"}}',
        "insurance_options": '{"ka": {"label": "დ", "description": "ე", "bullets": ["ვ"], "exclusions": ["ზ"]}}',
        "services": '{"ka": {"group": "თ", "label": "ი", "description": "კ", "note": "ლ"}}',
    }
    for table, texts in translations.items():
        query_admin_sql(f"update {table} set translations = '{texts}' where {own}")
    site = await site_of(client_of("whole.example"), "ka")
    for car in site["cars"]:
        assert (car["title"], car["description"]) == ("ა", "ბ")
        assert {image["alt"] for image in car["images"] if image["view"] == "side"} <= {"გ"}
        assert all(image["src"] for image in car["images"])
    assert {place["name"] for place in site["locations"]} == {"თბილისი"}
    for option in site["insurance"]:
        assert (option["label"], option["description"]) == ("დ", "ე")
        assert (option["bullets"], option["exclusions"]) == (["ვ"], ["ზ"])
    for service in site["services"]:
        assert (service["group"], service["label"]) == ("თ", "ი")
        assert (service["description"], service["note"]) == ("კ", "ლ")


async def test_documents_fall_back_as_a_whole_and_say_their_language(
    lomi: httpx.AsyncClient,  # noqa: F811
) -> None:
    for language, shown_in in (("ka", "ka"), ("ru", "en"), ("en", "en")):
        answer = (await lomi.get(f"{TERMS}?lang={language}")).json()
        assert answer["language"] == shown_in
        assert answer["document"]["title"] == (
            TEXTS["ka"]["terms"] if shown_in == "ka" else "Terms of Service"
        )


async def test_facts_in_a_text_are_written_as_its_language_writes_them(
    lomi: httpx.AsyncClient,  # noqa: F811
) -> None:
    introduction = (await lomi.get(f"{TERMS}?lang=ka")).json()["document"]["introduction"]
    assert introduction.replace("\u00a0", " ") == "სულ მცირე 23; 30 €."
    # The same page with the English text keeps its English amounts.
    assert "€30 a day" in (await lomi.get(f"{TERMS}?lang=ru")).text


async def test_one_company_never_gets_the_texts_of_another_in_any_order(
    lomi: httpx.AsyncClient,  # noqa: F811
    davos: httpx.AsyncClient,  # noqa: F811
    client: httpx.AsyncClient,
) -> None:
    for _ in range(2):
        for language in ("en", "ka", "ru", "de"):
            own = await site_of(lomi, language)
            assert own["tenant"]["slug"] == "lomi"
            other = await site_of(davos, language)
            assert other["tenant"]["slug"] == "davos"
            assert other["tenant"]["language"] == (language if language in {"de", "en"} else "de")
            for text in ("Georgia", "Tbilisi", TEXTS["ka"]["headline"], TEXTS["ru"]["headline"]):
                assert text not in str(other)
            demo = await site_of(client, language)
            assert demo["tenant"]["slug"] == "georgia"
            assert TEXTS["ka"]["headline"] != demo["landing"]["headline"] != TEXTS["ru"]["headline"]


async def test_a_language_that_is_added_or_taken_away_is_felt_within_seconds(
    lomi: httpx.AsyncClient,  # noqa: F811
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    elapsed = 0.0

    def change(statement: str) -> None:
        nonlocal elapsed
        query_admin_sql(statement)
        elapsed += SETTINGS_SECONDS * 3
        monkeypatch.setattr("abano.core.ttl_cache.now", lambda: time.monotonic() + elapsed)

    assert (await lomi.get("/ru/")).status_code == 200
    tag = (await lomi.get("/api/site?lang=ka")).headers["etag"]
    change(f"update tenant_settings set languages = '{{en,ka}}' where {LOMI}")
    try:
        assert (await lomi.get("/ru/")).headers["location"] == "/"
        assert (await lomi.get("/ru/booking")).status_code == 404
        assert "/ru" not in (await lomi.get("/sitemap.xml")).text
        assert (await lomi.get("/api/site?lang=ka")).headers["etag"] != tag
    finally:
        change(f"update tenant_settings set languages = '{{en,ka,ru}}' where {LOMI}")
    assert (await lomi.get("/ru/")).status_code == 200


async def test_each_language_has_its_own_tag_and_keeps_it(lomi: httpx.AsyncClient) -> None:  # noqa: F811
    tags = {
        language: (await lomi.get(f"/api/site?lang={language}")).headers["etag"] for language in ("en", "ka")
    }
    assert tags["en"] != tags["ka"]
    for language, tag in tags.items():
        again = await lomi.get(f"/api/site?lang={language}", headers={"If-None-Match": tag})
        assert again.status_code == 304
    pages = [(await lomi.get(path)).headers["etag"] for path in ("/", "/ka/", "/ru/")]
    assert len(set(pages)) == 3


async def test_first_screens_and_preloads_are_those_of_the_pages_language(
    lomi: httpx.AsyncClient,  # noqa: F811
    frontend: Path,  # noqa: F811
) -> None:
    georgian = {path: screen.replace("Book your car", "დაჯავშნე") for path, screen in FIRST_SCREENS.items()}
    (frontend / "first-screens.json").write_text(json.dumps({"en": FIRST_SCREENS, "ka": georgian}))
    texts = {language: {"/booking": [f"/assets/{language}-1.js"]} for language in ("en", "ka", "ru")}
    fonts = {language: [f"/assets/{language}.woff2"] for language in texts}
    build = {"routes": {"/booking": []}, "fonts": fonts, "catalogues": texts}
    (frontend / "first-load.json").write_text(json.dumps(build))
    for path, language, words in (("/booking", "en", "Book your car"), ("/ka/booking", "ka", "დაჯავშნე")):
        html = (await lomi.get(path)).text
        assert f'<div id="root"><main><p>Lomi</p><h1>{words}</h1></main></div>' in html
        assert f'<link rel="modulepreload" href="/assets/{language}-1.js" crossorigin>' in html
        assert html.count("modulepreload") == 1
        assert re.findall(r'as="font"[^>]* href="([^"]*)"', html) == [f"/assets/{language}.woff2"]
    # A language without first screens draws itself.
    assert '<div id="root"></div>' in (await lomi.get("/ru/booking")).text
