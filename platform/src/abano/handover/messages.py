"""Sentences of hand-overs and returns."""

from abano.errors.messages import Message
from abano.handover.rules import MileageQuestion

LICENCE_NOT_SEEN = Message(
    "licence_not_seen", "Please look at the driving licence before you hand over the car"
)
SIGNATURE_MISSING = Message("signature_missing", "The customer's signature is missing")
SIGNER_MISSING = Message("signer_missing", "Please enter the name of whoever signs")
TOO_MANY_POINTS = Message("signature_too_long", "This signature is too long. Please sign again")
DAMAGE_UNKNOWN = Message("damage_unknown", "This damage is not of this record")
QUESTIONS: dict[MileageQuestion, Message] = {
    "mileage_below": Message(
        "mileage_below", "The car had {last, number} km before. Is {mileage, number} km right?"
    ),
    "mileage_far": Message(
        "mileage_far", "That is {more, number} km more than before. Is {mileage, number} km right?"
    ),
}
