"""Delivery of the outbox: at least once, each message under a lease, with exponential backoff; its tasks."""

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime, formataddr, parseaddr
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

import orjson

from abano.accounts.access.limits import MAILS_TO_STRANGER, MAILS_TO_STRANGER_OF_ALL, MAILS_TO_TEAM
from abano.accounts.access.throttle import subject, wait_after_attempt
from abano.core.config import Settings
from abano.core.email_address import mailbox
from abano.core.errors import AbanoError
from abano.core.languages.texts import Texts, texts_in
from abano.core.metrics import OUTBOX_DEAD, OUTBOX_FAILED, OUTBOX_OLDEST, OUTBOX_SENT, OUTBOX_WAITING
from abano.db.engine import Database
from abano.db.personal_data import PersonalRecords
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.messaging.outbox import booking_kinds, kinds, personal_messages, team_messages
from abano.messaging.outbox.booking_kinds import BookingsRefused, DocumentMessage
from abano.messaging.outbox.kinds import KINDS, ConnectionTest, read_message
from abano.messaging.outbox.layout import Attachment, Recipient, Text
from abano.messaging.outbox.message import Message
from abano.messaging.outbox.models import OutboxMessage
from abano.messaging.outbox.outbox import enqueue_stored, open_link
from abano.messaging.outbox.personal_messages import wait_before_retry
from abano.messaging.outbox.repository import (
    OutboxRepository,
    count_mail,
    queue_figures,
    tenants_with_due_messages,
)
from abano.messaging.outbox.transport import (
    ChatWebhook,
    DeliveryFailed,
    MailTransport,
    mail_transport,
    written_email,
)
from abano.storage.service import Media
from abano.tenancy.directory.tenant import load_tenant, public_origin
from abano.tenancy.plans.rules import next_day
from abano.tenancy.plans.service import are_emails_used_up

# Texts of messages: a renderer turns a message into a subject and a body, in its reader's language.

Renderer = Callable[[Any, Recipient, Texts], Text]

RENDERERS: dict[str, Renderer] = {
    booking_kinds.BookingCreated.kind: team_messages.booking_created,
    booking_kinds.BookingCancelled.kind: team_messages.booking_cancelled,
    booking_kinds.BookingByCustomer.kind: team_messages.booking_by_customer,
    booking_kinds.BookingRestored.kind: team_messages.booking_restored,
    booking_kinds.BookingsRefused.kind: team_messages.bookings_refused,
    booking_kinds.CardHoldExpiring.kind: team_messages.card_hold_expiring,
    booking_kinds.PersonalInfoReceived.kind: team_messages.personal_info,
    kinds.AffiliateRegistered.kind: team_messages.affiliate_registered,
    kinds.ReviewReceived.kind: team_messages.review_received,
    booking_kinds.CustomerEmail.kind: personal_messages.customer_email,
    booking_kinds.MessageTest.kind: personal_messages.message_test,
    booking_kinds.HandoverDocument.kind: personal_messages.handover_document,
    booking_kinds.InvoiceEmail.kind: personal_messages.invoice_email,
    booking_kinds.ProformaEmail.kind: personal_messages.proforma_email,
    kinds.AffiliateResetLink.kind: personal_messages.affiliate_password_reset,
    kinds.PayoutEmailChanged.kind: personal_messages.payout_email_changed,
    kinds.ConnectionTest.kind: team_messages.connection_test,
    kinds.AdminInvited.kind: personal_messages.admin_invited,
    kinds.AdminResetLink.kind: personal_messages.admin_password_reset,
    kinds.WebhookDisabled.kind: personal_messages.webhook_disabled,
    kinds.PricesChanged.kind: personal_messages.prices_changed,
    kinds.PlanLimitWarning.kind: personal_messages.plan_limit_warning,
    kinds.SupportNotice.kind: personal_messages.support_notice,
    kinds.CompanyExportReady.kind: personal_messages.company_export_ready,
    kinds.OperatorAnnouncement.kind: team_messages.operator_announcement,
}
# Personal messages to people of the team.
_TO_THE_TEAM = (
    kinds.AdminInvited,
    kinds.AdminResetLink,
    kinds.ConnectionTest,
    kinds.WebhookDisabled,
    kinds.PricesChanged,
    kinds.PlanLimitWarning,
    kinds.SupportNotice,
    kinds.CompanyExportReady,
    kinds.OperatorAnnouncement,
)


