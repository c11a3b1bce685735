"""Use cases of delivery reports: verify webhooks of mail services, and store message outcomes."""

import base64
import hashlib
import hmac
import logging
import re
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

import orjson

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.bookings.customer_emails.repository import MessageRepository
from abano.bookings.customer_emails.rules import REMINDER_HOUR, THANKS_DAYS
from abano.bookings.customer_emails.schemas import Provider
from abano.bookings.customer_emails.service import load_settings
from abano.core.config import Settings
from abano.core.crypto import (
    TOLERANCE_SECONDS,
    BadSignature,
    CannotUnseal,
    Sealer,
    SignedTokens,
    verify_signature,
)
from abano.core.public_ip import PublicFetchFailed, fetch_public
from abano.db.unit_of_work import UnitOfWork

# Unsubscribing from optional messages: the link of RFC 8058, and the stored hash of the email.

PATH = "/api/messages/unsubscribe"
UNSUBSCRIBE_KEYS = SignedTokens("unsubscribe link", 32, 16)


def email_hash(secret: str, tenant_id: UUID, address: str) -> bytes:
    """The stored hash of an email address. It cannot be reversed."""
    key = hashlib.sha256(b"abano unsubscribe address\0" + secret.encode()).digest()
    return hmac.digest(key, tenant_id.bytes + address.strip().lower().encode(), "sha256")


def unsubscribe_key(secret: str, tenant_id: UUID, address: str) -> str:
    """The key in a message's unsubscribe link. Only the recipient has it."""
    return UNSUBSCRIBE_KEYS.sign(secret, tenant_id, email_hash(secret, tenant_id, address))


def read_key(secret: str, tenant_id: UUID, key: str) -> bytes | None:
    """The email hash of a valid key, otherwise None."""
    return UNSUBSCRIBE_KEYS.read(secret, tenant_id, key)


async def unsubscribe(uow: UnitOfWork, hashed: bytes, reason: str, now: datetime) -> None:
    """Idempotent."""
    await MessageRepository(uow).add_unsubscribe(hashed, reason, now)


# Parsers for the webhook formats of mail services. Pure: bodies in, reports out.
#
# Formats: https://postmarkapp.com/developer/webhooks/bounce-webhook,
# https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads,
# https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html. Repeated reports have no effect.

Outcome = Literal["delivered", "bounced", "complained"]
MAX_REPORTS = 500
MAX_REASON_LENGTH = 500
_NAMED = re.compile(r"<?(?:(?P<tenant>[0-9a-f-]{36})/)?(?P<id>[0-9a-f-]{36})(?:@abano)?>?")
_SNS_HOST = re.compile(r"https://sns\.[a-z0-9-]{1,40}\.amazonaws\.com(?:\.cn)?/[^\s#]*")
# Temporary failures: the mail may still be delivered, so these are not bounces.
_POSTMARK_WAITS = frozenset(
    {"Transient", "SoftBounce", "AutoResponder", "DMARCPolicy", "ChallengeVerification"}
)


@dataclass(frozen=True, slots=True)
class Report:
    """``tenant_id``: from the message ID, if present."""

    tenant_id: UUID | None
    message_id: UUID
    outcome: Outcome
    reason: str


def read_generic(body: bytes) -> list[Report]:
    """``{"events": [{"message": …, "event": "bounced", "reason": …}]}``. Raises ValueError."""
    events = _object(orjson.loads(body)).get("events")
    if not isinstance(events, list) or len(events) > MAX_REPORTS:
        raise ValueError("Not a list of events, or too long a one.")
    outcomes: Mapping[str, Outcome] = {
        "delivered": "delivered",
        "bounced": "bounced",
        "complained": "complained",
    }
    return [
        report
        for event in map(_object, events)
        if (outcome := outcomes.get(str(event.get("event"))))
        for report in _report(event.get("message"), outcome, event.get("reason"))
    ]


