"""What figures are asked for: a period and, of its sessions, those that filters leave. The platform resolves both."""

import hashlib
from dataclasses import astuple, dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

# Of quiz sessions.
SessionFigure = Literal[
    "overview",
    "answers",
    "funnel",
    "campaigns",
    "choices",
    "timeline-hour",
    "timeline-day",
    "timeline-week",
    "weekhours",
]
# Of visits to the site.
JOURNEY: Literal["journey"] = "journey"
Figure = Literal[SessionFigure, "journey"]
# What is counted and kept; several figures are made out of the quarters of hours.
Counted = Literal["overview", "answers", "funnel", "campaigns", "choices", "quarters"]
# Asked for instead of a value: sessions that came without one.
NONE = "(none)"
Device = Literal["phone", "tablet", "desktop", "unknown"]
Visitor = Literal["new", "returning", "(none)"]
MOST_ANSWERS = 5


def counted_as(figure: SessionFigure) -> Counted:
    """What has to be counted for a figure."""
    match figure:
        case "timeline-hour" | "timeline-day" | "timeline-week" | "weekhours":
            return "quarters"
        case _:
            return figure


@dataclass(frozen=True, slots=True)
class Filters:
    """Only sessions with exactly these values; None leaves a field open, ``(none)`` asks for its absence."""

    utm_source: str | None = None
    utm_campaign: str | None = None
    quiz_version: str | None = None
    device: Device | None = None
    utm_medium: str | None = None
    utm_term: str | None = None
    utm_content: str | None = None
    landing_page: str | None = None
    language: str | None = None
    country: str | None = None
    visitor: Visitor | None = None
    # Questions, each with the value that must have been answered; with ``(none)`` it must not have been answered.
    answers: tuple[tuple[str, str], ...] = ()


UNFILTERED = Filters()


@dataclass(frozen=True, slots=True)
class FigureQuery:
    """Sessions that started in [since, until), both in UTC, and that the filters leave."""

    since: datetime
    until: datetime
    filters: Filters = UNFILTERED

    @property
    def name(self) -> str:
        """Different for different queries, and short: a part of entity tags."""
        period = f"{self.since.timestamp():.0f}-{self.until.timestamp():.0f}"
        if self.filters == UNFILTERED:
            return period
        digest = hashlib.blake2s(repr(astuple(self.filters)).encode(), digest_size=8).hexdigest()
        return f"{period}-{digest}"


Key = tuple[UUID, Figure, FigureQuery]


def counted_query(key: Key) -> FigureQuery:
    """What is counted over for ``key``: the choices of a filter do not depend on what is filtered now."""
    _, figure, query = key
    return FigureQuery(query.since, query.until) if figure == "choices" else query
