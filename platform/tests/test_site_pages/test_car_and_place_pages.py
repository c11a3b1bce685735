"""Pages of single cars and places: what is sent says what the catalogue says, on its own company's site alone.

Expected figures are counted from the seeds' own numbers.
"""

import json
import re
import time
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest
import pyvips
from built_frontend import frontend  # noqa: F401 - every test here is served these files
from product_fixtures import AdminSql
from structured import of_type, problems

from abano.core.ttl_cache import SETTINGS_SECONDS
from abano.ops.seeds.loader import FOLDER

pytestmark = pytest.mark.anyio

CARS: list[dict[str, Any]] = json.loads((FOLDER / "georgia" / "catalog.json").read_text())["cars"]
SHOWN = [car for car in CARS if car["inFleet"]]
FORESTER = next(car for car in CARS if car["slug"] == "subaru-forester")
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="960" height="600">'
    '<style>:root{--ink:#000000}</style><path d="M0 0H960V600H0Z" fill="var(--ink)"/></svg>'
)


def root_of(html: str) -> str:
    found = re.search(r'<div id="root">(.*?)</div>\s*<div class="search-text"', html, re.DOTALL)
    assert found
    return unescape(found[1])


def meta(html: str, name: str) -> str:
    found = re.search(rf'<meta (?:name|property)="{re.escape(name)}" content="(.*?)">', html)
    assert found, name
    return unescape(found[1])


def lowest(car: dict[str, Any]) -> str:
    return str(min(int(band["dailyRate"]) for band in car["rates"]))


@pytest.mark.parametrize("car", SHOWN, ids=lambda car: str(car["slug"]))
async def test_a_car_says_its_own_words_and_prices(client: httpx.AsyncClient, car: dict[str, Any]) -> None:
    html = (await client.get(f"/cars/{car['slug']}")).text
    shown = root_of(html)
    assert car["description"] in shown
    assert all(spec in shown for spec in car["specs"])
    assert f"€{lowest(car)}" in shown
    assert f"from €{lowest(car)} a day" in re.findall(r"<title>(.*?)</title>", html)[0]
    offers = of_type(html, "Product")["offers"]
    assert str(offers["lowPrice"]) == lowest(car)
    assert str(offers["highPrice"]) == car["rates"][0]["dailyRate"]
    # Whether it is free hangs on the dates.
    assert "availability" not in json.dumps(offers)


async def test_a_place_says_what_the_way_there_costs(client: httpx.AsyncClient) -> None:
    fees = {"tbilisi": None, "kutaisi": "€160", "batumi": "€200"}
    for code, fee in fees.items():
        shown = root_of((await client.get(f"/places/{code}")).text)
        assert all(car["name"] in shown and f"€{lowest(car)}" in shown for car in SHOWN)
        assert (fee in shown) if fee else ("costs nothing" in shown)
        assert all(other is None or other == fee or other not in shown for other in fees.values())


async def test_each_language_has_its_own_address_and_words(client: httpx.AsyncClient) -> None:
    for language in ("", "/ka", "/ru"):
        html = (await client.get(f"{language}/cars/subaru-forester")).text
        site = (await client.get(f"/api/site?lang={language.strip('/')}")).json()["site"]
        car = next(car for car in site["cars"] if car["slug"] == "subaru-forester")
        assert car["description"] in root_of(html)
        assert re.findall(r'rel="canonical" href=".*?(/(?:ka/|ru/)?cars/.*?)"', html) == [
            f"{language}/cars/subaru-forester"
        ]
        assert set(re.findall(r'hreflang="(.*?)"', html)) == {"en", "ka", "ru", "x-default"}
        # Links of a place's page stay in its language.
        assert (
            f'href="{language}/cars/subaru-forester"' in (await client.get(f"{language}/places/tbilisi")).text
        )


async def test_what_a_company_does_not_have_is_not_there(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    hidden = next(car["slug"] for car in CARS if not car["inFleet"])
    for path in (f"/cars/{hidden}", "/cars/nothing", "/places/nowhere", "/share/nothing.jpg"):
        assert (await client.get(path)).status_code == 404, path
    for path in ("/cars/subaru-forester", "/places/tbilisi", "/share/subaru-forester.jpg"):
        assert (await alps_client.get(path)).status_code == 404, path


async def test_structured_data_of_every_page_validates(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    for asking in (client, alps_client):
        listed = re.findall(r"<loc>https?://[^/]*(.*?)</loc>", (await asking.get("/sitemap.xml")).text)
        kinds = set()
        for path in listed:
            html = (await asking.get(path or "/")).text
            assert problems(html) == [], path
            kinds |= set(re.findall(r'"@type":"(\w+)"', html))
        assert {"BreadcrumbList", "FAQPage", "AutoRental", "AggregateOffer"} <= kinds


async def test_a_car_is_shared_with_its_picture_and_price(
    client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    seed_media: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def shared() -> str:
        address = meta((await client.get("/cars/subaru-forester")).text, "og:image")
        return address[address.index("/share/") :]

    address = await shared()
    answer = await client.get(address)
    assert answer.headers["content-type"] == "image/jpeg"
    assert "immutable" in answer.headers["cache-control"]
    image = pyvips.Image.jpegload_buffer(answer.content)
    assert (image.width, image.height) == (1200, 630)

    query_admin_sql("update car_rates set daily_rate_minor = 100 where min_days = 14")
    monkeypatch.setattr("abano.core.ttl_cache.now", lambda: time.monotonic() + SETTINGS_SECONDS)
    assert await shared() != address
    # The old URL serves the new image, and is revalidated each time.
    old = await client.get(address)
    assert old.headers["cache-control"] == "no-cache"
    assert old.content != answer.content


async def test_a_car_without_a_picture_is_shared_with_the_company_s(client: httpx.AsyncClient) -> None:
    answer = await client.get("/share/subaru-forester.jpg")
    assert answer.status_code == 302
    assert re.fullmatch(r"/media/[0-9a-f]{20}\.jpg", answer.headers["location"])
