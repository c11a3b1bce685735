"""The neutral starter: an empty company with every page, in each language that it offers."""

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.core import ttl_cache
from abano.core.clock import SystemClock
from abano.core.config import Settings
from abano.core.errors import InvalidInput
from abano.db.engine import Database
from abano.ops.seeds.demo import create_from_template
from abano.ops.seeds.loader import FOLDER, languages_of_template
from abano.team.users.users import create_admin
from abano.tenancy.directory.creation import NEUTRAL, Choices

pytestmark = pytest.mark.anyio
HOST = "fresh.localhost"
EMAIL, PASSWORD = "owner@fresh.example", "a password for a fresh company"


@pytest.fixture
async def fresh(settings: Settings, db: Database, client_of: ClientFactory, sign_in: SignIn) -> Any:
    """The console of a company that was just made."""
    tenant_id = await create_from_template(
        settings, slug="fresh", name="Fresh Cars", domain=HOST, template=NEUTRAL, is_open=False,
        choices=Choices(currency="GEL", timezone="Asia/Tbilisi"),
    )  # fmt: skip
    await create_admin(
        db, tenant_id, email=EMAIL, password=PASSWORD, name="Nino", role="owner", clock=SystemClock()
    )
    console = client_of(HOST)
    await sign_in(console, EMAIL, PASSWORD)
    return console


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Past every cache, each time."""
    real, moved = ttl_cache.now, {"seconds": 0.0}
    monkeypatch.setattr(ttl_cache, "now", lambda: real() + moved["seconds"])

    def move() -> None:
        moved["seconds"] += 3600.0

    return move


async def test_an_empty_company_has_a_whole_site_that_only_its_people_see(
    fresh: httpx.AsyncClient, client_of: ClientFactory, query_admin_sql: AdminSql, later: Callable[[], None]
) -> None:
    assert (await client_of(HOST).get("/api/site")).status_code == 503
    for language in languages_of_template(NEUTRAL):
        site = (await fresh.get("/api/site", params={"lang": language})).json()["site"]
        assert site["tenant"]["language"] == language
        assert (site["tenant"]["name"], site["tenant"]["currency"]) == ("Fresh Cars", "GEL")
        assert site["cars"] == []
        assert "Your company" not in str(site)
        for kind in ("terms-of-service", "privacy-policy"):
            document = await fresh.get(f"/api/site/documents/{kind}", params={"lang": language})
            assert (document.status_code, document.json()["language"]) == (200, language)
    setup = (await fresh.get("/api/admin/setup")).json()
    assert setup["isOpen"] is False
    done = {step["code"] for step in setup["steps"] if step["isDone"]}
    assert done == {"quiz"}
    # A text of one's own ticks its step off.
    query_admin_sql(
        "update tenant_settings set brand = jsonb_set(brand, '{logo}', '\"/own.svg\"') where currency = 'GEL'"
    )
    setup = (await fresh.get("/api/admin/setup")).json()
    assert {step["code"] for step in setup["steps"] if step["isDone"]} == {"quiz", "logo"}
    # Own terms in the first language replace those in the others, until they are written too.
    languages = languages_of_template(NEUTRAL)
    for written, language in enumerate(languages, 1):
        await write_terms(fresh, language)
        later()
        for offered in languages:
            shown = await fresh.get("/api/site/documents/terms-of-service", params={"lang": offered})
            expected = offered if offered in languages[:written] else languages[0]
            assert shown.json()["language"] == expected
            assert f"Our own terms in {expected}" in shown.text
        setup = (await fresh.get("/api/admin/setup")).json()
        [legal] = [step for step in setup["steps"] if step["code"] == "legal"]
        assert (legal["isDone"], legal["count"], legal["needed"]) == (False, written, 2 * len(languages))


async def write_terms(console: httpx.AsyncClient, language: str) -> None:
    url = "/api/admin/content/texts/terms-of-service"
    draft = (await console.get(url)).json()
    change = {"introduction": f"Our own terms in {language}"}
    body = {"language": language, "parts": change, "revision": draft["revision"]}
    assert (await console.patch(url, json=body)).is_success
    draft = (await console.get(url)).json()
    assert (await console.post(f"{url}/publication", json={"revision": draft["revision"]})).is_success


def test_no_text_of_a_starter_speaks_to_the_company_instead_of_its_visitors() -> None:
    """Such as "Replace this text": it would be read on the open site."""
    for path in (FOLDER / NEUTRAL).glob("**/documents/*.json"):
        text = path.read_text(encoding="utf-8")
        for hint in ("Replace", "Say ", "Your company, with", "Ersetzen", "Sagen Sie", "Замените", "Напишите, ",
                     "ჩაანაცვლეთ", "თქვით"):  # fmt: skip
            assert hint not in text, path


@pytest.mark.parametrize(
    ("choices", "field"),
    [
        (Choices(languages=("de", "en")), "languages"),
        (Choices(languages=("en", "fr")), "languages"),
        (Choices(currency="euro"), "currency"),
        (Choices(timezone="Mars/Olympus"), "timezone"),
    ],
)
def test_what_a_starter_cannot_be_is_refused_before_anything_is_made(
    settings: Settings, query_admin_sql: AdminSql, choices: Choices, field: str
) -> None:
    with pytest.raises(InvalidInput) as refused:
        asyncio.run(
            create_from_template(
                settings,
                slug="never",
                name="Never",
                domain="never.localhost",
                template=NEUTRAL,
                choices=choices,
            )
        )
    assert refused.value.fields[0].field == field
    assert query_admin_sql("select count(*) from tenants where slug = 'never'") == [(0,)]