def read_postmark(body: bytes) -> list[Report]:
    """A webhook of Postmark. Raises ValueError."""
    said = _object(orjson.loads(body))
    named = _object(said.get("Metadata")).get("abano-message")
    kind = said.get("RecordType")
    if kind == "Delivery":
        return list(_report(named, "delivered", ""))
    if kind == "SpamComplaint":
        return list(_report(named, "complained", said.get("Description")))
    if kind == "Bounce" and said.get("Type") not in _POSTMARK_WAITS:
        return list(_report(named, "bounced", said.get("Details") or said.get("Description")))
    return []


def read_mailgun(body: bytes) -> list[Report]:
    """Reports of a Mailgun webhook. ``check_mailgun`` verifies its signature. Raises ValueError."""
    said = _object(_object(orjson.loads(body)).get("event-data"))
    headers = _object(_object(said.get("message")).get("headers"))
    named, event = headers.get("message-id"), said.get("event")
    status = _object(said.get("delivery-status"))
    if event == "delivered":
        return list(_report(named, "delivered", ""))
    if event == "complained":
        return list(_report(named, "complained", ""))
    if event == "failed" and said.get("severity") == "permanent":
        reason = status.get("message") or status.get("description") or said.get("reason")
        return list(_report(named, "bounced", reason))
    return []


def check_mailgun(body: bytes, secret: str, now: datetime) -> None:
    """Verify the signature. Raises BadSignature, and ValueError for a malformed report."""
    signature = _object(_object(orjson.loads(body)).get("signature"))
    stated, token = str(signature.get("timestamp") or ""), str(signature.get("token") or "")
    if not stated.isascii() or not stated.isdigit() or len(stated) > 12:
        raise BadSignature
    if abs(now.timestamp() - int(stated)) > TOLERANCE_SECONDS:
        raise BadSignature
    wanted = hmac.new(secret.encode(), (stated + token).encode(), hashlib.sha256).hexdigest()
    if not hmac.compare_digest(wanted.encode(), str(signature.get("signature") or "").encode()):
        raise BadSignature


def read_ses(body: bytes) -> list[Report]:
    """Reports of an Amazon SES notification delivered by SNS. Raises ValueError."""
    envelope = _object(orjson.loads(body))
    if envelope.get("Type") != "Notification":
        return []
    said = _object(orjson.loads(str(envelope.get("Message") or "{}")))
    mail = _object(said.get("mail"))
    headers = mail.get("headers")
    named = _object(mail.get("commonHeaders")).get("messageId")
    for header in headers if isinstance(headers, list) else []:
        if str(_object(header).get("name")).lower() == "x-abano-message":
            named = header["value"]
    kind = said.get("notificationType") or said.get("eventType")
    bounce = _object(said.get("bounce"))
    if kind == "Delivery":
        return list(_report(named, "delivered", ""))
    if kind == "Complaint":
        return list(_report(named, "complained", _object(said.get("complaint")).get("complaintFeedbackType")))
    if kind == "Bounce" and bounce.get("bounceType") == "Permanent":
        bounced = bounce.get("bouncedRecipients")
        first = _object(bounced[0]) if isinstance(bounced, list) and bounced else {}
        return list(_report(named, "bounced", first.get("diagnosticCode") or bounce.get("bounceSubType")))
    return []


def subscription_url(body: bytes) -> str | None:
    """The URL that confirms an SNS subscription. None for other requests and hosts outside Amazon."""
    envelope = _object(orjson.loads(body))
    url = str(envelope.get("SubscribeURL") or "")
    if envelope.get("Type") != "SubscriptionConfirmation" or not _SNS_HOST.fullmatch(url):
        return None
    return url


def _report(named: object, outcome: Outcome, reason: object) -> Iterator[Report]:
    """Empty for a message ID of another system."""
    match = _NAMED.fullmatch(str(named or "").strip().lower())
    if match is None:
        return
    try:
        tenant = UUID(match["tenant"]) if match["tenant"] else None
        message_id = UUID(match["id"])
    except ValueError:
        return
    said = " ".join(str(reason or "").replace("\x00", "").split())
    yield Report(tenant, message_id, outcome, said[:MAX_REASON_LENGTH])


def _object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


log = logging.getLogger(__name__)

