"""Sentences about what a rental consists of, for prices and bookings. The texts are the product's, section 5."""

from abano.errors.messages import Message

CAR_MISSING = Message("car_missing", "Please select a car type")
PICKUP_LOCATION_MISSING = Message("pickup_location_missing", "Please select pickup location")
DROPOFF_LOCATION_MISSING = Message("dropoff_location_missing", "Please select dropoff location")
PICKUP_TIME_MISSING = Message("pickup_time_missing", "Please select pickup time")
INSURANCE_MISSING = Message("insurance_missing", "Please select an insurance option")
SERVICES_UNKNOWN = Message("services_unknown", "We do not offer {names}")
SERVICES_FOR_OTHER_CARS = Message("services_for_other_cars", "Not offered with this car: {names}")
SERVICES_TOO_MANY = Message("services_too_many", "More than a booking can have: {names}")
SERVICES_BOOKED = Message("services_booked", "Already booked for these days: {names}")
DAYS_MISSING = Message("days_missing", "Please give the days, or pickup and return date")
RETURN_NOT_AFTER_PICKUP = Message("return_not_after_pickup", "The return must be after the pickup")
RENTAL_TOO_SHORT = Message(
    "rental_too_short", "The shortest rental is {days, plural, one {# day} other {# days}}"
)
RENTAL_TOO_LONG = Message(
    "rental_too_long", "The longest rental is {days, plural, one {# day} other {# days}}"
)
