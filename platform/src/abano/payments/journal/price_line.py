"""Lines that returns, refunds and kept deposits add to a booking's agreed price, with the change in its history.

What was agreed stands in the booking alone, so that balances, invoices and reports cannot differ (decision 0176).
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from abano.currencies.rules import ExchangeRate, shown
from abano.database.unit_of_work import UnitOfWork
from abano.kit.ids import new_id
from abano.kit.money import to_json
from abano.models.bookings import BookingChange, BookingRow
from abano.payments.journal.repository import JournalRepository
from abano.pricing.rules import MANUAL, Line, as_json, as_stored


@dataclass(frozen=True, slots=True)
class PriceLine:
    """``amount`` in minor units, below 0 for what lowers the price. ``reason``: for the booking's history."""

    label: str
    amount: int
    reason: str


async def add_line(
    uow: UnitOfWork, admin_id: UUID | None, booking: BookingRow, line: PriceLine, now: datetime
) -> None:
    """Add the line to a locked booking, also to one that is completed. The rest of its price stays as agreed."""
    before = _price_of(booking)
    stored = as_stored([Line(MANUAL, line.label, 1, line.amount, line.amount)])
    booking.price_lines = [*booking.price_lines, *stored]
    booking.total_minor += line.amount
    follow_display(booking)
    booking.updated_at = now
    change = BookingChange(
        tenant_id=uow.tenant_id,
        id=new_id(),
        booking_id=booking.id,
        kind="changed",
        before=before,
        after=_price_of(booking),
        reason=line.reason,
        admin_id=admin_id,
        created_at=now,
    )
    await JournalRepository(uow).add_change(change)


def follow_display(booking: BookingRow) -> None:
    """What the customer saw in another currency follows the new total, at the rate of the booking."""
    if booking.display_currency and booking.display_rate is not None:
        rate = ExchangeRate(booking.display_currency, booking.display_rate, booking.created_at)
        booking.display_total_minor = shown(booking.total_minor, rate)


def _price_of(booking: BookingRow) -> dict[str, object]:
    return {"totalPrice": to_json(booking.total_minor), "priceLines": as_json(booking.price_lines)}
