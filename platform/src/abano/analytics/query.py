"""What an admin asks figures for: a period in the company's time zone, and filters of its sessions.

Both are resolved here, once: the analytics service is asked for instants and exact values.
"""

from calendar import monthrange
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, field_validator

from abano.analytics.client import FIGURES, ExportFormat, ExportTable, Figure, ResolvedQuery
from abano.errors.messages import Message, RefusedValue
from abano.kit.periods import LAST_DAY_BEFORE_FIRST
from abano.languages.texts import LONGEST_LANGUAGE

FIRST_YEAR = 2000
LAST_YEAR = 2100
DAY_FORM = Message("day_form", "Write the day as 2026-06-30.")
DAY_OUT_OF_RANGE = Message("day_out_of_range", "Choose a day between {first} and {last}.")
TWO_PERIODS = Message("two_periods", "Give either year and month, or from and to.")
FIRST_DAY_MISSING = Message("first_day_missing", "Give the first day too, as from.")
NO_NUL = r"^[^\x00]*$"
Device = Literal["phone", "tablet", "desktop", "unknown"]


def _none_if_empty(value: object) -> object:
    return None if value == "" else value


def _day(value: object) -> object:
    """A plain day only: pydantic would also take numbers and moments."""
    if value in {"", None} or isinstance(value, date):
        return value or None
    if isinstance(value, str) and len(value) == 10:
        return value
    raise RefusedValue(DAY_FORM())


Text = Annotated[str | None, BeforeValidator(_none_if_empty)]
Day = Annotated[date | None, BeforeValidator(_day)]


class PeriodQuery(BaseModel):
    """A period of local days. An empty parameter counts as not given."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    year: Annotated[int | None, BeforeValidator(_none_if_empty)] = Field(
        None, ge=FIRST_YEAR, le=LAST_YEAR, description="Omitted: the present year in the company's time zone"
    )
    month: Annotated[int | None, BeforeValidator(_none_if_empty)] = Field(
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


class FigureQuery(PeriodQuery):
    """The query parameters of every figure."""

    utm_source: Text = Field(
        None, alias="utmSource", max_length=200, pattern=NO_NUL, description="Exactly this; (none): without"
    )
    utm_campaign: Text = Field(
        None, alias="utmCampaign", max_length=200, pattern=NO_NUL, description="Exactly this; (none): without"
    )
    quiz_version: Text = Field(None, alias="quizVersion", max_length=40, pattern=NO_NUL)
    device: Annotated[Device | None, BeforeValidator(_none_if_empty)] = None

    def filters(self) -> dict[str, str]:
        """Those that are set, by the names they have in a query."""
        given = {
            "utmSource": self.utm_source,
            "utmCampaign": self.utm_campaign,
            "quizVersion": self.quiz_version,
            "device": self.device,
        }
        return {name: value for name, value in given.items() if value is not None}

    def resolved(self, zone: ZoneInfo, today: date) -> ResolvedQuery:
        """For the analytics service. ``zone`` and ``today`` are the company's."""
        first, last = self.days(today)
        since, until = instants(first, last, zone)
        return (("since", _text(since)), ("until", _text(until)), *self.filters().items())


def instants(first: date, last: date, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """The first instant of ``first`` and the one after ``last``: local midnights, whatever clocks did between."""
    return _midnight(first, zone), _midnight(last + timedelta(days=1), zone)


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)


def _text(moment: datetime) -> str:
    # Without an offset: a plus sign is a space in an address.
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


class QuestionQuery(FigureQuery):
    """A figure query of questions, whose texts come in the language ``lang`` as far as they are written in it."""

    lang: Text = Field(
        None, max_length=LONGEST_LANGUAGE, description="Such as ka; omitted: the company's first language"
    )


class PageQuery(QuestionQuery):
    """A figure query of several figures, and what of them the caller has."""

    figures: str = Field(
        max_length=300,
        description="Names of figures with commas between them. One that the server does not know is left out",
    )

    def names(self) -> list[Figure]:
        return [figure for figure in FIGURES if figure in self.figures.split(",")]


class ExportQuery(FigureQuery):
    """A figure query, and what of it to write how."""

    table: ExportTable = Field(
        description="A figure, or its rows: sessions, or responses (every answer that counts)"
    )
    format: ExportFormat = Field("csv", description="csv for spreadsheets, parquet for programs")

    def file_name(self, today: date) -> str:
        """Such as ``quiz-sessions-2026-06-01-to-2026-06-30.csv``."""
        first, last = self.days(today)
        narrowed = "-filtered" if self.filters() else ""
        return f"quiz-{self.table}-{first}-to-{last}{narrowed}.{self.format}"