def render(kind: str, payload: Mapping[str, Any], recipient: Recipient) -> Text:
    """The text of a stored message. Raises UnknownKind."""
    message = read_message(kind, payload)
    text = RENDERERS[kind](message, recipient, texts_in(_language_of(message, recipient)))
    return replace(text, is_unverified=message.is_unverified)


def _language_of(message: Message, recipient: Recipient) -> str:
    if message.language:
        return message.language
    is_of_team = not message.is_personal or isinstance(message, _TO_THE_TEAM)
    return recipient.team_language if is_of_team else recipient.languages[0]


log = logging.getLogger(__name__)


class Skipped(NamedTuple):
    """A message that is not to be sent any more; ``reason`` is a code."""

    reason: str


# Writes a message of a kind that is read from the database when it is sent.
Composer = Callable[[TaskContext, TenantId, OutboxMessage, str], Awaitable[Text | Skipped]]
Composers = Mapping[str, Composer]

# Longer than the slowest delivery: after it, another worker claims the message of a killed one.
LEASE = timedelta(seconds=60)
CHAT = "chat:"


async def deliver_pending(
    context: TaskContext,
    tenant_id: TenantId,
    mail: MailTransport,
    chat: ChatWebhook,
    composers: Composers | None = None,
) -> int:
    """Send one tenant's pending messages, oldest first, while the context has time. Returns the attempts.

    ``composers``: by kind, who writes messages that other domains read from the database when they are sent.
    """
    attempts = 0
    while context.has_time and await _deliver_next(context, tenant_id, mail, chat, composers or {}):
        attempts += 1
    return attempts


async def _deliver_next(
    context: TaskContext, tenant_id: TenantId, mail: MailTransport, chat: ChatWebhook, composers: Composers
) -> bool:
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        repository = OutboxRepository(uow)
        message = await repository.claim(now, LEASE)
        known = KINDS.get(message.kind) if message else None
        if message and known and known.can_wait and await are_emails_used_up(uow, now):
            await repository.postpone(message, next_day(now))
            return True
    if message is None:
        return False
    # Nothing is locked from here on. After a crash the message is sent again when the lease expires, with the same
    # Message-ID, so that mail programs show it once.
    sent, error, for_chat_too = None, None, False
    try:
        recipient = await _recipient(context, tenant_id)
        sent = await _written(context, tenant_id, message, recipient, composers)
        if isinstance(sent, Text) and await _is_one_too_many(context, message, sent, recipient):
            sent = Skipped("too_many")
        if isinstance(sent, Text):
            await _send(message, sent, recipient, context.settings.mail_from, mail, chat)
            for_chat_too = bool(recipient.webhook_url) and _is_for_chat(message.kind)
    except DeliveryFailed as failed:
        error = str(failed)
    except AbanoError as unavailable:
        error = f"{type(unavailable).__name__}: a part of the message could not be read"
    except Exception as failed:  # noqa: BLE001 - one bad message must not block the others
        error = f"{type(failed).__name__}: the message could not be made"
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        repository = OutboxRepository(uow)
        if error is not None and message.kind.removeprefix(CHAT) == ConnectionTest.kind:
            await repository.mark_tried(message.id, error, now)
        elif error is not None or sent is None:
            wait = wait_before_retry(message.attempts)
            await repository.mark_failed(
                message.id, error or "", due_at=now + wait if wait else None, now=now
            )
            OUTBOX_FAILED.labels(message.kind).inc()
            log.warning(
                "message not delivered",
                extra={"kind": message.kind, "attempts": message.attempts, "given_up": wait is None},
            )
        elif isinstance(sent, Skipped):
            await repository.mark_skipped(message.id, sent.reason, now)
        else:
            await repository.mark_sent(message, sent, now)
            if for_chat_too:
                # A separate message: when the chat is down, the email is not sent twice.
                payload = orjson.dumps(message.payload).decode()
                await enqueue_stored(uow, CHAT + message.kind, payload, now)
            OUTBOX_SENT.labels(message.kind).inc()
    return True


