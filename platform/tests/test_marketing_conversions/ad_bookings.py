"""Bookings with click ids, made as a visitor makes them."""

import httpx
from loadtests.forms import booking_form

BOOKING = booking_form(consentState="granted")


async def booked(client: httpx.AsyncClient, **changes: object) -> str:
    answer = await client.post("/api/bookings", json=BOOKING | changes)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["reference"])
