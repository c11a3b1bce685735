"""Use cases of online payments: make a link, give money back, ask Stripe what became of both.

No transaction is open while Stripe is asked.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from abano.audit.service import record
from abano.auth.principals import Actor
from abano.catalog.snapshot import Catalog
from abano.config import Settings
from abano.database.engine import Database
from abano.database.unit_of_work import UnitOfWork
from abano.errors import Conflict, InvalidInput, NotFound
from abano.errors.messages import Message, Sentence
from abano.kit.ids import new_id, new_token, token_hash
from abano.kit.money import to_decimal, to_json
from abano.languages.choice import path_prefix
from abano.languages.formats import format_money
from abano.languages.texts import texts_in
from abano.models.bookings import BookingRow
from abano.models.payments import JournalEntry, OnlinePayment, OnlineRefund
from abano.notifications.kinds import CustomerEmail
from abano.notifications.outbox import enqueue
from abano.payments.invoices.service import language_of
from abano.payments.journal import service as journal
from abano.payments.online.account import find_account, stripe_of
from abano.payments.online.repository import OnlineRepository
from abano.payments.online.rules import Purpose, read_session
from abano.payments.online.settling import settle, undo_refund
from abano.payments.online.stripe import Checkout, StripeFailed
from abano.tenants.tenant import Tenant

# Stripe allows at most 24 hours.
LINK_LIVES = timedelta(hours=23)
RETURN_PATH = "/payment"
STRIPE_LANGUAGES = frozenset({"en", "de", "ru", "fr", "es", "it", "pl", "tr"})
MORE_THAN_DUE = Message("more_than_due", "The customer owes {amount} {currency}, no more")
NOT_REFUNDABLE_ONLINE = Message(
    "not_refundable_online", "At most {amount} {currency} of one online payment can be given back online"
)
NO_EMAIL = Message(
    "customer_has_no_email", "This customer has no e-mail address to which a link could be sent"
)
MOST_LINKS = 20


class TooManyLinks(Conflict):
    """There are too many payment links for this booking already."""


class StripeSaidNo(Conflict):
    """Stripe did not make the payment link."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A link to be made. ``amount`` in minor units."""

    purpose: Purpose
    amount: int
    is_sent: bool


@dataclass(frozen=True, slots=True)
class Prepared:
    payment_id: UUID
    checkout: Checkout


@dataclass(frozen=True, slots=True)
class Office:
    """What a use case that leaves the database needs, too. ``origin``: of the company's site."""

    db: Database
    settings: Settings
    tenant: Tenant
    catalog: Catalog
    origin: str = ""


async def make_link(
    office: Office, actor: Actor, booking_id: UUID, wanted: Wanted, key: str | None, now: datetime
) -> None:
    """Make a payment link, and send it where wanted.

    Raises NotFound, NoOnlinePayments, InvalidInput, TooManyLinks, StripeSaidNo.
    """
    async with office.db.uow(office.tenant.id) as uow:
        request = f"link {booking_id} {wanted}"
        if await journal.is_repeated(uow, key, request, now):
            return
        await journal.get_booking(uow, booking_id)
        stripe = stripe_of(office.settings, office.tenant.id, await find_account(uow))
        prepared = await _prepare(uow, office, actor, booking_id, wanted, now)
    try:
        made = await stripe.create_session(prepared.checkout, str(prepared.payment_id))
        outcome, url = read_session(made), str(made.get("url") or "")
    except (StripeFailed, ValueError) as error:
        sentence = error.sentence if isinstance(error, StripeFailed) else None
        await _note_failure(office, prepared.payment_id, sentence)
        raise StripeSaidNo(sentence) from error
    async with office.db.uow(office.tenant.id) as uow:
        repository = OnlineRepository(uow)
        payment = await repository.find(prepared.payment_id)
        if payment is None:
            raise NotFound
        payment.state, payment.session_id, payment.url = "open", outcome.session_id, url
        await repository.flush()
        await repository.change_settings(problem=None)
        booking = await journal.get_booking(uow, booking_id)
        if wanted.is_sent:
            await enqueue(uow, _email(office, booking, payment), now)


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
            await _note_problem(office, error.sentence)
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


async def check_link(office: Office, payment: OnlinePayment, now: datetime) -> None:
    """Ask Stripe what became of a link. Raises StripeFailed, NoOnlinePayments, StripeKeyUnreadable."""
    async with office.db.uow(office.tenant.id) as uow:
        stripe = stripe_of(office.settings, office.tenant.id, await find_account(uow))
    if payment.session_id is None:
        # Its process ended before Stripe answered: nobody has that link.
        await _note_failure(office, payment.id, None)
        return
    outcome = read_session(await stripe.get_session(payment.session_id))
    async with office.db.uow(office.tenant.id) as uow:
        await settle(uow, office.tenant, office.catalog, outcome, now)


