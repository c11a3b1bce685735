"""The neutral starter: an empty company whose every page stands, in each language that it offers."""

import asyncio
from typing import Any

import httpx
import pytest
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.config import Settings
from abano.database.engine import Database
from abano.errors import InvalidInput
from abano.identity.users import create_admin
from abano.kit.clock import SystemClock
from abano.seeds.demo import NEUTRAL, create_from_template
from abano.seeds.loader import Choices, spoken_by

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


async def test_an_empty_company_has_a_whole_site_that_only_its_people_see(
    fresh: httpx.AsyncClient, client_of: ClientFactory, query_admin_sql: AdminSql
) -> None:
    assert (await client_of(HOST).get("/api/site")).status_code == 503
    for language in spoken_by(NEUTRAL):
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
