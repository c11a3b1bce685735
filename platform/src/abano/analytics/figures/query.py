"""Parameters of figures: a period in the company's time zone, and session filters.

Both are resolved here: the analytics service receives instants and exact values.
"""

import math
from calendar import monthrange
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, field_validator

from abano.analytics.figures.client import ResolvedQuery
from abano.analytics.figures.money import AttributionQuery, MoneyTable
from abano.core.errors import LAST_DAY_BEFORE_FIRST, InvalidInput, Message, RefusedValue
from abano.core.languages.texts import MAX_LANGUAGE_LENGTH
from abano_shared.contract.figures import (
    PLACE,
    BarParameters,
    Figure,
    FileFormat,
    Table,
    Timeline,
    Unit,
    instant_text,
)
from abano_shared.contract.filters import NoneIfEmpty, SessionFilters, Text
from abano_shared.contract.own_funnels import FunnelPart, FunnelSteps
from abano_shared.contract.reports import MAX_DAYS, Cut, RentalFilters, State

FIRST_YEAR = 2000
LAST_YEAR = 2100
DAY_FORM = Message("day_form", "Write the day as 2026-06-30.")
DAY_OUT_OF_RANGE = Message("day_out_of_range", "Choose a day between {first} and {last}.")
TWO_PERIODS = Message("two_periods", "Give either year and month, or from and to.")
FIRST_DAY_MISSING = Message("first_day_missing", "Give the first day too, as from.")
BAR_INCOMPLETE = Message("bar_incomplete", "Enter the question and the answer.")
STEP_TWICE = Message(
    "step_twice", "Choose each step only once: a visit records when it reached a step first."
)
NO_SUCH_STEP = Message("no_such_step", "The funnel has fewer steps.")
ANSWER_FORM = Message("answer_form", "Write an answer as question:value.")
TOO_MANY_UNITS = Message(
    "too_many_units", "Choose a longer unit or a shorter period: there would be {count}, and at most {most}."
)
MAX_UNITS = 800
# What the console can ask for as a file: the unit of a timeline is chosen by its parameters.
ExportTable = Literal[
    "answers", "funnel", "campaigns", "sessions", "responses", "timeline", "weekhours", "journey", "landings",
    "money", "values", "chain",
]  # fmt: skip
# Longer periods default to a larger unit than hours, or days.
BY_HOUR_DAYS = 2
BY_DAY_DAYS = 92


def _day(value: object) -> object:
    """A plain day only: pydantic would also take numbers and moments."""
    if value in {"", None} or isinstance(value, date):
        return value or None
    if isinstance(value, str) and len(value) == 10:
        return value
    raise RefusedValue(DAY_FORM())


Day = Annotated[date | None, BeforeValidator(_day)]


class PeriodQuery(BaseModel):
    """A period of local days. An empty parameter counts as not given."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    year: Annotated[int | None, NoneIfEmpty] = Field(
        None, ge=FIRST_YEAR, le=LAST_YEAR, description="Omitted: the present year in the company's time zone"
    )
    month: Annotated[int | None, NoneIfEmpty] = Field(
        None, ge=1, le=12, description="1 to 12; omitted: the whole year"
    )
    first: Day = Field(None, alias="from", description="First local day, instead of year and month")
    last: Day = Field(None, alias="to", description="Last local day, included; omitted: today")

    @field_validator("first", "last")
    @classmethod
    def _in_range(cls, day: date | None) -> date | None:
        if day is not None and not FIRST_YEAR <= day.year <= LAST_YEAR:
            raise RefusedValue(DAY_OUT_OF_RANGE(first=str(FIRST_YEAR), last=str(LAST_YEAR)))
        return day

    @field_validator("first")
    @classmethod
    def _not_both(cls, day: date | None, info: ValidationInfo) -> date | None:
        if day is not None and (info.data.get("year") or info.data.get("month")):
            raise RefusedValue(TWO_PERIODS())
        return day

    @field_validator("last")
    @classmethod
    def _after_first(cls, day: date | None, info: ValidationInfo) -> date | None:
        if day is None or "first" not in info.data:
            return day
        first = info.data["first"]
        if first is None:
            raise RefusedValue(FIRST_DAY_MISSING())
        if day < first:
            raise RefusedValue(LAST_DAY_BEFORE_FIRST())
        return day

    def days(self, today: date) -> tuple[date, date]:
        """First and last day of the period. ``today`` is the company's."""
        if self.first is not None:
            return self.first, self.last or max(self.first, today)
        year = self.year or today.year
        if self.month is None:
            return date(year, 1, 1), date(year, 12, 31)
        return date(year, self.month, 1), date(year, self.month, monthrange(year, self.month)[1])

    def days_before(self, until: date) -> tuple[date, date]:
        """What the period up to ``until`` is compared with: as many days, or the same days a month or year earlier.

        The same as in the console (rules/view.ts).
        """
        first, last = self.days(until)
        if self.first is not None:
            return first - (until - first) - timedelta(days=1), first - timedelta(days=1)
        months = 12 if self.month is None else 1
        if until == last:
            return compared_days(first, last, "before")
        return _months_earlier(first, months), _months_earlier(until, months)


