"""Use cases of payments at the desk: payments, deposits, refunds and balances due."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.booking_record.service import propose_cancellation_fee
from abano.catalog.published.snapshot import Catalog
from abano.core.clock import local_moment
from abano.core.errors import Conflict, InvalidInput, Message
from abano.core.languages.texts import Texts, texts_in
from abano.core.money import to_decimal, to_json, to_minor
from abano.db.unit_of_work import UnitOfWork
from abano.payments.desk import schemas
from abano.payments.desk.repository import DeskRepository, Unsettled
from abano.payments.invoices import service as invoices
from abano.payments.invoices.content import language_of
from abano.payments.invoices.drafts import has_draft
from abano.payments.invoices.emails import email_document
from abano.payments.invoices.schemas import InvoiceOut
from abano.payments.invoices.seller import find_seller
from abano.payments.journal import service as journal
from abano.payments.journal.models import JournalEntry
from abano.payments.journal.rules import FREE_STATUS, Kind, Method, agreed_total
from abano.payments.journal.service import HeldBooking, Movement, PriceLine, add_line
from abano.payments.journal.tills import find_open_till, get_open_till
from abano.payments.online import refunds
from abano.payments.online import service as online
from abano.payments.online.account import is_online
from abano.payments.online.repository import OnlineRepository
from abano.payments.online.schemas import LinkOut
from abano.tenancy.directory.tenant import Tenant

KEPT_REASON_MISSING = Message("kept_reason_missing", "Enter a reason for keeping all or part of the deposit")
NOTHING_SETTLED = Message("nothing_settled", "Choose what happens to the deposit")
FEE_ABOVE_PRICE = Message(
    "fee_above_price", "The fee can't be more than the price of the rental, {amount} {currency}"
)
MAX_DUE = 200
MAX_LABEL_LENGTH = 120


class NotCancelled(Conflict):
    """Only a cancelled booking has a cancellation fee."""


@dataclass(frozen=True, slots=True)
class Cashier:
    """The employee who records a payment, and the company."""

    uow: UnitOfWork
    tenant: Tenant
    catalog: Catalog
    actor: Actor
    now: datetime

    async def move(
        self,
        booking: HeldBooking,
        kind: Kind,
        amount: int,
        method: Method | None,
        note: str,
        action: str | None = None,
        *,
        email_receipt: bool = False,
    ) -> JournalEntry:
        """One entry with its receipt. ``action``: in the audit log.

        Raises InvalidInput, TillNotOpen, CustomerWithoutEmail.
        """
        till_id = await get_open_till(self.uow, self.actor) if method == "cash" else None
        movement = Movement(kind, amount, method, till_id, note, self.actor.admin_id)
        entry = await journal.add_entry(self.uow, booking, movement, self.now)
        receipt = await invoices.issue_receipt(self.uow, self.tenant, self.catalog, booking, entry, self.now)
        if receipt is not None and email_receipt:
            await email_document(self.uow, self.actor, receipt.id, self.now)
        if method == "online":
            await refunds.prepare_refund(self.uow, booking, entry, self.now)
        after = {"amount": to_json(amount), "currency": booking.currency, "method": method}
        subject = ("booking", booking.reference)
        action = action or _ACTIONS[kind]
        await record(self.uow, self.actor, action, subject=subject, after=after, now=self.now)
        return entry

    async def change_price(
        self, booking: HeldBooking, label: str, amount: int, reason: str, charge: str = ""
    ) -> None:
        line = PriceLine(label, amount, reason, charge)
        await add_line(self.uow, self.actor.admin_id, booking, line, self.now)

    def texts(self, booking: HeldBooking) -> Texts:
        """Of the customer's language."""
        return texts_in(language_of(booking, self.catalog))


_ACTIONS: dict[str, str] = {
    "payment": "payment.taken",
    "refund": "payment.refunded",
    "deposit_taken": "deposit.taken",
    "deposit_returned": "deposit.returned",
    "deposit_kept": "deposit.kept",
    "deposit_applied": "deposit.applied",
}


async def take_payment(
    cashier: Cashier, booking_id: UUID, request: schemas.PaymentRequest, key: str | None
) -> None:
    """Take a payment of at most what is due.

    Raises NotFound, InvalidInput, TillNotOpen, KeyUsedOtherwise, CustomerWithoutEmail.
    """
    if await _is_repeated(cashier, "payment", booking_id, request, key):
        return
    booking = await journal.hold_booking(cashier.uow, booking_id)
    amount = to_minor(request.amount)
    due = max(0, (await journal.balance_of(cashier.uow, booking)).due)
    if amount > due:
        sentence = online.MORE_THAN_DUE(amount=str(to_decimal(due)), currency=booking.currency)
        raise InvalidInput.of("amount", sentence)
    await cashier.move(
        booking, "payment", amount, request.method, request.note, email_receipt=request.email_receipt
    )


