"""Assets, pictures in the company's colours, and the small files beside the pages."""

import json
import os
import re
import time
from pathlib import Path

import httpx
import pytest
from built_frontend import frontend  # noqa: F401 - every test here is served these files
from product_fixtures import AdminSql

from abano.core.config import Settings
from abano.site.pages.files import FrontendFiles, accepts

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("accepted", "encoding", "body"),
    [
        ("gzip, br", "br", b"brotli bytes"),
        ("identity", None, b"console.log('plain')"),
        ("br;q=0, identity", None, b"console.log('plain')"),
    ],
)
async def test_asset_is_sent_in_its_precompressed_form_for_ever(
    client: httpx.AsyncClient, accepted: str, encoding: str | None, body: bytes
) -> None:
    request = client.build_request("GET", "/assets/app-abc123.js", headers={"Accept-Encoding": accepted})
    answer = await client.send(request, stream=True)
    raw = b"".join([part async for part in answer.aiter_raw()])
    assert answer.headers.get("content-encoding") == encoding
    assert raw == body
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["content-security-policy"] == "default-src 'none'"


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../../secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/../secret.txt",
        "/assets/",
        "/assets/none.js",
    ],
)
async def test_nothing_outside_of_the_build_is_served(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(httpx.URL(f"http://localhost{path}"))
    assert answer.status_code == 404
    assert "not to be served" not in answer.text


def test_a_long_name_is_looked_up_and_not_taken_apart(tmp_path: Path) -> None:
    """A path of 60,000 letters and many parts took a third of a second on the event loop."""
    (tmp_path / "index.html").write_text("")
    files = FrontendFiles(tmp_path)
    for name in ("assets/" + "a/" * 30_000, "a" * 60_000, "../" * 20_000, "assets/\0"):
        began = time.thread_time()
        assert files.asset(name, "") is None
        assert time.thread_time() - began < 0.01


async def test_a_file_of_a_new_build_is_found(client: httpx.AsyncClient, settings: Settings) -> None:
    folder = settings.frontend_dir
    assert (await client.get("/assets/app-new.js")).status_code == 404
    (folder / "assets" / "app-new.js").write_text("new")
    stat = (folder / "index.html").stat()
    os.utime(folder / "index.html", ns=(stat.st_atime_ns, stat.st_mtime_ns + 1_000_000_000))
    assert (await client.get("/assets/app-new.js")).text == "new"


async def test_picture_wears_the_colours_of_the_company(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    georgian = await client.get("/drawings/ridge.svg")
    alpine = await alps_client.get("/drawings/ridge.svg")
    assert georgian.headers["content-type"] == "image/svg+xml"
    assert "--accent:#c2491d" in georgian.text
    assert "--accent:#b3174f" in alpine.text
    assert georgian.headers["etag"] != alpine.headers["etag"]
    again = await client.get("/drawings/ridge.svg", headers={"If-None-Match": georgian.headers["etag"]})
    assert again.status_code == 304
    assert (await client.get("/drawings/none.svg")).status_code == 404


async def test_colours_are_a_stylesheet_that_takes_nothing_but_colours(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    assert "--accent:#c2491d" in (await client.get("/brand.css")).text
    query_admin_sql(
        "update tenant_settings set brand = jsonb_set(brand, '{colors,ink}', '\"red;}body{display:none\"')"
        " where currency = 'CHF'"
    )
    answer = await alps_client.get("/brand.css?v=1")
    query_admin_sql(
        "update tenant_settings set brand = jsonb_set(brand, '{colors,ink}', '\"#1c2733\"')"
        " where currency = 'CHF'"
    )
    assert "display:none" not in answer.text
    assert "--accent:#b3174f" in answer.text
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/css")


async def test_small_files_name_the_companys_own_address(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    assert "Sitemap: http://georgia.localhost:8000/sitemap.xml" in (await client.get("/robots.txt")).text
    assert "vashlovani" in (await client.get("/sitemap.xml")).text
    assert "vashlovani" not in (await alps_client.get("/sitemap.xml")).text
    manifest = json.loads((await alps_client.get("/manifest.webmanifest")).text)
    assert manifest["name"] == "Alpenrad Mietwagen"
    icon = await client.get("/favicon.ico")
    assert re.fullmatch(r"/media/[0-9a-f]{20}\.svg\?v=[0-9a-f]{8}", icon.headers["location"])


def test_accept_encoding() -> None:
    assert accepts("gzip, deflate, br", "br")
    assert accepts("br;q=0.5", "br")
    assert not accepts("gzip;q=0", "gzip")
    assert not accepts("", "br")


async def test_a_name_that_no_file_system_holds_is_not_found(client: httpx.AsyncClient) -> None:
    forms = [
        "/{}",
        "/assets/{}.js",
        "/assets/{}/app.js",
        "/drawings/{}.svg",
        "/a/{}/b",
        "/admin/{}",
        "/booking/{}",
    ]
    for length in (256, 300, 5_000, 40_000):
        for form in forms:
            assert (await client.get(form.format("x" * length))).status_code == 404, (form, length)


async def test_a_long_path_of_short_names_is_not_found(client: httpx.AsyncClient) -> None:
    assert (await client.get("/" + "a/" * 4_000)).status_code == 404


async def test_a_link_whose_question_mark_was_escaped_may_be_long(client: httpx.AsyncClient) -> None:
    answer = await client.get("/%3Fgclid%3D" + "x" * 400)
    assert (answer.status_code, answer.headers["location"]) == (301, "/?gclid=" + "x" * 400)
