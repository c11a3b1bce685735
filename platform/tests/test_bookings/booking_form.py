"""A booking as the wizard sends it."""

from typing import Any

import httpx
from loadtests.forms import booking_form


async def book(client: httpx.AsyncClient, key: str | None = None, **changes: Any) -> httpx.Response:
    headers = {"idempotency-key": key} if key else {}
    return await client.post("/api/bookings", json=booking_form(**changes), headers=headers)
