"""Use cases of the journal (add an entry to a locked booking, read balances) and of tills (open, count, close)."""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import NewType, cast
from uuid import UUID

from abano.booking_record.models import BookingChange, BookingRow
from abano.booking_record.service import propose_cancellation_fee
from abano.catalog.exchange_rates.rules import ExchangeRate, shown
from abano.catalog.pricing.rules import MANUAL, Line, as_json, as_stored
from abano.core.errors import Conflict, FieldError, InvalidInput, Message, NotFound
from abano.core.ids import new_id
from abano.core.money import to_decimal, to_json
from abano.core.paging import Page, PageRequest
from abano.db.personal_data import PersonalRecords, records_of
from abano.db.unit_of_work import UnitOfWork
from abano.payments.journal.models import JournalEntry
from abano.payments.journal.repository import (
    BookedEntry,
    EarlierWrite,
    JournalRepository,
    ListedEntry,
    RunningBalance,
)
from abano.payments.journal.rules import (
    FREE_STATUS,
    Balance,
    Kind,
    Method,
    Settlement,
    agreed_total,
    settlement,
)

# A movement of money with the reference of its booking.
Payment = BookedEntry

MORE_THAN_PAID = Message("more_than_paid", "Only {amount} {currency} was paid, so you can't refund more")
MORE_THAN_HELD = Message("more_than_held", "No more than {amount} {currency} is held as a deposit")

# A booking whose row this transaction has locked.
HeldBooking = NewType("HeldBooking", BookingRow)


class KeyUsedOtherwise(Conflict):
    """This idempotency key was used for another request. Nothing was changed."""


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
    return await _earlier_write(uow, key, request, now) is not None


async def find_result(uow: UnitOfWork, key: str | None, request: str, now: datetime) -> UUID | None:
    """The result of the same call before, kept by ``keep_result``. Raises KeyUsedOtherwise, as ``is_repeated``."""
    earlier = await _earlier_write(uow, key, request, now) if key else None
    return earlier.result_id if earlier else None


async def keep_result(uow: UnitOfWork, key: str | None, result_id: UUID) -> None:
    """Keep what the call created or changed, for its repetitions."""
    if key:
        await JournalRepository(uow).keep_result(key, result_id)


async def _earlier_write(uow: UnitOfWork, key: str, request: str, now: datetime) -> EarlierWrite | None:
    request_hash = hashlib.sha256(request.encode()).digest()
    earlier = await JournalRepository(uow).remember_write(key, request_hash, now)
    if earlier is not None and bytes(earlier.request_hash) != request_hash:
        sentence = KeyUsedOtherwise().sentence
        raise KeyUsedOtherwise(sentence, fields=(FieldError("Idempotency-Key", sentence),))
    return earlier


async def list_payments(
    uow: UnitOfWork, request: PageRequest, booking_id: UUID | None = None
) -> Page[BookedEntry]:
    """Payments, refunds and deposits of bookings. Raises InvalidInput for the cursor."""
    return await JournalRepository(uow).page(request, booking_id)


