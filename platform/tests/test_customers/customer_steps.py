"""A person who booked, as the tests of customers' rights know them."""

from typing import Any

CUSTOMERS = "/api/admin/customers"
EMAIL = "Maryam.Zubaidova@Example.com"
PHONE = {"user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1"}
BOOKING: dict[str, Any] = {
    "customerName": "Maryam Zubaidova",
    "driverAge": "36",
    "groupSize": "2",
    "customerEmail": EMAIL,
    "customerPhone": "+992 55 501 4285",
    "pickupLocation": "tbilisi",
    "dropoffLocation": "batumi",
    "pickupDate": "2026-07-01",
    "pickupTime": "09:00",
    "returnDate": "2026-07-08",
    "returnTime": "09:00",
    "carType": "Subaru Forester",
    "insuranceType": "minimum",
    "totalPrice": "1",
    "gclid": "Click-of-Maryam",
    "quizSessionId": "quiz_maryam_session",
    "deviceFingerprint": "fingerprint-of-maryam",
}
DETAILS = (
    "selectedCar", "pickupLocation", "dropoffLocation", "pickupDate", "returnDate", "dailyPrice", "totalDays",
    "calculatedPrice",
)  # fmt: skip
