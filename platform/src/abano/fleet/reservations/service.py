"""Use cases of reservations: assign a vehicle to a booking, and keep its reservation as the booking is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from pydantic_core import to_jsonable_python

from abano.accounts.access.principals import Actor
from abano.core.errors import Conflict, Message, NotFound
from abano.core.ids import new_id
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.reservations.models import VehicleEvent, VehicleReservation
from abano.fleet.reservations.repository import Overlap, ReservationRepository, VehicleAlreadyBooked
from abano.fleet.reservations.rules import BlockKind, FreeVehicle, Period, best_fit

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


async def record_change(
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
    """Add an event in the caller's transaction. ``actor`` is None for automatic decisions."""
    await record_changes(
        uow, kind, [(vehicle_id, before or {}, after or {})], now=now, actor=actor, reason=reason
    )


async def record_changes(
    uow: UnitOfWork,
    kind: EventKind,
    changed: Iterable[tuple[UUID, Mapping[str, object], Mapping[str, object]]],
    *,
    now: datetime,
    actor: Actor | None = None,
    reason: str = "",
) -> None:
    """Add events like ``record_change``, each of a vehicle, with its values before and after."""
    uow.session.add_all(
        VehicleEvent(
            tenant_id=uow.tenant_id,
            id=new_id(),
            vehicle_id=vehicle_id,
            kind=kind,
            before=to_jsonable_python(dict(before)),
            after=to_jsonable_python(dict(after)),
            reason=reason,
            admin_id=actor.admin_id if actor else None,
            created_at=now,
        )
        for vehicle_id, before, after in changed
    )
    await uow.session.flush()


# Sentences of the fleet.

PLATE_MISSING = Message("plate_missing", "Please enter the plate")
PLATE_TAKEN = Message("plate_taken", "Another vehicle has this plate")
PLATE_TWICE = Message("plate_twice", "This plate appears twice in the file")
CAR_UNKNOWN = Message("vehicle_car_unknown", "Please select a car of the catalogue")
LOCATION_UNKNOWN = Message("location_unknown", "Please select a location")
SERVICE_WITHOUT_TIME = Message("service_without_time", "Please enter the day or mileage at which it is due")
TIME_WITHOUT_ZONE = Message("time_without_zone", "Please include the time zone")
END_NOT_AFTER_START = Message("end_not_after_start", "The end must be after the start")
BLOCK_TOO_LONG = Message(
    "block_too_long", "A vehicle can be blocked for at most {days, plural, one {# day} other {# days}}"
)
COLUMNS_MISSING = Message("csv_columns_missing", "The first line must name the columns {columns}")
TOO_MANY_LINES = Message("csv_too_many_lines", "A file has at most {max, number} vehicles")
HAS_THIS_VEHICLE = Message("has_this_vehicle", "The booking has this vehicle already")
OTHER_DAY = Message("other_day", "Please choose another day")
TIME_MISSING = Message("time_missing", "Please select a time")


class NoVehicleFree(Conflict):
    """No vehicle of this car is available then."""


@dataclass(frozen=True, slots=True)
class Rental:
    """A booking's requirements for a vehicle. The reservation has the same id."""

    booking_id: UUID
    reference: str
    car_id: UUID | None
    period: Period
    pickup_location: str
    dropoff_location: str


@dataclass(frozen=True, slots=True)
class Assignment:
    """The vehicle of a booking; ``transfer_from``: the location that it must be brought from."""

    vehicle: FreeVehicle
    transfer_from: str | None


async def find_fitting(
    uow: UnitOfWork, rental: Rental, *, vehicle_id: UUID | None = None
) -> list[Assignment]:
    """Vehicles available for the rental, best first. ``vehicle_id``: only this vehicle, whatever its car."""
    car_id = None if vehicle_id else rental.car_id
    if car_id is None and vehicle_id is None:
        return []
    free = await ReservationRepository(uow).free(
        rental.period, car_id=car_id, vehicle_id=vehicle_id, ignored=rental.booking_id
    )
    return [
        Assignment(each, None if each.stands_at == rental.pickup_location else each.stands_at)
        for each in best_fit(free, rental.period, rental.pickup_location)
    ]


