"""Saved views of the quiz's figures, for tests that go through every endpoint."""

from typing import Any

import httpx

VIEWS = "/api/quiz/analytics/views"
VIEW: dict[str, Any] = {"name": "June by phone", "parameters": "year=2026&month=6&device=phone"}


async def view_things(console: httpx.AsyncClient) -> dict[str, Any]:
    """A view and a link to it."""
    saved = await console.post(VIEWS, json=VIEW)
    assert saved.status_code == 201, saved.text
    made = await console.post(f"{VIEWS}/{saved.json()['id']}/links", json={"days": 7})
    assert made.status_code == 201, made.text
    token = made.json()["address"].partition("#")[2]
    return {"view_id": saved.json()["id"], "link_id": made.json()["id"], "token": token}
