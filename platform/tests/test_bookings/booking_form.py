"""A valid booking as the wizard sends it, to be changed by tests."""

from typing import Any

import httpx

BOOKING: dict[str, Any] = {
    "customerName": "Ada Lovelace",
    "driverAge": "36",
    "groupSize": "2",
    "customerEmail": "ada@example.com",
    "customerPhone": "+44 20 7946 0000",
    "pickupLocation": "tbilisi",
    "dropoffLocation": "batumi",
    "pickupDate": "2026-07-01",
    "pickupTime": "09:00",
    "returnDate": "2026-07-08",
    "returnTime": "09:00",
    "carType": "Subaru Forester",
    "insuranceType": "minimum",
    "totalPrice": "1",
}
ALPINE = {"pickupLocation": "chur", "dropoffLocation": "st-moritz", "carType": "VW Golf"}


async def book(client: httpx.AsyncClient, key: str | None = None, **changes: Any) -> httpx.Response:
    headers = {"idempotency-key": key} if key else {}
    return await client.post("/api/bookings", json=BOOKING | changes, headers=headers)
