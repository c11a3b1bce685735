"""Use cases of the journal: add an entry to a locked booking, read balances, recognize a repeated call."""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import NewType
from uuid import UUID

from abano.bookings.lifecycle.models import BookingChange, BookingRow
from abano.catalog.pricing.rules import MANUAL, Line, as_json, as_stored
from abano.company.currencies.rules import ExchangeRate, shown
from abano.core.errors import Conflict, InvalidInput, Message, NotFound
from abano.core.ids import new_id
from abano.core.money import to_decimal, to_json
from abano.db.unit_of_work import UnitOfWork
from abano.payments.journal.models import JournalEntry
from abano.payments.journal.repository import JournalRepository, ListedEntry, Standing
from abano.payments.journal.rules import Balance, Kind, Method, agreed_total

MORE_THAN_PAID = Message(
    "more_than_paid", "No more than {amount} {currency} was paid, so no more can be given back"
)
MORE_THAN_HELD = Message("more_than_held", "No more than {amount} {currency} is held as a deposit")

# A booking whose row this transaction has locked.
HeldBooking = NewType("HeldBooking", BookingRow)


class KeyUsedOtherwise(Conflict):
    """This idempotency key was used for another payment. Nothing was recorded."""


@dataclass(frozen=True, slots=True)
class Movement:
    """What is to be recorded. ``amount`` in minor units, above 0; ``till_id`` with cash alone."""

    kind: Kind
    amount: int
    method: Method | None = None
    till_id: UUID | None = None
    note: str = ""
    admin_id: UUID | None = None


async def is_repeated(uow: UnitOfWork, key: str | None, request: str, now: datetime) -> bool:
    """Whether a call with this key was made before; a concurrent one is waited for. Raises KeyUsedOtherwise."""
    if not key:
        return False
    request_hash = hashlib.sha256(request.encode()).digest()
    earlier = await JournalRepository(uow).remember_write(key, request_hash, now)
    if earlier is not None and bytes(earlier) != request_hash:
        raise KeyUsedOtherwise
    return earlier is not None


async def hold_booking(uow: UnitOfWork, booking_id: UUID) -> HeldBooking:
    """Lock a booking until the transaction ends. Raises NotFound."""
    booking = await JournalRepository(uow).hold_booking(booking_id)
    if booking is None:
        raise NotFound
    return HeldBooking(booking)


async def get_booking(uow: UnitOfWork, booking_id: UUID) -> BookingRow:
    """Raises NotFound."""
    booking = await JournalRepository(uow).find_booking(booking_id)
    if booking is None:
        raise NotFound
    return booking


async def add_entry(uow: UnitOfWork, booking: HeldBooking, movement: Movement, now: datetime) -> JournalEntry:
    """Record a movement of a locked booking.

    Raises InvalidInput for ``amount`` where more would be given back than was paid or is held.
    """
    repository = JournalRepository(uow)
    last = (await repository.standings([booking.id])).get(booking.id, Standing(0, 0, 0))
    _check(movement, last, booking.currency)
    entry = JournalEntry(
        tenant_id=uow.tenant_id,
        id=new_id(),
        kind=movement.kind,
        method=movement.method,
        booking_id=booking.id,
        step=last.step + 1,
        previous_step=last.step or None,
        till_id=movement.till_id,
        admin_id=movement.admin_id,
        currency=booking.currency,
        amount_minor=movement.amount,
        created_at=now,
        paid_was=last.paid,
        held_was=last.held,
    )
    await repository.add(entry, movement.note)
    return entry


async def balance_of(uow: UnitOfWork, booking: BookingRow) -> Balance:
    return (await balances(uow, [booking]))[booking.id]


async def balances(uow: UnitOfWork, bookings: Collection[BookingRow]) -> dict[UUID, Balance]:
    """The balance of each booking."""
    found = await JournalRepository(uow).standings([booking.id for booking in bookings])
    return {
        booking.id: Balance(agreed_total(booking.status, booking.total_minor), last.paid, last.held)
        for booking in bookings
        for last in (found.get(booking.id, Standing(0, 0, 0)),)
    }


async def list_entries(uow: UnitOfWork, booking_id: UUID) -> list[ListedEntry]:
    """Oldest first."""
    return await JournalRepository(uow).entries(booking_id)


async def forget_writes(uow: UnitOfWork, before: datetime) -> None:
    """Delete idempotency keys of calls before then."""
    await JournalRepository(uow).forget_writes(before)


def _check(movement: Movement, last: Standing, currency: str) -> None:
    if movement.kind == "refund" and movement.amount > last.paid:
        raise InvalidInput.of("amount", MORE_THAN_PAID(amount=str(to_decimal(last.paid)), currency=currency))
    if (
        movement.kind in {"deposit_returned", "deposit_kept", "deposit_applied"}
        and movement.amount > last.held
    ):
        raise InvalidInput.of("amount", MORE_THAN_HELD(amount=str(to_decimal(last.held)), currency=currency))


# Lines that returns, refunds and kept deposits add to a booking's agreed price, with the change in its history.
#
# What was agreed stands in the booking alone, so that balances, invoices and reports cannot differ.


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
