"""The clock, injected: nothing in the product reads the system clock directly."""

from datetime import MINYEAR, UTC, date, datetime, timedelta
from functools import cache
from typing import Protocol
from zoneinfo import ZoneInfo, available_timezones

FIRST_MOMENT = datetime.min.replace(tzinfo=UTC)
LAST_MOMENT = datetime.max.replace(tzinfo=UTC)


class Clock(Protocol):
    """Returns the current time as an aware UTC datetime."""

    def now(self) -> datetime: ...


class SystemClock:
    """The system clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class FixedClock:
    """A clock that changes only when it is moved, for tests and replays."""

    def __init__(self, moment: datetime) -> None:
        if moment.tzinfo is None:
            raise ValueError("A clock needs an aware datetime.")
        self._moment = moment.astimezone(UTC)

    def now(self) -> datetime:
        return self._moment

    def move(self, **delta: float) -> None:
        """Move forward or back by ``timedelta(**delta)``."""
        self._moment += timedelta(**delta)


@cache
def timezone_names() -> frozenset[str]:
    """All that may be chosen. To look for them takes hundreds of files, so it happens once."""
    return frozenset(available_timezones())


def age_on(day: date, born: date) -> int:
    """Full years on that day."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def local_moment(local: datetime, zone: ZoneInfo) -> datetime:
    """Convert the wall time ``local`` in ``zone`` to UTC.

    A time skipped in spring is read as one hour later; of a time repeated in autumn, the first is used. Beyond the
    range of ``datetime`` the result is its first or last moment.
    """
    try:
        return local.replace(tzinfo=zone, fold=0).astimezone(UTC)
    except OverflowError:
        return FIRST_MOMENT if local.year == MINYEAR else LAST_MOMENT
