"""What a page shows before its scripts have come: the company's own words, where the frontend will draw them."""

import re
import time
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest
from built_frontend import frontend  # noqa: F401 - every test here is served these files
from product_fixtures import AdminSql

from abano.core.ttl_cache import SETTINGS_SECONDS

pytestmark = pytest.mark.anyio


def root_of(html: str) -> str:
    found = re.search(r'<div id="root">(.*?)</div>\s*<div class="search-text"', html, re.DOTALL)
    assert found
    return found[1]


async def test_each_company_greets_with_its_own_words(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    georgia, alps = [root_of((await asking.get("/")).text) for asking in (client, alps_client)]
    assert "<h1" in georgia
    assert "Your 4x4 for Georgia" in georgia
    assert "Your 4x4 for Georgia" not in alps
    assert re.search(r"/media/[0-9a-f]{20}\.svg\?v=", georgia)
    assert "hero-caucasus" not in alps
    assert "Book your car" in root_of((await client.get("/booking?carType=x&gclid=1")).text)


async def test_a_guide_begins_with_its_title_and_picture(client: httpx.AsyncClient) -> None:
    guide = root_of((await client.get(f"{GUIDE}?gclid=1")).text)
    assert re.search("<h1[^>]*>Don&#39;t Visit Vashlovani National Park Without Reading This</h1>", guide)
    assert re.search(r'<img src="/media/[0-9a-f]{20}\.svg', guide)
    georgian = root_of((await client.get(f"/ka{GUIDE}")).text)
    assert georgian
    assert georgian != guide


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


class Elements(HTMLParser):
    """The elements of a page with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


HOSTILE = """'" onerror=alert(1) x='<img src=x onerror=1>{{ 7 * 7 }}{% for x in y %}&amp;</select></main>"""


GUIDE = "/vashlovani-national-park-guide"
HOSTILE_PATHS = ("/", "/booking", "/cars/subaru-forester", "/places/batumi", GUIDE)


LANDING = (
    "update site_documents set body = jsonb_set(body, '{%s}', to_jsonb(%%s::text)) where kind = 'landing'"
)
PICTURE = (
    "update tenant_settings set brand = jsonb_set(brand, '{hero}', to_jsonb(%s::text)) where currency = 'EUR'"
)
NAME = "update tenants set name = %s where slug = 'georgia'"
TITLE = (
    "update site_documents set body = jsonb_set(body, '{hero,title}', to_jsonb(%s::text))"
    " where kind = 'vashlovani-national-park-guide'"
)
PLACE = "update locations set name = %s where code = 'tbilisi'"


@pytest.mark.parametrize(
    "change", [LANDING % "headline", LANDING % "promises,0,title", PICTURE, NAME, PLACE, TITLE]
)
async def test_words_cannot_become_markup(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    before = {path: Elements(root_of((await client.get(path)).text)).found for path in HOSTILE_PATHS}
    query_admin_sql(change, HOSTILE)
    monkeypatch.setattr("abano.core.ttl_cache.now", lambda: time.monotonic() + SETTINGS_SECONDS)
    pages = {path: root_of((await client.get(path)).text) for path in before}
    assert any("&lt;img src=x onerror=1&gt;{{ 7 * 7 }}" in html for html in pages.values())
    for path, html in pages.items():
        # The same elements with the same attributes as before, whatever their values.
        assert [(tag, list(values)) for tag, values in Elements(html).found] == [
            (tag, list(values)) for tag, values in before[path]
        ]


async def test_what_a_company_lacks_is_left_out(client: httpx.AsyncClient, query_admin_sql: AdminSql) -> None:
    html = root_of((await client.get("/")).text)
    assert html.count("<li>") == 4
    assert "Chat with us" in html
    assert html.count("<option") == 3


@pytest.mark.parametrize(
    "screens",
    [None, "not json", '{"en": {"/": "{% if"}}', '{"en": {"/": "{{ nothing.like.it }}"}}', '{"/": ""}'],
)
async def test_page_does_without_a_first_screen_that_cannot_be_filled_in(
    client: httpx.AsyncClient,
    frontend: Path,  # noqa: F811 - the fixture of these tests
    screens: str | None,
) -> None:
    file = frontend / "first-screens.json"
    file.unlink() if screens is None else file.write_text(screens)
    answer = await client.get("/")
    assert answer.status_code == 200
    assert root_of(answer.text) == ""
