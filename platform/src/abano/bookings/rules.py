"""Pure rules of bookings: transitions, attribution and consent."""

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
# One step back undoes a mistake (decision 34 of the product). A cancelled booking's previous status is in its
# history.
STEPS_BACK: dict[Status, Status] = {"completed": "active", "active": "confirmed", "confirmed": "pending"}
# An older click or quiz session does not attribute a booking (decision 15 of the product).
ATTRIBUTION_DAYS = 90


def is_transition_allowed(before: Status, after: Status) -> bool:
    """Whether the transition is allowed."""
    return after in TRANSITIONS[before]


def step_back(status: Status, cancelled_from: Status | None) -> Status | None:
    """The status one step back, or None when there is none.

    ``cancelled_from`` is a cancelled booking's status before its cancellation.
    """
    return cancelled_from if status == "cancelled" else STEPS_BACK.get(status)


def consent_to_store(required: bool, given: ConsentState) -> ConsentState:
    """The state to store: a browser cannot claim "not required" where the company requires consent.

    A refusal always applies.
    """
    if not required:
        return "refused" if given == "refused" else "not_required"
    return "unknown" if given == "not_required" else given
