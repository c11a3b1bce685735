"""Reports of rentals: what they are asked by. Days are local days of the company, the last included."""

from datetime import date, datetime, timedelta
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator
from pydantic.alias_generators import to_camel

from abano_shared.contract.answers import ContractModel
from abano_shared.contract.filters import NO_NUL, NoneIfEmpty, Text

Cut = Literal["vehicle", "model", "month", "place", "source", "campaign", "affiliate", "answer"]
Source = Literal["affiliate", "campaign", "quiz", "organic", "phone", "chat", "walk_in"]
State = Literal["driven", "booked", "pending", "cancelled", "no_show"]
MAX_DAYS = 1097
# The same days one year earlier may be longer by leap days.
_MAX_SPAN = MAX_DAYS + 3
FIRST, LAST = date(2000, 1, 1), date(2101, 1, 1)
# The earliest period has a previous one, too.
FIRST_COMPARED = FIRST - timedelta(days=_MAX_SPAN)
Day = Annotated[date, Field(ge=FIRST, le=LAST)]
ComparedDay = Annotated[date, Field(ge=FIRST_COMPARED, le=LAST)]


def _filter(description: str) -> Any:
    return Field(None, max_length=200, pattern=NO_NUL, description=f"{description}; (none): without")


class RentalFilters(BaseModel):
    """Only rentals with exactly these values; a filter that is None or empty leaves all."""

    model_config = ConfigDict(frozen=True)

    vehicle: Text = _filter("A vehicle's id")
    model: Text = _filter("A car's id")
    place: Text = _filter("A place's code, of the pickup")
    source: Annotated[Source | None, NoneIfEmpty] = None
    campaign: Text = _filter("Exactly this utm_campaign")
    affiliate: Text = _filter("An affiliate's id")
    question: Text = _filter("A question of the quiz")
    answer: Text = _filter("An answer to that question")

    def given(self) -> dict[str, str]:
        """The set filters."""
        values = {name: getattr(self, name) for name in RentalFilters.model_fields}
        return {name: value for name, value in values.items() if value is not None}


class RentalParameters(RentalFilters):
    """What the analytics service is asked over: rental days from ``first`` to ``last``, and filters."""

    model_config = ConfigDict(extra="forbid", alias_generator=to_camel)

    first: Day
    last: Day

    @field_validator("last")
    @classmethod
    def _from_first(cls, last: date, info: ValidationInfo) -> date:
        return _after(info.data.get("first"), last)


class ReportParameters(RentalParameters):
    """A report, cut by ``cut`` and compared with the days from ``before_first`` to ``before_last``."""

    cut: Cut
    before_first: ComparedDay
    before_last: ComparedDay

    @field_validator("before_last")
    @classmethod
    def _from_before_first(cls, last: date, info: ValidationInfo) -> date:
        return _after(info.data.get("before_first"), last)


class RentalListParameters(RentalParameters):
    """The rentals behind a figure."""

    state: State | None = None
    offset: int = Field(0, ge=0, le=1_000_000)


class WatchParameters(BaseModel):
    """What is watched in the days up to ``last``; ``falls``: whether these are asked for, too."""

    model_config = ConfigDict(extra="forbid")

    last: Day
    falls: bool = True


class Fall(ContractModel):
    """``campaign``: empty for all sessions."""

    measure: Literal["conversion", "completion", "sessions"]
    campaign: str
    since: date
    sessions: int
    now: float
    before: float


class WatchResponse(ContractModel):
    """``falls`` is None while the day's sessions may still book."""

    falls: list[Fall] | None
    silent_since: datetime | None


def _after(first: date | None, last: date) -> date:
    if first is not None and not 0 <= (last - first).days < _MAX_SPAN:
        raise ValueError(f"Choose a period of 1 to {_MAX_SPAN} days.")
    return last
