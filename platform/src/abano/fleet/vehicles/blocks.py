"""Use cases of blocks: a vehicle goes to the workshop, and its bookings to other vehicles."""

from datetime import date, datetime, timedelta
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.core.errors import InvalidInput, NotFound
from abano.core.ids import new_id
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.reservations import service as blocks
from abano.fleet.reservations.models import VehicleService
from abano.fleet.reservations.rules import Period
from abano.fleet.reservations.service import Move, VehicleTaken
from abano.fleet.vehicles import schemas
from abano.fleet.vehicles.documents import note_change
from abano.fleet.vehicles.repository import VehicleRepository
from abano.fleet.vehicles.rules import work_state
from abano.fleet.vehicles.schemas import BlockMoveRequest, BlockRequest, BlockResponse, MovedBooking

MAX_BLOCK = timedelta(days=730)
# Reservations are counted in minutes since 1970.
FIRST_YEAR, LAST_YEAR = 1970, 9990


async def block_vehicle(
    uow: UnitOfWork, actor: Actor, vehicle_id: UUID, request: BlockRequest, now: datetime
) -> BlockResponse:
    """Block the vehicle. The caller rolls back if only a plan is requested.

    Raises NotFound, InvalidInput, VehicleTaken with the conflicts.
    """
    vehicle = await VehicleRepository(uow).get_locked(vehicle_id)
    period = _period(request.starts_at, request.ends_at)
    moves = await blocks.make_room(uow, actor, vehicle_id, period, now)
    stuck = [move for move in moves if move.to is None]
    bookings = [_moved(move) for move in moves]
    if request.only_plan:
        return BlockResponse(block_id=None, bookings=bookings)
    if stuck or (moves and not request.move_bookings):
        raise VehicleTaken(
            details={"bookings": [each.model_dump(mode="json", by_alias=True) for each in bookings]}
        )
    block_id = await blocks.block(
        uow, actor, vehicle_id, vehicle.number, request.kind, request.title, period, now
    )
    after = {
        "kind": request.kind,
        "title": request.title,
        "startsAt": period.starts_at,
        "endsAt": period.ends_at,
    }
    await record(uow, actor, "vehicle.blocked", subject=("vehicle", vehicle_id), after=after, now=now)
    return BlockResponse(block_id=block_id, bookings=bookings)


async def move_block(
    uow: UnitOfWork,
    actor: Actor,
    vehicle_id: UUID,
    block_id: UUID,
    request: BlockMoveRequest,
    now: datetime,
) -> None:
    """Raises NotFound, InvalidInput, VehicleAlreadyBooked."""
    repository = VehicleRepository(uow)
    await repository.get_locked(vehicle_id)
    to = await repository.get_locked(request.vehicle_id) if request.vehicle_id else None
    period = _period(request.starts_at, request.ends_at)
    await blocks.move_block(uow, actor, block_id, (to.id, to.number) if to else None, period, now)
    after = {"startsAt": period.starts_at, "endsAt": period.ends_at, "vehicle": to.plate if to else None}
    await record(uow, actor, "vehicle.block_moved", subject=("vehicle", vehicle_id), after=after, now=now)


async def unblock(uow: UnitOfWork, actor: Actor, vehicle_id: UUID, block_id: UUID, now: datetime) -> None:
    """Raises NotFound."""
    if await blocks.unblock(uow, actor, block_id, now) != vehicle_id:
        raise NotFound
    await record(uow, actor, "vehicle.unblocked", subject=("vehicle", vehicle_id), now=now)


def _period(starts_at: datetime, ends_at: datetime) -> Period:
    for name, moment in (("startsAt", starts_at), ("endsAt", ends_at)):
        if moment.tzinfo is None:
            raise InvalidInput.of(name, blocks.TIME_WITHOUT_ZONE())
    if not FIRST_YEAR < starts_at.year < LAST_YEAR:
        raise InvalidInput.of("startsAt", blocks.OTHER_DAY())
    if ends_at <= starts_at:
        raise InvalidInput.of("endsAt", blocks.END_NOT_AFTER_START())
    if ends_at - starts_at > MAX_BLOCK:
        raise InvalidInput.of("endsAt", blocks.BLOCK_TOO_LONG(days=MAX_BLOCK.days))
    return Period(starts_at, ends_at, ends_at)


def _moved(move: Move) -> MovedBooking:
    overlap = move.overlap
    return MovedBooking(
        booking_id=overlap.booking_id or overlap.id,
        reference=overlap.reference or overlap.title,
        starts_at=overlap.starts_at,
        ends_at=overlap.ends_at,
        to_vehicle=move.to.id if move.to else None,
        to_plate=move.to.plate if move.to else None,
        transfer_from=move.transfer_from,
    )


# Use cases of a vehicle's service: work that is due by a day, by mileage, or by both.


async def plan(
    uow: UnitOfWork, actor: Actor, vehicle_id: UUID, request: schemas.ServiceRequest, now: datetime
) -> None:
    """Raises NotFound, and InvalidInput for work without a day or mileage."""
    if request.due_on is None and request.due_mileage_km is None:
        raise InvalidInput.of("dueOn", blocks.SERVICE_WITHOUT_TIME())
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
