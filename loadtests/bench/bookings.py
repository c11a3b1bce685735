"""What a booking is to the bench. Goal: 40 % of the rate of a bare route with one insert."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from loadtests.bench import fleet
from loadtests.bench.side_by_side import Endpoint
from loadtests.forms import booking_form, days_from

GOAL = 0.40


def booking(number: int) -> dict[str, Any]:
    pickup = datetime.now(UTC).date() + timedelta(days=10 + number % 200)
    return booking_form(
        **days_from(pickup),
        customerName=f"Load Visitor{number}",
        customerEmail=f"visitor{number}@example.com",
        customerPhone="+995 555 000 000",
        insuranceType="standard",
        babySeat=True,
        totalPrice="555",
        gclid=f"click-{number}",
    )


def _body(number: int) -> bytes:
    return json.dumps(booking(number)).encode()


# With a promise each booking also takes one of the vehicles of its car, in the fleet that is filled for it.
PROMISED_CARS = fleet.CARS
PROMISED_DAYS = 1_500


def _promised_body(number: int) -> bytes:
    pickup = datetime.now(UTC).date() + timedelta(days=30 + number % PROMISED_DAYS)
    car = PROMISED_CARS[number % len(PROMISED_CARS)]
    return json.dumps(booking(number) | days_from(pickup) | {"carType": car}).encode()


def endpoints(size: fleet.Size) -> tuple[Endpoint, ...]:
    """``size``: of the fleet that is filled for bookings with a vehicle."""

    def promise(url: str, _numbers: range) -> None:
        fleet.fill(url, size)

    return (
        Endpoint("bookings", "/api/bookings", _body, GOAL, key=True),
        Endpoint("bookings with a vehicle", "/api/bookings", _promised_body, GOAL, prepare=promise, key=True),
    )
