"""A month or a year in a tenant's zone, as instants."""

from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

FIRST_YEAR = 2000
LAST_YEAR = 2100


@dataclass(frozen=True, slots=True)
class Period:
    """A month (1 to 12), or the whole year when ``month`` is None."""

    year: int
    month: int | None

    def edges(self, timezone: str) -> tuple[datetime, datetime]:
        """The first instant and the first one after, in UTC: local midnights, whatever clocks did between."""
        zone = ZoneInfo(timezone)
        if self.month is None:
            first, after = (self.year, 1), (self.year + 1, 1)
        else:
            first = (self.year, self.month)
            after = (self.year + self.month // 12, self.month % 12 + 1)
        since, until = (datetime(*edge, 1, tzinfo=zone).astimezone(UTC) for edge in (first, after))
        return since, until
