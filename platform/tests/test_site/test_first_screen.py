"""What a page shows before its scripts have come: the company's own words, where the frontend will draw them."""

import re
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest
from built_frontend import frontend  # noqa: F401 - every test here is served these files
from product_fixtures import AdminSql

pytestmark = pytest.mark.anyio

SOURCES = Path(__file__).parents[3] / "frontend" / "src"


def root_of(html: str) -> str:
    found = re.search(r'<div id="root">(.*?)</div>\s*<div class="search-text"', html, re.DOTALL)
    assert found
    return found[1]


class Classes(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.update((dict(attrs).get("class") or "").split())


async def test_each_company_greets_with_its_own_words(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    georgia, alps = [root_of((await asking.get("/")).text) for asking in (client, alps_client)]
    assert "<h1" in georgia
    assert "Your 4x4 for Georgia" in georgia
    assert "Your 4x4 for Georgia" not in alps
    assert "hero-caucasus-portrait.svg" in georgia
    assert "hero-caucasus" not in alps
    assert "Book your car" in root_of((await client.get("/booking?carType=x&gclid=1")).text)


@pytest.mark.parametrize(
    "path",
    [
        "/?gclid=a",
        "/?utm_source=google&utm_medium=cpc",
        "/?%3Fgclid=a",
        "/?wbraid=a",
        "/black",
        "/terms-of-service",
    ],
)
async def test_who_may_be_led_elsewhere_first_sees_no_other_page(
    client: httpx.AsyncClient, path: str
) -> None:
    assert root_of((await client.get(path)).text) == ""


async def test_an_unknown_page_has_none(client: httpx.AsyncClient) -> None:
    answer = await client.get("/nowhere")
    assert answer.status_code == 404
    assert root_of(answer.text) == ""


async def test_words_cannot_become_markup(client: httpx.AsyncClient, query_admin_sql: AdminSql) -> None:
    change = (
        "update site_documents set body = jsonb_set(body, '{headline}', to_jsonb(%s))"
        " where kind = 'landing' and tenant_id = (select id from tenants where slug = 'georgia')"
    )
    query_admin_sql(change % "'<img src=x onerror=1>'::text")
    try:
        html = root_of((await client.get("/")).text)
    finally:
        query_admin_sql(change % "'Your 4x4 for Georgia, ready when you land'::text")
    assert "&lt;img src=x" in html
    assert "<img src=x" not in html


async def test_its_classes_are_those_of_the_components(client: httpx.AsyncClient) -> None:
    source = "".join(
        (SOURCES / name).read_text()
        for name in (
            "features/site/home/components/hero.tsx",
            "features/site/home/components/search-form.tsx",
            "features/site/home/components/search-field.tsx",
            "components/layout/site-header.tsx",
            "components/ui/field.tsx",
            "components/ui/button.tsx",
            "features/site/booking/page.tsx",
            "features/site/booking/components/trip-summary.tsx",
            "features/site/booking/components/step-heading.tsx",
            "features/site/booking/components/steps.tsx",
        )
    )
    for path in ("/", "/booking"):
        parser = Classes()
        parser.feed(root_of((await client.get(path)).text))
        assert {name for name in parser.found if name not in source} == set()
