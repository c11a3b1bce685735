"""Bookings with click ids, made as a visitor makes them."""

import httpx

BOOKING = {
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
    "consentState": "granted",
}
ALPINE = {"pickupLocation": "chur", "dropoffLocation": "st-moritz", "carType": "VW Golf"}


async def booked(client: httpx.AsyncClient, **changes: object) -> str:
    answer = await client.post("/api/bookings", json=BOOKING | changes)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["reference"])
