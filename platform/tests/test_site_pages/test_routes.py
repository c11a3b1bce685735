"""The table of pages from the server's side.

frontend/src/app/router.browser.test.ts walks it, and the same addresses, from the browser's.
"""

import json
import re
from html import unescape
from importlib.resources import files
from pathlib import Path
from typing import Any

import httpx
import pytest
from built_frontend import frontend  # noqa: F401 - every test here is served these files

pytestmark = pytest.mark.anyio

TABLE: dict[str, dict[str, Any]] = json.loads((files("abano.site.pages") / "routes.json").read_text())
PAGES = {**TABLE["site"], **TABLE["partners"]}
ADDRESSES: dict[str, list[str]] = json.loads(Path(__file__).with_name("urls.json").read_text())


def first(pattern: str, html: str) -> str:
    found = re.search(pattern, html)
    assert found, pattern
    return unescape(found[1])


async def test_every_page_says_what_the_table_says_of_it(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    for asking in (client, alps_client):
        listed = re.findall(r"<loc>(.*?)</loc>", (await asking.get("/sitemap.xml")).text)
        languages = (await asking.get("/api/site")).json()["site"]["tenant"]["languages"]
        expected = {address for language in languages for address in await indexed_pages(asking, language)}
        assert len(languages) > 1
        assert len(listed) == len(set(listed))
        assert set(listed) == expected


async def indexed_pages(asking: httpx.AsyncClient, language: str) -> list[str]:
    """Where search engines should list the pages of a language, each looked at."""
    site = (await asking.get(f"/api/site?lang={language}")).json()["site"]
    heads = {head["path"]: head for head in site["pages"]}
    origin, prefix = site["contacts"]["publicOrigin"], site["tenant"]["pathPrefix"]
    indexed = []
    own = [
        {"path": kind.replace("guide.", "/guides/"), "document": kind, "indexed": True}
        for kind in site["documents"]
        if kind.startswith("guide.")
    ]
    for page in [*own, *(single for each in PAGES.values() for single in singles(each, site))]:
        answer = await asking.get(prefix + page["path"])
        exists = "document" not in page or page["document"] in site["documents"]
        if page.get("lists") == "guides":
            exists = bool(site["menu"])
        assert answer.status_code == (200 if exists else 404), page
        is_indexed = exists and page.get("indexed", False)
        robots = first(r'name="robots" content="(.*?)"', answer.text)
        assert ("noindex" not in robots) is is_indexed, page
        if exists:
            head = heads[page["path"]]
            shown = PAGES[page["shows"]]["path"] if "shows" in page else page["path"]
            assert head["canonical"] == prefix + shown
            assert first(r'rel="canonical" href="(.*?)"', answer.text) == origin + head["canonical"]
            assert first(r"<title>(.*?)</title>", answer.text) == head["title"]
            assert first(r'name="description" content="(.*?)"', answer.text) == head["description"]
        if is_indexed:
            indexed.append(origin + prefix + page["path"])
    return indexed


def singles(page: dict[str, Any], site: dict[str, Any]) -> list[dict[str, Any]]:
    """The page, or one for each car that the company shows, or for each of its places."""
    codes = {
        "cars": [car["slug"] for car in site["cars"] if car["inFleet"]],
        "places": [place["code"] for place in site["locations"]],
    }
    if "of" not in page:
        return [page]
    return [{**page, "path": re.sub(r":\w+$", code, page["path"])} for code in codes[page["of"]]]


async def test_old_addresses_are_those_of_the_company_whose_data_have_them(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    old = PAGES["oldLanding"]["path"]
    assert old in {head["path"] for head in (await client.get("/api/site")).json()["site"]["pages"]}
    config = (await alps_client.get("/api/site")).json()["site"]
    assert old not in {head["path"] for head in config["pages"]}
    assert PAGES["oldLanding"]["document"] not in config["documents"]
    assert old not in (await alps_client.get("/sitemap.xml")).text
    for address in (old, *ADDRESSES["moved"]):
        assert (await alps_client.get(address)).status_code == 404, address


async def test_unknown_addresses_are_called_so_on_both_sides(client: httpx.AsyncClient) -> None:
    heads = {head["path"]: head for head in (await client.get("/api/site")).json()["site"]["pages"]}
    assert first(r"<title>(.*?)</title>", (await client.get("/nowhere")).text) == heads["/404"]["title"]


async def test_every_page_of_the_console_is_one_and_is_not_listed(client: httpx.AsyncClient) -> None:
    for page in TABLE["console"].values():
        answer = await client.get(re.sub(r":\w+", "1", page["path"]))
        assert answer.status_code == 200
        assert "noindex" in first(r'name="robots" content="(.*?)"', answer.text)


async def test_addresses_are_pages_moved_or_unknown_as_the_browser_takes_them(
    client: httpx.AsyncClient,
) -> None:
    answers = {
        kind: {address: await client.get(address) for address in addresses}
        for kind, addresses in ADDRESSES.items()
    }
    assert {address: answer.status_code for address, answer in answers["page"].items()} == dict.fromkeys(
        ADDRESSES["page"], 200
    )
    assert {address: answer.status_code for address, answer in answers["unknown"].items()} == dict.fromkeys(
        ADDRESSES["unknown"], 404
    )
    assert {address: answer.headers.get("location") for address, answer in answers["moved"].items()} == (
        dict.fromkeys(ADDRESSES["moved"], "/")
    )
    assert {answer.status_code for answer in answers["moved"].values()} == {301}
