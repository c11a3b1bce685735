"""The time, injected: nothing in the product asks the system clock by itself."""

from datetime import UTC, datetime, timedelta
from typing import Protocol


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
