"""A line that a return adds to a booking's price, with its change in the booking's history."""

from datetime import datetime

from abano.auth.principals import Actor
from abano.bookings.staff.changing import follow_display
from abano.bookings.staff.history import remember, told
from abano.bookings.staff.repository import StaffRepository
from abano.bookings.staff.rules import MANUAL, ManualLine, as_stored, differing
from abano.database.unit_of_work import UnitOfWork
from abano.models.bookings import BookingRow
from abano.pricing.rules import Line


async def add_line(
    uow: UnitOfWork, actor: Actor, booking: BookingRow, line: ManualLine, reason: str, now: datetime
) -> None:
    """Add the line to a locked booking, also to one that is completed. The rest of its price stays as agreed."""
    before = told(booking)
    stored = as_stored([Line(MANUAL, line.label, 1, line.amount, line.amount)])
    booking.price_lines = [*booking.price_lines, *stored]
    booking.total_minor += line.amount
    follow_display(booking)
    booking.updated_at = now
    await StaffRepository(uow).flush()
    old, new = differing(before, told(booking))
    await remember(uow, actor, booking, "changed", old, new, reason, None, now)
