"""Use cases of a vehicle's documents."""

from datetime import datetime
from uuid import UUID

from abano.auth.principals import Actor
from abano.database.unit_of_work import UnitOfWork
from abano.errors import NotFound
from abano.fleet.vehicles import schemas
from abano.fleet.vehicles.changes import note_change
from abano.fleet.vehicles.repository import VehicleRepository
from abano.kit.ids import new_id
from abano.models.fleet import VehicleDocument


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
