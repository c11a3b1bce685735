"""Use cases of a vehicle's service: work that is due by a day, by mileage, or by both."""

from datetime import date, datetime
from uuid import UUID

from abano.auth.principals import Actor
from abano.database.unit_of_work import UnitOfWork
from abano.errors import InvalidInput, NotFound
from abano.fleet import messages
from abano.fleet.vehicles import schemas
from abano.fleet.vehicles.changes import note_change
from abano.fleet.vehicles.repository import VehicleRepository
from abano.fleet.vehicles.rules import work_state
from abano.kit.ids import new_id
from abano.models.fleet import VehicleService


async def plan(
    uow: UnitOfWork, actor: Actor, vehicle_id: UUID, request: schemas.ServiceRequest, now: datetime
) -> None:
    """Raises NotFound, and InvalidInput for work without a day or mileage."""
    if request.due_on is None and request.due_mileage_km is None:
        raise InvalidInput.of("dueOn", messages.SERVICE_WITHOUT_TIME())
    repository = VehicleRepository(uow)
    await repository.get_locked(vehicle_id)
    service = VehicleService(
        tenant_id=uow.tenant_id, id=new_id(), vehicle_id=vehicle_id, created_at=now, **request.model_dump()
    )
    await repository.add(service)
    await note_change(uow, actor, vehicle_id, "service_planned", "vehicle.service_planned", request, now)


async def finish(
    uow: UnitOfWork,
    actor: Actor,
    vehicle_id: UUID,
    service_id: UUID,
    request: schemas.ServiceDoneRequest,
    now: datetime,
) -> None:
    """The work was done; the vehicle's mileage follows when it is higher. Raises NotFound."""
    repository = VehicleRepository(uow)
    vehicle = await repository.get_locked(vehicle_id)
    service = await repository.find_service(vehicle_id, service_id)
    if service is None:
        raise NotFound
    service.done_on, service.done_mileage_km = request.done_on, request.done_mileage_km
    if request.done_mileage_km > vehicle.mileage_km:
        vehicle.mileage_km, vehicle.updated_at = request.done_mileage_km, now
    await repository.flush()
    await note_change(uow, actor, vehicle_id, "service_done", "vehicle.service_done", request, now)


async def remove(uow: UnitOfWork, actor: Actor, vehicle_id: UUID, service_id: UUID, now: datetime) -> None:
    """Raises NotFound."""
    repository = VehicleRepository(uow)
    service = await repository.find_service(vehicle_id, service_id)
    if service is None:
        raise NotFound
    gone = schemas.ServiceRequest.model_validate(
        {"title": service.title, "due_on": service.due_on, "due_mileage_km": service.due_mileage_km}
    )
    await repository.remove(service)
    await note_change(uow, actor, vehicle_id, "service_removed", "vehicle.service_removed", gone, now)


def work_out(row: VehicleService, mileage_km: int, today: date) -> schemas.ServiceOut:
    state = work_state(
        due_on=row.due_on,
        due_mileage_km=row.due_mileage_km,
        done_on=row.done_on,
        mileage_km=mileage_km,
        today=today,
    )
    return schemas.ServiceOut(
        id=row.id,
        title=row.title,
        due_on=row.due_on,
        due_mileage_km=row.due_mileage_km,
        done_on=row.done_on,
        done_mileage_km=row.done_mileage_km,
        state=state,
    )
