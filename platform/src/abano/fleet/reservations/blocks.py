"""Blocks: time in which a vehicle is not for rent, and what becomes of its bookings."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from abano.auth.principals import Actor
from abano.database.unit_of_work import UnitOfWork
from abano.errors import Conflict, NotFound
from abano.fleet.history import remember
from abano.fleet.reservations.repository import Overlap, ReservationRepository
from abano.fleet.reservations.rules import BlockKind, FreeVehicle, Period
from abano.fleet.reservations.service import NoVehicleFree, Rental, assign
from abano.kit.ids import new_id
from abano.models.fleet import VehicleReservation


class VehicleTaken(Conflict):
    """This vehicle is taken in that time, and not all of its bookings can get another."""


@dataclass(frozen=True, slots=True)
class Move:
    """A booking of the vehicle, and the vehicle that it got; ``to`` is None where none is free."""

    overlap: Overlap
    to: FreeVehicle | None
    transfer_from: str | None


async def make_room(
    uow: UnitOfWork, actor: Actor, vehicle_id: UUID, period: Period, now: datetime
) -> list[Move]:
    """Move each booking of the vehicle in that time to the best free one of its car.

    Those that were handed over stay, and so do blocks: their moves have no vehicle.
    """
    taken = await ReservationRepository(uow).overlapping(vehicle_id, period)
    return [await _move(uow, actor, vehicle_id, overlap, now) for overlap in taken]


async def _move(uow: UnitOfWork, actor: Actor, vehicle_id: UUID, overlap: Overlap, now: datetime) -> Move:
    is_movable = overlap.booking_id is not None and overlap.status in {"pending", "confirmed"}
    if not is_movable or overlap.booking_id is None:
        return Move(overlap, None, None)
    reservation = await ReservationRepository(uow).find(overlap.id)
    if reservation is None:
        return Move(overlap, None, None)
    rental = Rental(
        booking_id=overlap.booking_id,
        reference=overlap.reference or "",
        car_id=overlap.car_id,
        period=Period(overlap.starts_at, overlap.ends_at, overlap.blocked_until),
        pickup_location=overlap.pickup_location or "",
        dropoff_location=reservation.to_location or "",
    )
    try:
        given = await assign(
            uow, rental, now=now, actor=actor, is_firm=reservation.is_firm, excluded=vehicle_id
        )
    except NoVehicleFree:
        return Move(overlap, None, None)
    return Move(overlap, given.vehicle, given.transfer_from)


async def block(
    uow: UnitOfWork,
    actor: Actor,
    vehicle_id: UUID,
    vehicle_number: int,
    kind: BlockKind,
    title: str,
    period: Period,
    now: datetime,
) -> UUID:
    """Take the vehicle out of rental. Raises VehicleAlreadyBooked."""
    row = VehicleReservation(
        tenant_id=uow.tenant_id,
        id=new_id(),
        vehicle_id=vehicle_id,
        vehicle_number=vehicle_number,
        kind=kind,
        title=title,
        starts_at=period.starts_at,
        ends_at=period.ends_at,
        blocked_until=period.blocked_until,
        created_at=now,
    )
    await ReservationRepository(uow).add(row)
    await remember(uow, vehicle_id, "blocked", now=now, actor=actor, after=_told(row))
    return row.id


async def move_block(
    uow: UnitOfWork,
    actor: Actor,
    block_id: UUID,
    vehicle: tuple[UUID, int] | None,
    period: Period,
    now: datetime,
) -> None:
    """Move the block in time or to another vehicle. Raises NotFound, VehicleAlreadyBooked."""
    repository = ReservationRepository(uow)
    row = await _block(repository, block_id)
    before, was_on = _told(row), row.vehicle_id
    to_id, number = vehicle or (row.vehicle_id, row.vehicle_number)
    target = FreeVehicle(to_id, number, "", to_id, "", None, None)
    await repository.move(row, target, period)
    await remember(uow, to_id, "block_moved", now=now, actor=actor, before=before, after=_told(row))
    if was_on != to_id:
        await remember(uow, was_on, "unblocked", now=now, actor=actor, before=before)


async def unblock(uow: UnitOfWork, actor: Actor, block_id: UUID, now: datetime) -> UUID:
    """Remove the block; answers its vehicle. Raises NotFound."""
    repository = ReservationRepository(uow)
    row = await _block(repository, block_id)
    await repository.remove(block_id)
    uow.session.expunge(row)
    await remember(uow, row.vehicle_id, "unblocked", now=now, actor=actor, before=_told(row))
    return row.vehicle_id


async def _block(repository: ReservationRepository, block_id: UUID) -> VehicleReservation:
    row = await repository.find(block_id)
    if row is None or row.kind == "booking":
        raise NotFound
    return row


def _told(row: VehicleReservation) -> dict[str, object]:
    return {"kind": row.kind, "title": row.title, "startsAt": row.starts_at, "endsAt": row.ends_at}
