"""What a report is asked for. Days are the company's; they are resolved here."""

from datetime import date
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from abano.analytics.client import ResolvedQuery
from abano.analytics.query import PeriodQuery
from abano.errors import InvalidInput
from abano.languages.texts import LONGEST_LANGUAGE
from abano.reports.messages import PERIOD_TOO_LONG, QUESTION_MISSING
from abano.reports.rules import Comparison, compared_days

Cut = Literal["vehicle", "model", "month", "place", "source", "campaign", "affiliate", "answer"]
Source = Literal["affiliate", "campaign", "quiz", "organic", "phone", "chat", "walk_in"]
State = Literal["driven", "booked", "pending", "cancelled", "no_show"]
MOST_DAYS = 1097


def _none_if_empty(value: object) -> object:
    return None if value == "" else value


def _filter(description: str) -> object:
    return Field(None, description=f"{description}; (none): without")


# Limits stand within: around it they would be asked of None, too.
Text = Annotated[
    Annotated[str, Field(max_length=200, pattern=r"^[^\x00]*$")] | None, BeforeValidator(_none_if_empty)
]
LanguageCode = Annotated[
    Annotated[str, Field(max_length=LONGEST_LANGUAGE)] | None, BeforeValidator(_none_if_empty)
]


class RentalsQuery(PeriodQuery):
    """A period and filters of rentals. An empty parameter counts as not given."""

    vehicle: Annotated[Text, _filter("A vehicle's id")] = None
    model: Annotated[Text, _filter("A car's id")] = None
    place: Annotated[Text, _filter("A place's code, of the pickup")] = None
    source: Annotated[Source | None, BeforeValidator(_none_if_empty)] = None
    campaign: Annotated[Text, _filter("Exactly this utm_campaign")] = None
    affiliate: Annotated[Text, _filter("An affiliate's id")] = None
    question: Annotated[Text, _filter("A question of the quiz")] = None
    answer: Annotated[Text, _filter("An answer to that question")] = None

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
    lang: LanguageCode = Field(
        None,
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
