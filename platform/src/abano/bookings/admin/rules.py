"""Pure rules of bookings in the console: pagination, unusual days, automatic cancellation."""

import base64
import binascii
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal
from uuid import UUID
from zoneinfo import ZoneInfo

from abano.bookings.rules import Status


@dataclass(frozen=True, slots=True)
class Position:
    """The last booking of a page: the next page has older ones."""

    created_at: datetime
    id: UUID

    def encode(self) -> str:
        text = f"{self.created_at.isoformat()}|{self.id}"
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")

    @classmethod
    def decode(cls, cursor: str) -> "Position":
        """Raises ValueError for anything but the result of ``encode``."""
        try:
            text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
            moment, _, identifier = text.partition("|")
            created_at = datetime.fromisoformat(moment)
            if created_at.tzinfo is None:
                raise ValueError(cursor)
            return cls(created_at, UUID(identifier))
        except (ValueError, binascii.Error) as error:
            raise ValueError(cursor) from error


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


def cancels_at(status: str, waiting_since: datetime, unconfirmed_hours: int) -> datetime | None:
    """When the booking is cancelled automatically, or None."""
    return waiting_since + timedelta(hours=unconfirmed_hours) if status == "pending" else None


OffDayCode = Literal["early_hand_over", "late_hand_over", "early_return", "late_return"]


@dataclass(frozen=True, slots=True)
class OffDay:
    """A hand-over or return on another day than planned, which must be acknowledged; ``days`` is at least 1."""

    code: OffDayCode
    day: date
    days: int

    @property
    def sentence(self) -> str:
        """The question to the admin."""
        day = f"{self.day:%A}, {self.day.day} {self.day:%B %Y}"
        match self.code:
            case "early_hand_over":
                return f"The pickup is on {day}, {self._ahead}."
            case "late_hand_over":
                return f"The rental was to end on {day}, {self._ago}."
            case "early_return":
                return f"The car is due back on {day}, {self._ahead}."
            case "late_return":
                return f"The car was due back on {day}, {self._ago}."

    @property
    def note(self) -> str:
        """The same for the history."""
        end = "the pickup day" if self.code == "early_hand_over" else "the day of return"
        return f"{_days(self.days)} {'before' if self.code.startswith('early') else 'after'} {end}."

    @property
    def _ahead(self) -> str:
        return "tomorrow" if self.days == 1 else f"in {_days(self.days)}"

    @property
    def _ago(self) -> str:
        return "yesterday" if self.days == 1 else f"{_days(self.days)} ago"


def off_day(
    to_status: Status, pickup_at: datetime, return_at: datetime, now: datetime, zone: ZoneInfo
) -> OffDay | None:
    """Whether a hand-over or return at ``now`` is on another day than planned, in the company's time zone.

    A car may be handed over on any day of its rental, because customers come late; it is returned on the last day.
    """
    today, pickup, due = (moment.astimezone(zone).date() for moment in (now, pickup_at, return_at))
    if to_status == "active" and today < pickup:
        return OffDay("early_hand_over", pickup, (pickup - today).days)
    if to_status == "active" and today > due:
        return OffDay("late_hand_over", due, (today - due).days)
    if to_status == "completed" and today < due:
        return OffDay("early_return", due, (due - today).days)
    if to_status == "completed" and today > due:
        return OffDay("late_return", due, (today - due).days)
    return None


def _days(count: int) -> str:
    return "1 day" if count == 1 else f"{count} days"
