"""Spans of local days in a tenant's zone, as instants."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

FIRST_YEAR = 2000
LAST_YEAR = 2100


@dataclass(frozen=True, slots=True)
class Period:
    """A month (1 to 12), or the whole year when ``month`` is None."""

    year: int
    month: int | None

    @property
    def name(self) -> str:
        return f"{self.year}-{self.month or 0}"

    def edges(self, timezone: str) -> tuple[datetime, datetime]:
        """The first instant and the first one after, in UTC: local midnights, whatever clocks did between."""
        if self.month is None:
            return _midnight(date(self.year, 1, 1), timezone), _midnight(date(self.year + 1, 1, 1), timezone)
        after = date(self.year + self.month // 12, self.month % 12 + 1, 1)
        return _midnight(date(self.year, self.month, 1), timezone), _midnight(after, timezone)


@dataclass(frozen=True, slots=True)
class Days:
    """From the beginning of ``first`` to the end of ``last``, both included."""

    first: date
    last: date

    @property
    def name(self) -> str:
        return f"{self.first}..{self.last}"

    def edges(self, timezone: str) -> tuple[datetime, datetime]:
        """The first instant and the first one after, in UTC."""
        return _midnight(self.first, timezone), _midnight(self.last + timedelta(days=1), timezone)


def _midnight(day: date, timezone: str) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(timezone)).astimezone(UTC)
