"""Sending messages by WhatsApp and SMS: each at most once, with what it says now; the provider is called in between.

A message whose sender died, or whose answer was lost, has the state ``unknown``. It is not sent again by itself: the
provider may report what became of it, and a colleague may send it again.
"""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import cast
from zoneinfo import ZoneInfo

from abano.booking_record.models import BookingRow
from abano.bookings.customer_emails.compose import unwanted
from abano.bookings.customer_emails.letters import Facts, values_of
from abano.bookings.customer_emails.repository import MessageRepository
from abano.bookings.customer_emails.rules import Occasion, filled, still_holds
from abano.bookings.customer_emails.webhooks import email_hash
from abano.bookings.phone_messages import providers
from abano.bookings.phone_messages.models import PhoneMessage
from abano.bookings.phone_messages.providers import NotSent, OutcomeUnknown, Template
from abano.bookings.phone_messages.repository import PhoneRepository
from abano.bookings.phone_messages.rules import MAX_REASON_LENGTH, WINDOW, wait_before_retry
from abano.bookings.phone_messages.service import DAY, EVENTS_PATH, secret_of
from abano.catalog.published.service import load_catalog, load_rules
from abano.core.config import Settings
from abano.core.languages.texts import negotiate_language
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.layout import one_line
from abano.messaging.outbox.service import load_recipient
from abano.tenancy.directory.tenant import load_tenant, public_origin

log = logging.getLogger(__name__)
# Longer than the slowest call.
LEASE = timedelta(seconds=60)
# When the daily limit is reached, the message is looked at again then.
LIMITED_WAIT = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class Ready:
    """A message as it is sent now. ``body``: as it is shown in the console."""

    account: str
    sender: str
    token: str
    content: str | Template
    body: str


class Skip(Exception):
    """The message is not sent; carries the reason, a code."""


async def deliver(context: TaskContext, tenant_id: TenantId) -> None:
    """Send a tenant's due messages in order, until none are left or the time is up."""
    tenant = await load_tenant(context.db, tenant_id)
    if tenant is None:
        return
    async with context.db.uow(tenant_id) as uow:
        contacts = (await load_rules(uow)).contacts
    # As the address that the provider's signature covers.
    origin = public_origin(tenant, contacts, context.settings.port)
    while context.has_time and await _deliver_next(context, tenant_id, origin):
        pass


async def _deliver_next(context: TaskContext, tenant_id: TenantId, origin: str) -> bool:
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        repository = PhoneRepository(uow)
        message = await repository.claim(now, LEASE)
        if message is None:
            return False
        if message.state == "sending":
            # The process that sent it died, or was cut off from the database.
            await repository.change(message.id, state="unknown", reason="interrupted", changed_at=now)
            return True
        try:
            ready = await _prepared(uow, context.settings, message, now)
        except Skip as skipped:
            await repository.change(message.id, state="skipped", reason=str(skipped), changed_at=now)
            return True
        if ready is None:
            await repository.change(message.id, due_at=now + LIMITED_WAIT, reason="daily_limit")
            return True
        # Committed before the call: whatever happens from here on, it is not sent twice.
        await repository.change(
            message.id,
            state="sending",
            attempts=message.attempts + 1,
            sent_at=now,
            changed_at=now,
            reason=None,
            body=ready.body,
        )
        attempts = message.attempts + 1
    await _send(context, tenant_id, message, ready, attempts, origin)
    return True


async def _send(
    context: TaskContext, tenant_id: TenantId, message: PhoneMessage, ready: Ready, attempts: int, origin: str
) -> None:
    values: dict[str, object]
    is_opted_out, wait = False, None
    try:
        if message.channel == "whatsapp":
            provider_id = await providers.send_whatsapp(
                context.settings.whatsapp_api_url,
                ready.account,
                ready.token,
                to=message.phone,
                message_id=message.id,
                content=ready.content,
            )
        else:
            provider_id = await providers.send_sms(
                context.settings.twilio_api_url,
                ready.account,
                ready.token,
                sender=ready.sender,
                to=message.phone,
                text=ready.body,
                callback=f"{origin}{EVENTS_PATH}/sms?message={message.id}",
            )
        values = {"state": "sent", "provider_id": provider_id}
    except NotSent as refused:
        is_opted_out = refused.is_opted_out
        wait = None if refused.is_final else wait_before_retry(attempts)
        values = {"state": "pending" if wait else "failed", "reason": refused.reason, "sent_at": None}
    except OutcomeUnknown as lost:
        values = {"state": "unknown", "reason": str(lost)[:MAX_REASON_LENGTH]}
    now = context.clock.now()
    values |= {"changed_at": now} | ({"due_at": now + wait} if wait else {})
    async with context.db.uow(tenant_id) as uow:
        repository = PhoneRepository(uow)
        stored = await repository.find(message.id)
        # The provider's report may have been faster than its answer.
        if stored is not None and stored.state == "sending":
            await repository.change(message.id, **values)
        if is_opted_out:
            await repository.keep_consent(message.channel, message.phone, "customer", now, is_opted_in=False)
    if values["state"] != "sent":
        log.warning(
            "phone message not delivered", extra={"channel": message.channel, "state": values["state"]}
        )


