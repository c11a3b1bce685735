"""A message to a customer as it is when it is sent: its text, details, calendar file, and whether it still holds."""

from dataclasses import dataclass
from datetime import datetime
from typing import cast
from uuid import UUID
from zoneinfo import ZoneInfo

import orjson
from icalendar import Calendar, Event, vCalAddress, vText

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.bookings.customers.merging import blacklist_warnings
from abano.bookings.lifecycle.models import BookingRow
from abano.bookings.lifecycle.service import manage_url
from abano.catalog.published.service import load_catalog
from abano.catalog.published.snapshot import Catalog
from abano.core.errors import NotFound
from abano.core.languages.texts import negotiate_language, path_prefix
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.jobs.registry import TaskContext
from abano.messaging.customer_emails.letters import Facts, letter_of, values_of, words_in
from abano.messaging.customer_emails.repository import MessageRepository
from abano.messaging.customer_emails.rules import (
    COURTESIES,
    OCCASIONS,
    UNSUBSCRIBABLE,
    MessageNotCurrent,
    MessageText,
    NoAddressToWriteTo,
    Occasion,
    filled,
    still_holds,
)
from abano.messaging.customer_emails.schemas import BookingMessagesResponse, MessageOut, State
from abano.messaging.customer_emails.service import load_settings
from abano.messaging.customer_emails.webhooks import PATH, address_hash, unsubscribe_key
from abano.messaging.outbox.kinds import CustomerNotice
from abano.messaging.outbox.layout import Attachment, Button, Recipient, Text, html_of, one_line, plain_of
from abano.messaging.outbox.models import OutboxMessage
from abano.messaging.outbox.outbox import enqueue, enqueue_stored
from abano.messaging.outbox.service import Skipped, load_recipient

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

    A message shows the current state of the booking. Raises NotFound, NoAddressToWriteTo, MessageNotCurrent.
    """
    repository = MessageRepository(uow)
    booking = await repository.get_booking(booking_id, locked=True)
    message = await repository.find_message(message_id)
    if message is None or message.booking_id != booking_id:
        raise NotFound
    if "@" not in booking.customer_email:
        raise NoAddressToWriteTo
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
    """Whether the newest message to the present address of which anything was reported came back."""
    present = booking.customer_email.lower()
    reported = (
        each.outcome
        for each in messages
        if (each.recipient or "").lower() == present and each.outcome not in (None, "skipped")
    )
    return next(reported, None) == "bounced"


# The calendar file of a rental: one event, which later files move or cancel. Pure (RFC 5545, RFC 5546).

NAME = "booking.ics"


@dataclass(frozen=True, slots=True)
class Rental:
    """``starts`` and ``ends`` in the company's zone. ``sequence`` never falls from one file to the next."""

    booking_id: UUID
    sequence: int
    title: str
    place: str
    description: str
    url: str
    starts: datetime
    ends: datetime
    company: str
    company_email: str
    customer: str
    customer_email: str


def calendar_file(rental: Rental, *, is_cancelled: bool, now: datetime) -> bytes:
    """A request for the rental's event, or its cancellation."""
    event = Event()
    # The site's own file has the same one (trip-links.tsx), so that a calendar has one entry of a booking.
    event.add("uid", f"{rental.booking_id}@abano")
    event.add("sequence", rental.sequence)
    event.add("dtstamp", now)
    event.add("dtstart", rental.starts)
    event.add("dtend", rental.ends)
    event.add("summary", rental.title)
    event.add("location", rental.place)
    event.add("description", rental.description)
    event.add("status", "CANCELLED" if is_cancelled else "CONFIRMED")
    # A rental of a week does not make its days busy.
    event.add("transp", "TRANSPARENT")
    if rental.url:
        event.add("url", rental.url)
    if rental.company_email:
        organizer = vCalAddress(f"mailto:{rental.company_email}")
        organizer.params["CN"] = vText(rental.company)
        event.add("organizer", organizer)
        attendee = vCalAddress(f"mailto:{rental.customer_email}")
        attendee.params["CN"] = vText(rental.customer)
        attendee.params["PARTSTAT"] = vText("ACCEPTED")
        event.add("attendee", attendee)
    calendar = Calendar()
    calendar.add("prodid", "-//Abano//Bookings//EN")
    calendar.add("version", "2.0")
    calendar.add("method", method_of(is_cancelled=is_cancelled))
    calendar.add_component(event)
    calendar.add_missing_timezones()
    return bytes(calendar.to_ical())


def method_of(*, is_cancelled: bool) -> str:
    return "CANCEL" if is_cancelled else "REQUEST"


def sequence_of(created_at: datetime, updated_at: datetime) -> int:
    """It grows with every change of a booking and needs no column of its own: seconds fit its 31 bits."""
    return max(0, int((updated_at - created_at).total_seconds()))


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
        language = negotiate_language(booking.language, catalog.rules.languages) or catalog.rules.languages[0]
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
        description="\n".join(
            line
            for line in (
                booking.reference,
                facts.meeting_point,
                facts.instructions,
                f"{facts.return_place}, {facts.return_time}",
            )
            if line
        ),
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
    return await MessageRepository(uow).was_notified(booking_id, ("confirmed", "changed"))
