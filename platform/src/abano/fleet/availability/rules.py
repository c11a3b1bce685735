"""Pure rules of availability: what a visitor sees of a car."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from abano.core.clock import local_moment
from abano.fleet.reservations.rules import Period

# ``unknown``: the company says nothing about this car, because it has no vehicles of it here.
CarState = Literal["available", "few", "held", "booked", "unknown"]
# More than this is not counted out: it would tell the size of the fleet.
FEW = 3


@dataclass(frozen=True, slots=True)
class Gap:
    """A time in which a vehicle is free; ``taken_from`` is None for an open end."""

    free_since: datetime
    taken_from: datetime | None


@dataclass(frozen=True, slots=True)
class Taken:
    """A time in which a vehicle is taken."""

    starts_at: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class Standing:
    """How a car stands for a period. ``left`` only up to ``FEW``; ``free_from`` only when it is booked."""

    state: CarState
    left: int | None = None
    free_from: date | None = None


def standing_of(free: int | None, held: int, free_from: date | None) -> Standing:
    """``held``: visitors who are about to book one; they refuse no one."""
    if free is None:
        return Standing("unknown")
    if free == 0:
        return Standing("booked", 0, free_from)
    left = max(0, free - held)
    if left == 0:
        return Standing("held", 0)
    return Standing("few", left) if left <= FEW else Standing("available")


def first_day_free(gaps: Iterable[Gap], period: Period, zone: ZoneInfo) -> date | None:
    """The first day on which a rental as long as ``period`` could begin at the same time of day."""
    local = period.starts_at.astimezone(zone)
    length = period.blocked_until - period.starts_at
    days = []
    for gap in gaps:
        since = max(gap.free_since, period.starts_at).astimezone(zone)
        day = since.date() + timedelta(days=1 if since.time() > local.time() else 0)
        start = local_moment(datetime.combine(day, local.time()), zone)
        if gap.taken_from is None or start + length <= gap.taken_from:
            days.append(day)
    return min(days, default=None)


def days_taken(
    cars: Iterable[Iterable[Sequence[Taken]]], days: Sequence[date], day_begins: time, zone: ZoneInfo
) -> list[date]:
    """The days on which no vehicle of any of these cars is free from ``day_begins`` on until the next day's.

    ``cars``: of each car its vehicles, of each of them when it is taken. No rental can have such a day in it. A car
    without vehicles is one of which nothing is known: any day may be free.
    """
    fleet = [list(vehicles) for vehicles in cars]
    if not all(fleet):
        return []
    every = [vehicle for vehicles in fleet for vehicle in vehicles]

    def is_taken(day: date) -> bool:
        start = local_moment(datetime.combine(day, day_begins), zone)
        end = local_moment(datetime.combine(day + timedelta(days=1), day_begins), zone)
        return all(any(each.starts_at < end and start < each.until for each in times) for times in every)

    return [day for day in days if every and is_taken(day)]
