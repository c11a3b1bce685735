"""Pure rules of bookings: what may follow what, which quiz session gets the credit."""

from typing import Literal

from abano.public_writes.consent.rules import ConsentState

Status = Literal["pending", "confirmed", "active", "completed", "cancelled"]

TRANSITIONS: dict[Status, frozenset[Status]] = {
    "pending": frozenset({"confirmed", "cancelled"}),
    "confirmed": frozenset({"active", "cancelled"}),
    "active": frozenset({"completed"}),
    "completed": frozenset(),
    "cancelled": frozenset(),
}
# One step back undoes a mistake (decision 34 of the product). What a cancelled booking was, its history knows.
STEPS_BACK: dict[Status, Status] = {"completed": "active", "active": "confirmed", "confirmed": "pending"}
# A click or quiz older than this no longer explains a booking (decision 15 of the product).
ATTRIBUTION_DAYS = 90


def may_follow(before: Status, after: Status) -> bool:
    """Whether a booking may go from one status to the other."""
    return after in TRANSITIONS[before]


def step_back(status: Status, cancelled_from: Status | None) -> Status | None:
    """What a booking was one step before, or None when there is no way back.

    ``cancelled_from`` is what a cancelled booking was before its cancellation.
    """
    return cancelled_from if status == "cancelled" else STEPS_BACK.get(status)


def consent_to_store(required: bool, told: ConsentState) -> ConsentState:
    """The state that counts: needless where the company asks nobody; "not required" is not the visitor's to say.

    A refusal counts everywhere.
    """
    if not required:
        return "refused" if told == "refused" else "not_required"
    return "unknown" if told == "not_required" else told
