"""Pages that a company adds with their own URLs, and redirects of old URLs."""

from typing import Any

import httpx
import pytest
from built_frontend import frontend  # noqa: F401 - every test here is served these files

from abano.core import ttl_cache

pytestmark = pytest.mark.anyio
URL = "/api/admin/content"
PAGE = f"{URL}/texts/guide.svaneti"


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Expires every cache."""
    moved = {"seconds": 0.0}
    real = ttl_cache.now
    monkeypatch.setattr(ttl_cache, "now", lambda: real() + moved["seconds"])

    def forget() -> None:
        moved["seconds"] += 3600.0

    return forget


def says(text: str, **mark: Any) -> dict[str, Any]:
    run = {"type": "text", "text": text} | ({"marks": [mark]} if mark else {})
    return {
        "type": "text",
        "title": "The road",
        "body": {"type": "doc", "content": [{"type": "paragraph", "content": [run]}]},
    }


async def write(console: httpx.AsyncClient, **parts: Any) -> httpx.Response:
    return await console.patch(PAGE, json={"language": "en", "revision": 1000, "parts": parts})


async def publish(console: httpx.AsyncClient) -> httpx.Response:
    revision = (await console.get(PAGE)).json()["revision"]
    return await console.post(f"{PAGE}/publication", json={"revision": revision})


async def test_a_page_of_blocks_has_its_own_url_once_it_is_published(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, fresh: Any
) -> None:
    added = await owner_client.post(f"{URL}/pages", json={"slug": "svaneti", "title": "Svaneti by car"})
    assert (added.status_code, added.json()["kind"]) == (201, "guide.svaneti")
    again = await owner_client.post(f"{URL}/pages", json={"slug": "svaneti", "title": "Again"})
    assert [item["field"] for item in again.json()["fields"]] == ["slug"]
    assert (await client.get("/guides/svaneti")).status_code == 404
    # Search engines do not index a page without a description.
    unnamed = await publish(owner_client)
    assert [item["field"] for item in unnamed.json()["fields"]] == ["en.description"]
    link = {"type": "link", "attrs": {"href": "https://example.com/road"}}
    blocks = [
        says("Four hours from Zugdidi.", **link),
        {"type": "film", "title": "The pass", "url": "https://films.example/pass.mp4"},
        {
            "type": "questions",
            "title": "Asked",
            "questions": [{"question": "Snow?", "answer": "In May too."}],
        },
    ]
    written = await write(
        owner_client, description="How to drive to Svaneti.", menuLabel="Svaneti", blocks=blocks
    )
    assert written.status_code == 200, written.text
    assert (await publish(owner_client)).status_code == 200
    fresh()
    page = await client.get("/guides/svaneti")
    assert page.status_code == 200
    for expected_text in (
        "How to drive to Svaneti.",
        "Four hours from Zugdidi.",
        "Snow?",
        "FAQPage",
        "The pass",
    ):
        assert expected_text in page.text
    # Without a picture and a date, it is not a video for search engines.
    assert "VideoObject" not in page.text
    assert "media-src 'self' https://films.example" in page.headers["content-security-policy"]
    assert "/guides/svaneti</loc>" in (await client.get("/sitemap.xml")).text
    site = (await client.get("/api/site")).json()["site"]
    [listed] = [entry for entry in site["menu"] if entry["path"] == "/guides/svaneti"]
    assert (listed["label"], listed["title"]) == ("Svaneti", "Svaneti by car")
    assert listed["description"].startswith("How to drive to Svaneti")
    # In a language without this page, the default language's is used.
    assert (await client.get("/ka/guides/svaneti")).status_code == 200
    assert (await owner_client.delete(PAGE)).status_code == 204
    fresh()
    assert (await client.get("/guides/svaneti")).status_code == 404
    stays = await owner_client.delete(f"{URL}/texts/terms-of-service")
    assert (stays.status_code, stays.json()["error"]) == (409, "PageStays")


@pytest.mark.parametrize(
    ("block", "field"),
    [
        ({"type": "html", "html": "<b>"}, "parts.blocks.0"),
        (says("a", type="link", attrs={"href": "javascript:alert(1)"}),
         "parts.blocks.0.body.content.0.content.0.marks.0.attrs.href"),
        (says("a", type="link", attrs={"href": "//evil.example"}),
         "parts.blocks.0.body.content.0.content.0.marks.0.attrs.href"),
        (says("a", type="code"), "parts.blocks.0.body.content.0.content.0.marks.0"),
        ({"type": "text", "body": {"type": "doc", "content": [{"type": "image"}]}},
         "parts.blocks.0.body.content.0"),
        ({"type": "map", "latitude": 91}, "parts.blocks.0.latitude"),
        ({"type": "picture", "picture": {"src": "https://elsewhere.example/a.png"}},
         "parts.blocks.0.picture.src"),
        (says("{{nothing}}"), "parts.blocks.0.body.content.0.content.0.text"),
    ],
)  # fmt: skip
async def test_blocks_and_rich_text_are_a_small_safe_part(
    owner_client: httpx.AsyncClient, block: Any, field: str
) -> None:
    await owner_client.post(f"{URL}/pages", json={"slug": "svaneti", "title": "Svaneti"})
    refused = await write(owner_client, blocks=[block])
    assert refused.status_code == 422, refused.text
    assert [item["field"] for item in refused.json()["fields"]] == [field]


async def test_lists_within_lists_end_at_the_second(owner_client: httpx.AsyncClient) -> None:
    await owner_client.post(f"{URL}/pages", json={"slug": "svaneti", "title": "Svaneti"})
    inner: dict[str, Any] = {"type": "paragraph"}
    for _ in range(3):
        inner = {"type": "bulletList", "content": [{"type": "listItem", "content": [inner]}]}
    block = {"type": "text", "body": {"type": "doc", "content": [inner]}}
    assert (await write(owner_client, blocks=[block])).status_code == 422


async def redirect(console: httpx.AsyncClient, path: str, target: str) -> httpx.Response:
    return await console.put(f"{URL}/redirects", json={"path": path, "target": target})


async def test_an_old_address_leads_where_the_company_says(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, alps_client: httpx.AsyncClient, fresh: Any
) -> None:
    assert (await redirect(owner_client, "https://old.example/Our-Cars/?p=1", "/booking")).status_code == 200
    # An old URL that the platform redirects itself: the company's redirect takes precedence.
    assert (await redirect(owner_client, "/contact", "https://maps.example/us")).status_code == 200
    fresh()
    for asked, target in {
        "/our-cars": "/booking",
        "/Our-Cars/?gclid=abc": "/booking?gclid=abc",
        "/ka/our-cars": "/ka/booking",
        "/contact?gclid=abc": "https://maps.example/us",
    }.items():
        answer = await client.get(asked)
        assert (answer.status_code, answer.headers["location"]) == (301, target), asked
    assert (await alps_client.get("/our-cars")).status_code == 404
    await owner_client.delete(f"{URL}/redirects?path=/our-cars")
    fresh()
    assert (await client.get("/our-cars")).status_code == 404
    assert (await owner_client.delete(f"{URL}/redirects?path=/our-cars")).status_code == 404


@pytest.mark.parametrize(
    ("path", "target", "field", "code"),
    [
        ("/", "/booking", "path", "old_url_invalid"),
        ("our-cars", "/booking", "path", "old_url_invalid"),
        ("/booking", "/", "path", "url_has_page"),
        ("/admin/bookings", "/", "path", "url_has_page"),
        ("/a", "http://other.example", "target", "target_not_allowed"),
        ("/a", "//other.example", "target", "target_not_allowed"),
        ("/a", "javascript:alert(1)", "target", "target_not_allowed"),
        ("/a", "/A/", "target", "redirect_loop"),
        ("/first", "/third", "target", "redirect_loop"),
    ],
)
async def test_an_old_address_leads_neither_astray_nor_in_a_circle(
    owner_client: httpx.AsyncClient, path: str, target: str, field: str, code: str
) -> None:
    for old, new in (("/second", "/first"), ("/third", "/second")):
        assert (await redirect(owner_client, old, new)).status_code == 200
    refused = await redirect(owner_client, path, target)
    assert refused.status_code == 422, refused.text
    assert [(item["field"], item["code"]) for item in refused.json()["fields"]] == [(field, code)]