SIGNATURE = "x-abano-signature"
CONFIRM_SECONDS, CONFIRM_BYTES = 10.0, 64 * 1024
READERS: Mapping[Provider, Callable[[bytes], list[Report]]] = {
    "generic": read_generic,
    "postmark": read_postmark,
    "mailgun": read_mailgun,
    "ses": read_ses,
}


async def keep_secret(
    uow: UnitOfWork, actor: Actor, settings: Settings, secret: str | None, now: datetime
) -> str | None:
    """Store the encrypted webhook secret. Returns the secret if it was generated, to be shown once."""
    made = None if secret else secrets.token_urlsafe(32)
    sealed = _sealer(settings).seal(secret or made or "", str(uow.tenant_id))
    await _set_secret(uow, sealed, now)
    await record(uow, actor, "message.secret_set", subject=("message", "reports"), now=now)
    return made


async def drop_secret(uow: UnitOfWork, actor: Actor, now: datetime) -> None:
    """Remove the webhook secret. Further reports are rejected."""
    if (await load_settings(uow)).events_secret is None:
        return
    await _set_secret(uow, None, now)
    await record(uow, actor, "message.secret_dropped", subject=("message", "reports"), now=now)


async def _set_secret(uow: UnitOfWork, sealed: bytes | None, now: datetime) -> None:
    repository = MessageRepository(uow)
    values = {"reminder_hour": REMINDER_HOUR, "thanks_days": THANKS_DAYS, "updated_at": now}
    await repository.add_settings(values | {"events_secret": sealed})
    row = await repository.settings(locked=True)
    if row is not None:
        row.events_secret = sealed
        await repository.flush()


def check_signed(
    provider: Provider, body: bytes, headers: Mapping[str, str], secret: str, now: datetime
) -> None:
    """Mailgun and the generic format sign their body; Postmark and Amazon send the secret as a password.

    Raises BadSignature, ValueError.
    """
    if provider == "generic":
        verify_signature(body, headers.get(SIGNATURE, ""), secret, now)
    elif provider == "mailgun":
        check_mailgun(body, secret, now)
    elif not hmac.compare_digest(_password(headers.get("authorization", "")).encode(), secret.encode()):
        raise BadSignature


def _password(authorization: str) -> str:
    """The HTTP basic authentication password. Callers send it for a URL like https://user:password@host/."""
    scheme, _, credentials = authorization.partition(" ")
    if scheme.lower() != "basic":
        return ""
    return base64.b64decode(credentials, validate=True).decode().partition(":")[2]


async def secret_of(uow: UnitOfWork, settings: Settings) -> str | None:
    """None if reports are not set up, or if the stored secret cannot be decrypted."""
    sealed = (await load_settings(uow)).events_secret
    try:
        return _sealer(settings).unseal(sealed, str(uow.tenant_id)) if sealed else None
    except CannotUnseal:
        return None


async def handle_reports(uow: UnitOfWork, secret: str, found: Sequence[Report], now: datetime) -> int:
    """Store message outcomes and return how many messages matched. ``secret``: the installation's."""
    known = 0
    repository = MessageRepository(uow)
    for report in found:
        if report.tenant_id not in (None, uow.tenant_id):
            continue
        message = await repository.find_message(report.message_id, locked=True)
        if message is None or message.booking_id is None or message.sent_at is None:
            continue
        known += 1
        # A bounce may follow a delivery, but a delivery does not override a bounce or complaint.
        if message.outcome == report.outcome or (
            report.outcome == "delivered" and message.outcome in ("bounced", "complained")
        ):
            continue
        await repository.set_outcome(message.id, report.outcome, report.reason, now)
        if report.outcome == "complained" and message.recipient:
            hashed = email_hash(secret, uow.tenant_id, message.recipient)
            await unsubscribe(uow, hashed, "complained", now)
    return known


async def confirm_subscription(url: str) -> None:
    """Confirm the SNS subscription. ``url``: from ``subscription_url``."""
    try:
        await fetch_public(url, max_bytes=CONFIRM_BYTES, seconds=CONFIRM_SECONDS)
    except PublicFetchFailed as failed:
        log.warning("subscription not confirmed", extra={"error": failed.reason})


def _sealer(settings: Settings) -> Sealer:
    return Sealer(settings.secret_key.get_secret_value(), "reports of mail services")