async def _is_one_too_many(
    context: TaskContext, message: OutboxMessage, text: Text, recipient: Recipient
) -> bool:
    """Whether the reader had as many emails as anyone may cause them, of the company or of all companies together.

    Counts this one, at its first attempt.
    """
    to = (recipient.email or recipient.webhook_url) if text.to is None else text.to
    if not text.is_unverified or message.attempts > 1 or not to or message.kind.startswith(CHAT):
        return False
    key, tenant_id = context.settings.secret_key.get_secret_value(), TenantId(message.tenant_id)
    counted = subject(key, "unverified mail", tenant_id, message.kind, mailbox(to))
    limit = MAILS_TO_TEAM if text.to is None else MAILS_TO_STRANGER
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        if await wait_after_attempt(uow, counted, limit, now) > 0:
            return True
    if text.to is None:
        return False
    limit = MAILS_TO_STRANGER_OF_ALL
    of_all = subject(key, "unverified mail of all companies", mailbox(to))
    return await count_mail(context.db, of_all, limit.window, now) > limit.attempts


async def _recipient(context: TaskContext, tenant_id: TenantId) -> Recipient:
    tenant = await load_tenant(context.db, tenant_id)
    origin = public_origin(tenant, {}, context.settings.port) if tenant and tenant.primary_host else ""
    async with context.db.uow(tenant_id) as uow:
        secret_key = context.settings.secret_key.get_secret_value()
        return await OutboxRepository(uow).recipient(origin, secret_key=secret_key)


async def load_recipient(uow: UnitOfWork, origin: str, language: str | None = None) -> Recipient:
    """The company as its messages show it, in the reader's ``language``."""
    return await OutboxRepository(uow).recipient(origin, language)


async def refused_since(uow: UnitOfWork, since: datetime) -> datetime | None:
    """When the team was notified of refused bookings, if after that time."""
    return await OutboxRepository(uow).newest_since(BookingsRefused.kind, since)


def _is_for_chat(kind: str) -> bool:
    """Whether to send a copy to the company's chat: no personal messages, none already sent to it."""
    known = KINDS.get(kind)
    return not kind.startswith(CHAT) and not (known and known.is_personal)


async def _written(
    context: TaskContext,
    tenant_id: TenantId,
    message: OutboxMessage,
    recipient: Recipient,
    composers: Composers,
) -> Text | Skipped:
    """The message as it is sent now. Raises UnknownKind, NotFound, MediaUnavailable."""
    if composer := composers.get(message.kind):
        return await composer(context, tenant_id, message, recipient.public_origin)
    payload = open_link(message.payload, context.settings.secret_key.get_secret_value())
    text = render(message.kind.removeprefix(CHAT), payload, recipient)
    known = KINDS.get(message.kind)
    if known is None or not issubclass(known, DocumentMessage):
        return text
    document = known.model_validate(message.payload)
    async with context.db.uow(tenant_id) as uow:
        content = await Media(context.settings).read(uow, document.file_id)
    attached = Attachment(document.file_name, content.content_type, content.content)
    return replace(text, attachments=(attached,))


async def _send(
    message: OutboxMessage,
    text: Text,
    recipient: Recipient,
    sender: str,
    mail: MailTransport,
    chat: ChatWebhook,
) -> None:
    """Raises DeliveryFailed."""
    if message.kind.startswith(CHAT):
        await chat.send(recipient.webhook_url, f"{text.subject}\n\n{text.body}")
    elif text.to == "":
        return
    elif to := text.to or recipient.email:
        await mail.send(_email(message, text, sender=sender, to=to))
    elif not recipient.webhook_url:
        raise DeliveryFailed("The company has set neither an email address nor a chat for its messages.")


