"""URLs of a company's languages, and their links for search engines."""

import json
import re
from html import unescape
from xml.etree import ElementTree

import httpx
import pytest
from built_frontend import frontend  # noqa: F401 - every test here is served these files
from speaking_companies import TEXTS, companies, davos, lomi  # noqa: F401 - fixtures of these tests

from abano.ops.seeds.loader import FOLDER

pytestmark = pytest.mark.anyio

ORIGIN = "https://lomi.example"
TERMS, PRIVACY, GUIDE = "/terms-of-service", "/privacy-policy", "/vashlovani-national-park-guide"
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
XHTML = "{http://www.w3.org/1999/xhtml}"


def first(pattern: str, html: str) -> str:
    found = re.search(pattern, html)
    assert found, pattern
    return unescape(found[1])


def alternates(html: str) -> dict[str, str]:
    return dict(re.findall(r'<link rel="alternate" hreflang="(.*?)" href="(.*?)">', html))


def canonical(html: str) -> str:
    return first(r'<link rel="canonical" href="(.*?)">', html)


@pytest.mark.parametrize(
    ("path", "language", "title"),
    [
        ("/", "en", "4x4 Car Rental"),
        ("/ka/", "ka", TEXTS["ka"]["title"]),
        ("/ru/", "ru", TEXTS["ru"]["title"]),
        ("/ka/booking", "ka", "Abano"),
        ("/ru/black", "ru", ""),
        ("/ka/thank-you", "ka", ""),
        ("/ru/affiliate-login", "ru", ""),
        ("/ka/affiliate-dashboard", "ka", ""),
        ("/ka/terms-of-service", "ka", ""),
        ("/ru/terms-of-service", "ru", ""),
    ],
)
async def test_each_page_is_in_each_language_behind_its_prefix(
    lomi: httpx.AsyncClient,  # noqa: F811
    path: str,
    language: str,
    title: str,
) -> None:
    answer = await lomi.get(path)
    assert answer.status_code == 200
    assert f'<html lang="{language}">' in answer.text
    if title != "Abano":
        assert title in first(r"<title>(.*?)</title>", answer.text)
    tenant = json.loads(first(r'id="site-config">(.*?)</script>', answer.text))["tenant"]
    assert tenant["language"] == language
    assert tenant["pathPrefix"] == ("" if language == "en" else f"/{language}")
    assert tenant["languages"] == ["en", "ka", "ru"]


OTHER_SPELLINGS = [
    ("/ka", "/ka/"),
    ("/ru", "/ru/"),
    ("/RU", "/ru/"),
    ("/Ka/Booking/", None),
    ("/KA/booking/", "/ka/booking"),
    ("/ka/booking/", "/ka/booking"),
    ("/ka//", "/ka/"),
    ("/en", "/"),
    ("/en/", "/"),
    ("/en/booking", "/booking"),
    ("/en/contact", "/"),
    ("/ka/contact", "/ka/"),
    ("/ru/Contact/", "/ru/"),
    ("/ka/car/niva-2", "/ka/"),
    ("/ru/9f86d081884c7d65", "/ru/"),
    ("/ru/why-renting-a-4x4-in-georgia-is-the-1-choice", "/ru/"),
    ("/ka/{hash}", "/ka/"),
    ("/fr", None),
    ("/fr/booking", None),
    ("/ka/ru/", "/ka/"),
    ("/ka/en/booking", None),
    ("/ka/nowhere", None),
    ("/en/nowhere", None),
    ("/ka/admin", None),
    ("/ka/admin/login", None),
    ("/en/admin", None),
    ("/ka/api/site", None),
    ("/ka/assets/app-abc123.js", None),
    ("/ka//evil.example/", None),
    ("/en//evil.example", None),
    ("/ka/\\evil.example", None),
]


async def test_other_spellings_lead_to_the_one_address(lomi: httpx.AsyncClient) -> None:  # noqa: F811
    for asked, led in OTHER_SPELLINGS:
        answer = await lomi.get(asked, params="gclid=TeSt&x=1")
        if led is None:
            assert answer.status_code == 404, asked
        else:
            assert (answer.status_code, answer.headers["location"]) == (301, f"{led}?gclid=TeSt&x=1"), asked


async def test_a_damaged_click_id_is_repaired_in_the_language_it_was_clicked_in(
    lomi: httpx.AsyncClient,  # noqa: F811
) -> None:
    for asked, led in (
        ("/ka/%3Fgclid%3Dabc", "/ka/?gclid=abc"),
        ("/ka%3Fgclid%3Dabc", "/ka/?gclid=abc"),
        ("/ru/booking%3Fgbraid%3Dabc", "/ru/booking?gbraid=abc"),
        ("/en/booking%3Fgbraid%3Dabc", "/booking?gbraid=abc"),
    ):
        url = httpx.URL("http://lomi.example").copy_with(raw_path=asked.encode())
        answer = await lomi.get(url)
        assert (answer.status_code, answer.headers["location"]) == (301, led)


