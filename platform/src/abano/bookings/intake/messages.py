"""Sentences of the booking form. The texts are the product's, section 5."""

from abano.errors.messages import Message

FIRST_NAME_TOO_SHORT = Message(
    "first_name_too_short",
    "First name must be at least {min, plural, one {# character} other {# characters}}",
)
LAST_NAME_TOO_SHORT = Message(
    "last_name_too_short",
    "Last name must be at least {min, plural, one {# character} other {# characters}}",
)
PHONE_INVALID = Message("phone_invalid", "Please enter a valid phone number with country code")
AGE_MISSING = Message("age_missing", "Please enter your age")
AGE_OUT_OF_RANGE = Message(
    "age_out_of_range", "Driver age must be between {min, number} and {max, number} years old"
)
DRIVER_TOO_YOUNG_FOR_CAR = Message(
    "driver_too_young_for_car", "Whoever drives this car must be {min, number} or older"
)
GROUP_SIZE_MISSING = Message("group_size_missing", "Please enter the number of people in your group")
GROUP_SIZE_OUT_OF_RANGE = Message(
    "group_size_out_of_range",
    "Group size must be between 1 and {max, plural, one {# person} other {# people}}",
)
PICKUP_DATE_MISSING = Message("pickup_date_missing", "Please select pickup date")
PICKUP_IN_THE_PAST = Message("pickup_in_the_past", "The pickup must not be in the past")
RETURN_DATE_MISSING = Message("return_date_missing", "Please select return date")
RETURN_TIME_MISSING = Message("return_time_missing", "Please select return time")
FLIGHT_NUMBER_INVALID = Message(
    "flight_number_invalid",
    "A flight number has at most {max, plural, one {# character} other {# characters}}",
)
ADDRESS_INVALID = Message(
    "address_invalid",
    "An address has at most {max, plural, one {# character} other {# characters}}",
)
ADDRESS_MISSING = Message("address_missing", "Please enter the address where we meet you")
NO_FREE_REFERENCE = Message(
    "no_free_reference", "We could not find a free booking reference. Please try again."
)
KEY_LENGTH = Message("idempotency_key_length", "An idempotency key has 1 to {max, number} characters")
