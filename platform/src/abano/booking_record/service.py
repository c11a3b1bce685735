"""Transitions of a booking's status, for background tasks and admins."""

from datetime import datetime
from typing import Literal, cast
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.booking_record.models import BookingEvent, BookingRow
from abano.booking_record.repository import BookingRepository
from abano.booking_record.rules import (
    CancellationFee,
    Status,
    cancellation_fee,
    is_transition_allowed,
    step_back,
)
from abano.catalog.published.service import load_rules
from abano.core.errors import Conflict, Message, Sentence
from abano.core.ids import new_id
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.reservations import service as reservations
from abano.fleet.reservations.rules import Period
from abano.fleet.reservations.service import Assignment, Rental
from abano.messaging.outbox.booking_kinds import BookingCancelled, BookingRestored, CustomerNotice
from abano.messaging.outbox.outbox import enqueue
from abano.messaging.phone_consents.service import may_write_by_phone

# The vehicle of a booking, as its status changes.


def rental_of(booking: BookingRow, turn_round_minutes: int) -> Rental:
    """The booking as a rental for the fleet."""
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
    """Assign the requested vehicle, or the best free one if the booking needs a vehicle.

    Returns None if availability is not tracked and no vehicle is requested.

    Raises NoVehicleFree, VehicleAlreadyBooked.
    """
    if vehicle_id is None:
        reservation = await reservations.reservation_of(uow, booking.id)
        if reservation is not None and reservation.is_firm:
            return None  # someone chose it already
        if reservation is None and not await needs_vehicle(uow, booking):
            return None
    minutes = (await load_rules(uow)).turn_round_minutes
    rental = rental_of(booking, minutes)
    return await reservations.assign(uow, rental, now=now, actor=actor, vehicle_id=vehicle_id)


async def follow_status(uow: UnitOfWork, booking: BookingRow, before: str, now: datetime) -> None:
    """Update the reservation after a status change. On a cancellation, a trigger frees the vehicle.

    Raises NoVehicleFree, VehicleAlreadyBooked if a reverted booking's vehicle is taken.
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
            await reservations.allow_reassignment(uow, booking.id)
        case "cancelled", _ if await needs_vehicle(uow, booking):
            is_firm = booking.status != "pending"
            await reservations.assign(uow, rental_of(booking, minutes), now=now, is_firm=is_firm)
        case _:
            pass


_BEFORE = (
    "{before, select, pending {pending} confirmed {confirmed} active {active} completed {completed}"
    " other {cancelled}}"
)
_AFTER = _BEFORE.replace("{before,", "{after,")
CANNOT_BECOME = Message("status_not_allowed", f"A booking that is {_BEFORE} cannot become {_AFTER}.")
CANNOT_GO_BACK = Message("step_back_not_allowed", f"A booking that is {_BEFORE} cannot go back to {_AFTER}.")


# Status changes that are emailed to the customer; the thank-you email is scheduled later.
NOTIFIED_STATUSES = frozenset({"confirmed", "cancelled"})


class StatusNotAllowed(Conflict):
    """A booking can't change from its current status to that one."""


async def record_taken(uow: UnitOfWork, booking: BookingRow, admin_id: UUID | None, now: datetime) -> None:
    """Record the first event of a booking that the team took."""
    event = BookingEvent(
        tenant_id=uow.tenant_id,
        id=new_id(),
        booking_id=booking.id,
        to_status="pending",
        actor="admin",
        admin_id=admin_id,
        created_at=now,
    )
    await BookingRepository(uow).add_event(event)


