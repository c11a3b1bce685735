"""Pure rules of reservations: periods, and which free vehicle fits best."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, NamedTuple
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


# Blocks of an imported calendar: what changes so that they are as the calendar's events.

MINUTE = timedelta(minutes=1)


class Interval(NamedTuple):
    starts_at: datetime
    ends_at: datetime


class OwnBlock(NamedTuple):
    """A block of the calendar."""

    id: UUID
    starts_at: datetime
    ends_at: datetime


class Taken(NamedTuple):
    """Another reservation of the vehicle."""

    id: UUID
    starts_at: datetime
    ends_at: datetime
    blocked_until: datetime


class Overlapping(NamedTuple):
    """The part of an event that is not blocked, because another reservation has it."""

    reservation_id: UUID
    starts_at: datetime
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class BlockPlan:
    """``ended``: blocks that have begun and end now."""

    added: Sequence[Interval]
    changed: Mapping[UUID, Interval]
    removed: Sequence[UUID]
    ended: Sequence[UUID]
    conflicts: Sequence[Overlapping]


def merge(intervals: Iterable[Interval]) -> list[Interval]:
    """Whole minutes, in order, without overlaps. Intervals that only touch stay apart."""
    merged: list[Interval] = []
    for starts_at, ends_at in sorted((floor_minute(each[0]), _ceil_minute(each[1])) for each in intervals):
        if merged and starts_at < merged[-1].ends_at:
            merged[-1] = Interval(merged[-1].starts_at, max(merged[-1].ends_at, ends_at))
        elif starts_at < ends_at:
            merged.append(Interval(starts_at, ends_at))
    return merged


def plan_blocks(
    busy: Iterable[Interval], own: Sequence[OwnBlock], taken: Sequence[Taken], now: datetime
) -> BlockPlan:
    """What to change from now on. ``own`` and ``taken`` are in order of time and without overlaps."""
    now = floor_minute(now)
    pieces, conflicts = [], []
    for starts_at, ends_at in merge(busy):
        if ends_at > now:
            free, refused = _free_pieces(Interval(max(starts_at, now), ends_at), taken)
            pieces += free
            conflicts += refused
    added, changed, kept = [], {}, set[UUID]()
    for piece in pieces:
        block = next((each for each in own if each.id not in kept and _continues(each, piece, now)), None)
        if block is None:
            added.append(piece)
            continue
        kept.add(block.id)
        wanted = Interval(
            min(block.starts_at, now) if piece.starts_at == now else piece.starts_at, piece.ends_at
        )
        if wanted != (block.starts_at, block.ends_at):
            changed[block.id] = wanted
    gone = [each for each in own if each.id not in kept and each.ends_at > now]
    return BlockPlan(
        added=added,
        changed=changed,
        removed=[each.id for each in gone if each.starts_at >= now],
        ended=[each.id for each in gone if each.starts_at < now],
        conflicts=conflicts,
    )


def floor_minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)


def _ceil_minute(moment: datetime) -> datetime:
    floor = floor_minute(moment)
    return floor if floor == moment else floor + MINUTE


def _continues(block: OwnBlock, piece: Interval, now: datetime) -> bool:
    """Whether the block becomes the piece. One that has begun keeps its start."""
    if block.starts_at < now and piece.starts_at > now:
        return False
    return block.starts_at < piece.ends_at and block.ends_at > piece.starts_at


def _free_pieces(event: Interval, taken: Sequence[Taken]) -> tuple[list[Interval], list[Overlapping]]:
    """The parts of the event that no other reservation has, and those that one has. A turnaround is no conflict."""
    pieces, conflicts, cursor = [], [], event.starts_at
    for other in taken:
        begins, ends = floor_minute(other.starts_at), _ceil_minute(other.blocked_until)
        if begins >= event.ends_at or ends <= event.starts_at:
            continue
        if begins > cursor:
            pieces.append(Interval(cursor, begins))
        cursor = max(cursor, ends)
        since, until = max(event.starts_at, other.starts_at), min(event.ends_at, other.ends_at)
        if since < until:
            conflicts.append(Overlapping(other.id, since, until))
    if cursor < event.ends_at:
        pieces.append(Interval(cursor, event.ends_at))
    return pieces, conflicts
