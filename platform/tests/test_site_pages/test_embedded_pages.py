"""Pages that other websites show in frames: who may frame them, what they carry, and the script that adds them."""

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from built_frontend import frontend  # noqa: F401 - every test here is served these files
from product_fixtures import AdminSql

from abano.core import ttl_cache

pytestmark = pytest.mark.anyio

BLOG = "https://blog.example.com"
SUBDOMAINS = "https://*.hotels.example.com"
ALPS_BLOG = "https://alps.example.com"
EMBEDDED = ["/embed/search", "/embed/cars", "/embed/cars/toyota-fj-cruiser", "/ka/embed/search"]


@pytest.fixture
def allow(query_admin_sql: AdminSql, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Sets the websites that may embed a company's pages, past every cache."""
    ahead = 0.0
    real = ttl_cache.now
    monkeypatch.setattr(ttl_cache, "now", lambda: real() + ahead)

    def set_origins(slug: str, origins: list[str]) -> None:
        nonlocal ahead
        ahead += 3600.0
        query_admin_sql(
            "update tenant_settings set integrations = integrations || %s::jsonb"
            " where tenant_id = (select id from tenants where slug = %s)",
            json.dumps({"embedOrigins": origins}),
            slug,
        )

    yield set_origins
    set_origins("georgia", [])
    set_origins("alps", [])


def ancestors(answer: httpx.Response) -> str:
    policies = re.findall(r"frame-ancestors ([^;]*)", answer.headers["content-security-policy"])
    assert len(policies) == 1
    return str(policies[0])


@pytest.mark.parametrize("path", EMBEDDED)
async def test_only_the_companys_own_websites_may_frame(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, allow: Any, path: str
) -> None:
    assert ancestors(await client.get(path)) == "'self'"
    allow("georgia", [BLOG, SUBDOMAINS])
    allow("alps", [ALPS_BLOG])
    answer = await client.get(path)
    assert answer.status_code == 200
    assert ancestors(answer) == f"'self' {BLOG} {SUBDOMAINS}"
    assert ancestors(await alps_client.get("/embed/search")) == f"'self' {ALPS_BLOG}"


async def test_other_pages_are_never_framed_by_others(client: httpx.AsyncClient, allow: Any) -> None:
    allow("georgia", [BLOG])
    paths = [
        "/",
        "/cars",
        "/booking",
        "/my-booking",
        "/admin",
        "/admin/login",
        "/admin/settings/embed",
        "/embed",
    ]
    unknown = ["/embed/cars/none", "/embed/none", "/embed/search/none", "/embed/cars/toyota-fj-cruiser/none"]
    for path in [*paths, *unknown, "/embed.js", "/api/site", "/brand.css"]:
        answer = await client.get(path)
        assert answer.status_code == (404 if path in {*unknown, "/embed"} else 200), path
        assert ancestors(answer) == "'self'", path


async def test_a_changed_list_is_a_changed_page(client: httpx.AsyncClient, allow: Any) -> None:
    """A browser keeps the policy of a page that it is told is unchanged."""
    allow("georgia", [BLOG])
    first = await client.get("/embed/search")
    known = {"if-none-match": first.headers["etag"]}
    assert (await client.get("/embed/search", headers=known)).status_code == 304
    allow("georgia", [])
    then = await client.get("/embed/search", headers=known)
    assert then.status_code == 200
    assert ancestors(then) == "'self'"


@pytest.mark.parametrize("path", EMBEDDED)
async def test_search_engines_list_none(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path)
    assert answer.headers["x-robots-tag"] == "noindex"
    assert '<meta name="robots" content="noindex' in answer.text
    assert 'rel="canonical"' not in answer.text
    assert "set-cookie" not in answer.headers
    assert "/embed" not in (await client.get("/sitemap.xml")).text
    # They must be able to read that.
    assert "/embed" not in (await client.get("/robots.txt")).text


async def test_a_query_stays_when_the_language_moves(client: httpx.AsyncClient) -> None:
    answer = await client.get("/en/embed/cars?gclid=Click-1")
    assert answer.status_code == 301
    assert answer.headers["location"] == "/embed/cars?gclid=Click-1"


async def test_the_script_is_revalidated_and_knows_the_languages(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    answer = await client.get("/embed.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "must-revalidate" in answer.headers["cache-control"]
    assert (
        await client.get("/embed.js", headers={"if-none-match": answer.headers["etag"]})
    ).status_code == 304
    assert len(answer.content) < 6_000
    known = json.loads(answer.text[answer.text.rindex("})(") + 3 : answer.text.rindex(");")])
    assert known["first"] == "en"
    assert known["offered"]["en"]["prefix"] == ""
    assert known["offered"]["ka"]["prefix"] == "/ka"
    assert "Abano Georgia" in known["offered"]["ka"]["titles"]["search"]
    assert "Abano Georgia" not in (await alps_client.get("/embed.js")).text
