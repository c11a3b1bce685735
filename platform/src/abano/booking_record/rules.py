"""Pure rules of bookings: transitions, attribution and consent."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from abano.core.errors import Message, Sentence
from abano.marketing.traffic.rules import ConsentState

Status = Literal["pending", "confirmed", "active", "completed", "cancelled"]

TRANSITIONS: dict[Status, frozenset[Status]] = {
    "pending": frozenset({"confirmed", "cancelled"}),
    "confirmed": frozenset({"active", "cancelled"}),
    "active": frozenset({"completed"}),
    "completed": frozenset(),
    "cancelled": frozenset(),
}
# One step back undoes a mistake. A cancelled booking's previous status is in its
# history.
STEPS_BACK: dict[Status, Status] = {"completed": "active", "active": "confirmed", "confirmed": "pending"}
# An older click or quiz session does not attribute a booking.
ATTRIBUTION_DAYS = 90


def is_transition_allowed(before: Status, after: Status) -> bool:
    """Whether the transition is allowed."""
    return after in TRANSITIONS[before]


def step_back(status: Status, cancelled_from: Status | None) -> Status | None:
    """The previous status, or None.

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


# Pure rules of bookings in the console: filters, unusual days, automatic cancellation.


@dataclass(frozen=True, slots=True)
class Filters:
    """Filters of the list. Empty means all. Days are in the company's time zone, both included."""

    search: str = ""
    status: Status | None = None
    car: str | None = None
    affiliate_id: UUID | None = None
    pickup_from: date | None = None
    pickup_to: date | None = None
    needs_review: bool = False
    channel_id: UUID | None = None


def cancels_at(status: str, waiting_since: datetime, unconfirmed_hours: int) -> datetime | None:
    """When the booking is cancelled automatically, or None."""
    return waiting_since + timedelta(hours=unconfirmed_hours) if status == "pending" else None


OffDayCode = Literal["early_handover", "late_handover", "early_return", "late_return"]


_AHEAD = "{days, plural, =1 {tomorrow} other {in # days}}"
_AGO = "{days, plural, =1 {yesterday} other {# days ago}}"
_DAYS = "{days, plural, one {# day} other {# days}}"
_QUESTIONS: dict[OffDayCode, Message] = {
    "early_handover": Message("early_handover_question", f"The pickup is on {{day, date, full}}, {_AHEAD}."),
    "late_handover": Message(
        "late_handover_question", f"The rental was to end on {{day, date, full}}, {_AGO}."
    ),
    "early_return": Message(
        "early_return_question", f"The car is due back on {{day, date, full}}, {_AHEAD}."
    ),
    "late_return": Message("late_return_question", f"The car was due back on {{day, date, full}}, {_AGO}."),
}
_NOTES: dict[OffDayCode, Message] = {
    "early_handover": Message("early_handover_note", f"{_DAYS} before the pickup day."),
    "late_handover": Message("late_handover_note", f"{_DAYS} after the day of return."),
    "early_return": Message("early_return_note", f"{_DAYS} before the day of return."),
    "late_return": Message("late_return_note", f"{_DAYS} after the day of return."),
}


@dataclass(frozen=True, slots=True)
class OffDay:
    """A handover or return on another day than planned, which must be acknowledged; ``days`` is at least 1."""

    code: OffDayCode
    day: date
    days: int

    @property
    def question(self) -> Sentence:
        """To the admin."""
        return _QUESTIONS[self.code](day=self.day.isoformat(), days=self.days)

    @property
    def note(self) -> Sentence:
        """The same for the history."""
        return _NOTES[self.code](days=self.days)


QuestionCode = Literal[OffDayCode, "no_return_record", "money_due"]
_NO_RETURN = Message(
    "no_return_record_question",
    "No return is recorded: mileage, fuel and damage are unknown, and no return costs are proposed.",
)
_MONEY_DUE = Message("money_due_question", "{amount} is still to pay.")


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be acknowledged before a transition."""

    code: QuestionCode
    sentence: Sentence


class ReturnState(NamedTuple):
    """Confirmations needed to complete a booking. ``due``: the balance with its currency. None: paid."""

    is_recorded: bool
    due: str | None


def open_questions(to_status: Status, unusual: OffDay | None, returned: ReturnState) -> list[Question]:
    """Everything that is unusual about a transition."""
    found = [Question(unusual.code, unusual.question)] if unusual else []
    if to_status == "completed":
        if not returned.is_recorded:
            found.append(Question("no_return_record", _NO_RETURN()))
        if returned.due is not None:
            found.append(Question("money_due", _MONEY_DUE(amount=returned.due)))
    return found


def off_day(
    to_status: Status, pickup_at: datetime, return_at: datetime, now: datetime, zone: ZoneInfo
) -> OffDay | None:
    """Whether a handover or return at ``now`` is on another day than planned, in the company's time zone.

    A car may be handed over on any day of its rental, because customers come late; it is returned on the last day.
    """
    today, pickup, due = (moment.astimezone(zone).date() for moment in (now, pickup_at, return_at))
    if to_status == "active" and today < pickup:
        return OffDay("early_handover", pickup, (pickup - today).days)
    if to_status == "active" and today > due:
        return OffDay("late_handover", due, (today - due).days)
    if to_status == "completed" and today < due:
        return OffDay("early_return", due, (due - today).days)
    if to_status == "completed" and today > due:
        return OffDay("late_return", due, (today - due).days)
    return None


FeeKind = Literal["no_show", "late_cancellation", "cancellation"]


class CancellationFee(NamedTuple):
    """What a cancellation costs by the agreed terms, in minor units."""

    kind: FeeKind
    amount: int


def cancellation_fee(
    terms: Mapping[str, int],
    *,
    was_confirmed: bool,
    is_no_show: bool,
    notice: timedelta,
    daily_rate: int,
    total: int,
) -> CancellationFee:
    """The fee for the agreed days, at most the rental's price. ``notice``: from cancellation to pickup.

    0 without agreed terms, within the free period, and for a request that was never confirmed.
    """
    hours = terms.get("freeCancellationHours")
    if is_no_show:
        return CancellationFee("no_show", min(total, terms.get("noShowDays", 0) * daily_rate))
    if was_confirmed and hours is not None and notice < timedelta(hours=hours):
        days = terms.get("lateCancellationDays", 0)
        return CancellationFee("late_cancellation", min(total, days * daily_rate))
    return CancellationFee("cancellation", 0)
