"""Composes a customer message when it is sent: text, details, attachments, whether it still applies."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import cast
from uuid import UUID
from zoneinfo import ZoneInfo

import orjson

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.booking_record.links import manage_url, review_url
from abano.booking_record.models import BookingRow
from abano.bookings.agreements.service import Site, find_url, has_open_request
from abano.bookings.customer_emails.attachments import Writing, calendar_of, voucher_file, voucher_for
from abano.bookings.customer_emails.letters import Facts, letter_of, settlement_rows, values_of, words_in
from abano.bookings.customer_emails.repository import MessageRepository
from abano.bookings.customer_emails.rules import (
    COURTESIES,
    OCCASIONS,
    UNSUBSCRIBABLE,
    EmailMissing,
    MessageNotCurrent,
    MessageText,
    Occasion,
    filled,
    still_holds,
)
from abano.bookings.customer_emails.schemas import BookingMessagesResponse, MessageOut, State
from abano.bookings.customer_emails.service import EmailSettings, load_settings
from abano.bookings.customer_emails.webhooks import PATH, email_hash, unsubscribe_key
from abano.bookings.customers.merging import blacklist_warnings
from abano.catalog.published.service import load_catalog
from abano.core.errors import NotFound
from abano.core.languages.texts import negotiate_language, path_prefix
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.booking_kinds import CustomerNotice
from abano.messaging.outbox.layout import Button, Text, html_of, one_line, plain_of
from abano.messaging.outbox.models import OutboxMessage
from abano.messaging.outbox.outbox import enqueue, enqueue_stored
from abano.messaging.outbox.service import Skipped, load_recipient
from abano.payments.invoices.seller import find_bank_account
from abano.payments.journal.service import settlement_of

# Use cases of a booking's messages at the desk: what became of each, and sending one again.


async def list_messages(uow: UnitOfWork, booking_id: UUID) -> BookingMessagesResponse:
    """Newest first. Raises NotFound."""
    repository = MessageRepository(uow)
    booking = await repository.get_booking(booking_id)
    messages = await repository.of_booking(booking_id)
    return BookingMessagesResponse(
        messages=[_shown(each, booking) for each in messages], has_bounced=_has_bounced(messages, booking)
    )


async def resend(
    uow: UnitOfWork, actor: Actor, booking_id: UUID, message_id: UUID, zone: ZoneInfo, now: datetime
) -> None:
    """Send a message again, to the address that the booking has now.

    A message shows the current state of the booking. Raises NotFound, EmailMissing, MessageNotCurrent.
    """
    repository = MessageRepository(uow)
    booking = await repository.get_booking(booking_id, locked=True)
    message = await repository.find_message(message_id)
    if message is None or message.booking_id != booking_id:
        raise NotFound
    if "@" not in booking.customer_email:
        raise EmailMissing
    if not _can_resend(message, booking):
        raise MessageNotCurrent
    if occasion := _occasion(message):
        day = booking.pickup_at.astimezone(zone).date().isoformat()
        notice = CustomerNotice(
            occasion=occasion, day=day if occasion == "reminder" else None, is_asked_for=True
        )
        await enqueue(uow, notice, now, booking_id=booking_id)
    else:
        payload = orjson.dumps(message.payload | {"to": booking.customer_email}).decode()
        await enqueue_stored(uow, message.kind, payload, now, booking_id=booking_id)
    await record(
        uow,
        actor,
        "booking.message_resent",
        subject=("booking", booking.reference),
        after={"message": occasion or message.kind},
        now=now,
    )


def _shown(message: OutboxMessage, booking: BookingRow) -> MessageOut:
    state = state_of(message)
    return MessageOut(
        id=message.id,
        kind=message.kind,
        occasion=_occasion(message),
        subject=message.subject or message.payload.get("subject"),
        recipient=message.recipient,
        state=state,
        reason=message.outcome_reason or (message.last_error if state in ("failed", "pending") else None),
        created_at=message.created_at,
        at=message.outcome_at or message.dead_at or message.sent_at,
        can_resend=_can_resend(message, booking),
    )


def state_of(message: OutboxMessage) -> State:
    if message.dead_at is not None:
        return "failed"
    if message.sent_at is None:
        return "pending"
    return cast(State, message.outcome or "sent")


def _occasion(message: OutboxMessage) -> Occasion | None:
    said = message.payload.get("occasion")
    return said if message.kind == CustomerNotice.kind and said in OCCASIONS else None


def _can_resend(message: OutboxMessage, booking: BookingRow) -> bool:
    if state_of(message) == "pending" or "@" not in booking.customer_email:
        return False
    occasion = _occasion(message)
    return occasion is None or still_holds(occasion, booking.status)


def _has_bounced(messages: list[OutboxMessage], booking: BookingRow) -> bool:
    """Whether the newest message with a delivery report to the current email address bounced."""
    present = booking.customer_email.lower()
    reported = (
        each.outcome
        for each in messages
        if (each.recipient or "").lower() == present and each.outcome not in (None, "skipped")
    )
    return next(reported, None) == "bounced"


async def compose(
    context: TaskContext, tenant_id: TenantId, message: OutboxMessage, origin: str
) -> Text | Skipped:
    """The composer of ``CustomerNotice``."""
    notice = CustomerNotice.model_validate(message.payload)
    occasion = cast(Occasion, notice.occasion)
    secret, now = context.settings.secret_key.get_secret_value(), context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        repository = MessageRepository(uow)
        booking = await repository.find_booking(message.booking_id) if message.booking_id else None
        if booking is None or "@" not in booking.customer_email:
            return Skipped("no_email")
        catalog = await load_catalog(uow)
        zone = ZoneInfo(catalog.rules.timezone)
        day = booking.pickup_at.astimezone(zone).date().isoformat()
        is_missed = occasion == "reminder" and (booking.pickup_at <= now or notice.day != day)
        if (
            is_missed
            or not still_holds(occasion, booking.status)
            or await repository.is_superseded(message)
            or (occasion == "agreement" and not await has_open_request(uow, booking, now))
        ):
            return Skipped("outdated")
        hashed = email_hash(secret, tenant_id, booking.customer_email)
        if not notice.is_asked_for and (reason := await unwanted(uow, booking, occasion, hashed)):
            return Skipped(reason)
        language = negotiate_language(booking.language, catalog.rules.languages) or catalog.rules.languages[0]
        recipient = await load_recipient(uow, origin, language)
        is_unverified = not notice.is_asked_for and not await repository.is_verified(booking)
        writing = Writing(uow, booking, occasion, recipient, catalog, language, secret, now, is_unverified)
        text = await _written(writing)
        voucher = await voucher_for(writing)
    if voucher is None:
        return text
    # Rendering takes tens of milliseconds. No connection is used meanwhile.
    attached = await asyncio.to_thread(voucher_file, voucher)
    return replace(text, attachments=(*text.attachments, attached))


async def unwanted(uow: UnitOfWork, booking: BookingRow, occasion: Occasion, hashed: bytes) -> str | None:
    """The reason to skip this message, from the company's or the customer's settings. None: send it."""
    if occasion in (await load_settings(uow)).switched_off:
        return "switched_off"
    if occasion in UNSUBSCRIBABLE and await MessageRepository(uow).is_unsubscribed(hashed):
        return "unsubscribed"
    if occasion in COURTESIES:
        [warning] = await blacklist_warnings(uow, [(booking.customer_email, booking.customer_phone)])
        return "blacklisted" if warning else None
    return None


async def _written(writing: Writing) -> Text:
    booking, recipient, occasion = writing.booking, writing.recipient, writing.occasion
    repository = MessageRepository(writing.uow)
    own = await repository.find_text(occasion, writing.language)
    words = words_in(writing.language)
    said = MessageText(own.subject, own.heading, own.body, own.button) if own else words.occasions[occasion]
    settings = await load_settings(writing.uow)
    details = await repository.find_details(booking.id)
    facts = Facts.of(booking, writing.catalog, writing.language, details)
    if writing.is_unverified:
        facts = facts.without_typed(words.labels["guest"], writing.catalog)
    values = values_of(facts, recipient, writing.catalog)
    prefix = path_prefix(writing.language, recipient.languages)
    manage = manage_url(writing.secret, recipient.public_origin, prefix, booking)
    letter = letter_of(
        occasion,
        said,
        facts,
        values,
        words,
        url=await _url(writing, settings, prefix, manage),
        unsubscribe=_unsubscribe(writing, words.labels["unsubscribe"]),
        settled=await _settled(writing, words.labels),
    )
    subject = one_line(filled(said.subject, values))
    return Text(
        subject,
        plain_of(letter, recipient),
        html_of(letter, recipient, subject, writing.language),
        to=one_line(booking.customer_email),
        reply_to=recipient.email or None,
        language=writing.language,
        from_name=recipient.name,
        is_unverified=writing.is_unverified,
        headers=_headers(letter.unsubscribe),
        attachments=await calendar_of(writing, facts, words.labels["calendar"], manage),
    )


async def _settled(writing: Writing, labels: Mapping[str, str]) -> list[tuple[str, str]]:
    """The settlement rows of a cancelled booking. Empty for other bookings."""
    settled = await settlement_of(writing.uow, writing.booking)
    if settled is None:
        return []
    account = await find_bank_account(writing.uow) if settled.owed else ""
    return list(settlement_rows(settled, writing.booking.currency, writing.language, labels, account=account))


async def _url(writing: Writing, settings: EmailSettings, prefix: str, manage: str) -> str:
    """Where the button leads; ``manage``: the booking's own link."""
    if writing.occasion == "thanks":
        return _thanks_url(writing, settings, prefix)
    if writing.occasion == "agreement":
        site = Site(writing.secret, writing.recipient.public_origin)
        return await find_url(writing.uow, writing.catalog, writing.booking, site, writing.now) or manage
    return manage


def _thanks_url(writing: Writing, settings: EmailSettings, prefix: str) -> str:
    """The company's review page, or the review form of its own site."""
    own = review_url(writing.secret, writing.recipient.public_origin, prefix, writing.booking)
    return settings.review_url or own


def _unsubscribe(writing: Writing, label: str) -> Button | None:
    if writing.occasion not in UNSUBSCRIBABLE:
        return None
    key = unsubscribe_key(writing.secret, writing.uow.tenant_id, writing.booking.customer_email)
    return Button(label, f"{writing.recipient.public_origin}{PATH}?key={key}&lang={writing.language}")


def _headers(unsubscribe: Button | None) -> dict[str, str]:
    """One click in the mail program is enough (RFC 8058)."""
    if unsubscribe is None:
        return {}
    return {
        "List-Unsubscribe": f"<{unsubscribe.url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
