"""The route maps of guides over HTTP: published stops, for the company's own pages only."""

from typing import Any

import httpx
import pytest
from built_frontend import frontend  # noqa: F401 - every test here is served these files

from abano.core import ttl_cache

pytestmark = pytest.mark.anyio
GUIDE = "/api/site/documents/vashlovani-national-park-guide"
TEXT = "/api/admin/content/texts/guide.svaneti"
MESTIA = {"name": "Mestia", "latitude": 43.045, "longitude": 42.728}
KUTAISI = {"place": "kutaisi"}


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Expires every cache."""
    moved = {"seconds": 0.0}
    real = ttl_cache.now
    monkeypatch.setattr(ttl_cache, "now", lambda: real() + moved["seconds"])

    def forget() -> None:
        moved["seconds"] += 3600.0

    return forget


async def save(console: httpx.AsyncClient, *blocks: dict[str, Any]) -> httpx.Response:
    await console.post("/api/admin/content/pages", json={"slug": "svaneti", "title": "Svaneti"})
    parts = {"description": "To Svaneti by car.", "blocks": list(blocks)}
    return await console.patch(TEXT, json={"language": "en", "revision": 1000, "parts": parts})


async def publish(console: httpx.AsyncClient) -> httpx.Response:
    revision = (await console.get(TEXT)).json()["revision"]
    return await console.post(f"{TEXT}/publication", json={"revision": revision})


def route(*stops: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"type": "route", "stops": list(stops), **fields}


def refused_fields(answer: httpx.Response) -> list[str]:
    assert answer.status_code == 422, answer.text
    return [item["field"] for item in answer.json()["fields"]]


async def route_of(client: httpx.AsyncClient, url: str) -> int:
    blocks = (await client.get(url)).json()["document"]["blocks"]
    return next(at for at, block in enumerate(blocks) if block["type"] == "route")


async def test_map_of_a_route_has_its_stops_in_order(client: httpx.AsyncClient) -> None:
    block = await route_of(client, GUIDE)
    answer = await client.get(f"{GUIDE}/map", params={"block": block, "lang": "ka"})

    shown = answer.json()["map"]
    assert [point["key"] for point in shown["points"]] == ["0", "1", "2", "3"]
    across = [point["x"] for point in shown["points"]]
    # From Tbilisi to the east.
    assert across == sorted(across)
    assert [country["code"] for country in shown["countries"] if country["isHome"]] == ["GE"]
    assert len(answer.content) < 15_000
    again = await client.get(
        f"{GUIDE}/map",
        params={"block": block, "lang": "ka"},
        headers={"If-None-Match": answer.headers["etag"]},
    )
    assert again.status_code == 304


async def test_map_of_a_route_is_the_companys_own(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    block = await route_of(client, GUIDE)
    julier = "/api/site/documents/guide.julier-in-winter"

    assert (await alps_client.get(f"{GUIDE}/map", params={"block": block})).status_code == 404
    assert (await client.get(f"{julier}/map")).status_code == 404
    shown = (await alps_client.get(f"{julier}/map")).json()["map"]
    assert [country["code"] for country in shown["countries"] if country["isHome"]] == ["CH"]
    # Its stops are less than 50 km apart: it shows a smaller area than a map of a company's places.
    assert shown["scaleKilometres"] <= 20


@pytest.mark.parametrize(
    ("path", "params", "status"),
    [
        ("vashlovani-national-park-guide", {"block": 0}, 404),
        ("vashlovani-national-park-guide", {"block": 59}, 404),
        ("vashlovani-national-park-guide", {"block": 60}, 422),
        ("vashlovani-national-park-guide", {"block": -1}, 422),
        ("vashlovani-national-park-guide", {"preview": "all"}, 422),
        ("terms-of-service", {}, 404),
        ("landing", {}, 404),
        ("x" * 61, {}, 422),
    ],
)
async def test_page_without_a_route_there_has_no_map(
    client: httpx.AsyncClient, path: str, params: dict[str, str], status: int
) -> None:
    assert (await client.get(f"/api/site/documents/{path}/map", params=params)).status_code == status


async def test_route_is_published_with_its_page(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, fresh: Any
) -> None:
    saved = await save(owner_client, route(KUTAISI, MESTIA, kilometres=235, drivingHours=5.5, carClass="suv"))
    assert saved.status_code == 200, saved.text
    url = "/api/site/documents/guide.svaneti"
    preview = {"preview": "drafts"}
    written = await owner_client.get(f"{url}/map", params=preview)
    assert len(written.json()["map"]["points"]) == 2
    assert written.headers["cache-control"] == "no-store"
    # Signed-out users cannot preview.
    assert (await client.get(f"{url}/map", params=preview)).status_code == 404

    assert (await publish(owner_client)).status_code == 200
    fresh()

    stored = (await client.get(url)).json()["document"]["blocks"][0]
    assert stored["stops"][1] == MESTIA | {"place": ""}
    assert (stored["kilometres"], stored["drivingHours"], stored["carClass"]) == (235, 5.5, "suv")
    assert len((await client.get(f"{url}/map")).json()["map"]["points"]) == 2
    # For readers without scripts.
    assert "Kutaisi → Mestia" in (await client.get("/guides/svaneti")).text


@pytest.mark.parametrize(
    ("block", "field"),
    [
        (route(*[MESTIA] * 13), "stops"),
        (route({"place": "zurich-airport"}), "stops.0.place"),
        (route(MESTIA | {"latitude": 90.1}), "stops.0.latitude"),
        (route(KUTAISI, MESTIA | {"longitude": -181}), "stops.1.longitude"),
        (route(MESTIA | {"name": "M" * 161}), "stops.0.name"),
        (route(kilometres=0), "kilometres"),
        (route(drivingHours=0), "drivingHours"),
        (route(drivingHours=501), "drivingHours"),
        (route(carClass="tank"), "carClass"),
        (route(note="n" * 301), "note"),
    ],
)
async def test_route_beyond_its_limits_is_refused_at_its_field(
    owner_client: httpx.AsyncClient, block: dict[str, Any], field: str
) -> None:
    assert refused_fields(await save(owner_client, block)) == [f"parts.blocks.0.{field}"]


@pytest.mark.parametrize(
    ("block", "fields"),
    [
        (route(KUTAISI), ["stops"]),
        (route(KUTAISI, {"name": " "}), ["stops.1.name", "stops.1.latitude", "stops.1.longitude"]),
        (route(KUTAISI, MESTIA | {"longitude": None}), ["stops.1.longitude"]),
    ],
)
async def test_unfinished_route_is_saved_but_not_published(
    owner_client: httpx.AsyncClient, block: dict[str, Any], fields: list[str]
) -> None:
    assert (await save(owner_client, block)).status_code == 200

    assert refused_fields(await publish(owner_client)) == [f"en.blocks.0.{field}" for field in fields]
