"""Delivery of the outbox: at least once, each message under a lease, with exponential backoff."""

import logging
from datetime import timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from typing import NamedTuple

import orjson

from abano.config import Settings
from abano.database.unit_of_work import TenantId
from abano.errors import AbanoError
from abano.jobs.registry import TaskContext
from abano.media.service import Media
from abano.models.outbox import OutboxMessage
from abano.notifications.kinds import KINDS, ConnectionTest, DocumentMessage
from abano.notifications.layout import Recipient, Text
from abano.notifications.messages import render
from abano.notifications.outbox import enqueue_stored, open_link
from abano.notifications.repository import OutboxRepository
from abano.notifications.rules import wait_before_retry
from abano.notifications.transport import ChatWebhook, DeliveryFailed, MailTransport
from abano.observability.metrics import OUTBOX_FAILED, OUTBOX_SENT

log = logging.getLogger(__name__)


class Attachment(NamedTuple):
    name: str
    content_type: str
    content: bytes


# Longer than the slowest delivery: after it, another worker claims the message of a killed one.
LEASE = timedelta(seconds=60)
CHAT = "chat:"
# A limit, so that other tenants get their turn.
MOST_AT_A_TIME = 50


async def deliver_pending(
    context: TaskContext, tenant_id: TenantId, mail: MailTransport, chat: ChatWebhook
) -> int:
    """Send one tenant's pending messages, oldest first, at most ``MOST_AT_A_TIME``. Returns the attempts."""
    attempts = 0
    while attempts < MOST_AT_A_TIME and await _deliver_next(context, tenant_id, mail, chat):
        attempts += 1
    return attempts


async def _deliver_next(
    context: TaskContext, tenant_id: TenantId, mail: MailTransport, chat: ChatWebhook
) -> bool:
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        repository = OutboxRepository(uow)
        message = await repository.claim(now, LEASE)
        if message is None:
            return False
        recipient = await repository.recipient(context.settings.secret_key.get_secret_value())
    error, attached = None, None
    try:
        attached = await _attachment(context, tenant_id, message)
    except AbanoError as unavailable:
        error = f"{type(unavailable).__name__}: the document could not be read"
    # Nothing is locked during delivery. After a crash the message is sent again when the lease expires, with the
    # same Message-ID, so that mail programs show it once.
    error = error or await _send(message, recipient, context.settings, mail, chat, attached)
    for_chat_too = recipient.webhook_url and _is_for_chat(message.kind)
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        repository = OutboxRepository(uow)
        if error is None:
            await repository.mark_sent(message.id, now)
            if for_chat_too:
                # A separate message: when the chat is down, the email is not sent twice.
                payload = orjson.dumps(message.payload).decode()
                await enqueue_stored(uow, CHAT + message.kind, payload, now)
            OUTBOX_SENT.labels(message.kind).inc()
        elif message.kind.removeprefix(CHAT) == ConnectionTest.kind:
            await repository.mark_tried(message.id, error, now)
        else:
            wait = wait_before_retry(message.attempts)
            await repository.mark_failed(message.id, error, due_at=now + wait if wait else None, now=now)
            OUTBOX_FAILED.labels(message.kind).inc()
            log.warning(
                "message not delivered",
                extra={"kind": message.kind, "attempts": message.attempts, "given_up": wait is None},
            )
    return True


def _is_for_chat(kind: str) -> bool:
    """Whether the company's chat hears of it, too: not what goes to one person, nor what is for the chat already."""
    known = KINDS.get(kind)
    return not kind.startswith(CHAT) and not (known and known.is_personal)


async def _send(
    message: OutboxMessage,
    recipient: Recipient,
    settings: Settings,
    mail: MailTransport,
    chat: ChatWebhook,
    attached: Attachment | None,
) -> str | None:
    """Send the message. Returns the error as text, or None."""
    try:
        payload = open_link(message.payload, settings.secret_key.get_secret_value())
        text = render(message.kind.removeprefix(CHAT), payload, recipient)
        if message.kind.startswith(CHAT):
            await chat.send(recipient.webhook_url, f"{text.subject}\n\n{text.body}")
        elif text.to == "":
            return None
        elif to := text.to or recipient.email:
            await mail.send(_email(message, text, attached, sender=settings.mail_from, to=to))
        elif not recipient.webhook_url:
            return "The company has set neither an e-mail address nor a chat for its messages."
    except DeliveryFailed as error:
        return str(error)
    except Exception as error:  # noqa: BLE001 - one bad message must not block the others
        return f"{type(error).__name__}: the message could not be made"
    return None


async def _attachment(context: TaskContext, tenant_id: TenantId, message: OutboxMessage) -> Attachment | None:
    """The document that the message brings. Raises NotFound, MediaUnavailable."""
    known = KINDS.get(message.kind)
    if known is None or not issubclass(known, DocumentMessage):
        return None
    document = known.model_validate(message.payload)
    async with context.db.uow(tenant_id) as uow:
        content = await Media(context.settings).read(uow, document.file_id)
    return Attachment(document.file_name, content.content_type, content.content)


def _email(
    message: OutboxMessage, text: Text, attached: Attachment | None, *, sender: str, to: str
) -> EmailMessage:
    email = EmailMessage()
    email["From"] = sender
    email["To"] = to
    email["Subject"] = text.subject
    email["Date"] = format_datetime(message.created_at)
    email["Message-ID"] = f"<{message.id}@abano>"
    if text.reply_to:
        email["Reply-To"] = text.reply_to
    email.set_content(text.body)
    if text.html:
        email.add_alternative(text.html, subtype="html")
    if attached:
        main, _, sub = attached.content_type.partition("/")
        email.add_attachment(attached.content, maintype=main, subtype=sub, filename=attached.name)
    # Last: setting the content takes away what was said of it before.
    email["Content-Language"] = text.language
    return email
