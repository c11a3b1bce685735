"""Use cases of reports by mail services: whose they are, and what they change."""

import base64
import hmac
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from abano.audit.service import record
from abano.auth.principals import Actor
from abano.config import Settings
from abano.database.unit_of_work import UnitOfWork
from abano.kit.public_address import PublicFetchFailed, fetch_public
from abano.kit.sealing import CannotUnseal, Sealer
from abano.kit.signed_body import BadSignature, verify_signature
from abano.messages import reports
from abano.messages.reports import Report
from abano.messages.repository import MessageRepository
from abano.messages.rules import REMINDER_HOUR, THANKS_DAYS
from abano.messages.schemas import Provider
from abano.messages.settings import load_settings
from abano.messages.unsubscribing import address_hash, unsubscribe

log = logging.getLogger(__name__)

SIGNATURE = "x-abano-signature"
CONFIRM_SECONDS, CONFIRM_BYTES = 10.0, 64 * 1024
READERS: Mapping[Provider, Callable[[bytes], list[Report]]] = {
    "generic": reports.read_generic,
    "postmark": reports.read_postmark,
    "mailgun": reports.read_mailgun,
    "ses": reports.read_ses,
}


async def keep_secret(
    uow: UnitOfWork, actor: Actor, settings: Settings, secret: str | None, now: datetime
) -> str | None:
    """Store the secret of the mail service's reports, sealed. Answers the one that was made, to be shown once."""
    made = None if secret else secrets.token_urlsafe(32)
    sealed = _sealer(settings).seal(secret or made or "", str(uow.tenant_id))
    await _set_secret(uow, sealed, now)
    await record(uow, actor, "message.secret_set", subject=("message", "reports"), now=now)
    return made


async def drop_secret(uow: UnitOfWork, actor: Actor, now: datetime) -> None:
    """Reports are refused from now on."""
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
    """Mailgun and the generic form sign their body; Postmark and Amazon bring the secret as a password.

    Raises BadSignature, ValueError.
    """
    if provider == "generic":
        verify_signature(body, headers.get(SIGNATURE, ""), secret, now)
    elif provider == "mailgun":
        reports.check_mailgun(body, secret, now)
    elif not hmac.compare_digest(_password(headers.get("authorization", "")).encode(), secret.encode()):
        raise BadSignature


def _password(authorization: str) -> str:
    """Of HTTP's basic authentication: an address like https://user:password@host/ makes a caller send it."""
    scheme, _, credentials = authorization.partition(" ")
    if scheme.lower() != "basic":
        return ""
    return base64.b64decode(credentials, validate=True).decode().partition(":")[2]


async def secret_of(uow: UnitOfWork, settings: Settings) -> str | None:
    """None where reports are not set up, and where the stored secret cannot be read any more."""
    sealed = (await load_settings(uow)).events_secret
    try:
        return _sealer(settings).unseal(sealed, str(uow.tenant_id)) if sealed else None
    except CannotUnseal:
        return None


async def hear(uow: UnitOfWork, secret: str, found: Sequence[Report], now: datetime) -> int:
    """Note what became of messages of this company; answers how many were known. ``secret``: the installation's."""
    known = 0
    repository = MessageRepository(uow)
    for report in found:
        if report.tenant_id not in (None, uow.tenant_id):
            continue
        message = await repository.find_message(report.message_id, locked=True)
        if message is None or message.booking_id is None or message.sent_at is None:
            continue
        known += 1
        # A bounce may follow a delivery, but none is taken back by one; who complained is not asked again.
        if message.outcome == report.outcome or (
            report.outcome == "delivered" and message.outcome in ("bounced", "complained")
        ):
            continue
        await repository.set_outcome(message.id, report.outcome, report.reason, now)
        if report.outcome == "complained" and message.recipient:
            hashed = address_hash(secret, uow.tenant_id, message.recipient)
            await unsubscribe(uow, hashed, "complained", now)
    return known


async def confirm_subscription(url: str) -> None:
    """Tell Amazon that its reports are wanted. ``url`` is one of ``subscription_url``."""
    try:
        await fetch_public(url, most_bytes=CONFIRM_BYTES, seconds=CONFIRM_SECONDS)
    except PublicFetchFailed as failed:
        log.warning("subscription not confirmed", extra={"error": failed.reason})


def _sealer(settings: Settings) -> Sealer:
    return Sealer(settings.secret_key.get_secret_value(), "reports of mail services")
