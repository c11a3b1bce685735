"""Use cases of reservations: assign a vehicle to a booking, and keep its reservation as the booking is."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from abano.auth.principals import Actor
from abano.database.unit_of_work import UnitOfWork
from abano.errors import Conflict
from abano.fleet.history import remember
from abano.fleet.reservations.repository import ReservationRepository, VehicleAlreadyBooked
from abano.fleet.reservations.rules import FreeVehicle, Period, best_fit
from abano.models.fleet import VehicleReservation


class NoVehicleFree(Conflict):
    """No vehicle of this car is free in that time."""


@dataclass(frozen=True, slots=True)
class Rental:
    """What a booking asks of the fleet. Its id is its reservation's."""

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
    """Vehicles that the rental could get, the best first; ``vehicle_id`` asks for one, of whatever car."""
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
    """Give the booking the best free vehicle but ``excluded``, the ``preferred`` one if it is free, or the asked one.

    Raises NoVehicleFree, VehicleAlreadyBooked.
    What somebody else takes in the same moment is seen by the constraint, and the next best is tried.
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
                await remember(uow, had, "released", now=now, actor=actor, before=before)
            if had != fitting.vehicle.id:
                await remember(uow, fitting.vehicle.id, "assigned", now=now, actor=actor, after=after)
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
        await remember(uow, vehicle_id, "released", now=now, actor=actor, before={"booking": str(booking_id)})


async def is_tracked(uow: UnitOfWork, car_id: UUID | None) -> bool:
    """Whether the company has vehicles of this car, so that a booking of it needs one."""
    return car_id is not None and await ReservationRepository(uow).has_vehicles(car_id)


async def reservation_of(uow: UnitOfWork, booking_id: UUID) -> VehicleReservation | None:
    """The locked reservation of a booking, if it has a vehicle."""
    return await ReservationRepository(uow).find(booking_id)


async def loosen(uow: UnitOfWork, booking_id: UUID) -> None:
    """The booking is pending again: it keeps a vehicle, any of its car."""
    reservation = await ReservationRepository(uow).find(booking_id)
    if reservation is not None:
        reservation.is_firm = False
        await uow.session.flush()


async def end_early(uow: UnitOfWork, booking_id: UUID, now: datetime, turn_round_minutes: int) -> None:
    """The vehicle came back: what is left of its time is free, but for the turn-round."""
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
