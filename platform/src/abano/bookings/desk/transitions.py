"""Transitions by admins, and one step back. Each is recorded in the history and in the audit log."""

from datetime import datetime
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.booking_record.models import BookingRow
from abano.booking_record.rules import (
    OffDay,
    OffDayCode,
    Question,
    ReturnState,
    Status,
    is_transition_allowed,
    off_day,
    open_questions,
)
from abano.booking_record.service import assign_vehicle, change_status, take_step_back
from abano.bookings.desk.repository import BookingAdminRepository
from abano.bookings.desk.schemas import StatusChangeRequest, StepBackRequest
from abano.core.errors import Conflict, FieldError, InvalidInput, Message, Sentence
from abano.core.money import to_decimal
from abano.db.unit_of_work import UnitOfWork
from abano.payments.journal.service import balance_of
from abano.tenancy.directory.tenant import Tenant

CANCELLATION_REASON_MISSING = Message(
    "cancellation_reason_missing", "Please enter a reason for the cancellation"
)
_NOW = (
    "This booking is {status, select, pending {pending} confirmed {confirmed} active {active}"
    " completed {completed} other {cancelled}} now. It was changed by "
)
CHANGED_BY_ADMIN = Message("booking_changed_by_admin", _NOW + "{name} while you looked at it.")
CHANGED_BY_SOMEONE = Message("booking_changed", _NOW + "someone else while you looked at it.")
CHANGED_BY_CLOCK = Message(
    "booking_changed_by_clock",
    _NOW + "the clock, because no one confirmed it in time while you looked at it.",
)
_AHEAD = "{days, plural, =1 {tomorrow} other {in # days}}"
_AGO = "{days, plural, =1 {yesterday} other {# days ago}}"
_MEANT = " Nothing was changed. If it is meant, send {code} as acknowledged."
_NOT_ACKNOWLEDGED: dict[OffDayCode, Message] = {
    "early_handover": Message("early_handover", f"The pickup is on {{day, date, full}}, {_AHEAD}.{_MEANT}"),
    "late_handover": Message(
        "late_handover", f"The rental was to end on {{day, date, full}}, {_AGO}.{_MEANT}"
    ),
    "early_return": Message("early_return", f"The car is due back on {{day, date, full}}, {_AHEAD}.{_MEANT}"),
    "late_return": Message("late_return", f"The car was due back on {{day, date, full}}, {_AGO}.{_MEANT}"),
}


class BookingChanged(Conflict):
    """Someone else changed this booking. Review it and try again."""


class NotAcknowledged(InvalidInput):
    """This handover or return has warnings. Acknowledge them to continue."""


async def return_state(uow: UnitOfWork, booking: BookingRow) -> ReturnState:
    """Whether a return of the booking is recorded, and what is due."""
    due = (await balance_of(uow, booking)).due
    is_recorded = await BookingAdminRepository(uow).has_return(booking.id)
    return ReturnState(is_recorded, f"{to_decimal(due)} {booking.currency}" if due > 0 else None)


async def change(
    uow: UnitOfWork,
    tenant: Tenant,
    actor: Actor,
    booking_id: UUID,
    request: StatusChangeRequest,
    now: datetime,
) -> None:
    """Change the status, if it is still the one that the admin saw.

    Confirming assigns a vehicle. Raises NotFound, BookingChanged, StatusNotAllowed, NoVehicleFree,
    VehicleAlreadyBooked, NotAcknowledged for a handover or return on another day
    than planned, and InvalidInput for a cancellation without a reason.
    """
    if request.to_status == "cancelled" and not request.reason:
        raise InvalidInput.of("reason", CANCELLATION_REASON_MISSING())
    booking = await _as_seen(uow, booking_id, request.from_status)
    unusual, asked = None, []
    if is_transition_allowed(request.from_status, request.to_status):
        unusual = off_day(request.to_status, booking.pickup_at, booking.return_at, now, tenant.zone)
        asked = open_questions(request.to_status, unusual, await return_state(uow, booking))
    if open_ones := [each for each in asked if each.code not in request.acknowledged]:
        fields = tuple(_not_acknowledged(each, unusual) for each in open_ones)
        raise NotAcknowledged(fields[0].sentence if len(fields) == 1 else None, fields=fields)
    await change_status(
        uow,
        booking,
        request.to_status,
        actor="admin",
        admin_id=actor.admin_id,
        reason=request.reason,
        note=unusual.note if unusual else None,
        now=now,
    )
    if request.to_status == "confirmed":
        await assign_vehicle(uow, booking, now=now, actor=actor, vehicle_id=request.vehicle_id)
    await record(
        uow,
        actor,
        f"booking.{request.to_status}",
        subject=("booking", booking.reference),
        before={"status": request.from_status},
        after={"status": request.to_status, "reason": request.reason}
        | ({"acknowledged": [each.code for each in asked]} if asked else {})
        | ({"days": unusual.days} if unusual else {}),
        now=now,
    )


async def step_back(
    uow: UnitOfWork, actor: Actor, booking_id: UUID, request: StepBackRequest, now: datetime
) -> None:
    """Undo the last transition, if the status is still the one that the admin saw.

    The consequences of a cancellation are undone too: triggers restore the commission and the use of the promo
    code in the same transaction. Raises NotFound, BookingChanged, StatusNotAllowed.
    """
    booking = await _as_seen(uow, booking_id, request.from_status)
    await take_step_back(
        uow,
        booking,
        request.to_status,
        admin_id=actor.admin_id,
        reason=request.reason,
        now=now,
    )
    await record(
        uow,
        actor,
        "booking.stepped_back",
        subject=("booking", booking.reference),
        before={"status": request.from_status},
        after={"status": request.to_status, "reason": request.reason},
        now=now,
    )


async def _as_seen(uow: UnitOfWork, booking_id: UUID, status: Status) -> BookingRow:
    """Lock the booking. Raises NotFound, and BookingChanged when its status has changed."""
    booking = await BookingAdminRepository(uow).get_locked(booking_id)
    if booking.status != status:
        raise BookingChanged(await _who_changed(uow, booking))
    return booking


async def _who_changed(uow: UnitOfWork, booking: BookingRow) -> Sentence:
    """The conflict message for the admin whose change was second."""
    last = await BookingAdminRepository(uow).last_change(booking.id)
    if last and last.event.actor == "system":
        return CHANGED_BY_CLOCK(status=booking.status)
    if last and last.admin_name:
        return CHANGED_BY_ADMIN(status=booking.status, name=last.admin_name)
    return CHANGED_BY_SOMEONE(status=booking.status)


def _not_acknowledged(question: Question, unusual: OffDay | None) -> FieldError:
    """Its question; of a day, with the code that acknowledges it."""
    if unusual is None or question.code != unusual.code:
        return FieldError("acknowledged", question.sentence)
    day = unusual.day.isoformat()
    sentence = _NOT_ACKNOWLEDGED[unusual.code](day=day, days=unusual.days, code=unusual.code)
    return FieldError("acknowledged", sentence)
