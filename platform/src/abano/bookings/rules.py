"""Pure rules of bookings: what may follow what, when local times are, which quiz session gets the credit."""

from datetime import UTC, datetime
from typing import Literal
from zoneinfo import ZoneInfo

ConsentState = Literal["not_required", "granted", "refused", "unknown"]
Status = Literal["pending", "confirmed", "active", "completed", "cancelled"]

TRANSITIONS: dict[Status, frozenset[Status]] = {
    "pending": frozenset({"confirmed", "cancelled"}),
    "confirmed": frozenset({"active", "cancelled"}),
    "active": frozenset({"completed"}),
    "completed": frozenset(),
    "cancelled": frozenset(),
}
# A click or quiz older than this no longer explains a booking (decision 15 of the product).
ATTRIBUTION_DAYS = 90


def may_follow(before: Status, after: Status) -> bool:
    """Whether a booking may go from one status to the other."""
    return after in TRANSITIONS[before]


def local_moment(local: datetime, zone: ZoneInfo) -> datetime:
    """The moment (UTC) when the clocks of ``zone`` show ``local``.

    An hour that the clocks skip in spring is taken as the hour after it; of an hour that comes twice in autumn,
    the first counts.
    """
    return local.replace(tzinfo=zone, fold=0).astimezone(UTC)


def consent_to_store(required: bool, told: ConsentState) -> ConsentState:
    """The state that counts: needless where the company asks nobody; "not required" is not the visitor's to say."""
    if not required:
        return "not_required"
    return "unknown" if told == "not_required" else told
