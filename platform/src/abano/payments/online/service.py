"""Use cases of payment links: make one, ask Stripe what became of it, show it.

No transaction is open while Stripe is asked.
"""

import base64
import hmac
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import cast
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.booking_record.models import BookingRow
from abano.core.errors import Conflict, InvalidInput, Message, NotFound, Sentence
from abano.core.ids import new_id, token_hash
from abano.core.languages.texts import Texts, format_money, path_prefix, texts_in
from abano.core.money import to_decimal, to_json
from abano.db.unit_of_work import UnitOfWork
from abano.messaging.outbox.booking_kinds import CustomerEmail
from abano.messaging.outbox.outbox import enqueue
from abano.payments.invoices.content import language_of
from abano.payments.journal import service as journal
from abano.payments.online.account import find_account, stripe_of
from abano.payments.online.models import OnlinePayment
from abano.payments.online.refunds import Office, note_problem, settle
from abano.payments.online.repository import OnlineRepository
from abano.payments.online.rules import Purpose, SessionOutcome, read_session
from abano.payments.online.stripe import Checkout, Stripe, StripeFailed

# Stripe allows at most 24 hours.
LINK_LIVES = timedelta(hours=23)
RETURN_PATH = "/payment"
STRIPE_LANGUAGES = frozenset({"en", "de", "ru", "fr", "es", "it", "pl", "tr"})
MORE_THAN_DUE = Message("more_than_due", "The customer owes only {amount} {currency}")
NO_EMAIL = Message(
    "customer_has_no_email", "This customer has no email address to which a link could be sent"
)
MAX_LINKS = 20
# A link with less time left is replaced.
MIN_LEFT = timedelta(hours=1)
MAX_ATTEMPTS = 3


class TooManyLinks(Conflict):
    """This booking has reached its limit of payment links."""


class NothingDue(Conflict):
    """Nothing is due for this booking."""


class LinkReplaced(Conflict):
    """Another payment link was made for this booking at the same time. Please try again."""


class StripeSaidNo(Conflict):
    """Stripe couldn't create the payment link. Please try again."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A payment link to create. ``amount`` in minor units. None: the balance due.

    A link with purpose ``hold`` puts the amount on hold on the customer's card.
    """

    purpose: Purpose
    amount: int | None
    is_sent: bool


async def make_link(
    office: Office, actor: Actor | None, booking_id: UUID, wanted: Wanted, key: str | None, now: datetime
) -> str | None:
    """Create a payment link, and optionally send it. ``actor`` is None for the customer.

    A booking has one open link per purpose: a link for the same amount is reused, others are first expired at
    Stripe. Returns the link's URL, or None for a repeated call. Raises NotFound, NoOnlinePayments,
    InvalidInput, NothingDue, TooManyLinks, LinkReplaced, StripeSaidNo.
    """
    request = f"link {booking_id} {wanted}"
    for attempt in range(MAX_ATTEMPTS):
        async with office.db.uow(office.tenant.id) as uow:
            if attempt == 0 and await journal.is_repeated(uow, key, request, now):
                return None
            booking = await journal.hold_booking(uow, booking_id)
            stripe = stripe_of(office.settings, office.tenant.id, await find_account(uow))
            found = await _find_or_add(uow, office, actor, booking, wanted, now)
            if isinstance(found, OnlinePayment):
                checkout = _checkout(office, booking, found)
        if isinstance(found, OnlinePayment):
            payment_id, url = found.id, found.url or await _open_session(office, stripe, found, checkout)
            break
        try:
            for replaced in found:
                await close_link(office, stripe, replaced, now)
        except (StripeFailed, ValueError) as error:
            raise StripeSaidNo(error.sentence if isinstance(error, StripeFailed) else None) from error
    else:
        raise LinkReplaced
    if wanted.is_sent:
        async with office.db.uow(office.tenant.id) as uow:
            payment = await OnlineRepository(uow).find(payment_id)
            if payment is None:
                raise NotFound
            booking_row = await journal.get_booking(uow, booking_id)
            await enqueue(uow, _email(office, booking_row, payment), now, booking_id=booking_id)
    return url


