"""Use cases of the owner: accounts at the providers of WhatsApp and SMS, and texts of automatic messages."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.bookings.customer_emails.rules import (
    LANGUAGE_NOT_OFFERED,
    OCCASIONS,
    PLACEHOLDER_UNKNOWN,
    PLACEHOLDERS,
    Occasion,
    unknown_placeholders,
)
from abano.bookings.phone_messages.repository import PhoneRepository
from abano.bookings.phone_messages.rules import (
    ACCOUNT_FORM,
    PARAMETER_UNKNOWN,
    SECRET_MISSING,
    TEMPLATE_LANGUAGE_FORM,
    TEMPLATE_NAME_FORM,
    PhoneChannelChanged,
    PhoneChannelOff,
)
from abano.bookings.phone_messages.schemas import (
    PhoneChannelOut,
    PhoneChannelRequest,
    PhoneChannelsResponse,
    PhoneTemplateOut,
    PhoneTemplateRequest,
)
from abano.core.config import Settings
from abano.core.crypto import CannotUnseal, Sealer
from abano.core.errors import InvalidInput, NotFound
from abano.db.unit_of_work import UnitOfWork
from abano.messaging.phone_consents.models import PhoneChannel
from abano.messaging.phone_consents.rules import CHANNELS, Channel

EVENTS_PATH = "/api/phone-messages"
DAY = timedelta(hours=24)
_ACCOUNT = re.compile(r"[A-Za-z0-9]+")
_TEMPLATE_NAME = re.compile(r"[a-z0-9_]{1,512}")
_TEMPLATE_LANGUAGE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")


async def list_channels(
    uow: UnitOfWork, origin: str, languages: Sequence[str], now: datetime
) -> PhoneChannelsResponse:
    """Both channels, also those that are not connected."""
    repository = PhoneRepository(uow)
    rows, templates = await repository.channels(), await repository.templates()
    shown = []
    for channel in CHANNELS:
        row = rows.get(channel)
        shown.append(
            PhoneChannelOut(
                channel=channel,
                is_enabled=row.is_enabled if row else False,
                account=row.account if row else "",
                sender=row.sender if row else "",
                daily_limit=row.daily_limit if row else 500,
                sent_today=await repository.sent_since(channel, now - DAY) if row else 0,
                revision=row.revision if row else 0,
                webhook_url=f"{origin}{EVENTS_PATH}/{channel}",
                templates=[
                    PhoneTemplateOut.model_validate(each, from_attributes=True)
                    for each in templates
                    if each.channel == channel and each.occasion in OCCASIONS
                ],
            )
        )
    return PhoneChannelsResponse(
        channels=shown,
        languages=list(languages),
        occasions=list(OCCASIONS),
        placeholders=list(PLACEHOLDERS),
    )


async def keep_channel(
    uow: UnitOfWork,
    actor: Actor,
    settings: Settings,
    channel: Channel,
    request: PhoneChannelRequest,
    now: datetime,
) -> None:
    """Connect an account or change it. Raises InvalidInput, PhoneChannelChanged."""
    if not _ACCOUNT.fullmatch(request.account):
        raise InvalidInput.of("account", ACCOUNT_FORM())
    if channel == "sms" and not request.sender:
        raise InvalidInput.of("sender", SECRET_MISSING())
    repository = PhoneRepository(uow)
    row = await repository.channel(channel, locked=True)
    if (row.revision if row else 0) != request.revision:
        raise PhoneChannelChanged
    secrets = {"token": request.token}
    if channel == "whatsapp":
        secrets |= {"app_secret": request.app_secret, "verify_token": request.verify_token}
    sealer, bound = _sealer(settings), f"{uow.tenant_id}/{channel}"
    sealed: dict[str, bytes] = {}
    for name, value in secrets.items():
        said = value.get_secret_value().strip() if value else ""
        if said:
            sealed[f"sealed_{name}"] = sealer.seal(said, bound)
        elif row is None:
            raise InvalidInput.of(_camel(name), SECRET_MISSING())
    before = _in_audit(row) if row else {}
    values = {
        "is_enabled": request.is_enabled,
        "account": request.account,
        "sender": request.sender,
        "daily_limit": request.daily_limit,
        "updated_at": now,
    }
    if row is None:
        if not await repository.add_channel({"channel": channel, **values, **sealed}):
            raise PhoneChannelChanged
    else:
        for field, kept in (values | sealed).items():
            setattr(row, field, kept)
        row.revision += 1
        await repository.flush()
    stored = await repository.channel(channel)
    after = (_in_audit(stored) if stored else {}) | {"newSecrets": sorted(map(_secret_name, sealed))}
    await record(
        uow,
        actor,
        "phone_channel.set",
        subject=("phone_channel", channel),
        before=before,
        after=after,
        now=now,
    )


async def drop_channel(uow: UnitOfWork, actor: Actor, channel: Channel, now: datetime) -> None:
    """Delete the account with its texts. Pending messages are skipped. Raises NotFound."""
    repository = PhoneRepository(uow)
    row = await repository.channel(channel, locked=True)
    if row is None:
        raise NotFound
    before = _in_audit(row)
    await repository.drop_channel(row)
    await record(
        uow, actor, "phone_channel.dropped", subject=("phone_channel", channel), before=before, now=now
    )


async def keep_template(
    uow: UnitOfWork,
    actor: Actor,
    channel: Channel,
    occasion: Occasion,
    language: str,
    languages: Sequence[str],
    request: PhoneTemplateRequest,
    now: datetime,
) -> None:
    """Set the text of an automatic message. Raises InvalidInput, PhoneChannelOff."""
    if language not in languages:
        raise InvalidInput.of("language", LANGUAGE_NOT_OFFERED())
    if unknown := unknown_placeholders(request.body):
        raise InvalidInput.of("body", PLACEHOLDER_UNKNOWN(names=", ".join(unknown)))
    values: dict[str, object] = {"body": request.body, "updated_at": now}
    if channel == "whatsapp":
        if not _TEMPLATE_NAME.fullmatch(request.template_name):
            raise InvalidInput.of("templateName", TEMPLATE_NAME_FORM())
        if not _TEMPLATE_LANGUAGE.fullmatch(request.template_language):
            raise InvalidInput.of("templateLanguage", TEMPLATE_LANGUAGE_FORM())
        if strange := [each for each in request.parameters if each not in PLACEHOLDERS]:
            raise InvalidInput.of("parameters", PARAMETER_UNKNOWN(names=", ".join(strange)))
        values |= {
            "template_name": request.template_name,
            "template_language": request.template_language,
            "parameters": request.parameters,
        }
    repository = PhoneRepository(uow)
    if await repository.channel(channel, locked=True) is None:
        raise PhoneChannelOff
    old = await repository.template(channel, occasion, language)
    before = {"text": old.body, "template": old.template_name} if old else {}
    await repository.keep_template(channel, occasion, language, values)
    await record(
        uow,
        actor,
        "phone_template.set",
        subject=("phone_channel", channel),
        before=before,
        after={
            "occasion": occasion,
            "language": language,
            "text": request.body,
            "template": request.template_name,
        },
        now=now,
    )


async def drop_template(
    uow: UnitOfWork, actor: Actor, channel: Channel, occasion: Occasion, language: str, now: datetime
) -> None:
    """This message is no longer sent in this language. Raises NotFound."""
    repository = PhoneRepository(uow)
    row = await repository.template(channel, occasion, language)
    if row is None:
        raise NotFound
    before = {"occasion": occasion, "language": language, "text": row.body}
    await repository.drop_template(row)
    await record(
        uow, actor, "phone_template.dropped", subject=("phone_channel", channel), before=before, now=now
    )


def secret_of(settings: Settings, row: PhoneChannel, name: str) -> str | None:
    """``name``: token, app_secret or verify_token. None if there is none that can be read."""
    sealed = getattr(row, f"sealed_{name}")
    try:
        return _sealer(settings).unseal(sealed, f"{row.tenant_id}/{row.channel}") if sealed else None
    except CannotUnseal:
        return None


def _sealer(settings: Settings) -> Sealer:
    return Sealer(settings.secret_key.get_secret_value(), "phone channels")


def _in_audit(row: PhoneChannel) -> dict[str, object]:
    return {
        "isEnabled": row.is_enabled,
        "account": row.account,
        "sender": row.sender,
        "dailyLimit": row.daily_limit,
    }


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.title, rest))


def _secret_name(column: str) -> str:
    return _camel(column.removeprefix("sealed_"))
