"""What a figure is counted over: a span of days and, of its sessions, those that filters leave."""

import hashlib
from dataclasses import astuple, dataclass
from typing import Literal

from abano_analytics.periods import Days, Period

# Asked for instead of a value: sessions that came without one.
NONE = "(none)"
Device = Literal["phone", "tablet", "desktop", "unknown"]


@dataclass(frozen=True, slots=True)
class Filters:
    """Only sessions with exactly these values; None leaves a field open, ``(none)`` asks for its absence."""

    utm_source: str | None = None
    utm_campaign: str | None = None
    quiz_version: str | None = None
    device: Device | None = None


@dataclass(frozen=True, slots=True)
class View:
    """A span of days, in the tenant's zone, and filters."""

    period: Period | Days
    filters: Filters = Filters()

    @property
    def name(self) -> str:
        """Different for different views, and short: a part of entity tags."""
        if self.filters == Filters():
            return self.period.name
        digest = hashlib.blake2s(repr(astuple(self.filters)).encode(), digest_size=8).hexdigest()
        return f"{self.period.name}-{digest}"