async def check_link(office: Office, payment: OnlinePayment, now: datetime) -> None:
    """Ask Stripe what became of a link. One for more than is due by now is expired there.

    Raises StripeFailed, NoOnlinePayments, StripeKeyUnreadable.
    """
    async with office.db.uow(office.tenant.id) as uow:
        stripe = stripe_of(office.settings, office.tenant.id, await find_account(uow))
        balance = await journal.balance_of(uow, await journal.get_booking(uow, payment.booking_id))
    if payment.session_id is None:
        # Its process ended before Stripe answered: no one has that link.
        await _note_failure(office, payment.id, None)
    elif payment.purpose == "payment" and payment.amount_minor > balance.due:
        await close_link(office, stripe, payment, now)
    else:
        await _settle(office, read_session(await stripe.get_session(payment.session_id)), now)


async def show_return(uow: UnitOfWork, token: str) -> tuple[OnlinePayment, BookingRow]:
    """The link of a return page's token. Raises NotFound."""
    payment = await OnlineRepository(uow).find_by_token(token_hash(token))
    if payment is None:
        raise NotFound
    return payment, await journal.get_booking(uow, payment.booking_id)


async def links_of(uow: UnitOfWork, booking_id: UUID) -> list[OnlinePayment]:
    """The links of a booking, oldest first."""
    return await OnlineRepository(uow).of_booking(booking_id)


async def _find_or_add(
    uow: UnitOfWork,
    office: Office,
    actor: Actor | None,
    booking: journal.HeldBooking,
    wanted: Wanted,
    now: datetime,
) -> OnlinePayment | list[OnlinePayment]:
    """The link to use, new or open; or the open ones that have to be closed before there can be another."""
    due = (await journal.balance_of(uow, booking)).due
    amount = due if wanted.amount is None else wanted.amount
    if wanted.amount is None and due <= 0:
        raise NothingDue
    if wanted.purpose == "payment" and amount > due:
        shown = str(to_decimal(max(0, due)))
        raise InvalidInput.of("amount", MORE_THAN_DUE(amount=shown, currency=booking.currency))
    if wanted.is_sent and "@" not in booking.customer_email:
        raise InvalidInput.of("sendEmail", NO_EMAIL())
    repository = OnlineRepository(uow)
    earlier = await repository.of_booking(booking.id)
    replaced = []
    for each in earlier:
        if each.purpose != wanted.purpose or each.state not in {"preparing", "open"}:
            continue
        if each.amount_minor == amount and each.expires_at - now >= MIN_LEFT:
            return each
        if each.session_id is None:
            # The request that is creating it finds this and closes its session.
            each.state = "failed"
        else:
            replaced.append(each)
    await repository.flush()
    if replaced:
        return replaced
    if len(earlier) >= MAX_LINKS:
        raise TooManyLinks
    payment_id = new_id()
    payment = OnlinePayment(
        tenant_id=uow.tenant_id,
        id=payment_id,
        booking_id=booking.id,
        purpose=wanted.purpose,
        state="preparing",
        currency=booking.currency,
        amount_minor=amount,
        token_hash=token_hash(_return_token(office, payment_id)),
        created_by=actor.admin_id if actor else None,
        created_at=now,
        expires_at=now + LINK_LIVES,
        checked_at=now,
    )
    await repository.add(payment)
    if actor is not None:
        after = {
            "purpose": wanted.purpose,
            "amount": to_json(amount),
            "currency": booking.currency,
            "sent": wanted.is_sent,
        }
        subject = ("booking", booking.reference)
        await record(uow, actor, "payment.link_made", subject=subject, after=after, now=now)
    return payment


async def _open_session(office: Office, stripe: Stripe, payment: OnlinePayment, checkout: Checkout) -> str:
    """The URL of the link's session. Concurrent calls get the same session: its idempotency key is the link's id."""
    try:
        made = await stripe.create_session(checkout, str(payment.id))
        outcome, url = read_session(made), str(made.get("url") or "")
    except (StripeFailed, ValueError) as error:
        sentence = error.sentence if isinstance(error, StripeFailed) else None
        await _note_failure(office, payment.id, sentence)
        raise StripeSaidNo(sentence) from error
    async with office.db.uow(office.tenant.id) as uow:
        repository = OnlineRepository(uow)
        stored = await repository.find(payment.id)
        if stored is None:
            raise NotFound
        is_replaced = stored.state not in {"preparing", "open"}
        if not is_replaced:
            stored.state, stored.session_id, stored.url = "open", outcome.session_id, url
            await repository.flush()
            await repository.change_settings(problem=None)
    if is_replaced:
        with suppress(StripeFailed):
            await stripe.expire_session(outcome.session_id)
        raise LinkReplaced
    return url


