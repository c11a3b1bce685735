"""Due time, period and comparison of reports. Pure."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Literal, get_args
from zoneinfo import ZoneInfo

from abano.core.clock import local_moment

Span = Literal["week", "month"]
Kind = Literal["week", "month", "alerts"]
Measure = Literal["conversion", "completion", "sessions", "silence"]
SPANS: tuple[Span, ...] = get_args(Span)
# By the company's clock, on Mondays and on the first of a month.
SENT_AT = time(8)
# After a longer time without a worker a report would be news of long ago.
MAX_DELAY = timedelta(days=2)
# A continuing drop is one alert while it is detected again within these days.
SAME_WITHIN = timedelta(days=8)
# It is shown until three days were looked at and did not have it: a single better day may be chance.
SHOWN_WITHIN = timedelta(days=3)
SILENCE_WITHIN = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Period:
    """Local days, both included."""

    first: date
    last: date

    @property
    def days(self) -> list[date]:
        return [self.first + timedelta(days=day) for day in range((self.last - self.first).days + 1)]


def period_of(span: Span, first: date) -> Period:
    """The week or month that begins on ``first``."""
    if span == "week":
        return Period(first, first + timedelta(days=6))
    return Period(first, first.replace(day=monthrange(first.year, first.month)[1]))


def before(span: Span, period: Period) -> Period:
    """The week or month before."""
    last = period.first - timedelta(days=1)
    return period_of(span, last - timedelta(days=6) if span == "week" else last.replace(day=1))


def last_period(span: Span, today: date) -> Period:
    """The newest one that is over on ``today``."""
    started = today - timedelta(days=today.weekday()) if span == "week" else today.replace(day=1)
    return before(span, period_of(span, started))


def due_period(span: Span, now: datetime, zone: ZoneInfo) -> tuple[Period, datetime] | None:
    """What is to be sent now, and since when; None when it is too late for the last, or too early for the next."""
    today = now.astimezone(zone).date()
    period = last_period(span, today)
    due = local_moment(datetime.combine(period.last + timedelta(days=1), SENT_AT), zone)
    return (period, due) if due <= now <= due + MAX_DELAY else None
