"""Forms as the site sends them."""

from datetime import date, timedelta
from typing import Any

# Where the second demo company rents, and what.
ALPINE = {"pickupLocation": "chur", "dropoffLocation": "st-moritz", "carType": "VW Golf"}


def booking_form(**changes: Any) -> dict[str, Any]:
    """A valid booking of the first demo company's: seven days in the summer of the tests' clock, 485 euro.

    ``changes`` replace or add fields.
    """
    return {
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
        # The page's estimate, which the server stores and does not believe.
        "totalPrice": "1",
        **changes,
    }


def days_from(pickup: date, days: int = 7) -> dict[str, str]:
    """The dates of a booking form."""
    return {"pickupDate": str(pickup), "returnDate": str(pickup + timedelta(days=days))}
