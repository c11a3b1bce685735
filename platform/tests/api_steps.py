"""The public API for tests: a client with a key, and a booking through it."""

from typing import Any

import httpx

V1 = "/api/v1"
RENTAL = {
    "car": "Subaru Forester",
    "pickup_location": "tbilisi",
    "dropoff_location": "tbilisi",
    "pickup_at": "2026-07-01T10:00:00",
    "return_at": "2026-07-04T10:00:00",
    "insurance": "minimum",
}
BOOKING = RENTAL | {
    "customer_name": "Ada Lovelace",
    "customer_email": "ada@example.com",
    "customer_phone": "+995555123456",
}


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def book(client: httpx.AsyncClient, token: str, **fields: Any) -> dict[str, Any]:
    answer = await client.post(f"{V1}/bookings", json=BOOKING | fields, headers=bearer(token))
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found
