"""What figures are asked for: a period and, of its sessions, those that filters leave. The platform resolves both."""

import hashlib
from dataclasses import astuple, dataclass
from datetime import datetime
from typing import Literal, NamedTuple, TypeGuard, get_args
from uuid import UUID

from abano_shared.campaign_names import name_key

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
# What sessions brought: within so many days before a booking they count, and which of them its amount counts for.
MoneyFigure = Literal[
    "money-7-first",
    "money-7-last",
    "money-7-linear",
    "money-30-first",
    "money-30-last",
    "money-30-linear",
    "money-90-first",
    "money-90-last",
    "money-90-linear",
]
Figure = Literal[SessionFigure, "journey", MoneyFigure]
Window = Literal[7, 30, 90]
# One of a booking's sessions, or all of them in equal parts.
Credit = Literal["first", "last", "linear"]
# What is counted and kept; several figures are made out of the quarters of hours.
Counted = Literal["overview", "answers", "funnel", "campaigns", "choices", "quarters"]
# Asked for instead of a value: sessions that came without one.
NONE = "(none)"
Device = Literal["phone", "tablet", "desktop", "unknown"]
Visitor = Literal["new", "returning", "(none)"]
MOST_ANSWERS = 5


class Attribution(NamedTuple):
    """Which sessions a booking is credited to."""

    window: Window
    credit: Credit


def _attribution(figure: str) -> Attribution:
    _, window, credit = figure.split("-")
    [days] = [days for days in get_args(Window) if str(days) == window]
    [name] = [name for name in get_args(Credit) if name == credit]
    return Attribution(days, name)


ATTRIBUTIONS: dict[MoneyFigure, Attribution] = {
    figure: _attribution(figure) for figure in get_args(MoneyFigure)
}
# The figures of sessions that money is put beside.
COUNTED_FOR_MONEY: tuple[Counted, ...] = ("campaigns", "answers")


def is_money(figure: Figure) -> TypeGuard[MoneyFigure]:
    """Of what sessions brought."""
    return figure in ATTRIBUTIONS


def is_of_sessions(figure: Figure) -> TypeGuard[SessionFigure]:
    """Made of the counts of sessions alone."""
    return figure != JOURNEY and not is_money(figure)


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

    def __post_init__(self) -> None:
        """Any spelling of a name asks for the sessions of all."""
        for name in ("utm_source", "utm_medium", "utm_campaign"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, name_key(value) or NONE)


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
