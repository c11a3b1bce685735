"""Pure rules of availability: the state of a car as shown to visitors."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from abano.core.clock import local_moment
from abano.fleet.reservations.rules import Period

# ``unknown``: availability of the car is not tracked, because the company has no vehicles of it.
CarState = Literal["available", "few", "held", "booked", "unknown"]
# Exact numbers above this are not shown: they would reveal the size of the fleet.
FEW = 3


@dataclass(frozen=True, slots=True)
class Gap:
    """A period in which a vehicle is free. ``taken_from`` is None if it is open-ended."""

    free_since: datetime
    taken_from: datetime | None


@dataclass(frozen=True, slots=True)
class Taken:
    """A period in which a vehicle is reserved."""

    starts_at: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class AvailabilityStatus:
    """A car's availability for a period. ``left``: only up to ``FEW``. ``free_from``: only if booked."""

    state: CarState
    left: int | None = None
    free_from: date | None = None


def availability_of(free: int | None, held: int, free_from: date | None) -> AvailabilityStatus:
    """``held``: visitors who are about to book one; they refuse no one."""
    if free is None:
        return AvailabilityStatus("unknown")
    if free == 0:
        return AvailabilityStatus("booked", 0, free_from)
    left = max(0, free - held)
    if left == 0:
        return AvailabilityStatus("held", 0)
    return AvailabilityStatus("few", left) if left <= FEW else AvailabilityStatus("available")


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
    """Days without a vehicle of the cars that is free from ``day_begins`` for 24 hours.

    ``cars``: reserved periods per vehicle of each car. No rental can include such a day. A car without
    vehicles is not tracked, so every day may be free.
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
