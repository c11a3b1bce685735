"""A message to a customer as it is when it is sent: its text, details, calendar file, and whether it still holds."""

from dataclasses import dataclass
from datetime import datetime
from typing import cast
from uuid import UUID
from zoneinfo import ZoneInfo

from abano.bookings.manage_link import manage_url
from abano.catalog.service import load_catalog
from abano.catalog.snapshot import Catalog
from abano.customers.assigning import blacklist_warnings
from abano.database.unit_of_work import TenantId, UnitOfWork
from abano.jobs.registry import TaskContext
from abano.languages.choice import path_prefix, spoken
from abano.messages.calendar_file import NAME, Rental, calendar_file, method_of, sequence_of
from abano.messages.defaults import words_in
from abano.messages.letters import Facts, letter_of, values_of
from abano.messages.repository import MessageRepository
from abano.messages.rules import COURTESIES, UNSUBSCRIBABLE, MessageText, Occasion, filled, still_holds
from abano.messages.settings import load_settings
from abano.messages.unsubscribing import PATH, address_hash, unsubscribe_key
from abano.models.bookings import BookingRow
from abano.models.outbox import OutboxMessage
from abano.notifications.kinds import CustomerNotice
from abano.notifications.layout import Attachment, Button, Recipient, Text, html_of, one_line, plain_of
from abano.notifications.service import Skipped, load_recipient

WITH_CALENDAR: frozenset[Occasion] = frozenset({"confirmed", "changed", "cancelled"})


@dataclass(frozen=True, slots=True)
class Writing:
    """What a message is made of. ``secret``: the installation's.

    ``is_unverified``: no colleague has looked at the booking, and anyone can give any address with it. What a visitor
    typed is left out then, and such emails to one person have a limit.
    """

    uow: UnitOfWork
    booking: BookingRow
    occasion: Occasion
    recipient: Recipient
    catalog: Catalog
    language: str
    secret: str
    now: datetime
    is_unverified: bool = False

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.catalog.rules.timezone)


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
            return Skipped("no_address")
        catalog = await load_catalog(uow)
        zone = ZoneInfo(catalog.rules.timezone)
        if not still_holds(occasion, booking.status) or await repository.is_superseded(message):
            return Skipped("outdated")
        if occasion == "reminder" and (
            booking.pickup_at <= now or notice.day != booking.pickup_at.astimezone(zone).date().isoformat()
        ):
            return Skipped("outdated")
        hashed = address_hash(secret, tenant_id, booking.customer_email)
        if not notice.is_asked_for and (reason := await _unwanted(uow, booking, occasion, hashed)):
            return Skipped(reason)
        language = spoken(booking.language, catalog.rules.languages) or catalog.rules.languages[0]
        recipient = await load_recipient(uow, origin, language)
        is_unverified = not notice.is_asked_for and not await repository.is_verified(booking)
        return await _written(
            Writing(uow, booking, occasion, recipient, catalog, language, secret, now, is_unverified)
        )


async def _unwanted(uow: UnitOfWork, booking: BookingRow, occasion: Occasion, hashed: bytes) -> str | None:
    """Why the company or the customer does not want this message; None when they do."""
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
        url=settings.review_url if occasion == "thanks" else manage,
        unsubscribe=_unsubscribe(writing, words.labels["unsubscribe"]),
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
        attachments=await _calendar(writing, facts, words.labels["calendar"], manage),
    )


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


async def _calendar(writing: Writing, facts: Facts, title: str, manage: str) -> tuple[Attachment, ...]:
    """The event of a booking that is firm, and its cancellation where the customer was sent one."""
    booking, is_cancelled = writing.booking, writing.occasion == "cancelled"
    if writing.occasion not in WITH_CALENDAR or booking.status == "pending":
        return ()
    if is_cancelled and not await _has_event(writing.uow, booking.id):
        return ()
    rental = Rental(
        booking_id=booking.id,
        sequence=sequence_of(booking.created_at, booking.updated_at),
        title=f"{filled(title, {'car': booking.car_name})} ({writing.recipient.name})",
        place=facts.pickup_place,
        description=f"{booking.reference}\n{facts.return_place}, {facts.return_time}",
        url=manage,
        starts=booking.pickup_at.astimezone(writing.zone),
        ends=booking.return_at.astimezone(writing.zone),
        company=writing.recipient.name,
        company_email=str(writing.catalog.rules.contacts.get("email") or writing.recipient.email),
        customer=booking.customer_name,
        customer_email=booking.customer_email,
    )
    content = calendar_file(rental, is_cancelled=is_cancelled, now=writing.now)
    parameters = {"method": method_of(is_cancelled=is_cancelled), "charset": "utf-8"}
    return (Attachment(NAME, "text/calendar", content, parameters),)


async def _has_event(uow: UnitOfWork, booking_id: UUID) -> bool:
    return await MessageRepository(uow).was_told(booking_id, ("confirmed", "changed"))
