"""What a report is asked for: local days, what to cut them by, and filters. The platform resolves the days."""

import hashlib
from dataclasses import dataclass
from datetime import date

from abano_shared.contract.reports import Cut, RentalFilters, State

UNFILTERED = RentalFilters()


@dataclass(frozen=True, slots=True)
class Days:
    """Local days of the company, both included."""

    first: date
    last: date


@dataclass(frozen=True, slots=True)
class ReportQuery:
    """Rental days of ``days``, cut by ``cut`` and compared with ``before``."""

    days: Days
    before: Days
    cut: Cut
    filters: RentalFilters = UNFILTERED

    @property
    def name(self) -> str:
        return _digest(self)


@dataclass(frozen=True, slots=True)
class RentalListQuery:
    """The rentals behind a figure: those with rental days in ``days``."""

    days: Days
    filters: RentalFilters = UNFILTERED
    state: State | None = None
    offset: int = 0

    @property
    def name(self) -> str:
        return _digest(self)


def _digest(query: ReportQuery | RentalListQuery) -> str:
    """Different for different queries, and short: a part of entity tags."""
    return hashlib.blake2s(repr(query).encode(), digest_size=8).hexdigest()