async def assign(
    uow: UnitOfWork,
    rental: Rental,
    *,
    now: datetime,
    actor: Actor | None = None,
    vehicle_id: UUID | None = None,
    preferred: UUID | None = None,
    excluded: UUID | None = None,
    is_firm: bool = True,
) -> Assignment:
    """Assign the requested vehicle, or the best free one.

    ``preferred`` comes first if it is free. ``excluded`` is skipped. A vehicle taken concurrently violates
    the constraint, and the next best one is tried. Raises NoVehicleFree, VehicleAlreadyBooked.
    """
    repository = ReservationRepository(uow)
    reservation = await repository.find(rental.booking_id)
    had = reservation.vehicle_id if reservation is not None and reservation.is_firm else None
    fittings = await find_fitting(uow, rental, vehicle_id=vehicle_id)
    refused = VehicleAlreadyBooked()
    for fitting in sorted(fittings, key=lambda each: each.vehicle.id != preferred):
        if fitting.vehicle.id == excluded:
            continue
        try:
            await _put(repository, uow, reservation, rental, fitting.vehicle, now, is_firm)
        except VehicleAlreadyBooked as error:
            refused = error
            if reservation is not None:
                await uow.session.refresh(reservation)
            continue
        if is_firm:
            after = {"booking": rental.reference, "transferFrom": fitting.transfer_from}
            if had is not None and had != fitting.vehicle.id:
                before = {"booking": rental.reference}
                await record_change(uow, had, "released", now=now, actor=actor, before=before)
            if had != fitting.vehicle.id:
                await record_change(uow, fitting.vehicle.id, "assigned", now=now, actor=actor, after=after)
        return fitting
    raise refused if vehicle_id else NoVehicleFree()


async def release(uow: UnitOfWork, booking_id: UUID, *, now: datetime, actor: Actor | None = None) -> None:
    """Take the vehicle from the booking, if it has one."""
    repository = ReservationRepository(uow)
    reservation = await repository.find(booking_id)
    if reservation is None:
        return
    vehicle_id, was_firm = reservation.vehicle_id, reservation.is_firm
    await repository.remove(reservation.id)
    uow.session.expunge(reservation)
    if was_firm:
        await record_change(
            uow, vehicle_id, "released", now=now, actor=actor, before={"booking": str(booking_id)}
        )


async def is_tracked(uow: UnitOfWork, car_id: UUID | None) -> bool:
    """Whether the company has vehicles of this car, so that a booking of it needs one."""
    return car_id is not None and await ReservationRepository(uow).has_vehicles(car_id)


async def reservation_of(uow: UnitOfWork, booking_id: UUID) -> VehicleReservation | None:
    """The locked reservation of a booking, if it has a vehicle."""
    return await ReservationRepository(uow).find(booking_id)


async def allow_reassignment(uow: UnitOfWork, booking_id: UUID) -> None:
    """Let a pending booking move to another vehicle of its car."""
    reservation = await ReservationRepository(uow).find(booking_id)
    if reservation is not None:
        reservation.is_firm = False
        await uow.session.flush()


async def end_early(uow: UnitOfWork, booking_id: UUID, now: datetime, turn_round_minutes: int) -> None:
    """End a returned vehicle's reservation early. Only the turnaround time remains reserved."""
    reservation = await ReservationRepository(uow).find(booking_id)
    if reservation is None or now >= reservation.ends_at:
        return
    if now <= reservation.starts_at:
        await release(uow, booking_id, now=now)
        return
    reservation.ends_at = now
    reservation.blocked_until = min(reservation.blocked_until, now + timedelta(minutes=turn_round_minutes))
    await uow.session.flush()


