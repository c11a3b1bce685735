"""The time, injected: nothing in the product asks the system clock by itself."""

from datetime import MINYEAR, UTC, datetime, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

FIRST_MOMENT = datetime.min.replace(tzinfo=UTC)
LAST_MOMENT = datetime.max.replace(tzinfo=UTC)


class Clock(Protocol):
    """Tells the present moment as an aware UTC datetime."""

    def now(self) -> datetime: ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class FixedClock:
    """A clock that stands still until it is moved: for tests and replays."""

    def __init__(self, moment: datetime) -> None:
        if moment.tzinfo is None:
            raise ValueError("A clock needs an aware datetime.")
        self._moment = moment.astimezone(UTC)

    def now(self) -> datetime:
        return self._moment

    def move(self, **delta: float) -> None:
        """Move on (or back) by ``timedelta(**delta)``."""
        self._moment += timedelta(**delta)


def local_moment(local: datetime, zone: ZoneInfo) -> datetime:
    """The moment (UTC) when the clocks of ``zone`` show ``local``.

    An hour that the clocks skip in spring is taken as the hour after it; of an hour that comes twice in autumn,
    the first counts. At the ends of the calendar, where UTC has no such day, it is the nearest moment there is.
    """
    try:
        return local.replace(tzinfo=zone, fold=0).astimezone(UTC)
    except OverflowError:
        return FIRST_MOMENT if local.year == MINYEAR else LAST_MOMENT
