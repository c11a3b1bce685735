"""Pure: what a plan limits, over which period, and where a company stands."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal, get_args
from uuid import UUID

from typing_extensions import TypeAliasType

# Vehicles but those that were sold, people who can sign in, bytes of photos and documents, domains that the company
# added itself, emails a day, quiz sessions and calls of the public API a month. Days and months are those of UTC.
Measure = TypeAliasType(
    "Measure",
    Literal["vehicles", "staff", "storage_bytes", "domains", "emails", "quiz_sessions", "api_calls"],
)
MEASURES: tuple[Measure, ...] = get_args(Measure.__value__)
Period = Literal["now", "day", "month"]
PERIODS: Mapping[Measure, Period] = {
    "vehicles": "now",
    "staff": "now",
    "storage_bytes": "now",
    "domains": "now",
    "emails": "day",
    "quiz_sessions": "month",
    "api_calls": "month",
}
LimitState = Literal["within", "soft", "hard"]
# The plan of new companies, without limits until operators set some.
STANDARD = UUID("00000000-0000-0000-0000-000000000001")
# A day is counted again for so long, and after an outage of the worker at most this many days back.
RECOUNT_DAYS, MAX_RECOUNT_DAYS = 2, 35
# Usage by day is kept for over two years, for invoices.
KEPT_DAYS = 800


@dataclass(frozen=True, slots=True)
class Limit:
    """None: unlimited."""

    soft: int | None = None
    hard: int | None = None


UNLIMITED = Limit()


@dataclass(frozen=True, slots=True)
class Usage:
    """What a company uses of a measure, in its period that is under way."""

    measure: Measure
    used: int
    limit: Limit

    @property
    def period(self) -> Period:
        return PERIODS[self.measure]

    @property
    def state(self) -> LimitState:
        if self.limit.hard is not None and self.used >= self.limit.hard:
            return "hard"
        return "soft" if self.limit.soft is not None and self.used >= self.limit.soft else "within"


@dataclass(frozen=True, slots=True)
class Plan:
    """``limits``: of all measures. ``companies``: how many have it."""

    id: UUID
    name: str
    weight: int
    limits: Mapping[Measure, Limit]
    companies: int = 0


def utc_day(moment: datetime) -> date:
    return moment.astimezone(UTC).date()


def begins(day: date) -> datetime:
    """The first moment of a day."""
    return datetime.combine(day, time(), UTC)


def next_day(moment: datetime) -> datetime:
    """When the next day begins."""
    return begins(utc_day(moment) + timedelta(days=1))


def period_start(measure: Measure, day: date) -> date:
    """The first day of the period that has one warning: the day itself for emails, else its month."""
    return day if PERIODS[measure] == "day" else day.replace(day=1)


def recount_from(today: date, counted: date | None) -> date:
    """The first day to count; ``counted``: the last one that was. Days before were recounted often enough."""
    earliest = today - timedelta(days=MAX_RECOUNT_DAYS)
    return earliest if counted is None else max(earliest, min(counted, today) - timedelta(days=RECOUNT_DAYS))
