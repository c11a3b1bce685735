"""Use cases of card holds that ask Stripe: capture, release, and reconcile after a lost answer.

What is asked is stored before the call. No transaction is open while Stripe is asked.
"""

import logging
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.booking_record.models import BookingRow
from abano.core.errors import Conflict, InvalidInput, Message, NotFound, Sentence
from abano.core.ids import new_id
from abano.core.money import to_decimal, to_json
from abano.db.unit_of_work import UnitOfWork
from abano.payments.journal import service as journal
from abano.payments.online.account import find_account, stripe_of
from abano.payments.online.hold_states import clear_pending, settle_intent
from abano.payments.online.models import OnlinePayment
from abano.payments.online.refunds import Office, note_problem
from abano.payments.online.repository import OnlineRepository
from abano.payments.online.rules import REMIND_BEFORE, Pending, read_intent
from abano.payments.online.service import StripeSaidNo, close_link
from abano.payments.online.stripe import Stripe, StripeFailed

log = logging.getLogger(__name__)
MORE_THAN_ON_HOLD = Message("more_than_on_hold", "No more than {amount} {currency} is on hold")


class CardHoldOver(Conflict):
    """This card hold was already captured or released, or it has expired."""


class CardHoldPending(Conflict):
    """Stripe hasn't confirmed the last change of this card hold yet. Check again in a few minutes."""


@dataclass(frozen=True, slots=True)
class HoldRequest:
    """What becomes of a hold. ``amount`` in minor units, to capture; None: release."""

    amount: int | None
    reason: str = ""


async def change_hold(
    office: Office,
    actor: Actor,
    booking_id: UUID,
    hold_id: UUID,
    request: HoldRequest,
    key: str | None,
    now: datetime,
) -> None:
    """Capture a part or all of a hold, or release it; an unpaid link is withdrawn.

    If Stripe's answer is lost, the hold stays pending and a task finds out. Raises NotFound, InvalidInput,
    CardHoldOver, CardHoldPending, NoOnlinePayments, KeyUsedOtherwise, StripeSaidNo.
    """
    async with office.db.uow(office.tenant.id) as uow:
        if await journal.is_repeated(uow, key, f"hold {booking_id} {hold_id} {request}", now):
            return
        booking = await journal.hold_booking(uow, booking_id)
        stripe = stripe_of(office.settings, office.tenant.id, await find_account(uow))
        hold = await OnlineRepository(uow).find(hold_id)
        if hold is None or hold.purpose != "hold" or hold.booking_id != booking_id:
            raise NotFound
        is_link = request.amount is None and hold.state == "open"
        if not is_link:
            _ask(hold, request, actor)
        await _record(uow, actor, booking, request, now)
    if not is_link:
        await carry_out(office, hold_id, now)
        return
    try:
        await close_link(office, stripe, hold, now)
    except (StripeFailed, ValueError) as error:
        raise StripeSaidNo(error.sentence if isinstance(error, StripeFailed) else None) from error


async def carry_out(office: Office, hold_id: UUID, now: datetime) -> None:
    """Ask Stripe for what is pending. Raises StripeSaidNo if it refuses and the amount is still on hold."""
    async with office.db.uow(office.tenant.id) as uow:
        hold = await OnlineRepository(uow).find(hold_id)
        if hold is None or hold.state != "held" or hold.pending is None:
            return
        stripe = stripe_of(office.settings, office.tenant.id, await find_account(uow))
        hold.checked_at = now
        intent_id, key, amount = hold.intent_id or "", str(hold.pending_id), hold.pending_minor
    try:
        if amount is None:
            answer = await stripe.cancel_intent(intent_id, key)
        else:
            answer = await stripe.capture(intent_id, amount, key)
        await _settle(office, answer, now)
    except StripeFailed as error:
        if error.is_final:
            await _reconcile_refusal(office, stripe, hold, error.sentence, now)
        else:
            await note_problem(office, error.sentence)


async def check_hold(office: Office, hold: OnlinePayment, now: datetime) -> None:
    """Ask Stripe how a hold stands, and again for what is still pending. Raises StripeFailed, Conflict."""
    async with office.db.uow(office.tenant.id) as uow:
        stripe = stripe_of(office.settings, office.tenant.id, await find_account(uow))
        stored = await OnlineRepository(uow).find(hold.id)
        if stored is None or stored.state != "held":
            return
        stored.checked_at = now
    answer = await stripe.get_intent(hold.intent_id or "")
    await _settle(office, answer, now)
    async with office.db.uow(office.tenant.id) as uow:
        stored = await OnlineRepository(uow).find(hold.id)
        if stored is None or stored.state != "held":
            return
        # Stripe has been asked: without a date in its charge, the estimate stays.
        stored.is_deadline_known = True
    await carry_out(office, hold.id, now)


async def expiring(uow: UnitOfWork, now: datetime) -> list[OnlinePayment]:
    """Holds that someone should decide about, because they expire soon."""
    return await OnlineRepository(uow).held_until(now + REMIND_BEFORE)


async def held(uow: UnitOfWork, booking_id: UUID) -> list[OnlinePayment]:
    """The amounts on hold of a booking, oldest first."""
    rows = await OnlineRepository(uow).of_booking(booking_id)
    return [row for row in rows if row.state == "held"]


def _ask(hold: OnlinePayment, request: HoldRequest, actor: Actor) -> None:
    if hold.state != "held":
        raise CardHoldOver
    if hold.pending is not None:
        raise CardHoldPending
    if request.amount is not None and request.amount > hold.amount_minor:
        most = str(to_decimal(hold.amount_minor))
        raise InvalidInput.of("amount", MORE_THAN_ON_HOLD(amount=most, currency=hold.currency))
    pending: Pending = "release" if request.amount is None else "capture"
    hold.pending, hold.pending_id, hold.pending_minor = pending, new_id(), request.amount
    hold.pending_reason, hold.pending_by = request.reason, actor.admin_id


async def _record(
    uow: UnitOfWork, actor: Actor, booking: BookingRow, request: HoldRequest, now: datetime
) -> None:
    after: dict[str, object] = {"currency": booking.currency}
    if request.amount is not None:
        after |= {"amount": to_json(request.amount), "reason": request.reason}
    action = "deposit.hold_released" if request.amount is None else "deposit.hold_captured"
    await record(uow, actor, action, subject=("booking", booking.reference), after=after, now=now)


async def _settle(office: Office, intent: dict[str, object], now: datetime) -> None:
    try:
        outcome = read_intent(intent)
    except ValueError:
        log.warning("Stripe answered with something else than a payment intent")
        return
    async with office.db.uow(office.tenant.id) as uow:
        await settle_intent(uow, office.tenant, office.catalog, outcome, now)


async def _reconcile_refusal(
    office: Office, stripe: Stripe, hold: OnlinePayment, sentence: Sentence, now: datetime
) -> None:
    """The intent decides: captured, released or expired elsewhere, or still on hold. Raises StripeSaidNo."""
    try:
        await _settle(office, await stripe.get_intent(hold.intent_id or ""), now)
    except StripeFailed:
        await note_problem(office, sentence)
        return
    async with office.db.uow(office.tenant.id) as uow:
        stored = await OnlineRepository(uow).find(hold.id)
        is_refused = stored is not None and stored.state == "held" and stored.pending_id == hold.pending_id
        if stored is not None and is_refused:
            clear_pending(stored)
    if is_refused:
        raise StripeSaidNo(sentence)