async def show_return(uow: UnitOfWork, token: str) -> tuple[OnlinePayment, BookingRow]:
    """The link to whose return page this token belongs. Raises NotFound."""
    payment = await OnlineRepository(uow).find_by_token(token_hash(token))
    if payment is None:
        raise NotFound
    return payment, await journal.get_booking(uow, payment.booking_id)


async def links_of(uow: UnitOfWork, booking_id: UUID) -> list[OnlinePayment]:
    """The links of a booking, oldest first."""
    return await OnlineRepository(uow).of_booking(booking_id)


async def refund_states(uow: UnitOfWork, booking_id: UUID) -> dict[UUID, str]:
    """How far each online refund of a booking is, by its entry."""
    return await OnlineRepository(uow).refunds_of(booking_id)


async def _prepare(
    uow: UnitOfWork, office: Office, actor: Actor, booking_id: UUID, wanted: Wanted, now: datetime
) -> Prepared:
    booking = await journal.hold_booking(uow, booking_id)
    balance = await journal.balance_of(uow, booking)
    if wanted.purpose == "payment" and wanted.amount > balance.due:
        due = str(to_decimal(max(0, balance.due)))
        raise InvalidInput.of("amount", MORE_THAN_DUE(amount=due, currency=booking.currency))
    if wanted.is_sent and "@" not in booking.customer_email:
        raise InvalidInput.of("sendEmail", NO_EMAIL())
    repository = OnlineRepository(uow)
    if len(await repository.of_booking(booking.id)) >= MOST_LINKS:
        raise TooManyLinks
    token, expires = new_token(), now + LINK_LIVES
    payment = OnlinePayment(
        tenant_id=uow.tenant_id,
        id=new_id(),
        booking_id=booking.id,
        purpose=wanted.purpose,
        currency=booking.currency,
        amount_minor=wanted.amount,
        token_hash=token_hash(token),
        created_by=actor.admin_id,
        created_at=now,
        expires_at=expires,
        checked_at=now,
    )
    await repository.add(payment)
    after = {
        "purpose": wanted.purpose,
        "amount": to_json(wanted.amount),
        "currency": booking.currency,
        "sent": wanted.is_sent,
    }
    subject = ("booking", booking.reference)
    await record(uow, actor, "payment.link_made", subject=subject, after=after, now=now)
    language = language_of(booking, office.catalog)
    prefix = path_prefix(language, office.catalog.rules.languages)
    checkout = Checkout(
        reference=booking.reference,
        title=_title(office, booking, wanted.purpose),
        amount=wanted.amount,
        currency=booking.currency,
        email=booking.customer_email,
        language=language if language in STRIPE_LANGUAGES else "auto",
        # Behind the #, where no log of a server sees it.
        return_url=f"{office.origin}{prefix}{RETURN_PATH}#{token}",
        expires_at=int(expires.timestamp()),
        metadata={"payment": str(payment.id), "booking": booking.reference},
    )
    return Prepared(payment.id, checkout)


def _title(office: Office, booking: BookingRow, purpose: Purpose) -> str:
    texts = texts_in(language_of(booking, office.catalog))
    if purpose == "deposit":
        return texts.gettext("Deposit for booking {reference}", reference=booking.reference)
    return texts.gettext("Booking {reference}: {car}", reference=booking.reference, car=booking.car_name)


def _email(office: Office, booking: BookingRow, payment: OnlinePayment) -> CustomerEmail:
    language = language_of(booking, office.catalog)
    texts = texts_in(language)
    amount = format_money(payment.amount_minor, payment.currency, texts.locale)
    paragraphs = (
        texts.gettext("Dear {customer},", customer=booking.customer_name),
        texts.gettext(
            "you can pay {amount} for your booking {reference} here, within a day:",
            amount=amount,
            reference=booking.reference,
        )
        if payment.purpose == "payment"
        else texts.gettext(
            "you can leave the deposit of {amount} for your booking {reference} here, within a day:",
            amount=amount,
            reference=booking.reference,
        ),
        payment.url or "",
        texts.gettext("Kind regards,\n{company}", company=office.tenant.name),
    )
    subject = texts.gettext("Payment for your booking {reference}", reference=booking.reference)
    return CustomerEmail(
        to=booking.customer_email, subject=subject, body="\n\n".join(paragraphs), language=language
    )


async def _note_failure(office: Office, payment_id: UUID, sentence: Sentence | None) -> None:
    async with office.db.uow(office.tenant.id) as uow:
        repository = OnlineRepository(uow)
        payment = await repository.find(payment_id)
        if payment is not None and payment.state == "preparing":
            payment.state = "failed"
            await repository.flush()
    if sentence is not None:
        await _note_problem(office, sentence)


async def _note_problem(office: Office, sentence: Sentence) -> None:
    async with office.db.uow(office.tenant.id) as uow:
        problem = {"code": sentence.code, "params": dict(sentence.params)}
        await OnlineRepository(uow).change_settings(problem=problem)
