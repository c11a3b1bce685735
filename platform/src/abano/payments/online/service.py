"""Use cases of payment links: make one, ask Stripe what became of it, show it.

No transaction is open while Stripe is asked.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from abano.audit.service import record
from abano.auth.principals import Actor
from abano.database.unit_of_work import UnitOfWork
from abano.errors import Conflict, InvalidInput, NotFound
from abano.errors.messages import Message, Sentence
from abano.kit.ids import new_id, new_token, token_hash
from abano.kit.money import to_decimal, to_json
from abano.languages.choice import path_prefix
from abano.languages.formats import format_money
from abano.languages.texts import texts_in
from abano.models.bookings import BookingRow
from abano.models.payments import OnlinePayment
from abano.notifications.kinds import CustomerEmail
from abano.notifications.outbox import enqueue
from abano.payments.invoices.service import language_of
from abano.payments.journal import service as journal
from abano.payments.online.account import find_account, stripe_of
from abano.payments.online.office import Office, note_problem
from abano.payments.online.repository import OnlineRepository
from abano.payments.online.rules import Purpose, read_session
from abano.payments.online.settling import settle
from abano.payments.online.stripe import Checkout, StripeFailed

# Stripe allows at most 24 hours.
LINK_LIVES = timedelta(hours=23)
RETURN_PATH = "/payment"
STRIPE_LANGUAGES = frozenset({"en", "de", "ru", "fr", "es", "it", "pl", "tr"})
MORE_THAN_DUE = Message("more_than_due", "The customer owes {amount} {currency}, no more")
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


async def make_link(
    office: Office, actor: Actor | None, booking_id: UUID, wanted: Wanted, key: str | None, now: datetime
) -> None:
    """Make a payment link, and send it where wanted. ``actor`` is None for the customer.

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
            await enqueue(uow, _email(office, booking, payment), now, booking_id=booking.id)


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


async def _prepare(
    uow: UnitOfWork, office: Office, actor: Actor | None, booking_id: UUID, wanted: Wanted, now: datetime
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
        created_by=actor.admin_id if actor else None,
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
    if actor is not None:
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
        await note_problem(office, sentence)