async def refund(
    cashier: Cashier, booking_id: UUID, request: schemas.RefundRequest, key: str | None
) -> UUID | None:
    """Refund at most the paid amount. Returns the entry if Stripe has to carry out the refund.

    Raises NotFound, InvalidInput, TillNotOpen, KeyUsedOtherwise.
    """
    if await _is_repeated(cashier, "refund", booking_id, request, key):
        return None
    booking = await journal.hold_booking(cashier.uow, booking_id)
    if request.lowers_price:
        await _lower_price(cashier, booking, to_minor(request.amount), request.reason)
    entry = await cashier.move(booking, "refund", to_minor(request.amount), request.method, request.reason)
    return entry.id if request.method == "online" else None


async def take_deposit(
    cashier: Cashier, booking_id: UUID, request: schemas.DepositRequest, key: str | None
) -> None:
    """Raises NotFound, TillNotOpen, KeyUsedOtherwise."""
    if await _is_repeated(cashier, "deposit", booking_id, request, key):
        return
    booking = await journal.hold_booking(cashier.uow, booking_id)
    await cashier.move(booking, "deposit_taken", to_minor(request.amount), request.method, request.note)


async def settle_deposit(
    cashier: Cashier, booking_id: UUID, request: schemas.SettleDepositRequest, key: str | None
) -> UUID | None:
    """Return, keep or apply a deposit. Returns the entry if Stripe has to carry out the refund.

    Raises NotFound, InvalidInput, TillNotOpen, KeyUsedOtherwise.
    """
    if await _is_repeated(cashier, "settlement", booking_id, request, key):
        return None
    returned, kept, applied = map(to_minor, (request.returned, request.kept, request.applied))
    if not (returned or kept or applied):
        raise InvalidInput.of("returned", NOTHING_SETTLED())
    if kept and not request.reason:
        raise InvalidInput.of("reason", KEPT_REASON_MISSING())
    booking = await journal.hold_booking(cashier.uow, booking_id)
    balance = await journal.balance_of(cashier.uow, booking)
    _check_settlement(booking, balance.held, max(0, balance.due), returned + kept + applied, applied)
    if applied:
        await cashier.move(booking, "deposit_applied", applied, None, request.reason)
    if kept:
        await _keep(cashier, booking, kept, request.reason)
    if not returned:
        return None
    entry = await cashier.move(booking, "deposit_returned", returned, request.method, request.reason)
    return entry.id if request.method == "online" else None


async def charge_cancellation_fee(
    uow: UnitOfWork, actor: Actor, booking_id: UUID, request: schemas.CancellationFeeRequest, now: datetime
) -> None:
    """Set the fee of a cancelled booking: by its terms, a custom amount, or nothing.

    Raises NotFound, NotCancelled, InvalidInput.
    """
    booking = await journal.hold_booking(uow, booking_id)
    if booking.status != FREE_STATUS:
        raise NotCancelled
    amount, before = to_minor(request.amount), booking.cancellation_fee_minor
    if amount > booking.total_minor:
        most = str(to_decimal(booking.total_minor))
        raise InvalidInput.of("amount", FEE_ABOVE_PRICE(amount=most, currency=booking.currency))
    booking.cancellation_fee_minor, booking.updated_at = amount, now
    await uow.session.flush()
    await record(
        uow,
        actor,
        "booking.fee_charged",
        subject=("booking", booking.reference),
        before={"amount": None if before is None else to_json(before)},
        after={"amount": to_json(amount), "currency": booking.currency, "reason": request.reason},
        now=now,
    )


