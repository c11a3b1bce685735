"""Use cases of refunds of online payments.

No transaction is open while Stripe is asked.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from abano.booking_record.models import BookingRow
from abano.catalog.published.snapshot import Catalog
from abano.core.config import Settings
from abano.core.errors import InvalidInput, Message, Sentence
from abano.core.money import to_decimal
from abano.db.engine import Database
from abano.db.unit_of_work import UnitOfWork
from abano.payments.invoices.service import issue_receipt
from abano.payments.journal import service as journal
from abano.payments.journal.models import JournalEntry
from abano.payments.journal.rules import Kind
from abano.payments.journal.service import Movement
from abano.payments.online.account import find_account, stripe_of
from abano.payments.online.hold_states import HOLD_EVENTS, authorize, settle_intent
from abano.payments.online.models import OnlinePayment, OnlineRefund
from abano.payments.online.repository import OnlineRepository
from abano.payments.online.rules import SessionOutcome, read_intent, read_session
from abano.payments.online.stripe import StripeFailed
from abano.tenancy.directory.tenant import Tenant

# Shared by the use cases of online payments: their dependencies, and the account problem shown to the
# company.


@dataclass(frozen=True, slots=True)
class Office:
    """Dependencies of use cases that call Stripe. ``origin``: of the company's site."""

    db: Database
    settings: Settings
    tenant: Tenant
    catalog: Catalog
    origin: str = ""


async def note_problem(office: Office, sentence: Sentence) -> None:
    """Store a problem with the company's Stripe account."""
    async with office.db.uow(office.tenant.id) as uow:
        problem = {"code": sentence.code, "params": dict(sentence.params)}
        await OnlineRepository(uow).change_settings(problem=problem)


# Records Stripe events as journal entries, each once.

log = logging.getLogger(__name__)

SESSION_EVENTS = frozenset(
    {
        "checkout.session.completed",
        "checkout.session.async_payment_succeeded",
        "checkout.session.async_payment_failed",
        "checkout.session.expired",
    }
)
REFUND_EVENTS = frozenset({"refund.failed", "refund.updated", "charge.refund.updated"})
# A session says nothing new of them. An expired or failed link may have been paid in the meantime.
DECIDED = frozenset({"paid", "held", "released"})
FAILED_REFUND = frozenset({"failed", "canceled"})


async def handle_event(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, event: Mapping[str, Any], now: datetime
) -> bool:
    """Handle a verified event; False if it was handled before. Raises ValueError if the body is no event."""
    identifier, kind = event.get("id"), event.get("type")
    data = event.get("data")
    thing = data.get("object") if isinstance(data, dict) else None
    if not isinstance(identifier, str) or not isinstance(kind, str) or not isinstance(thing, dict):
        raise ValueError("Not an event of Stripe.")
    repository = OnlineRepository(uow)
    if not await repository.remember_event(identifier[:200], kind[:100], now):
        return False
    if kind in SESSION_EVENTS:
        await settle(uow, tenant, catalog, read_session(thing), now)
    elif kind in HOLD_EVENTS:
        await settle_intent(uow, tenant, catalog, read_intent(thing), now)
    elif kind in REFUND_EVENTS and thing.get("status") in FAILED_REFUND:
        entry_id = _uuid((thing.get("metadata") or {}).get("entry"))
        if entry_id is not None:
            await undo_refund(uow, entry_id, str(thing.get("failure_reason") or "failed"), now)
    await repository.change_settings(event_at=now)
    return True


async def settle(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, outcome: SessionOutcome, now: datetime
) -> None:
    """Update a link from the state of its Stripe session. A payment is recorded once."""
    repository = OnlineRepository(uow)
    found = await repository.find_by_session(outcome.session_id)
    if found is None:
        return
    # Every transaction locks the booking first.
    booking = await journal.hold_booking(uow, found.booking_id)
    payment = await repository.find(found.id)
    if payment is None or payment.state in DECIDED or payment.authorized_at is not None:
        return
    payment.checked_at = now
    if payment.purpose == "hold" and outcome.is_complete:
        _hold(payment, outcome, now)
    elif outcome.state == "paid":
        await _pay(uow, tenant, catalog, booking, payment, outcome, now)
    elif outcome.state == "expired":
        payment.state = "expired"
    await repository.flush()


def _hold(payment: OnlinePayment, outcome: SessionOutcome, now: datetime) -> None:
    if (outcome.amount, outcome.currency) != (
        payment.amount_minor,
        payment.currency,
    ) or not outcome.intent_id:
        log.error("a card hold differs from its link", extra={"payment": str(payment.id)})
        return
    authorize(payment, outcome.intent_id, now)


