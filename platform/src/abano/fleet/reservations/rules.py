"""Pure rules of reservations: periods, and which free vehicle fits best."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

BlockKind = Literal["service", "workshop", "other"]
# Beyond this an empty stretch is as good as endless.
MAX_GAP = timedelta(days=90)


@dataclass(frozen=True, slots=True)
class Period:
    """From the handover to the return; ``blocked_until`` includes the turn-round time."""

    starts_at: datetime
    ends_at: datetime
    blocked_until: datetime

    @classmethod
    def of(cls, starts_at: datetime, ends_at: datetime, turn_round_minutes: int = 0) -> "Period":
        return cls(starts_at, ends_at, ends_at + timedelta(minutes=turn_round_minutes))


@dataclass(frozen=True, slots=True)
class FreeVehicle:
    """A vehicle that is free for a period. ``free_since`` and ``taken_from`` are None if not limited.

    ``stands_at``: the location where the previous rental ends, or its home location.
    """

    id: UUID
    number: int
    plate: str
    car_id: UUID
    stands_at: str
    free_since: datetime | None
    taken_from: datetime | None

    def gap(self, period: Period) -> timedelta:
        """The unused time around the period if it is assigned to this vehicle."""
        before = period.starts_at - self.free_since if self.free_since else MAX_GAP
        after = self.taken_from - period.blocked_until if self.taken_from else MAX_GAP
        return min(before, MAX_GAP) + min(after, MAX_GAP)


def best_fit(free: Iterable[FreeVehicle], period: Period, place: str) -> list[FreeVehicle]:
    """Vehicles at the place first, to avoid transfers; then by the smallest remaining gap."""
    return sorted(free, key=lambda each: (each.stands_at != place, each.gap(period), each.number))
