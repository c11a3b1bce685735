"""Use cases of refunds of online payments.

No transaction is open while Stripe is asked.
"""

from datetime import datetime
from uuid import UUID

from abano.database.unit_of_work import UnitOfWork
from abano.errors import InvalidInput
from abano.errors.messages import Message
from abano.kit.money import to_decimal
from abano.models.bookings import BookingRow
from abano.models.payments import JournalEntry, OnlineRefund
from abano.payments.online.account import find_account, stripe_of
from abano.payments.online.office import Office, note_problem
from abano.payments.online.repository import OnlineRepository
from abano.payments.online.settling import undo_refund
from abano.payments.online.stripe import StripeFailed

NOT_REFUNDABLE_ONLINE = Message(
    "not_refundable_online", "At most {amount} {currency} of one online payment can be given back online"
)


async def prepare_refund(uow: UnitOfWork, booking: BookingRow, entry: JournalEntry, now: datetime) -> None:
    """Which online payment an entry gives back; ``carry_out_refund`` does it once this is committed.

    Raises InvalidInput.
    """
    repository = OnlineRepository(uow)
    rows = await repository.refundable(booking.id)
    largest = rows[0].rest if rows else 0
    if not rows or entry.amount_minor > largest:
        sentence = NOT_REFUNDABLE_ONLINE(amount=str(to_decimal(largest)), currency=booking.currency)
        raise InvalidInput.of("amount", sentence)
    # The smallest that is enough, so that the larger ones stay for larger refunds.
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
    """Have Stripe give a recorded refund back. One that Stripe cannot take now is tried again by the task."""
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
