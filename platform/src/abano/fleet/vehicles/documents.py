"""Use cases of a vehicle's documents."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.core.errors import NotFound
from abano.core.ids import new_id
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.reservations.models import VehicleDocument
from abano.fleet.reservations.repository import ReservationRepository
from abano.fleet.reservations.service import EventKind, record_change
from abano.fleet.vehicles import schemas
from abano.fleet.vehicles.repository import VehicleRepository
from abano.fleet.vehicles.rules import rounded_kilometres

# Plates of vehicles by id, for other domains.


async def load_plates(uow: UnitOfWork, ids: Sequence[UUID]) -> dict[UUID, str]:
    """Plates by id, without unknown ids."""
    return await ReservationRepository(uow).plates(ids)


# The vehicles of a car that visitors may see, for the site.

MAX_SHOWN = 12


class ShownVehicle(NamedTuple):
    """``mileage_km`` in whole thousands; ``picture`` refers to the media library."""

    year: int | None
    mileage_km: int
    picture: Mapping[str, Any] | None


async def load_shown_vehicles(uow: UnitOfWork, car_id: UUID) -> list[ShownVehicle]:
    """At most twelve, the newest first; without details that identify a vehicle on the road."""
    found = await VehicleRepository(uow).list_shown(car_id, MAX_SHOWN)
    return [ShownVehicle(each.year, rounded_kilometres(each.mileage_km), each.picture) for each in found]


# A change of what belongs to a vehicle, in its history and in the audit log.


async def note_change(
    uow: UnitOfWork,
    actor: Actor,
    vehicle_id: UUID,
    kind: EventKind,
    action: str,
    request: schemas.DocumentRequest | schemas.ServiceRequest | schemas.ServiceDoneRequest,
    now: datetime,
) -> None:
    after = request.model_dump(mode="json", by_alias=True)
    await record_change(uow, vehicle_id, kind, now=now, actor=actor, after=after)
    await record(uow, actor, action, subject=("vehicle", vehicle_id), after=after, now=now)


async def add(
    uow: UnitOfWork, actor: Actor, vehicle_id: UUID, request: schemas.DocumentRequest, now: datetime
) -> None:
    """Raises NotFound."""
    repository = VehicleRepository(uow)
    await repository.get_locked(vehicle_id)
    document = VehicleDocument(
        tenant_id=uow.tenant_id, id=new_id(), vehicle_id=vehicle_id, created_at=now, **request.model_dump()
    )
    await repository.add(document)
    await note_change(uow, actor, vehicle_id, "document_added", "vehicle.document_added", request, now)


async def remove(uow: UnitOfWork, actor: Actor, vehicle_id: UUID, document_id: UUID, now: datetime) -> None:
    """Raises NotFound."""
    repository = VehicleRepository(uow)
    document = await repository.find_document(vehicle_id, document_id)
    if document is None:
        raise NotFound
    gone = schemas.DocumentRequest.model_validate(
        {"kind": document.kind, "title": document.title, "expires_on": document.expires_on}
    )
    await repository.remove(document)
    await note_change(uow, actor, vehicle_id, "document_removed", "vehicle.document_removed", gone, now)
