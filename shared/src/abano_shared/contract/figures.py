"""The figures and their parameters."""

import re
from datetime import UTC, datetime
from typing import Annotated, Literal, NamedTuple, TypeGuard, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, field_validator
from pydantic.alias_generators import to_camel

from abano_shared.contract.filters import NO_NUL, NoneIfEmpty, SessionFilters, Text

Unit = Literal["hour", "day", "week", "month"]
Timeline = Literal["timeline-hour", "timeline-day", "timeline-week", "timeline-month"]
# Figures of quiz sessions.
SessionFigure = Literal[
    "overview",
    "answers",
    "funnel",
    "campaigns",
    "choices",
    "timeline-hour",
    "timeline-day",
    "timeline-week",
    "timeline-month",
    "weekhours",
]
# Attribution: the number of days before a booking in which sessions count, and which of them are credited.
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
# Figures of visits to the site.
Figure = Literal[SessionFigure, "journey", MoneyFigure]
FIGURES: frozenset[Figure] = frozenset(get_args(Figure))
Window = Literal[7, 30, 90]
# One of a booking's sessions, or all of them in equal parts.
Credit = Literal["first", "last", "linear"]
# Of journeys the steps, and the outcome of visits by campaign; of sessions the rows.
FigureTable = Literal[
    "answers",
    "funnel",
    "campaigns",
    "timeline-hour",
    "timeline-day",
    "timeline-week",
    "timeline-month",
    "weekhours",
    "journey",
    "landings",
]
Table = Literal[FigureTable, "sessions", "responses"]
FileFormat = Literal["csv", "parquet"]
# An answer to a question, the sessions that reached it, or those that stopped at it.
BarKind = Literal["answer", "reached", "dropped"]
# A request is answered after this time, with the figures counted by then.
MAX_WAIT_SECONDS = 8.0
# Local midnights from 2000 to 2100, in any zone.
FIRST = datetime(1999, 12, 31, tzinfo=UTC)
LAST = datetime(2101, 1, 2, tzinfo=UTC)
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)


class Attribution(NamedTuple):
    """Which sessions a booking is credited to."""

    window: Window
    credit: Credit


ATTRIBUTIONS: dict[MoneyFigure, Attribution] = {
    figure: Attribution(window, credit)
    for figure in get_args(MoneyFigure)
    for window in get_args(Window)
    for credit in get_args(Credit)
    if figure == f"money-{window}-{credit}"
}


def is_money(figure: Figure) -> TypeGuard[MoneyFigure]:
    """Of what sessions brought."""
    return figure in ATTRIBUTIONS


def _instant(value: object) -> datetime:
    """One form only: pydantic would also take numbers, and moments without a zone."""
    if not isinstance(value, str) or not _INSTANT.fullmatch(value):
        raise ValueError("Write the moment as 2026-05-31T20:00:00Z.")
    moment = datetime.fromisoformat(value)
    if not FIRST <= moment <= LAST:
        raise ValueError("Choose a moment between 2000 and 2100.")
    return moment


def instant_text(moment: datetime) -> str:
    """A moment in UTC as a parameter."""
    # Without an offset: a plus sign is a space in a URL.
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


Instant = Annotated[datetime, BeforeValidator(_instant)]


class PeriodParameters(SessionFilters):
    """What the analytics service is asked over: sessions that started in [since, until), and filters.

    A parameter that is not known is refused: figures that a filter was not applied to must not be shown.
    """

    model_config = ConfigDict(extra="forbid")

    since: Instant
    until: Instant

    @field_validator("until")
    @classmethod
    def _after_since(cls, until: datetime, info: ValidationInfo) -> datetime:
        if "since" in info.data and until <= info.data["since"]:
            raise ValueError("The period must not end before it begins.")
        return until


class FigureParameters(PeriodParameters):
    """``figures``: names with commas between them. ``wait``: for how many seconds at most they are counted."""

    figures: str = Field(max_length=300)
    wait: float = Field(0.4, ge=0, le=MAX_WAIT_SECONDS)

    @field_validator("figures")
    @classmethod
    def _known(cls, figures: str) -> str:
        if not FIGURES.issuperset(figures.split(",")):
            raise ValueError("Unknown reports. Use names such as overview,answers.")
        return figures


class BarParameters(BaseModel):
    """The bar of a chart that selects the sessions. Without a bar: all of the query."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel)

    bar: Annotated[BarKind | None, NoneIfEmpty] = Field(
        None,
        description="answer: who gave it; reached: who saw the question; dropped: who saw nothing after it and did "
        "not finish",
    )
    bar_question: Text = Field(None, max_length=200, pattern=NO_NUL, description="The question's id")
    bar_answer: Text = Field(None, max_length=200, pattern=NO_NUL, description="The answer's value")

    @property
    def missing(self) -> str | None:
        """The missing parameter of the bar."""
        if self.bar and self.bar_question is None:
            return "barQuestion"
        return "barAnswer" if self.bar == "answer" and self.bar_answer is None else None


PLACE = r"^-?\d{1,18}\.\d{1,7}$"


class SessionsParameters(PeriodParameters, BarParameters):
    """A page of sessions. ``after``: the ``next`` of the page before."""

    after: str | None = Field(None, pattern=PLACE)


class ExportParameters(PeriodParameters, BarParameters):
    """A table as a file. A bar narrows sessions and responses."""

    format: FileFormat
