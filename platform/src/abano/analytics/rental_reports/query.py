"""What a report is asked for. Days are the company's; they are resolved here."""

from calendar import monthrange
from datetime import date, timedelta
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from abano.analytics.figures.client import ResolvedQuery
from abano.analytics.figures.query import PeriodQuery
from abano.core.errors import InvalidInput, Message
from abano.core.languages.texts import LONGEST_LANGUAGE

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


Cut = Literal["vehicle", "model", "month", "place", "source", "campaign", "affiliate", "answer"]
Source = Literal["affiliate", "campaign", "quiz", "organic", "phone", "chat", "walk_in"]
State = Literal["driven", "booked", "pending", "cancelled", "no_show"]
MOST_DAYS = 1097


def _none_if_empty(value: object) -> object:
    return None if value == "" else value


def _filter(description: str) -> Any:
    return Field(None, max_length=200, pattern=r"^[^\x00]*$", description=f"{description}; (none): without")


Text = Annotated[str | None, BeforeValidator(_none_if_empty)]


class RentalsQuery(PeriodQuery):
    """A period and filters of rentals. An empty parameter counts as not given."""

    vehicle: Text = _filter("A vehicle's id")
    model: Text = _filter("A car's id")
    place: Text = _filter("A place's code, of the pickup")
    source: Annotated[Source | None, BeforeValidator(_none_if_empty)] = None
    campaign: Text = _filter("Exactly this utm_campaign")
    affiliate: Text = _filter("An affiliate's id")
    question: Text = _filter("A question of the quiz")
    answer: Text = _filter("An answer to that question")

    def asked(self, today: date) -> dict[str, str]:
        """For the analytics service. ``today`` is the company's. Raises InvalidInput."""
        first, last = self.days(today)
        if (last - first).days >= MOST_DAYS:
            raise InvalidInput.of("to" if self.first else "year", PERIOD_TOO_LONG())
        if self.answer is not None and self.question is None:
            raise InvalidInput.of("question", QUESTION_MISSING())
        given = {
            "first": str(first),
            "last": str(last),
            "vehicle": self.vehicle,
            "model": self.model,
            "place": self.place,
            "source": self.source,
            "campaign": self.campaign,
            "affiliate": self.affiliate,
            "question": self.question,
            "answer": self.answer,
        }
        return {name: value for name, value in given.items() if value is not None}


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

    state: Annotated[State | None, BeforeValidator(_none_if_empty)] = None
    offset: int = Field(0, ge=0, le=100_000)

    def resolved(self, today: date) -> ResolvedQuery:
        """Raises InvalidInput."""
        asked = {**self.asked(today), "offset": str(self.offset)}
        return tuple((asked | ({"state": self.state} if self.state else {})).items())