class FigureQuery(PeriodQuery, SessionFilters):
    """The query parameters of every figure."""

    @field_validator("answers", mode="before")
    @classmethod
    def _answers_named(cls, answers: Iterable[str]) -> tuple[str, ...]:
        given = sorted({answer for answer in answers if answer})
        if not all(question and value for question, _, value in (one.partition(":") for one in given)):
            raise RefusedValue(ANSWER_FORM())
        return tuple(given)

    def resolved(self, zone: ZoneInfo, today: date) -> ResolvedQuery:
        """For the analytics service. ``zone`` and ``today`` are the company's."""
        since, until = instants(*self.days(today), zone)
        return (("since", instant_text(since)), ("until", instant_text(until)), *self.given())


def instants(first: date, last: date, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """The first instant of ``first`` and the one after ``last``: local midnights, whatever clocks did between."""
    return _midnight(first, zone), _midnight(last + timedelta(days=1), zone)


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)


class QuestionQuery(FigureQuery):
    """A figure query about questions. Texts use the language ``lang`` if translated."""

    lang: Text = Field(
        None, max_length=MAX_LANGUAGE_LENGTH, description="Such as ka; omitted: the company's first language"
    )


class BarQuery(FigureQuery, BarParameters):
    """A figure query, and the bar that selects the sessions. Without a bar: all of the query."""

    def resolved(self, zone: ZoneInfo, today: date) -> ResolvedQuery:
        """Raises InvalidInput for a bar without its question or its answer."""
        if self.missing:
            raise InvalidInput.of(self.missing, BAR_INCOMPLETE())
        given = {"bar": self.bar, "barQuestion": self.bar_question, "barAnswer": self.bar_answer}
        chosen = tuple((name, value) for name, value in given.items() if self.bar and value is not None)
        return (*super().resolved(zone, today), *chosen)


class SessionsQuery(BarQuery, QuestionQuery):
    """A page of the sessions behind a bar."""

    after: Text = Field(None, pattern=PLACE, description="The ``next`` of the page before")

    def resolved(self, zone: ZoneInfo, today: date) -> ResolvedQuery:
        after = (("after", self.after),) if self.after else ()
        return (*super().resolved(zone, today), *after)


class OwnFunnelQuery(FigureQuery, FunnelSteps):
    """A figure query, and the steps that an analyst picked."""

    @field_validator("steps", mode="before")
    @classmethod
    def _each_once(cls, steps: tuple[str, ...]) -> tuple[str, ...]:
        if len(set(steps)) < len(steps):
            raise RefusedValue(STEP_TWICE())
        return steps

    def resolved(self, zone: ZoneInfo, today: date) -> ResolvedQuery:
        steps = tuple(("step", step) for step in self.steps)
        by = (("by", self.by),) if self.by else ()
        return (*super().resolved(zone, today), *steps, ("inOrder", str(self.in_order).lower()), *by)


class OwnFunnelSessionsQuery(OwnFunnelQuery, FunnelPart, QuestionQuery):
    """The same, a step of it, and a page of the quiz sessions of its visits."""

    after: Text = Field(None, pattern=PLACE, description="The ``next`` of the page before")

    def resolved(self, zone: ZoneInfo, today: date) -> ResolvedQuery:
        """Raises InvalidInput for a step that the funnel does not have."""
        if self.at >= len(self.steps):
            raise InvalidInput.of("at", NO_SUCH_STEP())
        part = (("at", str(self.at)), ("lost", str(self.lost).lower()))
        after = (("after", self.after),) if self.after else ()
        return (*super().resolved(zone, today), *part, *after)


class UnitQuery(FigureQuery):
    """A figure query, and by which unit of time to divide its period."""

    unit: Annotated[Unit | None, NoneIfEmpty] = Field(
        None,
        description=f"Omitted: hour for at most {BY_HOUR_DAYS} days, day for at most {BY_DAY_DAYS}, else week",
    )

    def timeline(self, zone: ZoneInfo, today: date) -> Timeline:
        """The figure for its unit. Raises InvalidInput for more than MAX_UNITS."""
        first, last = self.days(today)
        days = (last - first).days + 1
        unit = self.unit or ("hour" if days <= BY_HOUR_DAYS else "day" if days <= BY_DAY_DAYS else "week")
        since, until = instants(first, last, zone)
        monday = first - timedelta(days=first.weekday())
        count = {
            "hour": math.ceil((until - since) / timedelta(hours=1)),
            "day": days,
            "week": (last - monday).days // 7 + 1,
            "month": 12 * (last.year - first.year) + last.month - first.month + 1,
        }[unit]
        if count > MAX_UNITS:
            raise InvalidInput.of("unit", TOO_MANY_UNITS(count=str(count), most=str(MAX_UNITS)))
        return TIMELINES[unit]


