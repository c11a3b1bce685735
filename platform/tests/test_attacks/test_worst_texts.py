"""The worst texts in every field of a company: its site and console still open, so its owner can undo them."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import httpx
import pytest
from catalog_steps import URL as CATALOG
from catalog_steps import draft, publish
from console_people import signed_in_person
from described import Operation, fields, operations, replaced
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.core import ttl_cache
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
WORST = (
    "https://пример.рф/фильм.mp4?ж=é#ю",
    "https://a.example/\r\nSet-Cookie: a=b",
    "</script>\u2028\"'<!-- {{x}} {x} {% x %} %s \\ \u202eעברית مرحبا \U0001f469\u200d\U0001f467 \u0301\x7f",
    "x" * 3_000,
)
# What writes a company's own texts. Staff's work on bookings, customers and vehicles is in no page of the site.
OF_COMPANY = ("settings", "brand", "content", "messages", "languages", "currencies", "handover", "invoices",
              "seller", "domains", "conversions", "quiz", "stripe", "setup", "commission-rule",
              "catalog/import")  # fmt: skip
PAGES = ("/", "/booking", "/guides/none", "/terms-of-service", "/admin", "/api/site", "/api/site?lang=ka",
         "/sitemap.xml", "/robots.txt", "/vashlovani-national-park-guide", "/old-shop")  # fmt: skip
CONSOLE = ("/api/admin/settings", "/api/admin/me", "/api/admin/brand", "/api/admin/content", "/api/admin/today",
           "/api/admin/catalog/draft", "/api/admin/content/redirects")  # fmt: skip
FEW = ("/", "/api/site", "/admin", "/api/admin/settings")
TEMPLATE = "<html><head><!--abano:head--></head><body><!--abano:body--><div id=root></div></body></html>"


@pytest.fixture(autouse=True)
def _past_every_cache(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    hours = iter(range(1, 1_000_000))
    real = ttl_cache.now
    monkeypatch.setattr(ttl_cache, "now", lambda: real() + 3600.0 * next(hours))
    settings.frontend_dir.mkdir(parents=True)
    (settings.frontend_dir / "index.html").write_text(TEMPLATE)


@pytest.fixture
async def owner(db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn,
                query_admin_sql: AdminSql) -> httpx.AsyncClient:  # fmt: skip
    query_admin_sql("update tenant_settings set public_writes_per_minute = 1000000")
    return (await signed_in_person(db, georgia, "owner", client_of, sign_in)).client


async def faults(client: httpx.AsyncClient, paths: Sequence[str] = (*PAGES, *CONSOLE)) -> list[str]:
    """Pages and console calls that do not open."""
    wrong = []
    for path in paths:
        answer = await client.get(path, headers={"accept": "text/html"})
        is_open = answer.status_code == 200 or (path in PAGES and answer.status_code in {301, 404})
        if not is_open or not all(value.isascii() for value in answer.headers.values()):
            wrong.append(f"{path}: {answer.status_code}")
    return wrong


def company_writes() -> Iterator[Operation]:
    for one in operations():
        place = one.path.removeprefix("/api/admin/")
        if one.method != "GET" and one.body and place.startswith(OF_COMPANY) and place != one.path:
            yield one


async def test_the_worst_text_in_a_field_is_refused_or_harmless(owner: httpx.AsyncClient) -> None:
    assert await faults(owner) == []
    wrong, taken = [], 0
    for one in company_writes():
        taken_before = taken
        for turn, at in enumerate(fields(one.body or {})):
            # Two for each, all of them over two fields.
            for text in (WORST[turn % 4], WORST[(turn + 2) % 4]):
                answer = await one.call(owner, body=replaced(one.body or {}, at, text))
                taken += answer.is_success
                if answer.status_code >= 500:
                    wrong.append(f"{one.name} {at} {text[:30]!r}: {answer.status_code}")
        if taken > taken_before:
            wrong += [f"after {one.name}: {fault}" for fault in await faults(owner, FEW)]
    assert wrong + await faults(owner) == []
    assert taken > 30, "hardly any of these texts was stored, so this shows nothing"


async def test_the_worst_text_in_the_catalogue_is_refused_or_harmless(owner: httpx.AsyncClient) -> None:
    state, wrong, taken = await draft(owner), [], 0
    items = {item["part"]: item for item in reversed(state["items"]) if isinstance(item["item"], dict)}
    for part, item in items.items():
        revision = item["revision"]
        for turn, at in enumerate(fields(item["item"])):
            # One for each: every answer is the whole draft.
            text = WORST[turn % 4]
            body = {"revision": revision, "item": {at[0]: replaced(item["item"], at, text)[str(at[0])]}}
            answer = await owner.patch(f"{CATALOG}/draft/{part}/{item['key']}", json=body)
            if answer.status_code >= 500:
                wrong.append(f"{part} {at} {text[:30]!r}: {answer.status_code}")
            if answer.is_success:
                taken += 1
                here = [(each["part"], each["key"]) for each in answer.json()["items"]]
                revision = answer.json()["items"][here.index((part, item["key"]))]["revision"]
            assert answer.status_code != 409, answer.text
    assert taken > 50
    await publish(owner)
    assert wrong + await faults(owner) == []


async def test_what_was_stored_before_it_was_checked_is_harmless(
    owner: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    for text in WORST:
        services = json.dumps({"ipServices": [text, f"https://{text}/"], "videoUrl": text})
        query_admin_sql(
            "update tenant_settings set integrations = integrations || %s::jsonb,"
            " contacts = contacts || jsonb_build_object('publicOrigin', %s::text, 'mapsUrl', %s::text)",
            services, text, text,
        )  # fmt: skip
        query_admin_sql("update cars set video_url = %s", text)
        query_admin_sql("delete from site_redirects")
        query_admin_sql(
            "insert into site_redirects (tenant_id, path, target, created_at)"
            " select id, '/old-shop', left(%s, 2000), now() from tenants",
            text,
        )
        assert await faults(owner) == [], text[:30]