async def show_money(
    uow: UnitOfWork, tenant: Tenant, actor: Actor, booking_id: UUID, now: datetime
) -> schemas.MoneyResponse:
    """Raises NotFound."""
    booking = await journal.get_booking(uow, booking_id)
    balance = await journal.balance_of(uow, booking)
    states = await refunds.refund_states(uow, booking_id)
    refundable = await OnlineRepository(uow).refundable(booking_id)
    entries = await journal.list_entries(uow, booking_id)
    seller = await find_seller(uow)
    fee = await propose_cancellation_fee(uow, booking) if booking.status == FREE_STATUS else None
    settlement = await journal.settlement_of(uow, booking)
    return schemas.MoneyResponse(
        currency=booking.currency,
        timezone=tenant.timezone,
        agreed=to_json(balance.agreed),
        paid=to_json(balance.paid),
        due=to_json(balance.due),
        held=to_json(balance.held),
        cancellation_fee=schemas.CancellationFeeOut.of(fee, booking.cancellation_fee_minor) if fee else None,
        settlement=schemas.SettlementOut.of(settlement) if settlement else None,
        customer=schemas.CustomerBalance.of(await DeskRepository(uow).of_customer(booking, now)),
        entries=[schemas.EntryOut.of(row, states) for row in entries],
        documents=[InvoiceOut.of(row) for row in await invoices.of_booking(uow, booking_id)],
        links=[LinkOut.of(row, now) for row in await online.links_of(uow, booking_id)],
        is_online=await is_online(uow),
        refundable_online=to_json(refundable[0].rest if refundable else 0),
        has_till=await find_open_till(uow, actor) is not None,
        has_email="@" in booking.customer_email,
        is_seller_set=seller is not None and bool(seller.legal_name),
        has_invoice_draft=await has_draft(uow, booking_id),
    )


async def list_due(uow: UnitOfWork, tenant: Tenant, now: datetime) -> schemas.BalancesDueResponse:
    """Open balances of bookings with a pickup today or earlier."""
    today = now.astimezone(tenant.zone).date()
    rows = await DeskRepository(uow).due(now, _end_of_day(tenant, now), MAX_DUE)
    owed = sum(
        max(0, agreed_total(each.status, each.total_minor, each.cancellation_fee_minor) - paid)
        for each, paid, *_ in rows
    )
    return schemas.BalancesDueResponse(
        day=today,
        currency=tenant.currency,
        timezone=tenant.timezone,
        total=to_json(owed),
        balances=[schemas.BalanceDueOut.of(row) for row in rows],
    )


async def unsettled(uow: UnitOfWork, tenant: Tenant, now: datetime) -> list[Unsettled]:
    """The bookings of ``list_due`` alone."""
    return await DeskRepository(uow).unsettled(now, _end_of_day(tenant, now), MAX_DUE)


def _end_of_day(tenant: Tenant, now: datetime) -> datetime:
    tomorrow = now.astimezone(tenant.zone).date() + timedelta(days=1)
    return local_moment(datetime.combine(tomorrow, time()), tenant.zone)


async def _lower_price(cashier: Cashier, booking: HeldBooking, amount: int, reason: str) -> None:
    """Reduce the agreed price by the refund, so that it is not due again. Raises InvalidInput."""
    paid = (await journal.balance_of(cashier.uow, booking)).paid
    if amount > paid:
        sentence = journal.MORE_THAN_PAID(amount=str(to_decimal(paid)), currency=booking.currency)
        raise InvalidInput.of("amount", sentence)
    if lowered := 0 if booking.status == FREE_STATUS else min(amount, booking.total_minor):
        label = cashier.texts(booking).gettext("Price reduction")
        await cashier.change_price(booking, label, -lowered, reason)


async def _keep(cashier: Cashier, booking: HeldBooking, amount: int, reason: str) -> None:
    """Add the kept amount to the price and pay it from the deposit.

    A cancelled booking has no price to add it to: only the entry records the kept amount.
    """
    if booking.status == FREE_STATUS:
        await cashier.move(booking, "deposit_kept", amount, None, reason)
        return
    label = cashier.texts(booking).gettext("Kept from the deposit: {reason}", reason=reason)
    await cashier.change_price(booking, label[:MAX_LABEL_LENGTH], amount, reason, "deposit")
    await cashier.move(booking, "deposit_applied", amount, None, reason, "deposit.kept")


async def _is_repeated(
    cashier: Cashier,
    what: str,
    booking_id: UUID,
    request: schemas.PaymentRequest
    | schemas.RefundRequest
    | schemas.DepositRequest
    | schemas.SettleDepositRequest,
    key: str | None,
) -> bool:
    said = f"{what} {booking_id} {request.model_dump_json()}"
    return await journal.is_repeated(cashier.uow, key, said, cashier.now)


def _check_settlement(booking: HeldBooking, held: int, due: int, settled: int, applied: int) -> None:
    if settled > held:
        sentence = journal.MORE_THAN_HELD(amount=str(to_decimal(held)), currency=booking.currency)
        raise InvalidInput.of("returned", sentence)
    if applied > due:
        sentence = online.MORE_THAN_DUE(amount=str(to_decimal(due)), currency=booking.currency)
        raise InvalidInput.of("applied", sentence)
