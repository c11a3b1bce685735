"""POST /api/bookings beside a bare FastAPI route with one pooled psycopg insert. Goal: 40 % of its rate.

    python loadtests/bench/bookings.py [--seconds 0.5] [--rounds 15]

Two measures are taken: the insert as psycopg does it by default, in a transaction of its own ("bare"), and the
stricter one in a single round trip ("bare-autocommit"). The first is the goal's; both are printed. Everything
runs on this machine in a temporary folder with an embedded Postgres.
"""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from side_by_side import Endpoint, measure, run

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


def _bare(number: int) -> bytes:
    return json.dumps({"session": f"quiz_{number}", "question": "q1", "value": "leisure"}).encode()


def endpoints(_url: str) -> tuple[Endpoint, ...]:
    return (Endpoint("bookings", "/api/bookings", _body, key=True),)


if __name__ == "__main__":
    bare = Endpoint("bare", "/bare", _bare)
    run(lambda seconds, rounds: measure(__file__, GOAL, endpoints, bare, seconds, rounds), __doc__)
