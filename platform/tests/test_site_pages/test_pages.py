"""Every route for a crawler or a browser without JavaScript, and redirects of old URLs."""

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from built_frontend import frontend  # noqa: F401 - every test here is served these files
from product_fixtures import AdminSql, ClientFactory

from abano.db.engine import Database
from abano.site.media_library.pictures import Picture
from abano.site.pages.blocks import FilmBlock
from abano.site.pages.pages import PageShell
from abano.site.pages.preloads import FirstLoad, preload_links
from abano.site.pages.routes import LEGACY
from abano.site.pages.structured_data import films_of

pytestmark = pytest.mark.anyio

LONG_ARTICLE = "why-renting-a-4x4-in-georgia-is-the-1-choice"


def head_value(html: str, pattern: str) -> str:
    found = re.search(pattern, html)
    assert found, pattern
    return found[1]


def structured(html: str) -> list[dict[str, object]]:
    return [
        json.loads(block) for block in re.findall(r'<script type="application/ld\+json">(.*?)</script>', html)
    ]


def inline_config(html: str) -> dict[str, object]:
    return dict(
        json.loads(head_value(html, r'<script type="application/json" id="site-config">(.*?)</script>'))
    )


@pytest.mark.parametrize(
    ("path", "title", "listed"),
    [
        ("/", "4x4 Car Rental in Georgia", True),
        ("/booking", "Book your car in Georgia", True),
        ("/vashlovani-national-park-guide", "Vashlovani National Park Guide", True),
        ("/terms-of-service", "Terms of Service", True),
        ("/privacy-policy", "Privacy Policy", True),
        ("/black", "Which car fits your trip", False),
        ("/thank-you", "Your booking isn&#x27;t finished yet", False),
        ("/admin/quiz-analytics", "Abano Georgia", False),
    ],
)
async def test_each_route_has_its_own_head(
    client: httpx.AsyncClient, path: str, title: str, listed: bool
) -> None:
    answer = await client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    html = answer.text
    assert title in head_value(html, r"<title>(.*?)</title>")
    canonical = "/admin" if path.startswith("/admin") else path
    assert f'<link rel="canonical" href="http://georgia.localhost:8000{canonical}">' in html
    assert ("noindex" not in head_value(html, r'name="robots" content="(.*?)"')) is listed
    assert 'property="og:title"' in html
    assert 'name="twitter:card"' in html
    assert html.count("<title>") == 1
    assert '<html lang="en">' in html
    assert inline_config(html)["tenant"] == (await client.get("/api/site")).json()["site"]["tenant"]


async def test_home_page_carries_structured_data_and_text_for_search_engines(
    client: httpx.AsyncClient,
) -> None:
    html = (await client.get("/?utm_term=4x4")).text
    kinds = [item["@type"] for item in structured(html)]
    assert kinds == ["AutoRental", "FAQPage", "LocalBusiness", "WebSite", "Organization"]
    assert "USD 70" in head_value(html, r'<div class="search-text" aria-hidden="true">(.*?)</div>')
    assert 'hreflang="x-default"' in html


async def test_guide_has_its_video_and_questions(client: httpx.AsyncClient) -> None:
    data = structured((await client.get("/vashlovani-national-park-guide")).text)
    video = next(item for item in data if item["@type"] == "VideoObject")
    assert video["duration"] == "PT2M30S"
    questions = next(item for item in data if item["@type"] == "FAQPage")["mainEntity"]
    assert isinstance(questions, list)
    assert len(questions) == 4


def test_a_video_without_date_or_thumbnail_is_left_out_of_structured_data() -> None:
    whole = {"type": "film", "title": "The road", "uploadedOn": "2025-01-07", "thumbnail": {"src": "/a.jpg"}}
    for missing, count in ((None, 1), ("uploadedOn", 0), ("thumbnail", 0)):
        film = FilmBlock.model_validate({name: value for name, value in whole.items() if name != missing})
        assert len(films_of([film])) == count, missing


