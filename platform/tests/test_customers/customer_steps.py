"""A person who booked, as the tests of customers' rights know them."""

from loadtests.forms import booking_form

CUSTOMERS = "/api/admin/customers"
EMAIL = "Maryam.Zubaidova@Example.com"
PHONE = {"user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1"}
BOOKING = booking_form(
    customerName="Maryam Zubaidova",
    customerEmail=EMAIL,
    customerPhone="+992 55 501 4285",
    gclid="Click-of-Maryam",
    quizSessionId="quiz_maryam_session",
    deviceFingerprint="fingerprint-of-maryam",
)
DETAILS = (
    "selectedCar", "pickupLocation", "dropoffLocation", "pickupDate", "returnDate", "dailyPrice", "totalDays",
    "calculatedPrice",
)  # fmt: skip
