"""What the desk changed of a booking: one row with before and after, and the e-mail to its customer."""

from collections.abc import Mapping
from datetime import datetime

from abano.auth.principals import Actor
from abano.bookings.admin.repository import BookingAdminRepository
from abano.bookings.admin.transitions import BookingChanged
from abano.bookings.staff import messages
from abano.bookings.staff.repository import StaffRepository
from abano.bookings.staff.schemas import CustomerMessage
from abano.bookings.status import tell_customer
from abano.database.unit_of_work import UnitOfWork
from abano.errors import InvalidInput
from abano.kit.ids import new_id
from abano.kit.money import to_json
from abano.models.bookings import BookingChange, BookingNote, BookingRow
from abano.notifications.kinds import CustomerEmail
from abano.notifications.outbox import enqueue
from abano.pricing.rules import as_json


def check_seen(booking: BookingRow, seen_at: datetime) -> None:
    """Raises BookingChanged, also for a time without its zone."""
    if seen_at.tzinfo is None or booking.updated_at != seen_at:
        raise BookingChanged


def check_reason(reason: str, *, needed: bool) -> None:
    """Raises InvalidInput."""
    if needed and not reason:
        raise InvalidInput.of("reason", messages.REASON_MISSING())


def check_address(email: str, *, needed: bool) -> None:
    """Raises InvalidInput where somebody is to be told who has no address."""
    if needed and "@" not in email:
        raise InvalidInput.of("customerEmail", messages.CUSTOMER_WITHOUT_EMAIL())


def told(booking: BookingRow) -> dict[str, object]:
    """A booking as its history tells it."""
    return {
        "customerName": booking.customer_name,
        "customerEmail": booking.customer_email,
        "customerPhone": booking.customer_phone,
        "driverAge": booking.driver_age,
        "groupSize": booking.group_size,
        "car": booking.car_name,
        "pickupLocation": booking.pickup_location,
        "dropoffLocation": booking.dropoff_location,
        "pickupAt": booking.pickup_at.isoformat(),
        "returnAt": booking.return_at.isoformat(),
        "insurance": booking.insurance_code,
        "services": list(booking.service_codes),
        "days": booking.days,
        "totalPrice": to_json(booking.total_minor),
        "priceLines": as_json(booking.price_lines),
    }


async def remember(
    uow: UnitOfWork,
    actor: Actor | None,
    booking: BookingRow,
    kind: str,
    before: Mapping[str, object],
    after: Mapping[str, object],
    reason: str,
    message: CustomerMessage | None,
    now: datetime,
    *,
    occasion: str | None = None,
) -> None:
    """One change in the booking's history, and what the customer is told of it. Without an actor: by the customer.

    ``message``: in the words of the desk; without one by the company's message for ``occasion``, if one is named.
    """
    change_row = BookingChange(
        tenant_id=uow.tenant_id,
        id=new_id(),
        booking_id=booking.id,
        kind=kind,
        before=dict(before),
        after=dict(after),
        reason=reason,
        is_told=message is not None or occasion is not None,
        admin_id=actor.admin_id if actor else None,
        created_at=now,
    )
    await StaffRepository(uow).add(change_row)
    if message is None and occasion is not None:
        await tell_customer(uow, booking, occasion, now, is_asked_for=True)
    if message is None:
        return
    email = CustomerEmail(
        to=booking.customer_email, subject=message.subject, body=message.body, language=booking.language
    )
    await enqueue(uow, email, now, booking_id=booking.id)
    if actor is None or actor.admin_id is None:
        return
    note = BookingNote(
        tenant_id=uow.tenant_id,
        id=new_id(),
        booking_id=booking.id,
        admin_id=actor.admin_id,
        kind="email",
        body=f"{message.subject}\n\n{message.body}",
        created_at=now,
    )
    await BookingAdminRepository(uow).add_note(note)
