"""What a report is asked for. Days are the company's; they are resolved here."""

from calendar import monthrange
from datetime import date, timedelta
from typing import Annotated, Literal

from pydantic import Field

from abano.analytics.figures.client import ResolvedQuery
from abano.analytics.figures.query import PeriodQuery
from abano.core.errors import InvalidInput, Message
from abano.core.languages.texts import LONGEST_LANGUAGE
from abano_shared.contract.filters import NoneIfEmpty, Text
from abano_shared.contract.reports import MAX_DAYS, Cut, RentalFilters, State

# What can be wrong with a report that is asked for.

PERIOD_TOO_LONG = Message("period_too_long", "Choose a period of at most three years.")
QUESTION_MISSING = Message("question_missing", "Say which question it is an answer to.")


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
        max_length=LONGEST_LANGUAGE,
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
