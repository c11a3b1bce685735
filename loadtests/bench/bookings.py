"""What a booking is to the bench. Goal: 40 % of the rate of a bare route with one insert."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from loadtests.bench.side_by_side import Endpoint

GOAL = 0.40


def booking(number: int) -> dict[str, Any]:
    start = datetime.now(UTC) + timedelta(days=10 + number % 200)
    return {
        "customerName": f"Load Visitor{number}",
        "driverAge": "36",
        "groupSize": "2",
        "customerEmail": f"visitor{number}@example.com",
        "customerPhone": "+995 555 000 000",
        "pickupLocation": "tbilisi",
        "dropoffLocation": "batumi",
        "pickupDate": f"{start:%Y-%m-%d}",
        "pickupTime": "09:00",
        "returnDate": f"{start + timedelta(days=7):%Y-%m-%d}",
        "returnTime": "09:00",
        "carType": "Subaru Forester",
        "insuranceType": "standard",
        "babySeat": True,
        "totalPrice": "555",
        "gclid": f"click-{number}",
    }


def _body(number: int) -> bytes:
    return json.dumps(booking(number)).encode()


ENDPOINTS = (Endpoint("bookings", "/api/bookings", _body, GOAL, key=True),)