async def get_payment(uow: UnitOfWork, entry_id: UUID) -> BookedEntry:
    """Raises NotFound."""
    found = await JournalRepository(uow).find_booked(entry_id)
    if found is None:
        raise NotFound
    return found


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

    Raises InvalidInput for ``amount`` if a refund exceeds the paid amount or the deposit.
    """
    repository = JournalRepository(uow)
    last = (await repository.running_balances([booking.id])).get(booking.id, RunningBalance(0, 0, 0))
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
    found = await JournalRepository(uow).running_balances([booking.id for booking in bookings])
    return {
        booking.id: Balance(
            agreed_total(booking.status, booking.total_minor, booking.cancellation_fee_minor),
            last.paid,
            last.held,
        )
        for booking in bookings
        for last in (found.get(booking.id, RunningBalance(0, 0, 0)),)
    }


async def settlement_of(uow: UnitOfWork, booking: BookingRow) -> Settlement | None:
    """The settlement of a cancelled booking. None for other bookings."""
    if booking.status != FREE_STATUS:
        return None
    entries = await JournalRepository(uow).entries(booking.id)
    return settlement(
        await propose_cancellation_fee(uow, booking),
        booking.cancellation_fee_minor,
        await balance_of(uow, booking),
        (
            (cast(Kind, each.entry.kind), cast("Method | None", each.entry.method), each.entry.amount_minor)
            for each in entries
        ),
    )


async def list_entries(uow: UnitOfWork, booking_id: UUID) -> list[ListedEntry]:
    """Oldest first."""
    return await JournalRepository(uow).entries(booking_id)


async def forget_writes(uow: UnitOfWork, before: datetime) -> None:
    """Delete idempotency keys of calls before then."""
    await JournalRepository(uow).forget_writes(before)


def _check(movement: Movement, last: RunningBalance, currency: str) -> None:
    if movement.kind == "refund" and movement.amount > last.paid:
        raise InvalidInput.of("amount", MORE_THAN_PAID(amount=str(to_decimal(last.paid)), currency=currency))
    if (
        movement.kind in {"deposit_returned", "deposit_kept", "deposit_applied"}
        and movement.amount > last.held
    ):
        raise InvalidInput.of("amount", MORE_THAN_HELD(amount=str(to_decimal(last.held)), currency=currency))


# Price lines added by returns, refunds and kept deposits, with an entry in the booking's history.
#
# The agreed price is stored only in the booking, so that balances, invoices and reports cannot differ.


@dataclass(frozen=True, slots=True)
class PriceLine:
    """``amount`` in minor units, negative to reduce the price. ``reason``: for the booking's history.

    ``charge``: the purpose, if it has its own VAT rate.
    """

    label: str
    amount: int
    reason: str
    charge: str = ""


class PriceBelowZero(Conflict):
    """The booking's price is lower than this amount: it was lowered meanwhile. Change the price instead."""


async def add_line(
    uow: UnitOfWork, admin_id: UUID | None, booking: BookingRow, line: PriceLine, now: datetime
) -> None:
    """Add the line to a locked booking, including completed ones. Other price lines do not change.

    Raises PriceBelowZero.
    """
    if booking.total_minor + line.amount < 0:
        raise PriceBelowZero
    before = _price_of(booking)
    stored = as_stored([Line(MANUAL, line.label, 1, line.amount, line.amount)])
    if line.charge:
        stored[0]["charge"] = line.charge
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


# Customer data in documents is part of the export, with the reason why it is retained.
PERSONAL_RECORDS = (
    PersonalRecords(
        "paymentNotes",
        find="""
select jsonb_build_object('kind', e.kind, 'amount_minor', e.amount_minor, 'created_at', e.created_at, 'note', n.body)
from journal_notes n join journal_entries e on e.tenant_id = n.tenant_id and e.id = n.entry_id
where n.tenant_id = :tenant and e.booking_id = any(:booking_ids) order by e.created_at, e.id
""",
        erase="""
delete from journal_notes n using journal_entries e
where n.tenant_id = :tenant and e.tenant_id = n.tenant_id and e.id = n.entry_id and e.booking_id = any(:booking_ids)
returning n.entry_id
""",
    ),
    records_of("billTo", "booking_bill_to", order="updated_at, booking_id", key="booking_id"),
    records_of(
        "invoiceDrafts",
        "invoice_drafts",
        hidden=("content_hash", "saved_by"),
        order="saved_at, booking_id",
        key="booking_id",
    ),
    # The payment page's URL identifies the customer, and the desk's reason may. The payment itself is retained.
    records_of(
        "paymentLinks",
        "online_payments",
        hidden=("token_hash", "created_by", "pending_by"),
        change="url = null, pending_reason = null",
    ),
    # Exported but not erased: accounting records must be retained for years (GDPR, article 17 (3) b).
    records_of(
        "payments", "journal_entries", hidden=("admin_id", "till_id"), order="booking_id, step", is_kept=True
    ),
    records_of("invoices", "invoices", hidden=("issued_by",), order="issued_at, id", is_kept=True),
)
