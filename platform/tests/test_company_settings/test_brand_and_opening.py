"""A brand can be edited before visitors see it, and a site opens when its company is ready."""

from dataclasses import replace
from typing import Any

import httpx
import pytest
from company_steps import COLORS, NEW_COLORS
from fastapi import FastAPI
from product_fixtures import AdminSql, ClientFactory

from abano.company.settings.rules import Facts, steps_of
from abano.core import ttl_cache
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
BRAND = "/api/admin/brand"
SETUP = "/api/admin/setup"


@pytest.fixture(autouse=True)
def as_before(query_admin_sql: AdminSql) -> Any:
    [(brand,)] = query_admin_sql("select brand::text from tenant_settings where currency = 'EUR'")
    yield
    query_admin_sql(
        "update tenant_settings set brand = %s::jsonb, brand_draft = null, brand_history = '[]', is_open = true"
        " where currency = 'EUR'",
        brand,
    )


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Bypasses every cache."""
    real, moved = ttl_cache.now, {"seconds": 0.0}
    monkeypatch.setattr(ttl_cache, "now", lambda: real() + moved["seconds"])

    def move() -> None:
        moved["seconds"] += 3600.0

    return move


async def accent(client: httpx.AsyncClient) -> str:
    return str((await client.get("/api/site")).json()["site"]["brand"]["colors"]["accent"])


async def test_a_draft_is_seen_when_it_is_published_and_gone_when_that_is_undone(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, app: FastAPI, georgia: Tenant, later: Any
) -> None:
    assert (await owner_client.post(f"{BRAND}/publish", json={})).status_code == 409
    draft = (await owner_client.put(f"{BRAND}/draft", json={"colors": NEW_COLORS})).json()
    assert draft["draft"]["colors"] == NEW_COLORS
    assert draft["draft"]["pictures"] == draft["published"]["pictures"]
    later()
    assert await accent(client) == COLORS["accent"]
    # Signed-in staff see it on the pages themselves.
    preview = await app.state.site.sites.preview(georgia)
    assert preview.config.brand.colors.accent == NEW_COLORS["accent"]
    old = await owner_client.post(f"{BRAND}/publish", json={"revision": "of before"})
    assert old.status_code == 409
    done = (await owner_client.post(f"{BRAND}/publish", json={"revision": draft["revision"]})).json()
    assert (done["draft"], len(done["earlier"])) == (None, 1)
    later()
    assert await accent(client) == NEW_COLORS["accent"]
    undone = (await owner_client.post(f"{BRAND}/undo", json={})).json()
    assert undone["published"]["colors"] == COLORS
    assert undone["draft"]["colors"] == NEW_COLORS
    later()
    assert await accent(client) == COLORS["accent"]


async def test_a_face_goes_the_way_of_the_colours(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, app: FastAPI, georgia: Tenant, later: Any
) -> None:
    async def css() -> str:
        later()
        return (await client.get("/brand.css")).text

    before = (await owner_client.get(BRAND)).json()
    assert before["published"]["face"] == "display"
    assert "--face-headings:var(--face-display)" in await css()
    draft = (await owner_client.put(f"{BRAND}/draft", json={"colors": COLORS, "face": "mixed"})).json()
    # A client without font settings leaves the fonts unchanged.
    draft = (await owner_client.put(f"{BRAND}/draft", json={"colors": NEW_COLORS})).json()
    assert (draft["published"]["face"], draft["draft"]["face"]) == ("display", "mixed")
    assert (await app.state.site.sites.preview(georgia)).config.brand.face == "mixed"
    assert "--face-headings:var(--face-display)" in await css()
    done = (await owner_client.post(f"{BRAND}/publish", json={})).json()
    assert (done["published"]["face"], done["earlier"][0]["face"]) == ("mixed", "display")
    [offered] = [each["variables"] for each in done["faces"] if each["name"] == "mixed"]
    published = await css()
    for name, value in offered.items():
        assert f"--{name}:{value};" in published
    assert "--face-headings:var(--face-serif)" in published
    undone = (await owner_client.post(f"{BRAND}/undo", json={})).json()
    assert (undone["published"]["face"], undone["draft"]["face"]) == ("display", "mixed")
    assert "--face-headings:var(--face-display)" in await css()


async def test_low_contrast_is_reported_repairable_and_never_published(
    owner_client: httpx.AsyncClient,
) -> None:
    pale = COLORS | {"slate": "#c0c8cc"}
    looked = (await owner_client.post(f"{BRAND}/colors", json={"colors": pale})).json()
    [problem] = looked["problems"]
    assert (problem["name"], problem["problem"]["code"]) == ("slate", "color_unreadable")
    assert looked["repaired"] == pale | {"slate": problem["instead"]}
    assert looked["light"]["slate"] == problem["instead"]
    assert (await owner_client.put(f"{BRAND}/draft", json={"colors": pale})).is_success
    refused = await owner_client.post(f"{BRAND}/publish", json={})
    assert refused.status_code == 422
    assert refused.json()["fields"][0]["field"] == "brand.colors.slate"
    repaired = {"colors": looked["repaired"]}
    assert (await owner_client.post(f"{BRAND}/colors", json=repaired)).json()["problems"] == []
    assert (await owner_client.put(f"{BRAND}/draft", json=repaired)).is_success
    assert (await owner_client.post(f"{BRAND}/publish", json={})).is_success


async def test_a_scheme_is_drafted_published_and_taken_back(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, later: Any
) -> None:
    async def follows_the_visitor() -> bool:
        later()
        return "prefers-color-scheme" in (await client.get("/brand.css")).text

    assert (await owner_client.get(BRAND)).json()["published"]["scheme"] == "auto"
    refused = await owner_client.put(f"{BRAND}/draft", json={"colors": COLORS, "scheme": "dark"})
    assert refused.status_code == 422
    draft = (await owner_client.put(f"{BRAND}/draft", json={"colors": COLORS, "scheme": "light"})).json()
    assert (draft["published"]["scheme"], draft["draft"]["scheme"]) == ("auto", "light")
    assert await follows_the_visitor()
    assert (await owner_client.post(f"{BRAND}/publish", json={})).is_success
    assert not await follows_the_visitor()
    assert (await owner_client.post(f"{BRAND}/undo", json={})).is_success
    assert await follows_the_visitor()


async def test_a_layout_is_drafted_published_and_taken_back(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    app: FastAPI,
    georgia: Tenant,
    later: Any,
) -> None:
    async def layout() -> str:
        later()
        return str((await client.get("/api/site")).json()["site"]["brand"]["layout"])

    assert (await owner_client.get(BRAND)).json()["published"]["layout"] == "panorama"
    sent = {"colors": COLORS, "layout": "editorial"}
    assert (await owner_client.put(f"{BRAND}/draft", json={**sent, "layout": "of before"})).status_code == 422
    draft = (await owner_client.put(f"{BRAND}/draft", json=sent)).json()
    assert (draft["published"]["layout"], draft["draft"]["layout"]) == ("panorama", "editorial")
    preview = (await app.state.site.sites.preview(georgia)).config
    assert preview.brand.layout == "editorial"
    # The layout has its own order of the home page's sections.
    assert [part.name for part in preview.landing.sections][:2] == ["howItWorks", "showcase"]
    assert await layout() == "panorama"
    assert (await owner_client.post(f"{BRAND}/publish", json={})).is_success
    assert await layout() == "editorial"
    assert (await owner_client.post(f"{BRAND}/undo", json={})).is_success
    assert await layout() == "panorama"


@pytest.mark.parametrize(
    "values",
    [
        {"colors": {"ink": "#000000"}},
        {"colors": COLORS | {"ink": "black"}},
        {"colors": COLORS, "pictures": {"logo": "https://elsewhere.example/logo.svg"}},
        {"colors": COLORS, "pictures": {"logo": "//elsewhere.example/logo.svg"}},
        {"colors": COLORS, "pictures": {"logo": {"mediaId": "01975a3c-7c00-7000-8000-000000000001"}}},
        {"colors": COLORS, "pictures": {"wallpaper": "/drawings/a.svg"}},
        {"colors": COLORS, "face": "Comic Sans"},
        {"colors": COLORS, "face": "noto-serif;}*{color:red"},
    ],
)
async def test_a_brand_has_its_own_colours_and_images(
    owner_client: httpx.AsyncClient, values: dict[str, Any]
) -> None:
    assert (await owner_client.put(f"{BRAND}/draft", json=values)).status_code == 422


async def test_document_and_email_show_the_colours_that_are_tried(
    owner_client: httpx.AsyncClient,
) -> None:
    answer = await owner_client.post(f"{BRAND}/document", json={"colors": NEW_COLORS})
    assert answer.status_code == 200, answer.text
    assert answer.content.startswith(b"%PDF-")
    email = (await owner_client.post(f"{BRAND}/email", json={"colors": NEW_COLORS})).json()["html"]
    assert NEW_COLORS["pine"] in email
    assert NEW_COLORS["accent"] in email
    assert "Abano Georgia" in email


async def test_before_it_opens_a_site_is_its_peoples_alone(
    owner_client: httpx.AsyncClient, client_of: ClientFactory, later: Any
) -> None:
    assert (await owner_client.post(f"{SETUP}/close")).is_success
    later()
    visitor = client_of("localhost")
    page = await visitor.get("/", headers={"accept": "text/html", "accept-language": "en"})
    assert page.status_code == 503
    assert page.headers["x-robots-tag"] == "noindex"
    assert int(page.headers["retry-after"]) > 0
    assert "coming soon" in page.text
    for path in ("/api/site", "/api/quiz/definition", "/sitemap.xml", "/robots.txt"):
        assert (await visitor.get(path)).status_code == 503, path
    for path in ("/api/bookings", "/api/quiz/session/start", "/api/quotes"):
        assert (await visitor.post(path, json={})).status_code == 503, path
    # They sign in, and see the visitors' view.
    assert (await visitor.get("/brand.css")).status_code == 200
    assert (await visitor.post("/api/admin/login", json={"email": "x", "password": "y"})).status_code in {
        401,
        422,
    }
    assert (await owner_client.get("/api/site")).status_code == 200
    state = (await owner_client.get(SETUP)).json()
    missing = [step["code"] for step in state["steps"] if not step["isDone"]]
    assert state["isOpen"] is False
    if missing:
        refused = await owner_client.post(f"{SETUP}/open", json={"despite": []})
        assert refused.status_code == 409
        assert refused.json()["details"]["missing"] == missing
    opened = await owner_client.post(f"{SETUP}/open", json={"despite": missing})
    assert opened.json()["isOpen"] is True
    later()
    assert (await visitor.get("/api/site")).status_code == 200


LEGAL_TEXTS = [
    f"document:{kind}:{language}"
    for kind in ("terms-of-service", "privacy-policy")
    for language in ("en", "ka")
]
NOTHING = Facts(
    languages=["en", "ka"],
    contacts={},
    current={"logo": "a"} | dict.fromkeys(LEGAL_TEXTS, "b"),
    began_with={"logo": "a"} | dict.fromkeys(LEGAL_TEXTS, "b"),
    photographed=0,
    priced=0,
    unpriced=0,
    places=1,
    places_with_address=0,
    vehicles=0,
    has_payment=False,
    has_seller=False,
    has_quiz=False,
    has_domain=False,
    bookings=0,
)
ALL_THERE = Facts(
    languages=NOTHING.languages,
    contacts={"email": "a@example.com", "chatNumber": "995555000000", "address": "1 Long Street"},
    current={"logo": "d"} | dict.fromkeys(LEGAL_TEXTS, "e"),
    began_with=NOTHING.began_with,
    photographed=4,
    priced=4,
    unpriced=0,
    places=2,
    places_with_address=2,
    vehicles=1,
    has_payment=True,
    has_seller=True,
    has_quiz=True,
    has_domain=True,
    bookings=1,
)


def test_steps_tick_themselves_off() -> None:
    assert not any(step.is_done for step in steps_of(NOTHING))
    assert all(step.is_done for step in steps_of(ALL_THERE))
    cars = next(step for step in steps_of(ALL_THERE) if step.code == "cars")
    assert (cars.count, cars.needed) == (3, 3)


@pytest.mark.parametrize("one", LEGAL_TEXTS)
def test_legal_texts_are_done_in_every_language(one: str) -> None:
    for unwritten in ({name: digest for name, digest in ALL_THERE.current.items() if name != one},
                      {**ALL_THERE.current, one: "b"}):  # fmt: skip
        legal = next(step for step in steps_of(replace(ALL_THERE, current=unwritten)) if step.code == "legal")
        assert (legal.is_done, legal.count, legal.needed) == (False, 3, 4)
