"""The scope of figures: a period and the filters of its sessions."""

import hashlib
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeGuard
from uuid import UUID

from pydantic import ConfigDict, ValidationInfo, field_validator

from abano_shared.campaign_names import name_key
from abano_shared.contract.figures import Figure, PeriodParameters, SessionFigure, is_money
from abano_shared.contract.filters import COMPARES, NONE, Match, SessionFilters

JOURNEY: Literal["journey"] = "journey"
# The stored counts; several figures are computed from the quarters of hours.
Counted = Literal["overview", "answers", "funnel", "campaigns", "choices", "quarters"]
# The session figures shown with amounts of money.
COUNTED_FOR_MONEY: tuple[Counted, ...] = ("campaigns", "answers")


def is_of_sessions(figure: Figure) -> TypeGuard[SessionFigure]:
    """Computed from the counts of sessions only."""
    return figure != JOURNEY and not is_money(figure)


def counted_as(figure: SessionFigure) -> Counted:
    """The counts that a figure needs."""
    match figure:
        case "timeline-hour" | "timeline-day" | "timeline-week" | "timeline-month" | "weekhours":
            return "quarters"
        case _:
            return figure


class Filters(SessionFilters):
    """Filters in canonical form: those that select the same sessions are equal."""

    model_config = ConfigDict(populate_by_name=True)

    @field_validator(*COMPARES)
    @classmethod
    def _in_one_form(cls, value: str | None, info: ValidationInfo) -> str | None:
        if value is None:
            return None
        match = Match.of(value)
        values = match.values
        if match.is_part or COMPARES[info.field_name or ""].is_name:
            values = tuple(name_key(one) or NONE for one in values)
        return Match(match.operator, tuple(sorted(set(values)))).text

    @field_validator("answers")
    @classmethod
    def _in_one_order(cls, answers: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(set(answers)))


UNFILTERED = Filters()


@dataclass(frozen=True, slots=True)
class FigureQuery:
    """Sessions that started in [since, until), both in UTC, and match the filters."""

    since: datetime
    until: datetime
    filters: Filters = UNFILTERED
    # Cached because every poll hashes its query several times.
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.since, self.until, self.filters)))

    def __hash__(self) -> int:
        return self._hash

    @classmethod
    def of(cls, asked: PeriodParameters) -> "FigureQuery":
        filters = {name: getattr(asked, name) for name in SessionFilters.model_fields}
        return cls(asked.since, asked.until, Filters(**filters))

    @property
    def name(self) -> str:
        """A short hash of the query, part of entity tags."""
        period = f"{self.since.timestamp():.0f}-{self.until.timestamp():.0f}"
        if self.filters == UNFILTERED:
            return period
        digest = hashlib.blake2s(repr(self.filters.given()).encode(), digest_size=8).hexdigest()
        return f"{period}-{digest}"


Key = tuple[UUID, Figure, FigureQuery]
