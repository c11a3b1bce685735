"""The history of a vehicle: append-only, also in the database."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic_core import to_jsonable_python

from abano.accounts.access.principals import Actor
from abano.core.errors import Message
from abano.core.ids import new_id
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.reservations.models import VehicleEvent

EventKind = Literal[
    "created",
    "changed",
    "document_added",
    "document_removed",
    "service_planned",
    "service_done",
    "service_removed",
    "blocked",
    "block_moved",
    "unblocked",
    "assigned",
    "released",
    "handed_over",
    "returned",
    "damage_repaired",
]


async def remember(
    uow: UnitOfWork,
    vehicle_id: UUID,
    kind: EventKind,
    *,
    now: datetime,
    actor: Actor | None = None,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
    reason: str = "",
) -> None:
    """Add an event in the caller's transaction. ``actor`` is None where nobody of the company decided."""
    uow.session.add(
        VehicleEvent(
            tenant_id=uow.tenant_id,
            id=new_id(),
            vehicle_id=vehicle_id,
            kind=kind,
            before=to_jsonable_python(dict(before or {})),
            after=to_jsonable_python(dict(after or {})),
            reason=reason,
            admin_id=actor.admin_id if actor else None,
            created_at=now,
        )
    )
    await uow.session.flush()


# Sentences of the fleet.

PLATE_MISSING = Message("plate_missing", "Please enter the plate")
PLATE_TAKEN = Message("plate_taken", "Another vehicle has this plate")
PLATE_TWICE = Message("plate_twice", "This plate stands in the file twice")
CAR_UNKNOWN = Message("vehicle_car_unknown", "Please select a car of the catalogue")
LOCATION_UNKNOWN = Message("location_unknown", "Please select a location")
SERVICE_WITHOUT_TIME = Message(
    "service_without_time", "Please give the day or the mileage at which it is due"
)
TIME_WITHOUT_ZONE = Message("time_without_zone", "Please give the time with its zone")
END_NOT_AFTER_START = Message("end_not_after_start", "The end must be after the start")
BLOCK_TOO_LONG = Message(
    "block_too_long", "A vehicle can be blocked for at most {days, plural, one {# day} other {# days}}"
)
COLUMNS_MISSING = Message("csv_columns_missing", "The first line must name the columns {columns}")
TOO_MANY_LINES = Message("csv_too_many_lines", "A file has at most {max, number} vehicles")
HAS_THIS_VEHICLE = Message("has_this_vehicle", "The booking has this vehicle already")
OTHER_DAY = Message("other_day", "Please choose another day")
TIME_MISSING = Message("time_missing", "Please select a time")
