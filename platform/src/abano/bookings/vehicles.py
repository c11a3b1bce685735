"""The vehicle of a booking, as its status changes."""

from datetime import datetime
from uuid import UUID

from abano.auth.principals import Actor
from abano.catalog.service import load_rules
from abano.database.unit_of_work import UnitOfWork
from abano.fleet.reservations import service as reservations
from abano.fleet.reservations.rules import Period
from abano.fleet.reservations.service import Assignment, Rental
from abano.models.bookings import BookingRow


def rental_of(booking: BookingRow, turn_round_minutes: int) -> Rental:
    """What the booking asks of the fleet."""
    return Rental(
        booking_id=booking.id,
        reference=booking.reference,
        car_id=booking.car_id,
        period=Period.of(booking.pickup_at, booking.return_at, turn_round_minutes),
        pickup_location=booking.pickup_location,
        dropoff_location=booking.dropoff_location,
    )


async def needs_vehicle(uow: UnitOfWork, booking: BookingRow) -> bool:
    """Whether this booking promises a vehicle: by the company's setting, and its vehicles of the car."""
    return await needs_vehicle_of(uow, booking.car_id)


async def needs_vehicle_of(uow: UnitOfWork, car_id: UUID | None) -> bool:
    """The same for any booking of the car."""
    rules = await load_rules(uow)
    return rules.availability and await reservations.is_tracked(uow, car_id)


async def assign_vehicle(
    uow: UnitOfWork,
    booking: BookingRow,
    *,
    now: datetime,
    actor: Actor | None = None,
    vehicle_id: UUID | None = None,
) -> Assignment | None:
    """Give a booking that is promised the best free vehicle, or the asked one.

    None where the company does not promise vehicles and none is asked for.

    Raises NoVehicleFree, VehicleAlreadyBooked.
    """
    if vehicle_id is None:
        reservation = await reservations.reservation_of(uow, booking.id)
        if reservation is not None and reservation.is_firm:
            return None  # somebody chose it already
        if reservation is None and not await needs_vehicle(uow, booking):
            return None
    minutes = (await load_rules(uow)).turn_round_minutes
    rental = rental_of(booking, minutes)
    return await reservations.assign(uow, rental, now=now, actor=actor, vehicle_id=vehicle_id)


async def follow_status(uow: UnitOfWork, booking: BookingRow, before: str, now: datetime) -> None:
    """Keep the reservation as the booking is now. A cancellation frees the vehicle by trigger.

    Raises NoVehicleFree, VehicleAlreadyBooked where a step back finds its vehicle taken.
    """
    minutes = (await load_rules(uow)).turn_round_minutes
    match before, booking.status:
        case _, "completed":
            await reservations.end_early(uow, booking.id, now, minutes)
        case "completed", "active":
            held = await reservations.reservation_of(uow, booking.id)
            if held is not None and held.ends_at != booking.return_at:
                await reservations.assign(
                    uow, rental_of(booking, minutes), now=now, vehicle_id=held.vehicle_id
                )
        case "confirmed", "pending":
            await reservations.loosen(uow, booking.id)
        case "cancelled", _ if await needs_vehicle(uow, booking):
            is_firm = booking.status != "pending"
            await reservations.assign(uow, rental_of(booking, minutes), now=now, is_firm=is_firm)
        case _:
            pass
