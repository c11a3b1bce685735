"""What the desk changed of a booking: one row with before and after, and the email to its customer."""

from collections.abc import Mapping
from datetime import datetime

from abano.accounts.access.principals import Actor
from abano.booking_record.models import BookingChange, BookingNote, BookingRow
from abano.booking_record.service import notify_customer
from abano.bookings.desk.editing_schemas import CustomerMessage
from abano.bookings.desk.repository import BookingAdminRepository, StaffRepository
from abano.bookings.desk.transitions import BookingChanged
from abano.catalog.pricing.rules import as_json
from abano.core.errors import InvalidInput, Message
from abano.core.ids import new_id
from abano.core.money import to_json
from abano.db.unit_of_work import UnitOfWork
from abano.messaging.outbox.booking_kinds import CustomerEmail
from abano.messaging.outbox.outbox import enqueue

# Sentences of bookings by staff.

DISCOUNT_TOO_HIGH = Message(
    "discount_too_high", "The desk can give a discount of up to {percent, number} %. Ask a manager for more"
)
MANUAL_NEEDS_MANAGER = Message("manual_needs_manager", "Only a manager changes a price by hand")
REASON_MISSING = Message("price_reason_missing", "Please enter a reason for the price change")
TOTAL_BELOW_ZERO = Message("total_below_zero", "The total would be below zero")
CHANGE_OF_HANDED_OVER = Message(
    "change_of_handed_over", "The car was handed over: its pickup and the car itself cannot change any more"
)
TOO_EARLY_FOR_NO_SHOW = Message("too_early_for_no_show", "The pickup is still to come")
CUSTOMER_WITHOUT_EMAIL = Message("customer_without_email", "There is no email address to write to")
NO_SHOW = "The customer did not come."


def check_seen(booking: BookingRow, seen_at: datetime) -> None:
    """Raises BookingChanged, also for a time without its zone."""
    if seen_at.tzinfo is None or booking.updated_at != seen_at:
        raise BookingChanged


def check_reason(reason: str, *, needed: bool) -> None:
    """Raises InvalidInput."""
    if needed and not reason:
        raise InvalidInput.of("reason", REASON_MISSING())


def check_email(email: str, *, needed: bool) -> None:
    """Raises InvalidInput if an email is ``needed`` and the customer has no email address."""
    if needed and "@" not in email:
        raise InvalidInput.of("customerEmail", CUSTOMER_WITHOUT_EMAIL())


def audit_snapshot(booking: BookingRow) -> dict[str, object]:
    """The fields of a booking that its history compares, as JSON values."""
    return {
        "customerName": booking.customer_name,
        "customerEmail": booking.customer_email,
        "customerPhone": booking.customer_phone,
        "driverAge": booking.driver_age,
        "groupSize": booking.group_size,
        "car": booking.car_name,
        "pickupLocation": booking.pickup_location,
        "dropoffLocation": booking.dropoff_location,
        "pickupPlace": booking.pickup_place["name"] if booking.pickup_place else "",
        "dropoffPlace": booking.dropoff_place["name"] if booking.dropoff_place else "",
        "pickupAt": booking.pickup_at.isoformat(),
        "returnAt": booking.return_at.isoformat(),
        "insurance": booking.insurance_code,
        "services": list(booking.service_codes),
        "days": booking.days,
        "totalPrice": to_json(booking.total_minor),
        "priceLines": as_json(booking.price_lines),
    }


async def record_change(
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
    """Record a change of a booking and email the customer about it. Without an actor: made by the customer.

    ``message`` is the text from the desk. Without it the company's message for ``occasion`` is sent, if given.
    """
    change_row = BookingChange(
        tenant_id=uow.tenant_id,
        id=new_id(),
        booking_id=booking.id,
        kind=kind,
        before=dict(before),
        after=dict(after),
        reason=reason,
        is_notified=message is not None or occasion is not None,
        admin_id=actor.admin_id if actor else None,
        created_at=now,
    )
    await StaffRepository(uow).add(change_row)
    if message is None and occasion is not None:
        await notify_customer(uow, booking, occasion, now, is_asked_for=True)
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
