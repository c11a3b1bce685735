"""Updates of card holds from what Stripe says of them. No calls to Stripe."""

import logging
from datetime import datetime
from uuid import UUID

from abano.catalog.published.snapshot import Catalog
from abano.core.languages.texts import texts_in
from abano.db.unit_of_work import UnitOfWork
from abano.payments.invoices.content import language_of
from abano.payments.invoices.service import issue_receipt
from abano.payments.journal import service as journal
from abano.payments.journal.rules import FREE_STATUS
from abano.payments.journal.service import HeldBooking, Movement, PriceLine
from abano.payments.online.models import OnlinePayment
from abano.payments.online.repository import OnlineRepository
from abano.payments.online.rules import HOLD_LIVES, IntentOutcome
from abano.tenancy.directory.tenant import Tenant

log = logging.getLogger(__name__)
HOLD_EVENTS = frozenset(
    {
        "payment_intent.amount_capturable_updated",
        "payment_intent.canceled",
        "payment_intent.succeeded",
    }
)
UNDECIDED = frozenset({"preparing", "open", "held"})
MAX_LABEL_LENGTH = 120


def authorize(hold: OnlinePayment, intent_id: str, now: datetime) -> None:
    """Note that the amount is on hold. When it expires is an estimate until Stripe is asked."""
    hold.state, hold.intent_id, hold.authorized_at = "held", intent_id, now
    hold.capture_before = now + HOLD_LIVES


async def settle_intent(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, outcome: IntentOutcome, now: datetime
) -> None:
    """Update a card hold from the state of its payment intent, in whatever order states arrive.

    A hold that was captured, released or has expired stays so. Intents of other payments are ignored.
    """
    payment_id = _uuid(outcome.payment)
    repository = OnlineRepository(uow)
    found = await repository.find_unlocked(payment_id) if payment_id else None
    if found is None or found.purpose != "hold":
        return
    # Every transaction locks the booking first.
    booking = await journal.hold_booking(uow, found.booking_id)
    hold = await repository.find(found.id)
    if hold is None or hold.state not in UNDECIDED or hold.intent_id not in {None, outcome.intent_id}:
        return
    hold.checked_at = now
    if outcome.state == "held":
        _note_held(hold, outcome, now)
    elif outcome.state == "captured":
        await _note_captured(uow, tenant, catalog, booking, hold, outcome, now)
    elif outcome.state == "cancelled":
        _note_cancelled(hold, outcome, now)
    await repository.flush()


def _note_held(hold: OnlinePayment, outcome: IntentOutcome, now: datetime) -> None:
    if (outcome.amount, outcome.currency) != (hold.amount_minor, hold.currency):
        # The product creates no such intent, so it needs a manual check.
        log.error("a card hold differs from its link", extra={"payment": str(hold.id)})
        return
    if hold.state != "held":
        authorize(hold, outcome.intent_id, now)
    if outcome.capture_before is not None:
        hold.capture_before, hold.is_deadline_known = outcome.capture_before, True


async def _note_captured(
    uow: UnitOfWork,
    tenant: Tenant,
    catalog: Catalog,
    booking: HeldBooking,
    hold: OnlinePayment,
    outcome: IntentOutcome,
    now: datetime,
) -> None:
    """Record what was captured as a deposit, which is kept if it is what the desk asked for.

    An amount that was captured in Stripe's dashboard stays a deposit: someone at the desk decides.
    """
    received = outcome.received
    if outcome.currency != hold.currency or not 0 < received <= hold.amount_minor:
        log.error("a captured card hold differs from its link", extra={"payment": str(hold.id)})
        return
    by, reason = hold.pending_by, hold.pending_reason or ""
    is_ours = hold.pending == "capture" and hold.pending_minor == received
    taken = Movement("deposit_taken", received, "online", note=reason, admin_id=by if is_ours else None)
    entry = await journal.add_entry(uow, booking, taken, now)
    await issue_receipt(uow, tenant, catalog, booking, entry, now)
    if is_ours:
        await _keep(uow, catalog, booking, Movement("deposit_kept", received, None, None, reason, by), now)
    hold.authorized_at = hold.authorized_at or now
    hold.state, hold.entry_id, hold.intent_id = "paid", entry.id, outcome.intent_id
    hold.captured_minor = received
    clear_pending(hold)


def _note_cancelled(hold: OnlinePayment, outcome: IntentOutcome, now: datetime) -> None:
    hold.authorized_at, hold.intent_id = hold.authorized_at or now, outcome.intent_id
    hold.capture_before = hold.capture_before or now
    hold.state = "expired" if outcome.has_expired else "released"
    clear_pending(hold)


async def _keep(
    uow: UnitOfWork, catalog: Catalog, booking: HeldBooking, kept: Movement, now: datetime
) -> None:
    """As the desk keeps a deposit: a line of the price that the deposit pays, except on a cancelled booking."""
    if booking.status != FREE_STATUS:
        texts = texts_in(language_of(booking, catalog))
        label = texts.gettext("Kept from the deposit: {reason}", reason=kept.note)[:MAX_LABEL_LENGTH]
        line = PriceLine(label, kept.amount, kept.note, "deposit")
        await journal.add_line(uow, kept.admin_id, booking, line, now)
        kept = Movement("deposit_applied", kept.amount, None, None, kept.note, kept.admin_id)
    await journal.add_entry(uow, booking, kept, now)


def clear_pending(hold: OnlinePayment) -> None:
    """Note that Stripe has answered what it was asked."""
    hold.pending = hold.pending_id = hold.pending_minor = hold.pending_reason = hold.pending_by = None


def _uuid(value: str) -> UUID | None:
    try:
        return UUID(value)
    except ValueError:
        return None
