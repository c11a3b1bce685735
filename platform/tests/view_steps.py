"""Saved views of the quiz's figures and notes at their days, for tests that go through every endpoint."""

from typing import Any

import httpx

VIEWS = "/api/quiz/analytics/views"
VIEW: dict[str, Any] = {"name": "June by phone", "parameters": "year=2026&month=6&device=phone"}

QUERIES = "/api/admin/analytics/queries"
QUERY: dict[str, Any] = {
    "name": "Sessions by device",
    "sql": "select device, count(*) as sessions from sessions group by device",
    "chart": {"kind": "bar", "x": "device", "y": "sessions"},
}

NOTES = "/api/quiz/analytics/annotations"
NOTE: dict[str, Any] = {"day": "2026-06-15", "text": "New prices"}


async def note_things(console: httpx.AsyncClient) -> dict[str, Any]:
    """A note at a day."""
    added = await console.post(NOTES, json=NOTE)
    assert added.status_code == 201, added.text
    return {"annotation_id": added.json()["id"]}


async def view_things(console: httpx.AsyncClient) -> dict[str, Any]:
    """A view and a link to it."""
    saved = await console.post(VIEWS, json=VIEW)
    assert saved.status_code == 201, saved.text
    made = await console.post(f"{VIEWS}/{saved.json()['id']}/links", json={"days": 7})
    assert made.status_code == 201, made.text
    token = made.json()["url"].partition("#")[2]
    return {"view_id": saved.json()["id"], "link_id": made.json()["id"], "token": token}


async def query_things(console: httpx.AsyncClient) -> dict[str, Any]:
    """A saved query."""
    saved = await console.post(QUERIES, json=QUERY)
    assert saved.status_code == 201, saved.text
    return {"query_id": saved.json()["id"]}


async def things_at(endpoint: str, console: httpx.AsyncClient) -> dict[str, Any]:
    """What the endpoint is about, as far as it is one of these."""
    if "/analytics/annotations" in endpoint:
        return await note_things(console)
    if "/analytics/queries" in endpoint:
        return await query_things(console)
    return await view_things(console) if "/analytics/views" in endpoint else {}
