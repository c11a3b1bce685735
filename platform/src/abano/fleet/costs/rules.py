"""Pure rules of what vehicles cost: how an amount spreads over months and days, to the cent."""

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal, NamedTuple
from uuid import UUID

CostKind = Literal["purchase", "lease", "insurance", "service", "fuel", "fine", "toll", "other"]
MAX_MONTHS = 240
# These kinds need a number of months: without it, the cost per month is unknown.
SPREAD_KINDS: frozenset[CostKind] = frozenset({"purchase", "lease"})


@dataclass(frozen=True, slots=True)
class Spending:
    """A cost as it counts. ``amount``: in minor units, of a lease that of each month."""

    kind: CostKind
    spent_on: date
    amount: int
    months: int

    @property
    def total(self) -> int:
        return self.amount * self.months if self.kind == "lease" else self.amount

    @property
    def last_month(self) -> date:
        """The first day of the last calendar month that carries a part of it."""
        return _later(self.spent_on, self.months - 1)


def shares(spending: Spending, first: date, last: date) -> Iterator[tuple[date, int]]:
    """The part of a cost between ``first`` and ``last``: the first day of each month, with its amount.

    A one-month cost counts on its day. Others are spread evenly over their calendar months, and evenly over
    the days of a month. Parts of adjoining periods add up to the whole, to the cent.
    """
    if spending.months == 1:
        if first <= spending.spent_on <= last:
            yield spending.spent_on.replace(day=1), spending.amount
        return
    start = spending.spent_on.replace(day=1)
    begin = max(0, _months_between(start, first))
    end = min(spending.months - 1, _months_between(start, last))
    for number in range(begin, end + 1):
        month = _later(start, number)
        days = monthrange(month.year, month.month)[1]
        share = _month_share(spending, number)
        from_day = first.day - 1 if month <= first else 0
        until_day = min(days, (last - month).days + 1)
        yield month, share * until_day // days - share * from_day // days


def _month_share(spending: Spending, number: int) -> int:
    if spending.kind == "lease":
        return spending.amount
    return spending.amount * (number + 1) // spending.months - spending.amount * number // spending.months


def _months_between(start: date, day: date) -> int:
    return 12 * (day.year - start.year) + day.month - start.month


def _later(day: date, months: int) -> date:
    """The first day of the month so many months later."""
    year, month = divmod(12 * day.year + day.month - 1 + months, 12)
    return date(year, month + 1, 1)


class OwnVehicle(NamedTuple):
    plate: str
    car_id: UUID
    car: str