async def undo_refund(uow: UnitOfWork, entry_id: UUID, reason: str, now: datetime) -> None:
    """Record that Stripe could not pay out the refund."""
    repository = OnlineRepository(uow)
    booking_id = await repository.booking_of_refund(entry_id)
    if booking_id is None:
        return
    # Every transaction locks the booking first.
    booking = await journal.hold_booking(uow, booking_id)
    refund = await repository.refund(entry_id)
    if refund is None or refund.state == "refused":
        return
    entries = await journal.list_entries(uow, booking.id)
    kind = next(row.entry.kind for row in entries if row.entry.id == entry_id)
    undone = Movement(
        "refund_failed" if kind == "refund" else "deposit_taken",
        refund.amount_minor,
        "online",
        note=reason[:500],
    )
    entry = await journal.add_entry(uow, booking, undone, now)
    refund.state, refund.undone_by, refund.checked_at = "refused", entry.id, now
    await repository.flush()


async def _pay(
    uow: UnitOfWork,
    tenant: Tenant,
    catalog: Catalog,
    booking: journal.HeldBooking,
    payment: OnlinePayment,
    outcome: SessionOutcome,
    now: datetime,
) -> None:
    if (outcome.amount, outcome.currency) != (payment.amount_minor, payment.currency):
        # The product creates no such session, so it needs a manual check.
        log.error("an online payment differs from its link", extra={"payment": str(payment.id)})
        return
    kind: Kind = "payment" if payment.purpose == "payment" else "deposit_taken"
    movement = Movement(kind, payment.amount_minor, "online", admin_id=None)
    entry = await journal.add_entry(uow, booking, movement, now)
    await issue_receipt(uow, tenant, catalog, booking, entry, now)
    payment.state, payment.entry_id, payment.intent_id = "paid", entry.id, outcome.intent_id


def _uuid(value: object) -> UUID | None:
    try:
        return UUID(str(value))
    except ValueError:
        return None


NOT_REFUNDABLE_ONLINE = Message(
    "not_refundable_online", "You can refund at most {amount} {currency} of this online payment online"
)


async def prepare_refund(uow: UnitOfWork, booking: BookingRow, entry: JournalEntry, now: datetime) -> None:
    """Select the online payment to refund. ``carry_out_refund`` calls Stripe after the commit.

    Raises InvalidInput.
    """
    repository = OnlineRepository(uow)
    rows = await repository.refundable(booking.id)
    largest = rows[0].rest if rows else 0
    if not rows or entry.amount_minor > largest:
        sentence = NOT_REFUNDABLE_ONLINE(amount=str(to_decimal(largest)), currency=booking.currency)
        raise InvalidInput.of("amount", sentence)
    # The smallest sufficient payment, so that larger ones remain available for larger refunds.
    chosen = min((row for row in rows if row.rest >= entry.amount_minor), key=lambda row: row.rest)
    await repository.add(
        OnlineRefund(
            tenant_id=uow.tenant_id,
            entry_id=entry.id,
            payment_id=chosen.payment.id,
            amount_minor=entry.amount_minor,
            checked_at=now,
        )
    )


async def carry_out_refund(office: Office, entry_id: UUID, now: datetime) -> None:
    """Refund a recorded entry at Stripe. The task retries if Stripe is unavailable."""
    async with office.db.uow(office.tenant.id) as uow:
        repository = OnlineRepository(uow)
        refund = await repository.refund(entry_id)
        if refund is None or refund.state != "waiting":
            return
        payment = await repository.find(refund.payment_id)
        stripe = stripe_of(office.settings, office.tenant.id, await find_account(uow))
        refund.checked_at = now
        intent, amount = payment.intent_id if payment else None, refund.amount_minor
        await repository.flush()
    try:
        answer = await stripe.refund(intent or "", amount, {"entry": str(entry_id)}, str(entry_id))
    except StripeFailed as error:
        if error.is_final:
            async with office.db.uow(office.tenant.id) as uow:
                await undo_refund(uow, entry_id, error.sentence.text, now)
        else:
            await note_problem(office, error.sentence)
        return
    async with office.db.uow(office.tenant.id) as uow:
        if answer.get("status") in {"failed", "canceled"}:
            await undo_refund(uow, entry_id, str(answer.get("failure_reason") or "failed"), now)
            return
        repository = OnlineRepository(uow)
        refund = await repository.refund(entry_id)
        if refund is not None and refund.state == "waiting":
            refund.state = "done"
            await repository.flush()


async def refund_states(uow: UnitOfWork, booking_id: UUID) -> dict[UUID, str]:
    """How far each online refund of a booking is, by its entry."""
    return await OnlineRepository(uow).refunds_of(booking_id)