async def _prepared(
    uow: UnitOfWork, settings: Settings, message: PhoneMessage, now: datetime
) -> Ready | None:
    """What to send; None: when the daily limit allows it. Raises Skip."""
    repository = PhoneRepository(uow)
    channel = await repository.channel(message.channel)
    if channel is None or not channel.is_enabled:
        raise Skip("channel_off")
    await _check_consent(repository, message, now)
    token = secret_of(settings, channel, "token")
    if token is None:
        raise Skip("secret_unreadable")
    body, content = (
        (message.body, message.body)
        if message.occasion is None
        else await _written(uow, settings, message, cast(Occasion, message.occasion), now)
    )
    if await repository.sent_since(message.channel, now - DAY) >= channel.daily_limit:
        return None
    return Ready(channel.account, channel.sender, token, content, body)


async def _check_consent(repository: PhoneRepository, message: PhoneMessage, now: datetime) -> None:
    """Raises Skip. A customer who wrote within the last 24 hours may be answered, unless they opted out."""
    consent = (await repository.consents(message.phone)).get(message.channel)
    if consent is not None and not consent.is_opted_in:
        raise Skip("opted_out")
    last = await repository.last_inbound(message.channel, message.phone)
    if message.occasion is None and last is not None and now < last + WINDOW:
        return
    if message.occasion is None and message.channel == "whatsapp":
        raise Skip("window_closed")
    if consent is None:
        raise Skip("no_consent")


async def _written(
    uow: UnitOfWork, settings: Settings, message: PhoneMessage, occasion: Occasion, now: datetime
) -> tuple[str, str | Template]:
    """The text as it is shown, and what is sent. Raises Skip."""
    emails = MessageRepository(uow)
    booking = await emails.find_booking(message.booking_id) if message.booking_id else None
    catalog = await load_catalog(uow)
    zone = ZoneInfo(catalog.rules.timezone)
    if booking is None or phone_of(booking) != message.phone or not still_holds(occasion, booking.status):
        raise Skip("outdated")
    if occasion == "reminder" and (
        booking.pickup_at <= now or message.day != booking.pickup_at.astimezone(zone).date().isoformat()
    ):
        raise Skip("outdated")
    if not message.is_asked_for:
        hashed = email_hash(settings.secret_key.get_secret_value(), uow.tenant_id, booking.customer_email)
        if reason := await unwanted(uow, booking, occasion, hashed):
            raise Skip(reason)
        # Anyone can enter any number: until a colleague saw the booking, nothing is sent to it.
        if not await emails.is_verified(booking):
            raise Skip("unverified")
    language = negotiate_language(booking.language, catalog.rules.languages) or catalog.rules.languages[0]
    template = await PhoneRepository(uow).template(message.channel, occasion, language)
    if template is None:
        raise Skip("no_text")
    details = await emails.find_details(booking.id)
    recipient = await load_recipient(uow, "", language)
    values = values_of(Facts.of(booking, catalog, language, details), recipient, catalog)
    body = filled(template.body, values)
    if message.channel == "sms":
        return body, body
    # A parameter is one line and not empty, or Meta refuses the message.
    said = [one_line(values[each]) or "–" for each in template.parameters if each in values]
    return body, Template(template.template_name, template.template_language, said)


def phone_of(booking: BookingRow) -> str | None:
    """The booking's number in E.164, without an extension."""
    number = booking.customer_phone.partition(" ext. ")[0]
    return number if number.startswith("+") and number[1:].isdigit() and number.isascii() else None
