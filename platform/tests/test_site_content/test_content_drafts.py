"""Site texts edited by owners and managers: drafts, versions, and concurrent edits."""

from typing import Any

import httpx
import pytest
from built_frontend import frontend  # noqa: F401 - every test here is served these files
from console_people import Person, signed_in_person
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.core import ttl_cache
from abano.core.clock import FixedClock
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
URL = "/api/admin/content"
LANDING = f"{URL}/texts/landing"
TERMS = f"{URL}/texts/terms-of-service"


@pytest.fixture
async def nino(db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn) -> Person:
    return await signed_in_person(db, georgia, "manager", client_of, sign_in)


@pytest.fixture
def later(clock: FixedClock, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Moves the clock and expires every cache."""
    moved = {"seconds": 0.0}
    real = ttl_cache.now
    monkeypatch.setattr(ttl_cache, "now", lambda: real() + moved["seconds"])

    def move() -> None:
        clock.move(minutes=1)
        moved["seconds"] += 3600.0

    return move


async def read(console: httpx.AsyncClient, url: str = LANDING) -> dict[str, Any]:
    answer = await console.get(url)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def save(
    console: httpx.AsyncClient, revision: int, parts: Any, url: str = LANDING, language: str = "en"
) -> httpx.Response:
    return await console.patch(url, json={"language": language, "revision": revision, "parts": parts})


async def publish(console: httpx.AsyncClient, url: str = LANDING) -> dict[str, Any]:
    revision = (await read(console, url))["revision"]
    answer = await console.post(f"{url}/publication", json={"revision": revision})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def test_visitors_read_a_change_when_it_is_published(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, later: Any
) -> None:
    text = await read(owner_client)
    first = text["versions"][0]["number"]
    parts = {
        "headline": "Your car waits",
        "sections": [{"name": "faq"}, {"name": "reviews", "isShown": False}],
    }
    saved = (await save(owner_client, text["revision"], parts)).json()
    assert (saved["waits"], saved["bodies"]["en"]["headline"]) == (True, "Your car waits")
    # Sections missing from the form follow the others.
    assert [part["name"] for part in saved["bodies"]["en"]["sections"]][:3] == ["faq", "reviews", "showcase"]
    # Moving a section creates a custom order.
    assert saved["bodies"]["en"]["sectionOrder"] == "own"
    later()
    assert "Your car waits" not in (await client.get("/")).text
    assert "Your car waits" in (await owner_client.get("/?preview=drafts")).text
    # Signed-out users cannot preview.
    assert "Your car waits" not in (await client.get("/?preview=drafts")).text
    published = await publish(owner_client)
    assert (published["waits"], published["versions"][0]["number"]) == (False, first + 1)
    later()
    html = (await client.get("/")).text
    assert "Your car waits" in html
    # Search engines reject star ratings that a business publishes about itself.
    assert "aggregateRating" not in html
    back = await owner_client.post(f"{LANDING}/return", json={"version": first})
    assert back.json()["bodies"]["en"]["headline"] != "Your car waits"
    await publish(owner_client)
    later()
    html = (await client.get("/")).text
    assert "Your car waits" not in html


async def test_the_second_editor_of_a_part_gets_a_conflict_and_loses_nothing(
    owner_client: httpx.AsyncClient, nino: Person
) -> None:
    seen = (await read(owner_client))["revision"]
    assert (await save(nino.client, seen, {"faqTitle": "Asked often"})).status_code == 200
    # Another part, another language: both are kept.
    assert (await save(owner_client, seen, {"teamTitle": "We"})).status_code == 200
    assert (await save(owner_client, seen, {"faqTitle": "ხშირად"}, language="ka")).status_code == 200
    refused = await save(owner_client, seen, {"faqTitle": "Questions", "howTitle": "How"})
    assert refused.status_code == 409
    assert refused.json()["error"] == "TextChangedMeanwhile"
    assert refused.json()["details"]["by"] == "Nino"
    text = await read(owner_client)
    assert text["revision"] == refused.json()["details"]["revision"]
    english = text["bodies"]["en"]
    assert (english["faqTitle"], english["teamTitle"]) == ("Asked often", "We")
    assert english["howTitle"] != "How"
    assert (await save(owner_client, text["revision"], {"faqTitle": "Questions"})).status_code == 200
    # Published by another user in the meantime: she can neither publish nor overwrite what she has not seen.
    stale = await owner_client.post(f"{LANDING}/publication", json={"revision": text["revision"]})
    assert stale.status_code == 409
    await publish(owner_client)
    assert (await save(nino.client, seen, {"faqTitle": "Old"})).status_code == 409
    assert (await owner_client.post(f"{LANDING}/publication", json={"revision": 1})).json()["error"] == (
        "NothingToPublish"
    )


async def test_machine_translations_are_marked_until_someone_saves_them(
    owner_client: httpx.AsyncClient, nino: Person
) -> None:
    async def unchecked(console: httpx.AsyncClient = owner_client) -> list[str]:
        return list((await read(console))["unchecked"].get("ka", []))

    async def propose(parts: dict[str, str], marked: list[str]) -> httpx.Response:
        revision = (await read(owner_client))["revision"]
        body = {"language": "ka", "revision": revision, "parts": parts, "unchecked": marked}
        return await owner_client.patch(LANDING, json=body)

    parts = {"faqTitle": "კითხვები", "howTitle": "როგორ", "teamTitle": "ჩვენ"}
    saved = await propose(parts, ["faqTitle", "howTitle", "headline"])
    assert saved.json()["unchecked"] == {"ka": ["faqTitle", "howTitle"]}
    # Colleagues see it, after the publication too.
    await publish(owner_client)
    assert await unchecked(nino.client) == ["faqTitle", "howTitle"]
    # Saved as it is: someone checked it.
    await save(nino.client, (await read(nino.client))["revision"], {"faqTitle": "კითხვები"}, language="ka")
    assert await unchecked() == ["howTitle"]
    # A discarded draft takes its own marks with it.
    await propose({"teamTitle": "გუნდი"}, ["teamTitle"])
    assert await unchecked() == ["howTitle", "teamTitle"]
    assert (await owner_client.delete(f"{LANDING}/draft")).status_code == 204
    assert await unchecked() == ["howTitle"]
    too_many = await propose(parts, ["x" * 101])
    assert (too_many.status_code, too_many.json()["fields"][0]["field"]) == (422, "unchecked.0")


@pytest.mark.parametrize(
    ("parts", "field", "code"),
    [
        ({"headline": "{{weekSavings}} off"}, "parts.headline", "unknown_placeholder"),
        ({"headline": "x" * 6000}, "parts.headline", "too_long"),
        ({"slogan": "x"}, "parts.slogan", "unknown_part"),
        ({"faq": [{"question": "Why?"}]}, "parts.faq.0.answer", "missing"),
        ({"faq": [{"question": "q", "answer": "a"}] * 301}, "parts.faq", "too_many"),
        ({"team": [{"name": "A", "position": "", "image": "//evil.example/x.png"}]}, "parts.team.0.image",
         "picture_not_own"),
        ({"rating": {"value": 6, "count": 1}}, "parts.rating.value", "too_large"),
        ({"rating": {"url": "javascript:alert(1)"}}, "parts.rating.url", "url_not_allowed"),
        ({"sections": [{"name": "banner"}]}, "parts.sections.0.name", "not_a_choice"),
    ],
)  # fmt: skip
async def test_what_cannot_be_shown_is_refused_by_its_field(
    owner_client: httpx.AsyncClient, parts: Any, field: str, code: str
) -> None:
    before = await read(owner_client)
    refused = await save(owner_client, 1000, parts)
    assert refused.status_code == 422, refused.text
    assert [(item["field"], item["code"]) for item in refused.json()["fields"]] == [(field, code)]
    assert (await read(owner_client))["bodies"] == before["bodies"]


async def test_a_text_without_its_name_is_not_published(owner_client: httpx.AsyncClient) -> None:
    text = await read(owner_client, TERMS)
    await save(owner_client, text["revision"], {"title": " "}, TERMS)
    revision = (await read(owner_client, TERMS))["revision"]
    refused = await owner_client.post(f"{TERMS}/publication", json={"revision": revision})
    assert refused.status_code == 422
    assert [item["field"] for item in refused.json()["fields"]] == ["en.title"]
    assert (await owner_client.delete(f"{TERMS}/draft")).status_code == 204
    assert (await read(owner_client, TERMS))["bodies"]["en"]["title"] == "Terms of Service"


async def test_an_earlier_version_of_the_terms_stays_readable_as_it_was(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, later: Any, query_admin_sql: AdminSql
) -> None:
    document = "/api/site/documents/terms-of-service"
    first = (await client.get(document)).json()
    # A change of the company's settings affects later renderings of a version, but not earlier ones.
    ages = "From {{minimumAge}} years"
    await save(owner_client, 1000, {"introduction": ages}, TERMS)
    second = (await publish(owner_client, TERMS))["versions"][0]["number"]
    await save(owner_client, 1000, {"introduction": "Entirely new."}, TERMS)
    await publish(owner_client, TERMS)
    query_admin_sql("update tenant_settings set driver_minimum_age = 19")
    later()
    newest = (await client.get(document)).json()
    assert (newest["version"], newest["document"]["introduction"]) == (second + 1, "Entirely new.")
    old = (await client.get(f"{document}?version={second}")).json()
    assert (old["version"], old["document"]["introduction"]) == (second, "From 23 years")
    oldest = (await client.get(f"{document}?version={first['version']}")).json()
    assert oldest["document"]["introduction"] == first["document"]["introduction"]
    assert (await client.get(f"{document}?version=99")).status_code == 404
    assert (await client.get(f"{document}?version=0")).status_code == 422
    # Only legal texts have a public history.
    assert (await client.get("/api/site/documents/landing?version=1")).status_code == 404


async def test_another_company_sees_and_changes_nothing_of_it(
    owner_client: httpx.AsyncClient, db: Database, alps: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> None:
    stranger = await signed_in_person(db, alps, "owner", client_of, sign_in)
    before = await read(stranger.client)
    await save(owner_client, 1000, {"headline": "Ours alone"})
    await publish(owner_client)
    assert await read(stranger.client) == before
    guide = f"{URL}/texts/vashlovani-national-park-guide"
    assert (await stranger.client.get(guide)).status_code == 404
    assert (await save(stranger.client, 0, {"title": "Ours"}, guide)).status_code == 404
