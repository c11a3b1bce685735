"""Pure rules of fines: who had a vehicle at a moment, and what becomes of each line of a file."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

FineKind = Literal["fine", "toll", "parking"]
FineState = Literal["open", "charged", "kept"]
Outcome = Literal["matched", "unmatched", "unknown_plate", "known", "bad"]
# The VAT charge of the booking's price line. A recharged fine is not a taxable supply.
VAT_CHARGES: dict[FineKind, str] = {"fine": "damage", "toll": "service", "parking": "service"}


@dataclass(frozen=True, slots=True)
class Rental:
    """A booking of a vehicle, past or planned. ``ends_at`` is None while the vehicle is out."""

    booking_id: UUID
    reference: str
    customer_name: str
    starts_at: datetime
    ends_at: datetime | None


@dataclass(frozen=True, slots=True)
class VehicleChange:
    """A vehicle was given to a booking, or taken from it."""

    at: datetime
    is_assigned: bool


@dataclass(frozen=True, slots=True)
class Candidate:
    """``changes``: of the vehicle's assignment to the booking, oldest first. Empty: assigned throughout."""

    rental: Rental
    changes: Sequence[VehicleChange] = ()


def find_rental(candidates: Iterable[Candidate], moment: datetime) -> Rental | None:
    """The rental that had the vehicle at that moment; at the minute of a return and a handover, the later one."""
    found = [
        (since, each.rental)
        for each in candidates
        for since, until in _stints(each)
        if since <= moment and (until is None or moment <= until)
    ]
    return max(found, key=lambda each: each[0])[1] if found else None


def _stints(candidate: Candidate) -> list[tuple[datetime, datetime | None]]:
    """Periods of the rental in which this vehicle was assigned to it."""
    starts_at, ends_at = candidate.rental.starts_at, candidate.rental.ends_at
    spans: list[tuple[datetime | None, datetime | None]] = []
    since: datetime | None = None
    is_held = not candidate.changes or not candidate.changes[0].is_assigned
    for change in candidate.changes:
        if change.is_assigned and not is_held:
            since, is_held = change.at, True
        elif not change.is_assigned and is_held:
            spans.append((since, change.at))
            is_held = False
    if is_held:
        spans.append((since, None))
    found = []
    for begin, end in spans:
        first = max(starts_at, begin) if begin else starts_at
        ends = [each for each in (ends_at, end) if each is not None]
        last = min(ends) if ends else None
        if last is None or first <= last:
            found.append((first, last))
    return found
