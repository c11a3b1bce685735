"""The languages of a company as owners and managers choose them, and what the site makes of it."""

from typing import Any

import httpx
import pytest
from console_people import signed_in_person
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.core import ttl_cache
from abano.core.languages.texts import product_languages
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
URL = "/api/admin/languages"
GEORGIA: dict[str, Any] = {"languages": ["en", "ka", "ru"], "teamLanguage": None}
EMPTIED = ("cars", "handover_places", "locations", "insurance_options", "services", "quiz_definitions")


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Past every cache."""
    moved = {"seconds": 0.0}
    real = ttl_cache.now
    monkeypatch.setattr(ttl_cache, "now", lambda: real() + moved["seconds"])

    def move() -> None:
        moved["seconds"] += 3600.0

    return move


@pytest.fixture(autouse=True)
def as_before(query_admin_sql: AdminSql) -> Any:
    """Each test begins with what the seeds say."""
    yield
    query_admin_sql(
        "update tenant_settings set languages = '{en,ka,ru}', team_language = null"
        " where tenant_id = (select id from tenants where slug = 'georgia')"
    )


async def choose(console: httpx.AsyncClient, languages: list[str], team: str | None = None) -> dict[str, Any]:
    answer = await console.put(URL, json={"languages": languages, "teamLanguage": team})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def site(client: httpx.AsyncClient, language: str) -> dict[str, Any]:
    return dict((await client.get("/api/site", params={"lang": language})).json()["site"])


def state_of(answer: dict[str, Any], language: str) -> dict[str, Any]:
    return next(state for state in answer["offered"] if state["language"] == language)


async def test_the_page_says_what_is_written_in_each_language(owner_client: httpx.AsyncClient) -> None:
    answer = (await owner_client.get(URL)).json()
    assert (answer["languages"], answer["teamLanguage"]) == (GEORGIA["languages"], None)
    assert sorted(state["language"] for state in answer["offered"]) == sorted(product_languages())
    kinds = [text["kind"] for text in answer["documents"]]
    assert {"landing", "seo", "terms-of-service", "privacy-policy"} <= set(kinds)
    assert {text["kind"]: text["title"] for text in answer["documents"]}["landing"] is None
    first, georgian, german = (state_of(answer, language) for language in ("en", "ka", "de"))
    assert first["documents"] == georgian["documents"] == kinds
    assert german["documents"] == []
    for part in ("catalogue", "quiz"):
        assert first[part]["written"] == first[part]["total"] > 0
        assert german[part] == {"written": 0, "total": first[part]["total"]}
        # The seeds are whole in Georgian, but for titles that are names of cars.
        assert georgian[part] == first[part]


async def test_a_text_that_is_missing_is_counted(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    before = state_of((await owner_client.get(URL)).json(), "ru")
    of_tbilisi = "where code = 'tbilisi' and translations ? 'ru'"
    [(kept,)] = query_admin_sql(f"select translations::text from locations {of_tbilisi}")
    query_admin_sql(f"update locations set translations = translations - 'ru' {of_tbilisi}")
    after = state_of((await owner_client.get(URL)).json(), "ru")
    query_admin_sql(f"update locations set translations = '{kept}'::jsonb where code = 'tbilisi'")
    assert after["catalogue"]["total"] == before["catalogue"]["total"]
    assert after["catalogue"]["written"] == before["catalogue"]["written"] - 1


async def test_a_choice_reaches_the_site_and_texts_of_a_language_that_is_left_out_stay(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, later: Any, query_admin_sql: AdminSql
) -> None:
    texts = "select count(*) from site_documents where language = 'ru'"
    [(written,)] = query_admin_sql(texts)
    russian = (await site(client, "ru"))["landing"]["faqTitle"]
    answer = await choose(owner_client, ["en", "de", "ka", "en"])
    assert answer["languages"] == ["en", "de", "ka"]
    later()
    assert (await site(client, "ru"))["tenant"]["language"] == "en"
    german = await site(client, "de")
    assert (german["tenant"]["languages"], german["tenant"]["pathPrefix"]) == (["en", "de", "ka"], "/de")
    assert query_admin_sql(texts) == [(written,)]
    await choose(owner_client, GEORGIA["languages"])
    later()
    assert (await site(client, "ru"))["landing"]["faqTitle"] == russian


async def test_the_team_may_speak_another_language_than_the_site(owner_client: httpx.AsyncClient) -> None:
    assert (await choose(owner_client, ["en"], "ru"))["teamLanguage"] == "ru"
    assert (await owner_client.get(URL)).json()["languages"] == ["en"]
    assert (await choose(owner_client, ["en"]))["teamLanguage"] is None


async def test_a_change_is_in_the_audit_log_and_nothing_is_when_nothing_changed(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    entries = "select before, after from audit_log where action = 'languages.chosen' order by happened_at, id"
    known = len(query_admin_sql(entries))
    await choose(owner_client, ["en", "ru"], "ka")
    await choose(owner_client, ["en", "ru", "ru"], "ka")
    assert query_admin_sql(entries)[known:] == [
        (
            {"languages": ["en", "ka", "ru"], "teamLanguage": None},
            {"languages": ["en", "ru"], "teamLanguage": "ka"},
        )
    ]


@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        ({"languages": ["en", "fr"]}, "languages.1", "language_not_offered"),
        ({"languages": ["en", "EN"]}, "languages.1", "language_not_offered"),
        ({"languages": ["en"], "teamLanguage": "../en"}, "teamLanguage", "language_not_offered"),
        ({"languages": ["ka", "en", "ru"]}, "languages.0", "first_language_stays"),
        ({"languages": ["de"]}, "languages.0", "first_language_stays"),
        ({"languages": []}, "languages", None),
        ({"languages": "en"}, "languages", None),
        ({"languages": ["en"] * 21}, "languages", None),
        ({"languages": ["en", ""]}, "languages.1", None),
        ({"languages": ["en", "x" * 21]}, "languages.1", None),
        ({"languages": ["en"], "teamLanguage": 5}, "teamLanguage", None),
        ({}, "languages", None),
    ],
)
async def test_a_bad_choice_is_refused_at_its_field_and_nothing_changes(
    owner_client: httpx.AsyncClient, body: dict[str, Any], field: str, code: str | None
) -> None:
    answer = await owner_client.put(URL, json=body)
    assert answer.status_code == 422, answer.text
    [refused] = answer.json()["fields"]
    assert refused["field"] == field
    assert code in (None, refused["code"])
    assert (await owner_client.get(URL)).json()["languages"] == GEORGIA["languages"]


async def test_a_company_without_texts_may_begin_with_another_language_that_has_its_pages(
    db: Database,
    alps: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
) -> None:
    manager = await signed_in_person(db, alps, "manager", client_of, sign_in)
    await refused_as(manager.client, ["de", "en"], "first_language_stays")
    for table in EMPTIED:
        query_admin_sql(f"alter table {table} disable trigger all")
        query_admin_sql(f"delete from {table} where tenant_id = '{alps.id}'")
        query_admin_sql(f"alter table {table} enable trigger all")
    await refused_as(manager.client, ["ka", "en"], "first_language_unwritten")
    query_admin_sql(
        "insert into site_documents (tenant_id, kind, language, body)"
        " select tenant_id, kind, 'ka', body from site_documents"
        f" where tenant_id = '{alps.id}' and language = 'en'"
    )
    assert (await choose(manager.client, ["ka", "en"]))["languages"] == ["ka", "en"]


async def refused_as(console: httpx.AsyncClient, languages: list[str], code: str) -> None:
    answer = await console.put(URL, json={"languages": languages})
    assert answer.status_code == 422, answer.text
    assert [item["code"] for item in answer.json()["fields"]] == [code]


async def test_another_company_and_other_roles_see_and_change_nothing(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    georgia: Tenant,
    alps: Tenant,
    db: Database,
    client_of: ClientFactory,
    sign_in: SignIn,
) -> None:
    ours = (await owner_client.get(URL)).json()
    theirs = await signed_in_person(db, alps, "owner", client_of, sign_in)
    before = (await theirs.client.get(URL)).json()["languages"]
    await choose(theirs.client, [*before, "ru"], "ru")
    assert (await owner_client.get(URL)).json() == ours
    for role in ("analyst", "desk"):
        person = await signed_in_person(db, georgia, role, client_of, sign_in)
        assert (await person.client.get(URL)).status_code == 403
        assert (await person.client.put(URL, json=GEORGIA)).status_code == 403
    assert (await alps_client.get(URL)).status_code == 401
    assert (await alps_client.put(URL, json=GEORGIA)).status_code == 401
    # Signed in with the other company, one is no one here.
    client.cookies.update(dict(theirs.client.cookies))
    assert (await client.put(URL, json=GEORGIA)).status_code == 401
    assert (await owner_client.get(URL)).json() == ours