async def test_a_language_that_the_company_does_not_speak_has_no_pages(
    alps_client: httpx.AsyncClient,
    davos: httpx.AsyncClient,  # noqa: F811
) -> None:
    for client in (alps_client, davos):
        for asked in ("/ru", "/ru/", "/ru/booking", "/ka/", "/ka"):
            assert (await client.get(asked)).status_code == 404


async def test_the_first_language_need_not_be_english(davos: httpx.AsyncClient) -> None:  # noqa: F811
    home = await davos.get("/")
    assert '<html lang="de" data-layout="editorial">' in home.text
    # The browser's own bars: by night, and otherwise.
    assert home.text.count('<meta name="theme-color"') == 2
    assert '<html lang="en" data-layout="editorial">' in (await davos.get("/en/")).text
    # The console looks the same in all layouts.
    assert "data-layout" not in (await davos.get("/admin/login")).text
    assert (await davos.get("/de/booking")).headers["location"] == "/booking"
    assert alternates(home.text) == {
        "de": "https://davos.example/",
        "en": "https://davos.example/en/",
        "x-default": "https://davos.example/",
    }
    unknown = await davos.get("/ka/booking")
    assert unknown.status_code == 404
    assert '<html lang="de" data-layout="editorial">' in unknown.text


async def test_a_not_found_page_uses_the_language_of_its_prefix(
    lomi: httpx.AsyncClient,  # noqa: F811
) -> None:
    for asked, language in (("/ru/nowhere", "ru"), ("/nowhere", "en"), ("/fr/booking", "en")):
        answer = await lomi.get(asked)
        assert answer.status_code == 404
        assert f'<html lang="{language}">' in answer.text
        assert "canonical" not in first(r"<head>((?s:.*))<script type=.application/json", answer.text)
        assert "hreflang" not in answer.text


async def test_alternates_name_the_languages_in_which_a_page_is_written(
    lomi: httpx.AsyncClient,  # noqa: F811
) -> None:
    def links(path: str, *languages: str) -> dict[str, str]:
        own = {
            language: f"{ORIGIN}{'' if language == 'en' else f'/{language}'}{path}" for language in languages
        }
        return own | {"x-default": f"{ORIGIN}{path}"}

    for path, languages in (
        ("/", ("en", "ka", "ru")),
        ("/booking", ("en", "ka", "ru")),
        ("/affiliate-register", ("en", "ka", "ru")),
        (TERMS, ("en", "ka")),
        (PRIVACY, ("en",)),
        (GUIDE, ("en",)),
    ):
        for prefix in ("", "/ka", "/ru"):
            html = (await lomi.get(f"{prefix}{path}")).text
            assert alternates(html) == links(path, *languages), prefix + path
    for unlisted in ("/ka/black", "/ka/thank-you", "/affiliate-login", "/ru/car-rental-tbilisi"):
        assert alternates((await lomi.get(unlisted)).text) == {}


async def test_alternates_are_mutual_and_lead_to_pages_that_name_themselves(
    lomi: httpx.AsyncClient,  # noqa: F811
) -> None:
    for path in ("/", "/booking", TERMS, PRIVACY, GUIDE):
        links = alternates((await lomi.get(path)).text)
        for language, address in links.items():
            page = await lomi.get(address.removeprefix(ORIGIN))
            assert page.status_code == 200
            assert canonical(page.text) == address
            assert alternates(page.text) == links
            if language != "x-default":
                assert f'<html lang="{language}">' in page.text


async def test_a_page_with_the_first_languages_text_leads_search_engines_there(
    lomi: httpx.AsyncClient,  # noqa: F811
) -> None:
    assert canonical((await lomi.get(f"/ka{TERMS}")).text) == f"{ORIGIN}/ka{TERMS}"
    assert canonical((await lomi.get(f"/ru{TERMS}")).text) == f"{ORIGIN}{TERMS}"
    assert canonical((await lomi.get("/ru/car-rental-tbilisi")).text) == f"{ORIGIN}/ru/"
    site = (await lomi.get("/api/site?lang=ru")).json()["site"]
    heads = {head["path"]: head["canonical"] for head in site["pages"]}
    assert (heads["/"], heads["/booking"], heads[TERMS]) == ("/ru/", "/ru/booking", TERMS)


