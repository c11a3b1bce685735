"""The use case of changing a booking: dates, car, places, extras and customer at once."""

from datetime import datetime
from uuid import UUID

from abano.audit.service import record
from abano.auth.principals import Actor
from abano.bookings.staff import messages
from abano.bookings.staff.columns import customer_columns, rental_columns
from abano.bookings.staff.history import check_address, check_reason, check_seen, remember, told
from abano.bookings.staff.quoting import Trip, typed_by_hand
from abano.bookings.staff.repository import StaffRepository
from abano.bookings.staff.rules import by_hand, differing
from abano.bookings.staff.schemas import ChangeBookingRequest
from abano.bookings.vehicles import assign_vehicle, rental_of
from abano.catalog.snapshot import Catalog
from abano.customers.assigning import assign_booking
from abano.database.unit_of_work import UnitOfWork
from abano.errors import Conflict, InvalidInput
from abano.fleet.reservations import service as reservations
from abano.models.bookings import BookingRow
from abano.payments.journal.price_line import follow_display
from abano.pricing.rules import as_stored

CHANGEABLE = frozenset({"pending", "confirmed", "active"})


class BookingIsOver(Conflict):
    """A booking that is completed or cancelled is not changed any more."""


async def change(
    uow: UnitOfWork,
    actor: Actor,
    catalog: Catalog,
    booking: BookingRow,
    request: ChangeBookingRequest,
    trip: Trip,
    now: datetime,
) -> None:
    """Change a locked booking to what the request says.

    The agreed price stays unless the fresh one is asked for. Raises BookingIsOver, BookingChanged, InvalidInput,
    NoVehicleFree, VehicleAlreadyBooked.
    """
    check_seen(booking, request.seen_at)
    if booking.status not in CHANGEABLE:
        raise BookingIsOver
    is_fresh = request.price == "fresh"
    # What stands in the booking already had its reason.
    is_new_by_hand = typed_by_hand(request).goes_beyond(by_hand(booking.price_lines))
    check_reason(request.reason, needed=is_fresh and is_new_by_hand)
    check_address(request.customer_email, needed=request.tell or request.message is not None)
    before, stood = told(booking), place_in_fleet(booking)
    if booking.status == "active" and (trip.car.id, trip.period.starts_at) != stood[:2]:
        raise InvalidInput.of("car", messages.CHANGE_OF_HANDED_OVER())
    for field, value in (customer_columns(catalog, request) | rental_columns(trip, request)).items():
        setattr(booking, field, value)
    booking.days = trip.amounts.days
    if is_fresh:
        booking.daily_rate_minor, booking.total_minor = trip.amounts.daily_rate, trip.amounts.total
        booking.price_lines = as_stored(trip.amounts.lines)
        follow_display(booking)
    booking.updated_at = now
    await StaffRepository(uow).flush()
    await assign_booking(uow, booking.id)
    if place_in_fleet(booking) != stood or request.vehicle_id:
        car_changed = booking.car_id != stood[0]
        await follow_vehicle(
            uow, actor, catalog, booking, request.vehicle_id, car_changed=car_changed, now=now
        )
    old, new = differing(before, told(booking))
    occasion = "changed" if request.tell else None
    await remember(
        uow, actor, booking, "changed", old, new, request.reason, request.message, now, occasion=occasion
    )
    subject = ("booking", booking.reference)
    await record(uow, actor, "booking.changed", subject=subject, before=old, after=new, now=now)


def place_in_fleet(booking: BookingRow) -> tuple[UUID | None, datetime, datetime, str, str]:
    """What decides which vehicle the booking can have."""
    return (
        booking.car_id,
        booking.pickup_at,
        booking.return_at,
        booking.pickup_location,
        booking.dropoff_location,
    )


async def follow_vehicle(
    uow: UnitOfWork,
    actor: Actor | None,
    catalog: Catalog,
    booking: BookingRow,
    vehicle_id: UUID | None,
    *,
    car_changed: bool,
    now: datetime,
) -> None:
    """The booking's vehicle for its new time: the same one if it is free, else the best.

    Who was handed a vehicle keeps it. Raises NoVehicleFree, VehicleAlreadyBooked.
    """
    held = await reservations.reservation_of(uow, booking.id)
    if held is None and vehicle_id is None:
        await assign_vehicle(uow, booking, now=now, actor=actor)
        return
    rental = rental_of(booking, catalog.rules.turn_round_minutes)
    if held is not None and booking.status == "active":
        vehicle_id = held.vehicle_id
    preferred = held.vehicle_id if held is not None and not car_changed else None
    is_firm = booking.status != "pending"
    await reservations.assign(
        uow, rental, now=now, actor=actor, vehicle_id=vehicle_id, preferred=preferred, is_firm=is_firm
    )