async def test_no_text_of_a_company_can_end_the_inline_script(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    query_admin_sql(
        "update cars set description = '</script><script>alert(1)</script>' where slug = 'vw-id-4'"
    )
    query_admin_sql(
        "update cars set description = '</script><script>alert(1)</script>' where slug = 'toyota-camry'"
    )
    html = (await client.get("/")).text
    assert "<script>alert" not in html
    assert "alert(1)" in json.dumps(inline_config(html))


async def test_second_company_has_nothing_of_the_first(alps_client: httpx.AsyncClient) -> None:
    html = (await alps_client.get("/")).text
    assert "Swiss Alps" in head_value(html, r"<title>(.*?)</title>")
    for word in ("Georgia", "Tbilisi", "Armenia", "EUR 38", "Vashlovani"):
        assert word not in html
    assert (await alps_client.get("/vashlovani-national-park-guide")).status_code == 404
    assert (await alps_client.get("/api/site/documents/vashlovani-national-park-guide")).status_code == 404


@pytest.mark.parametrize(
    "path", ["/nowhere", "/booking/extra", "/car", "/facade", "/why-not", "/.env", "/%00"]
)
async def test_unknown_address_is_a_404_with_the_site_around_it(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path)
    assert answer.status_code == 404
    assert "Page not found" in answer.text
    assert 'rel="canonical"' not in answer.text
    assert "/assets/app-abc123.js" in answer.text


OLD_ADDRESSES = [
    *sorted(LEGACY - {"ru"}),
    "car/niva-2",
    "car/17",
    "9f86d081884c7d65",  # pragma: allowlist secret
    LONG_ARTICLE,
    "contact/",
    "Contact",
]


async def test_old_addresses_lead_home_with_their_query(client: httpx.AsyncClient) -> None:
    query = "gclid=TeSter-123&utm_source=google&x=%2F%2Fevil.example&empty="
    for path in OLD_ADDRESSES:
        answer = await client.get(f"/{path}?{query}")
        assert (answer.status_code, answer.headers["location"]) == (301, f"/?{query}"), path
        assert (await client.head(f"/{path}")).headers["location"] == "/", path


@pytest.mark.parametrize(
    "path",
    [
        "//evil.example/",
        "/\\evil.example/",
        "/%5Cevil.example/",
        "/%2F%2Fevil.example/",
        "//evil.example/contact",
    ],
)
async def test_no_address_redirects_to_another_host(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(httpx.URL(f"http://localhost{path}"))
    assert (
        answer.status_code == 404
        or answer.headers["location"].startswith("/?")
        or (answer.headers["location"] == "/")
    )


async def test_slash_at_the_end_is_taken_away_with_the_query_kept(client: httpx.AsyncClient) -> None:
    answer = await client.get("/booking/?pickup=tbilisi")
    assert (answer.status_code, answer.headers["location"]) == (301, "/booking?pickup=tbilisi")


async def test_tbilisi_address_is_left_to_the_browser_because_only_it_sees_the_hash(
    client: httpx.AsyncClient,
) -> None:
    answer = await client.get("/car-rental-tbilisi")
    assert answer.status_code == 200
    assert '<link rel="canonical" href="http://georgia.localhost:8000/">' in answer.text


async def test_unknown_and_suspended_hosts_get_a_polite_page(
    client_of: ClientFactory, query_admin_sql: AdminSql
) -> None:
    unknown = await client_of("unknown.example").get("/")
    assert unknown.status_code == 404
    assert "Site not found" in unknown.text
    query_admin_sql("update tenants set status = 'suspended' where slug = 'alps'")
    suspended = await client_of("alps.localhost").get("/booking")
    assert suspended.status_code == 503
    assert "taking a break" in suspended.text
    query_admin_sql("update tenants set status = 'active' where slug = 'alps'")


async def test_an_unreachable_database_shows_an_error_page(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Database, "_acquire", _no_connection)
    answer = await client.get("/")
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0
    assert "We will be right back" in answer.text


def _no_connection(*_: object) -> object:
    from abano.core.errors import DatabaseUnavailable  # noqa: PLC0415

    raise DatabaseUnavailable


async def test_unchanged_page_is_not_sent_again_and_is_compressed(client: httpx.AsyncClient) -> None:
    first = await client.get("/", headers={"Accept-Encoding": "gzip"})
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["cache-control"] == "no-cache"
    again = await client.get("/", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert (await client.head("/")).status_code == 200


async def test_a_missing_build_is_reported(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PageShell, "_template", _not_built)
    answer = await client.get("/")
    assert answer.status_code == 503
    assert "make run" in answer.text


def _not_built(_: PageShell) -> None:
    from abano.site.pages.pages import FrontendNotBuilt  # noqa: PLC0415

    raise FrontendNotBuilt


async def test_unknown_api_address_stays_json(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/nothing")
    assert answer.status_code == 404
    assert answer.json()["error"] == "NotFound"


async def test_pages_ask_at_once_for_what_they_will_need(
    client: httpx.AsyncClient,
    frontend: Path,  # noqa: F811 - the fixture of these tests
) -> None:
    build = {
        "afterPaint": "/assets/after-paint-1.js",
        "routes": {"/booking": ["/assets/wizard-1.js"]},
        "fonts": {"en": ["/assets/letters-1.woff2"], "ka": ["/assets/georgian-1.woff2"]},
        "catalogues": {
            "en": {"/booking": ["/assets/english-1.js"]},
            "ka": {"/booking": ["/assets/georgian-1.js"]},
        },
    }
    (frontend / "first-load.json").write_text(json.dumps(build))
    booking = (await client.get("/booking")).text
    assert '<link rel="after-paint" href="/assets/wizard-1.js" crossorigin>' in booking
    assert '<link rel="after-paint" href="/assets/english-1.js" crossorigin>' in booking
    assert "georgian-1.js" not in booking
    # They wait for the first screen; a page without one waits for its scripts.
    assert '<script async src="/assets/after-paint-1.js"></script>' in booking
    assert '<script type="after-paint" src="/assets/app-abc123.js">' in booking
    # Who was brought by a link or an advertisement is noted before the page counts as loaded.
    for query in ("ref=NOMAD-1", "pickup=x&utm_source=google", "gclid=1", "sessionId=quiz_1"):
        brought = (await client.get(f"/booking?{query}")).text
        assert '<script type="module" src="/assets/app-abc123.js" fetchpriority="low">' in brought
        assert "after-paint" not in brought
    without = (await client.get("/black")).text
    assert '<script type="module" src="/assets/app-abc123.js">' in without
    assert "after-paint" not in without
    home = (await client.get("/")).text
    assert "wizard-1.js" not in home
    for html in (home, booking):
        assert 'as="font" type="font/woff2" href="/assets/letters-1.woff2"' in html
    assert re.search(r'as="image" href="/media/[0-9a-f]{20}\.svg[^"]*" media=', home)
    assert 'as="image"' not in booking
    # The first picture of a car's page, and the first car at a place.
    picture = r'<link rel="preload" as="image" href="([^"]+)" fetchpriority="high">'
    car, place = [
        re.findall(picture, (await client.get(path)).text)
        for path in ("/cars/subaru-forester", "/places/tbilisi")
    ]
    assert len(car) == len(place) == 1
    assert f'<img src="{car[0]}"' in (await client.get("/cars/subaru-forester")).text
    cars = (await client.get("/api/site")).json()["site"]["cars"]
    assert place[0] == next(each for each in cars if each["inFleet"])["images"][0]["src"]
    assert "letters-1" not in (await client.get("/nowhere")).text


async def test_who_saves_data_is_sent_the_smallest_pictures(
    client: httpx.AsyncClient,
    frontend: Path,  # noqa: F811 - the fixture of these tests
) -> None:
    screen = '<picture><source srcSet="/a.avif 480w, /b.avif 1600w" sizes="100vw"/></picture>'
    (frontend / "first-screens.json").write_text(json.dumps({"en": {"/": screen}}))
    usual = await client.get("/")
    saving = await client.get("/", headers={"Save-Data": "on"})
    assert 'sizes="100vw"' in usual.text
    assert "data-saves" not in usual.text
    assert 'sizes="1px"' in saving.text
    # Tells the scripts what was preloaded.
    assert '<html lang="en" data-saves>' in saving.text
    # What keeps pages on the way keeps two of them.
    for answer in (usual, saving):
        assert "Save-Data" in answer.headers["Vary"]
    tag = {"If-None-Match": usual.headers["ETag"]}
    assert (await client.get("/", headers=tag)).status_code == 304
    assert (await client.get("/", headers=tag | {"Save-Data": "on"})).status_code == 200


def test_a_picture_is_asked_for_ahead_in_the_size_that_the_page_will_show() -> None:
    hero = Picture(src="/hero.jpg", avif="/hero-480.avif 480w, /hero-1600.avif 1600w")
    site: Any = SimpleNamespace(
        language="en", items={}, guide=lambda _: None,
        config=SimpleNamespace(brand=SimpleNamespace(hero=hero, hero_portrait=Picture(src=""), face="noto-sans")),
    )  # fmt: skip
    [usual] = preload_links(site, "/", FirstLoad())
    assert 'imagesizes="100vw"' in usual
    assert preload_links(site, "/", FirstLoad(), saves=True) == [usual.replace("100vw", "1px")]


def test_pages_ask_for_the_letters_of_their_companys_face() -> None:
    sans, serif = {"en": ["/assets/sans.woff2"]}, {"en": ["/assets/serif.woff2"]}
    build = {"routes": {}, "fonts": sans, "catalogues": {}}
    known = FirstLoad.parse(json.dumps(build | {"faces": {"noto-serif": serif}}))
    assert known.fonts_of("noto-sans", "en") == sans["en"]
    assert known.fonts_of("noto-serif", "en") == serif["en"]
    assert known.fonts_of("noto-serif", "fr") == []
    # Headings of the display font depend on the layout.
    own = FirstLoad.parse(json.dumps(build | {"faces": {"editorial": serif}}))
    for layout, fonts in (("panorama", sans), ("editorial", serif)):
        brand = SimpleNamespace(
            hero=Picture(src=""), hero_portrait=Picture(src=""), face="display", layout=layout
        )
        site: Any = SimpleNamespace(
            language="en", items={}, guide=lambda _: None, config=SimpleNamespace(brand=brand)
        )
        [link] = preload_links(site, "/", own)
        assert f'href="{fonts["en"][0]}"' in link
    # An older build supports one font.
    assert FirstLoad.parse(json.dumps(build)).fonts_of("noto-serif", "en") == sans["en"]


async def test_a_page_with_a_document_embeds_it(client: httpx.AsyncClient) -> None:
    html = (await client.get("/privacy-policy")).text
    answer = json.loads(
        head_value(html, r'<script type="application/json" id="site-document">(.*?)</script>')
    )
    assert answer == (await client.get("/api/site/documents/privacy-policy")).json()
    assert "site-document" not in (await client.get("/")).text


async def test_policy_lets_in_only_what_the_company_has_set_up(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    change = (
        "update tenant_settings set integrations = integrations || '%s'::jsonb"
        " where tenant_id = (select id from tenants where slug = 'georgia')"
    )
    query_admin_sql(
        change % '{"recaptchaSiteKey":"k","recaptchaSecret":"s","ipServices":["https://ip.example/json?a"],'
        '"videoUrl":"https://films.example/fleet.mp4"}'
    )
    try:
        answer = await client.get("/")
        policy = answer.headers["content-security-policy"]
        assert (
            "script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/;"
            in policy
        )
        assert "https://ip.example;" in policy
        assert "media-src 'self' https://films.example;" in policy
        assert inline_config(answer.text)["botCheck"] == {"configured": True, "siteKey": "k"}
        other = (await alps_client.get("/")).headers["content-security-policy"]
        assert "script-src 'self';" in other
        assert "connect-src 'self';" in other
        assert "media-src 'self';" in other
    finally:
        query_admin_sql(change % '{"recaptchaSiteKey":"","recaptchaSecret":"","ipServices":[],"videoUrl":""}')


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("/%3Fgclid%3Dabc", "/?gclid=abc"),
        ("/%3Fgclid=abc?utm_source=google", "/?gclid=abc&utm_source=google"),
        ("/booking%3Fgbraid%3Dabc%26pickup%3Dtbilisi", "/booking?gbraid=abc&pickup=tbilisi"),
        ("//evil.example%3Fgclid=abc", None),
        ("/nothing-here%3Fgclid=abc", None),
        ("/%3Fgclidx=abc", None),
    ],
)
async def test_an_encoded_question_mark_before_a_click_id_is_repaired(
    client: httpx.AsyncClient, asked: str, expected: str | None
) -> None:
    answer = await client.get(httpx.URL("http://localhost").copy_with(raw_path=asked.encode()))
    assert (answer.status_code, answer.headers.get("location")) == (
        (301, expected) if expected else (404, None)
    )