class TimelineQuery(UnitQuery):
    """The same, with or without costs."""

    costs: bool = Field(False, description="Adds what campaigns cost; not by hour")


PAGE_FIGURES: tuple[Figure, ...] = (
    "overview",
    "answers",
    "funnel",
    "campaigns",
    "choices",
    "weekhours",
    "journey",
)
TIMELINES: dict[Unit, Timeline] = {
    "hour": "timeline-hour",
    "day": "timeline-day",
    "week": "timeline-week",
    "month": "timeline-month",
}
# Costs of campaigns are known by day.
BY_DAYS = frozenset(timeline for unit, timeline in TIMELINES.items() if unit != "hour")


class PageQuery(TimelineQuery, QuestionQuery, AttributionQuery):
    """A figure query of several figures."""

    figures: str = Field(
        max_length=300,
        description="Names of figures with commas between them. One that the server does not know is left out",
    )

    def named(self, zone: ZoneInfo, today: date) -> dict[str, Figure]:
        """The figures by the names they have here. Raises InvalidInput for a timeline of too many units."""
        asked = set(self.figures.split(","))
        named: dict[str, Figure] = {figure: figure for figure in PAGE_FIGURES if figure in asked}
        if "timeline" in asked:
            named["timeline"] = self.timeline(zone, today)
        if "money" in asked:
            named["money"] = self.money
        return named


class ExportQuery(TimelineQuery, BarQuery, QuestionQuery, AttributionQuery):
    """A figure query, and what of it to write how. A bar narrows sessions and responses."""

    table: ExportTable = Field(
        description="A figure, or its rows: sessions, or responses (every answer that counts)"
    )
    format: FileFormat = Field("csv", description="csv for spreadsheets, parquet for programs")

    def file(self, zone: ZoneInfo, today: date) -> Table | MoneyTable:
        """What the service is asked for; money is put together here. Raises InvalidInput like ``timeline``."""
        return self.timeline(zone, today) if self.table == "timeline" else self.table

    def file_name(self, today: date) -> str:
        """Such as ``quiz-sessions-2026-06-01-to-2026-06-30.csv``."""
        first, last = self.days(today)
        narrowed = "-filtered" if self.given() or self.bar else ""
        return f"quiz-{self.table}-{first}-to-{last}{narrowed}.{self.format}"


# What can be wrong with a report that is asked for.

PERIOD_TOO_LONG = Message("period_too_long", "Choose a period of at most three years.")
QUESTION_MISSING = Message("question_missing", "Enter the question this answers.")


# Which days a period is compared with. Pure.

Comparison = Literal["before", "year"]


def compared_days(first: date, last: date, comparison: Comparison) -> tuple[date, date]:
    """The period before, or the same days a year earlier.

    Before whole months are as many whole months; before anything else, as many days.
    """
    if comparison == "year":
        return _months_earlier(first, 12), _months_earlier(last, 12)
    if first.day == 1 and (last + timedelta(days=1)).day == 1:
        months = 12 * (last.year - first.year) + last.month - first.month + 1
        return _months_earlier(first, months), first - timedelta(days=1)
    return first - (last - first) - timedelta(days=1), first - timedelta(days=1)


def _months_earlier(day: date, months: int) -> date:
    """The same day so many months earlier, or that month's last."""
    year, month = divmod(12 * day.year + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


class RentalsQuery(PeriodQuery, RentalFilters):
    """A period and filters of rentals. An empty parameter counts as not given."""

    def asked(self, today: date) -> dict[str, str]:
        """For the analytics service. ``today`` is the company's. Raises InvalidInput."""
        first, last = self.days(today)
        if (last - first).days >= MAX_DAYS:
            raise InvalidInput.of("to" if self.first else "year", PERIOD_TOO_LONG())
        if self.answer is not None and self.question is None:
            raise InvalidInput.of("question", QUESTION_MISSING())
        return {"first": str(first), "last": str(last), **self.given()}


class ReportQuery(RentalsQuery):
    """What to cut the rentals by, and what to compare with."""

    cut: Cut = "model"
    compare: Comparison = Field("before", description="before: the period before; year: a year earlier")
    lang: Text = Field(
        None,
        max_length=MAX_LANGUAGE_LENGTH,
        description="Of the quiz's texts; omitted: the company's first language",
    )

    def resolved(self, today: date) -> ResolvedQuery:
        """Raises InvalidInput."""
        asked = self.asked(today)
        first, last = compared_days(*self.days(today), self.compare)
        return (*asked.items(), ("cut", self.cut), ("beforeFirst", str(first)), ("beforeLast", str(last)))


class RentalListQuery(RentalsQuery):
    """Which of the rentals behind a figure."""

    state: Annotated[State | None, NoneIfEmpty] = None
    offset: int = Field(0, ge=0, le=100_000)

    def resolved(self, today: date) -> ResolvedQuery:
        """Raises InvalidInput."""
        asked = {**self.asked(today), "offset": str(self.offset)}
        return tuple((asked | ({"state": self.state} if self.state else {})).items())
