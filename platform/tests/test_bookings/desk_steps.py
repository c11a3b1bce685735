"""What tests of the bookings desk do again and again: book, change the status, take a step back."""

from typing import Any

import httpx
from booking_form import book


async def new_booking(client: httpx.AsyncClient, **changes: Any) -> str:
    answer = await book(client, **changes)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["bookingId"])


async def change(
    client: httpx.AsyncClient,
    booking: str,
    before: str,
    after: str,
    reason: str = "",
    acknowledged: str | None = None,
) -> httpx.Response:
    # What completing asks about besides its day.
    codes = ["no_return_record", "money_due"] if after == "completed" else []
    body = {
        "fromStatus": before,
        "toStatus": after,
        "reason": reason,
        "acknowledged": [*codes, *([acknowledged] if acknowledged else [])],
    }
    return await client.post(f"/api/admin/bookings/{booking}/status", json=body)


async def step_back(
    client: httpx.AsyncClient, booking: str, before: str, after: str, reason: str = "By mistake"
) -> httpx.Response:
    body = {"fromStatus": before, "toStatus": after, "reason": reason}
    return await client.post(f"/api/admin/bookings/{booking}/step-back", json=body)


async def bring_to(client: httpx.AsyncClient, booking: str, status: str) -> None:
    """From pending to ``status``, three weeks before the pickup, confirmed as intended."""
    steps = (
        ("pending", "confirmed", None),
        ("confirmed", "active", "early_handover"),
        ("active", "completed", "early_return"),
    )
    for before, after, acknowledged in steps:
        if before == status:
            return
        answer = await change(client, booking, before, after, acknowledged=acknowledged)
        assert answer.status_code == 200, answer.text


async def shown(client: httpx.AsyncClient, booking: str) -> dict[str, Any]:
    answer = await client.get(f"/api/admin/bookings/{booking}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()["booking"]
    return found