async def change_status(
    uow: UnitOfWork,
    booking: BookingRow,
    status: Status,
    *,
    actor: Literal["customer", "admin", "system"],
    reason: str,
    now: datetime,
    admin_id: UUID | None = None,
    note: Sentence | None = None,
    unconfirmed_hours: int | None = None,
    notifies_customer: bool = True,
) -> None:
    """Change the status of a locked booking, record the event, and notify the company of a cancellation.

    The customer is notified of a confirmation and a cancellation, unless the caller does so. ``reason``:
    entered by a person. ``note``: added by the product. ``unconfirmed_hours``: as in BookingCancelled.

    A vehicle returned early becomes available. Raises StatusNotAllowed.
    """
    before = cast(Status, booking.status)
    if not is_transition_allowed(before, status):
        raise StatusNotAllowed(CANNOT_BECOME(before=before, after=status))
    event = _set_status(booking, status, actor=actor, admin_id=admin_id, reason=reason, now=now)
    event.note = {"code": note.code, "params": dict(note.params)} if note else None
    await BookingRepository(uow).add_event(event)
    await follow_status(uow, booking, before, now)
    if status == "cancelled":
        cancelled = BookingCancelled(
            reference=booking.reference,
            customer_name=booking.customer_name,
            car_name=booking.car_name,
            reason=reason or (note.text if note else ""),
            unconfirmed_hours=unconfirmed_hours,
        )
        await enqueue(uow, cancelled, now)
    if notifies_customer and status in NOTIFIED_STATUSES:
        await notify_customer(uow, booking, status, now)


async def notify_customer(
    uow: UnitOfWork, booking: BookingRow, occasion: str, now: datetime, *, is_asked_for: bool = False
) -> None:
    """Send the customer the company's message for this occasion. ``is_asked_for``: as in CustomerNotice."""
    if "@" in booking.customer_email or await may_write_by_phone(uow, booking.customer_phone):
        notice = CustomerNotice(occasion=occasion, is_asked_for=is_asked_for)
        await enqueue(uow, notice, now, booking_id=booking.id)


async def take_step_back(
    uow: UnitOfWork,
    booking: BookingRow,
    status: Status,
    *,
    admin_id: UUID | None,
    reason: str,
    now: datetime,
) -> None:
    """Undo the last transition of a locked booking, and record the event.

    The company is notified when a cancellation is undone. A booking that is pending again gets a new time limit, or
    it would be cancelled immediately. Raises StatusNotAllowed, NoVehicleFree, VehicleAlreadyBooked.
    """
    before = cast(Status, booking.status)
    repository = BookingRepository(uow)
    if status != step_back(before, await find_cancelled_from(uow, booking)):
        raise StatusNotAllowed(CANNOT_GO_BACK(before=before, after=status))
    event = _set_status(booking, status, actor="admin", admin_id=admin_id, reason=reason, now=now)
    if status == "pending":
        booking.waiting_since = now
    booking.no_show = False
    booking.cancellation_fee_minor = None
    await repository.add_event(event)
    await follow_status(uow, booking, before, now)
    if before == "cancelled":
        restored = BookingRestored(
            reference=booking.reference,
            customer_name=booking.customer_name,
            car_name=booking.car_name,
            reason=reason,
            status=status,
        )
        await enqueue(uow, restored, now)


async def find_cancelled_from(uow: UnitOfWork, booking: BookingRow) -> Status | None:
    """A cancelled booking's previous status. None for other bookings."""
    if booking.status != "cancelled":
        return None
    event = await BookingRepository(uow).find_cancellation(booking.id)
    return cast(Status | None, event.from_status) if event else None


async def propose_cancellation_fee(uow: UnitOfWork, booking: BookingRow) -> CancellationFee:
    """What a cancelled booking costs by the terms that were agreed when it was booked."""
    event = await BookingRepository(uow).find_cancellation(booking.id)
    was_confirmed = event is not None and event.from_status == "confirmed"
    at = event.created_at if event else booking.updated_at
    return cancellation_fee(
        booking.agreed_terms,
        was_confirmed=was_confirmed,
        is_no_show=booking.no_show,
        notice=booking.pickup_at - at,
        daily_rate=booking.daily_rate_minor,
        total=booking.total_minor,
    )


def _set_status(
    booking: BookingRow,
    status: Status,
    *,
    actor: Literal["customer", "admin", "system"],
    admin_id: UUID | None,
    reason: str,
    now: datetime,
) -> BookingEvent:
    """Set the booking's status and return the event."""
    before = booking.status
    booking.status = status
    booking.updated_at = now
    return BookingEvent(
        tenant_id=booking.tenant_id,
        id=new_id(),
        booking_id=booking.id,
        from_status=before,
        to_status=status,
        actor=actor,
        admin_id=admin_id,
        reason=reason,
        created_at=now,
    )
