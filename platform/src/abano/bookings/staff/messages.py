"""Sentences of bookings by staff."""

from abano.errors.messages import Message

DISCOUNT_TOO_HIGH = Message(
    "discount_too_high", "The desk gives at most {percent, number} percent; a manager can give more"
)
MANUAL_NEEDS_MANAGER = Message("manual_needs_manager", "Only a manager changes a price by hand")
REASON_MISSING = Message("price_reason_missing", "Please say why the price changes")
TOTAL_BELOW_ZERO = Message("total_below_zero", "The total would be below zero")
CHANGE_OF_HANDED_OVER = Message(
    "change_of_handed_over", "The car was handed over: its pickup and the car itself cannot change any more"
)
TOO_EARLY_FOR_NO_SHOW = Message("too_early_for_no_show", "The pickup is still to come")
CUSTOMER_WITHOUT_EMAIL = Message("customer_without_email", "There is no e-mail address to write to")
NO_SHOW = "The customer did not come."
