"""Transitions of a booking's status, for background tasks and admins."""

from datetime import datetime
from typing import Literal, cast
from uuid import UUID

from abano.bookings.repository import BookingRepository
from abano.bookings.rules import Status, is_transition_allowed, step_back
from abano.bookings.vehicles import follow_status
from abano.database.unit_of_work import UnitOfWork
from abano.errors import Conflict
from abano.errors.messages import Message, Sentence
from abano.kit.ids import new_id
from abano.models.bookings import BookingEvent, BookingRow
from abano.notifications.kinds import BookingCancelled, BookingRestored, CustomerNotice
from abano.notifications.outbox import enqueue

_BEFORE = (
    "{before, select, pending {pending} confirmed {confirmed} active {active} completed {completed}"
    " other {cancelled}}"
)
_AFTER = _BEFORE.replace("{before,", "{after,")
CANNOT_BECOME = Message("status_not_allowed", f"A booking that is {_BEFORE} cannot become {_AFTER}.")
CANNOT_GO_BACK = Message("step_back_not_allowed", f"A booking that is {_BEFORE} cannot go back to {_AFTER}.")


# Changes of status of which the customer hears; thanks are due later.
TOLD = frozenset({"confirmed", "cancelled"})


class StatusNotAllowed(Conflict):
    """A booking cannot change from its present status to that one."""


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
    tells_customer: bool = True,
) -> None:
    """Change the status of a locked booking, record the event, and notify the company of a cancellation.

    The customer is told of a confirmation and a cancellation, unless somebody else sees to it.
    ``reason`` is what a person wrote, ``note`` what the product itself adds; ``unconfirmed_hours`` as in
    BookingCancelled.

    A vehicle that came back early is free again. Raises StatusNotAllowed.
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
    if tells_customer and status in TOLD:
        await tell_customer(uow, booking, status, now)


async def tell_customer(
    uow: UnitOfWork, booking: BookingRow, occasion: str, now: datetime, *, is_asked_for: bool = False
) -> None:
    """Let the customer know by the company's message for this occasion; ``is_asked_for`` as in CustomerNotice."""
    if "@" in booking.customer_email:
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
    """A cancelled booking's previous status; None for any other booking."""
    if booking.status != "cancelled":
        return None
    return cast(Status | None, await BookingRepository(uow).cancelled_from(booking.id))


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