def _email(message: OutboxMessage, text: Text, *, sender: str, to: str) -> EmailMessage:
    email = EmailMessage()
    email["From"] = formataddr((text.from_name, parseaddr(sender)[1])) if text.from_name else sender
    email["To"] = to
    email["Subject"] = text.subject
    email["Date"] = format_datetime(message.created_at)
    email["Message-ID"] = f"<{message.id}@abano>"
    # Identifies the message in delivery reports. Each of the two spellings is preserved by one mail service.
    named = f"{message.tenant_id}/{message.id}"
    email["X-Abano-Message"] = named
    email["X-PM-Metadata-abano-message"] = named
    for name, value in text.headers.items():
        email[name] = value
    if text.reply_to:
        email["Reply-To"] = text.reply_to
    email.set_content(text.body)
    if text.html:
        email.add_alternative(text.html, subtype="html")
        if html := email.get_body(("html",)):
            for shown in text.pictures:
                html.add_related(shown.content, "image", "png", cid=f"<{shown.name}>", disposition="inline")
    for attached in text.attachments:
        main, _, sub = attached.content_type.partition("/")
        email.add_attachment(
            attached.content, maintype=main, subtype=sub, filename=attached.name, params=attached.parameters
        )
    # Last: setting the content resets its headers.
    email["Content-Language"] = text.language
    return email


_OF_PERSON = """
tenant_id = :tenant
and (payload ->> 'reference' = any(:references) or booking_id = any(:booking_ids)
  or lower(recipient) = any(:emails) or exists (
  select from jsonb_path_query(payload, '$.** ? (@.type() == "string")') as value
  where lower(value #>> '{}') = any(:emails)
))
"""

MESSAGES = PersonalRecords(
    "messages",
    find=f"""
select jsonb_build_object(
  'kind', kind, 'createdAt', created_at, 'sentAt', sent_at, 'payload', payload, 'lastError', last_error,
  'recipient', recipient, 'subject', subject, 'outcome', outcome, 'outcomeReason', outcome_reason
)
from outbox_messages where {_OF_PERSON} order by created_at, id
""",  # noqa: S608 - a condition from above
    erase=f"delete from outbox_messages where {_OF_PERSON} returning id",  # noqa: S608 - a condition from above
)
PERSONAL_RECORDS = (MESSAGES,)


def delete_written_emails(settings: Settings, message_ids: Iterable[UUID]) -> None:
    """Delete emails written to files, as in development. Emails accepted by a mail server are not stored here."""
    for message_id in message_ids:
        written_email(settings, message_id).unlink(missing_ok=True)


def register_tasks(registry: TaskRegistry, composers: Composers | None = None) -> None:
    """``composers``: as ``deliver_pending`` takes them."""
    registry.every(
        seconds=1,
        name="notifications.deliver",
        run=partial(deliver, composers=composers),
        due=tenants_with_due_messages,
        lane="messages",
        sends=True,
    )


async def deliver(context: TaskContext, tenant_id: TenantId, composers: Composers | None = None) -> None:
    """Send a tenant's pending messages in order, until none are left or the time is up."""
    mail, chat = mail_transport(context.settings), ChatWebhook(context.settings.allowed_networks)
    try:
        await deliver_pending(context, tenant_id, mail, chat, composers)
    finally:
        await mail.close()


async def note_queue(db: Database) -> None:
    """Update the queue's gauges when metrics are scraped, so that every worker reports the same values."""
    figures = await queue_figures(db)
    OUTBOX_WAITING.set(figures.waiting)
    OUTBOX_DEAD.set(figures.dead)
    OUTBOX_OLDEST.set(figures.oldest_seconds)