async def close_link(office: Office, stripe: Stripe, payment: OnlinePayment, now: datetime) -> None:
    """Expire a link's session, or record its payment if it was paid. Raises StripeFailed, ValueError."""
    session_id = payment.session_id or ""
    try:
        session = await stripe.expire_session(session_id)
    except StripeFailed as error:
        if not error.is_final:
            raise
        # Only open sessions can be expired: this one was paid or is over.
        session = await stripe.get_session(session_id)
    await _settle(office, read_session(session), now)


async def _settle(office: Office, outcome: SessionOutcome, now: datetime) -> None:
    async with office.db.uow(office.tenant.id) as uow:
        await settle(uow, office.tenant, office.catalog, outcome, now)


def _checkout(office: Office, booking: BookingRow, payment: OnlinePayment) -> Checkout:
    """The same for the same link: Stripe refuses a repeated call with other values."""
    language = language_of(booking, office.catalog)
    prefix = path_prefix(language, office.catalog.rules.languages)
    return Checkout(
        reference=booking.reference,
        title=_title(office, booking, cast(Purpose, payment.purpose)),
        amount=payment.amount_minor,
        currency=payment.currency,
        email=booking.customer_email,
        language=language if language in STRIPE_LANGUAGES else "auto",
        # In the fragment, which is not sent to servers and not logged.
        return_url=f"{office.origin}{prefix}{RETURN_PATH}#{_return_token(office, payment.id)}",
        expires_at=int(payment.expires_at.timestamp()),
        metadata={"payment": str(payment.id), "booking": booking.reference},
        hold_text=_hold_text(office, booking, payment) if payment.purpose == "hold" else "",
    )


def _return_token(office: Office, payment_id: UUID) -> str:
    """Derived, so that a repeated call to Stripe has the same return URL."""
    key = office.settings.secret_key.get_secret_value().encode()
    digest = hmac.digest(key, f"payment return|{office.tenant.id}|{payment_id}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def _title(office: Office, booking: BookingRow, purpose: Purpose) -> str:
    texts = texts_in(language_of(booking, office.catalog))
    if purpose != "payment":
        return texts.gettext("Deposit for booking {reference}", reference=booking.reference)
    return texts.gettext("Booking {reference}: {car}", reference=booking.reference, car=booking.car_name)


def _hold_text(office: Office, booking: BookingRow, payment: OnlinePayment) -> str:
    texts = texts_in(language_of(booking, office.catalog))
    amount = format_money(payment.amount_minor, payment.currency, texts.locale)
    return texts.gettext(
        "{amount} is held on your card as a deposit. It is only charged if something has to be paid from it.",
        amount=amount,
    )


def _request_text(texts: Texts, booking: BookingRow, payment: OnlinePayment) -> str:
    values = {
        "amount": format_money(payment.amount_minor, payment.currency, texts.locale),
        "reference": booking.reference,
    }
    if payment.purpose == "payment":
        return texts.gettext(
            "pay {amount} for your booking {reference} here. The link expires in one day:", **values
        )
    if payment.purpose == "hold":
        return texts.gettext(
            "place the deposit of {amount} for your booking {reference} here. The amount is held on your card and"
            " only charged if something has to be paid from it. The link expires in one day:",
            **values,
        )
    return texts.gettext(
        "pay the deposit of {amount} for your booking {reference} here. The link expires in one day:",
        **values,
    )


def _email(office: Office, booking: BookingRow, payment: OnlinePayment) -> CustomerEmail:
    language = language_of(booking, office.catalog)
    texts = texts_in(language)
    paragraphs = (
        texts.gettext("Dear {customer},", customer=booking.customer_name),
        _request_text(texts, booking, payment),
        payment.url or "",
        texts.gettext("Kind regards,\n{company}", company=office.tenant.name),
    )
    subject = (
        texts.gettext("Deposit for your booking {reference}", reference=booking.reference)
        if payment.purpose == "hold"
        else texts.gettext("Payment for your booking {reference}", reference=booking.reference)
    )
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
