"""Sentences of customers' own pages."""

from abano.errors.messages import Message

BORN_IN_THE_FUTURE = Message("second_driver_born", "Please enter the second driver's date of birth")
TOO_YOUNG = Message(
    "second_driver_age", "A driver must be at least {min, number} years old on the day of the pickup"
)
NAME_MISSING = Message("second_driver_name", "Please enter the second driver's name")
LICENCE_MISSING = Message("second_driver_licence", "Please enter the number of the second driver's licence")
ONLY_THE_RETURN = Message(
    "only_the_return", "The car was handed over: only its return can change, to a later time"
)
LATE_CANCELLATION = Message(
    "late_cancellation", "Cancelled late by the customer, who was told that it costs {amount} {currency}."
)