async def test_sitemap_lists_each_page_in_each_language_with_its_alternates(
    lomi: httpx.AsyncClient,  # noqa: F811
) -> None:
    tree = ElementTree.fromstring((await lomi.get("/sitemap.xml")).text)  # noqa: S314 - our own
    listed = {}
    for entry in tree.findall(f"{SITEMAP}url"):
        links = {link.attrib["hreflang"]: link.attrib["href"] for link in entry.findall(f"{XHTML}link")}
        listed[entry.findtext(f"{SITEMAP}loc")] = links
    addresses = [
        "/", "/ka/", "/ru/",
        "/booking", "/ka/booking", "/ru/booking",
        GUIDE,
        *(
            f"{prefix}/{name}"
            for name in ("cars", "places", "guides", "help", "reviews")
            for prefix in ("", "/ka", "/ru")
        ),
        TERMS, f"/ka{TERMS}", PRIVACY,
        "/affiliate-register", "/ka/affiliate-register", "/ru/affiliate-register",
    ]  # fmt: skip
    catalog = json.loads((FOLDER / "georgia" / "catalog.json").read_text(encoding="utf-8"))
    items = [f"/cars/{car['slug']}" for car in catalog["cars"] if car["inFleet"]]
    items += [f"/places/{place['code']}" for place in catalog["locations"]]
    addresses += [prefix + path for path in items for prefix in ("", "/ka", "/ru")]
    assert list(listed) == [ORIGIN + address for address in addresses]
    for address in addresses:
        page = await lomi.get(address)
        assert "noindex" not in first(r'name="robots" content="(.*?)"', page.text)
        assert alternates(page.text) == listed[ORIGIN + address]


async def test_each_language_has_its_own_manifest(lomi: httpx.AsyncClient) -> None:  # noqa: F811
    for path, language in (("/booking", "en"), ("/ka/booking", "ka")):
        link = first(r'<link rel="manifest" href="(.*?)">', (await lomi.get(path)).text)
        manifest = (await lomi.get(link)).json()
        assert (manifest["lang"], manifest["start_url"]) == (language, "/" if language == "en" else "/ka/")


async def test_social_tags_and_structured_data_are_in_the_pages_language(
    lomi: httpx.AsyncClient,  # noqa: F811
) -> None:
    html = (await lomi.get("/ru/")).text
    assert first(r'property="og:locale" content="(.*?)"', html) == "ru_GE"
    assert re.findall(r'property="og:locale:alternate" content="(.*?)"', html) == ["en_GB", "ka_GE"]
    assert first(r'property="og:url" content="(.*?)"', html) == f"{ORIGIN}/ru/"
    data = [json.loads(block) for block in re.findall(r'ld\+json">(.*?)</script>', html)]
    by_kind = {item["@type"]: item for item in data}
    assert by_kind["WebSite"]["inLanguage"] == by_kind["FAQPage"]["inLanguage"] == "ru"
    assert by_kind["WebSite"]["url"] == f"{ORIGIN}/ru/"
    target = by_kind["WebSite"]["potentialAction"]["target"]["urlTemplate"]
    assert target.startswith(f"{ORIGIN}/ru/booking?")
    # The business is one, whatever language it is described in.
    assert by_kind["AutoRental"]["@id"] == f"{ORIGIN}/#rental"
    assert TEXTS["ru"]["headline"] in first(r'class="search-text"(.*?)</div>', html)


async def test_structured_data_names_the_language_that_its_text_is_written_in(
    lomi: httpx.AsyncClient,  # noqa: F811
) -> None:
    html = (await lomi.get(f"/ka{GUIDE}")).text
    data = [json.loads(block) for block in re.findall(r'ld\+json">(.*?)</script>', html)]
    assert {item["inLanguage"] for item in data} == {"en"}
    assert data[0]["mainEntityOfPage"] == ORIGIN + GUIDE


@pytest.mark.parametrize(
    ("path", "accepted", "language"),
    [
        ("/", "", "en"),
        ("/", "ru-RU,ru;q=0.9,en;q=0.8", "ru"),
        ("/", "fr;q=0.9, de-CH;q=0.5, ka;q=0.7", "ka"),
        ("/", "fr, *;q=0.1", "en"),
        ("/", "ka;q=0, de;q=oops", "en"),
        ("/ka/booking", "ru", "ka"),
        ("/", ",;=,q" * 300, "en"),
    ],
)
async def test_where_there_is_no_site_the_browser_says_which_language(
    lomi: httpx.AsyncClient,  # noqa: F811
    path: str,
    accepted: str,
    language: str,
) -> None:
    headers = {"Host": "unknown.example", "Accept-Language": accepted}
    answer = await lomi.get(path, headers=headers)
    assert answer.status_code == 404
    assert f'<html lang="{language}">' in answer.text
    assert ("Site not found" in answer.text) is (language == "en")