async def _put(
    repository: ReservationRepository,
    uow: UnitOfWork,
    reservation: VehicleReservation | None,
    rental: Rental,
    vehicle: FreeVehicle,
    now: datetime,
    is_firm: bool,
) -> None:
    if reservation is not None:
        reservation.is_firm = is_firm
        reservation.from_location, reservation.to_location = rental.pickup_location, rental.dropoff_location
        await repository.move(reservation, vehicle, rental.period)
        return
    await repository.add(
        VehicleReservation(
            tenant_id=uow.tenant_id,
            id=rental.booking_id,
            vehicle_id=vehicle.id,
            vehicle_number=vehicle.number,
            kind="booking",
            booking_id=rental.booking_id,
            starts_at=rental.period.starts_at,
            ends_at=rental.period.ends_at,
            blocked_until=rental.period.blocked_until,
            is_firm=is_firm,
            from_location=rental.pickup_location,
            to_location=rental.dropoff_location,
            created_at=now,
        )
    )


async def has_rentals_ahead(uow: UnitOfWork, vehicle_id: UUID, now: datetime) -> bool:
    """Whether a booking has the vehicle now or later."""
    return await ReservationRepository(uow).has_bookings_after(vehicle_id, now)


# Blocks: periods in which a vehicle cannot be rented, and moving its bookings to other vehicles.


BLOCK_IMPORTED = Message(
    "block_imported",
    "This block comes from the calendar {calendar}. Change it there, or delete the calendar in the settings",
)


class BlockIsImported(Conflict):
    """This block comes from an imported calendar."""


class VehicleTaken(Conflict):
    """This vehicle isn't available then, and some of its bookings can't be moved to another."""


@dataclass(frozen=True, slots=True)
class Move:
    """A booking of the vehicle and its new vehicle. ``to`` is None if none is free."""

    overlap: Overlap
    to: FreeVehicle | None
    transfer_from: str | None


async def make_room(
    uow: UnitOfWork, actor: Actor, vehicle_id: UUID, period: Period, now: datetime
) -> list[Move]:
    """Move each booking of the vehicle in that time to the best free vehicle of the same car.

    Rentals already handed over and blocks are not moved: their moves have no vehicle.
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
    await record_change(uow, vehicle_id, "blocked", now=now, actor=actor, after=block_snapshot(row))
    return row.id


async def move_block(
    uow: UnitOfWork,
    actor: Actor,
    block_id: UUID,
    vehicle: tuple[UUID, int] | None,
    period: Period,
    now: datetime,
) -> None:
    """Move the block in time or to another vehicle. Raises NotFound, VehicleAlreadyBooked, BlockIsImported."""
    repository = ReservationRepository(uow)
    row = await _block(repository, block_id)
    before, was_on = block_snapshot(row), row.vehicle_id
    to_id, number = vehicle or (row.vehicle_id, row.vehicle_number)
    target = FreeVehicle(to_id, number, "", to_id, "", None, None)
    await repository.move(row, target, period)
    await record_change(
        uow, to_id, "block_moved", now=now, actor=actor, before=before, after=block_snapshot(row)
    )
    if was_on != to_id:
        await record_change(uow, was_on, "unblocked", now=now, actor=actor, before=before)


async def unblock(uow: UnitOfWork, actor: Actor, block_id: UUID, now: datetime) -> UUID:
    """Remove the block; answers its vehicle. Raises NotFound, BlockIsImported."""
    repository = ReservationRepository(uow)
    row = await _block(repository, block_id)
    await repository.remove(block_id)
    uow.session.expunge(row)
    await record_change(uow, row.vehicle_id, "unblocked", now=now, actor=actor, before=block_snapshot(row))
    return row.vehicle_id


async def _block(repository: ReservationRepository, block_id: UUID) -> VehicleReservation:
    row = await repository.find(block_id)
    if row is None or row.kind == "booking":
        raise NotFound
    if row.imported_calendar_id is not None:
        raise BlockIsImported(BLOCK_IMPORTED(calendar=row.title))
    return row


def block_snapshot(row: VehicleReservation) -> dict[str, object]:
    return {"kind": row.kind, "title": row.title, "startsAt": row.starts_at, "endsAt": row.ends_at}
