"""The use case of a customer who does not come."""

from datetime import datetime

from abano.audit.service import record
from abano.auth.principals import Actor
from abano.bookings.staff import messages
from abano.bookings.staff.history import check_address, check_seen, remember
from abano.bookings.staff.schemas import NoShowRequest
from abano.bookings.status import change_status
from abano.database.unit_of_work import UnitOfWork
from abano.errors import InvalidInput
from abano.models.bookings import BookingRow


async def mark(
    uow: UnitOfWork, actor: Actor, booking: BookingRow, request: NoShowRequest, now: datetime
) -> None:
    """Cancel a locked booking whose customer did not come, which frees its vehicle.

    Raises InvalidInput, BookingChanged, StatusNotAllowed.
    """
    check_seen(booking, request.seen_at)
    if booking.pickup_at > now:
        raise InvalidInput.of("status", messages.TOO_EARLY_FOR_NO_SHOW())
    check_address(booking.customer_email, needed=request.message is not None)
    before = {"status": booking.status}
    reason = f"{messages.NO_SHOW} {request.reason}".strip()
    await change_status(
        uow,
        booking,
        "cancelled",
        actor="admin",
        admin_id=actor.admin_id,
        reason=reason,
        now=now,
        # Whoever stood there without a car knows; what is to be said is written by hand.
        tells_customer=False,
    )
    booking.no_show = True
    after = {"status": "cancelled", "noShow": True}
    await remember(uow, actor, booking, "no_show", before, after, request.reason, request.message, now)
    subject = ("booking", booking.reference)
    await record(uow, actor, "booking.cancelled", subject=subject, before=before, after=after, now=now)
