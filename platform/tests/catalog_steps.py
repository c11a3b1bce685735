"""Steps of working with a catalogue's draft through the API."""

from typing import Any
from uuid import uuid4

import httpx

URL = "/api/admin/catalog"
# Of a version: all that it changed.
TAKE_BACK: dict[str, Any] = {"items": None, "to": "before"}


async def draft(console: httpx.AsyncClient) -> dict[str, Any]:
    answer = await console.get(f"{URL}/draft")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def entry(state: dict[str, Any], part: str, key: str) -> dict[str, Any]:
    [found] = [item for item in state["items"] if (item["part"], item["key"]) == (part, key)]
    return dict(found)


async def change(
    console: httpx.AsyncClient, item: Any, part: str = "cars", key: str = "hyundai-elantra"
) -> dict[str, Any]:
    revision = entry(await draft(console), part, key)["revision"]
    answer = await console.patch(f"{URL}/draft/{part}/{key}", json={"revision": revision, "item": item})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def publish(console: httpx.AsyncClient, **more: Any) -> dict[str, Any]:
    revision = (await draft(console))["revision"]
    answer = await console.post(f"{URL}/draft/publish", json={"revision": revision, **more})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def prepared(endpoint: str, console: httpx.AsyncClient) -> tuple[str, dict[str, Any]]:
    """What a change of the catalogue needs to succeed: its path, and what goes into its body."""
    # An earlier call may have taken the car out.
    assert (await console.post(f"{URL}/draft/discard", json={})).status_code == 200
    state = await change(console, {"title": uuid4().hex})
    car = entry(state, "cars", "hyundai-elantra")
    ids: dict[str, Any] = {"part": "cars", "key": "hyundai-elantra", "number": 0}
    body: dict[str, Any] = {}
    match endpoint.removeprefix(f"{endpoint.partition(' ')[0]} {URL}"):
        case "/draft/{part}":
            ids["part"] = "locations"
            body = {"item": {"code": f"place-{uuid4().hex[:12]}", "name": "Place"}}
        case "/draft/{part}/{key}":
            body = {"revision": car["revision"], "item": {"title": uuid4().hex}}
        case "/draft/publish":
            body = {"revision": state["revision"]}
        case "/draft/unplan":
            await publish(console, day="2026-12-01")
        case "/versions/{number}/restore":
            ids["number"] = (await publish(console))["version"]
            body = TAKE_BACK
        case "/import":
            text = f"code,name\nplace-{uuid4().hex[:12]},Place"
            body = {"format": "csv", "table": "places", "text": text, "onlyCheck": False}
    path = endpoint.partition(" ")[2].format_map(ids)
    return (f"{path}?revision={car['revision']}" if endpoint.startswith("DELETE") else path), body
