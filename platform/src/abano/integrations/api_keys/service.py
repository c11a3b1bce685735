"""Use cases of API keys: create, rotate and revoke them, and find the one of a call."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import load_api_keys, record
from abano.core.errors import (
    Conflict,
    FieldError,
    InvalidInput,
    Message,
    NotAllowed,
    Sentence,
    SignInRequired,
)
from abano.core.ids import new_id, token_hash
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.integrations.api_keys.models import ApiKey
from abano.integrations.api_keys.repository import ApiKeyRepository
from abano.integrations.api_keys.rules import (
    CHANNEL_SCOPES,
    DEFAULT_DAYS,
    MAX_KEYS,
    OVERLAP,
    SCOPES,
    SHOWN_LENGTH,
    USE_NOTED_EVERY,
    is_well_formed,
    new_api_token,
)
from abano.integrations.api_keys.schemas import ApiKeyOut, ApiKeyRequest, ApiKeysResponse, NewApiKeyResponse
from abano.marketing.channels.rules import Channel
from abano.marketing.channels.service import find_channel, load_channel_names
from abano.tenancy.plans.service import PlanLimitReached, find_refusal_of_calls

LIFETIME_TOO_LONG = Message(
    "api_key_lifetime_too_long",
    "Your company allows keys to last at most {days, plural, one {# day} other {# days}}",
)
CHANNEL_UNKNOWN = Message("api_key_channel_unknown", "This channel does not exist. Choose another.")
CHANNEL_BOOKINGS_ONLY = Message(
    "api_key_channel_bookings_only", "A key of a channel can only have permissions for bookings"
)
# For developers who call the API, in English.
KEY_MALFORMED = Message(
    "invalid_api_key",
    "This is not a complete API key: its checksum is wrong. Check that all of it was copied.",
    for_operators=True,
)
KEY_UNKNOWN = Message("unknown_api_key", "There is no such API key in this company.", for_operators=True)
KEY_EXPIRED = Message(
    "expired_api_key", "This API key has expired. Create or rotate a key in the console.", for_operators=True
)
KEY_REVOKED = Message("revoked_api_key", "This API key was revoked.", for_operators=True)
HEADER = "Authorization"


class ApiKeyInactive(Conflict):
    """This API key was revoked or has expired. Create a new one."""


class TooManyApiKeys(Conflict):
    """There are too many active API keys. Revoke one first."""


def refused_key(sentence: Sentence) -> SignInRequired:
    """The refusal of a key, naming the header."""
    return SignInRequired(sentence, fields=(FieldError(HEADER, sentence),))


def check_form(token: str) -> None:
    """Raises SignInRequired for a text that cannot be a key. Needs no database."""
    if not is_well_formed(token):
        raise refused_key(KEY_MALFORMED())


class FoundKey(NamedTuple):
    """``channel``: the one that the key belongs to. ``refusal``: the plan's calls of this month are used up."""

    key: ApiKey
    channel: Channel | None
    refusal: PlanLimitReached | None = None


async def find_key(db: Database, tenant_id: TenantId, token: str, ip: str | None, now: datetime) -> FoundKey:
    """The active key of this tenant. Records its use. Raises SignInRequired.

    Read from the primary at each call, so that a revocation takes effect immediately.
    """
    check_form(token)
    async with db.uow(tenant_id, fresh=True) as uow:
        keys = ApiKeyRepository(uow)
        key = await keys.find_by_hash(token_hash(token), now)
        if key is None:
            raise refused_key(KEY_UNKNOWN())
        if key.revoked_at is not None:
            raise refused_key(KEY_REVOKED())
        if key.expires_at <= now:
            raise refused_key(KEY_EXPIRED())
        if key.last_used_at is None or key.last_used_at <= now - USE_NOTED_EVERY:
            await keys.note_use(key.id, ip, now)
        channel = await find_channel(uow, key.channel_id)
        return FoundKey(key, channel, await find_refusal_of_calls(uow, now))


async def list_keys(uow: UnitOfWork, now: datetime) -> ApiKeysResponse:
    keys = ApiKeyRepository(uow)
    listed = await keys.list_all()
    channels = await load_channel_names(uow, [row.channel_id for row, _ in listed if row.channel_id])
    return ApiKeysResponse(
        keys=[
            ApiKeyOut.of(row, creator, channels[row.channel_id] if row.channel_id else None, now)
            for row, creator in listed
        ],
        max_days=await keys.max_days(),
    )


async def load_api_key_names(uow: UnitOfWork, ids: Sequence[UUID]) -> dict[UUID, str]:
    """Names by id, also of revoked keys."""
    return await ApiKeyRepository(uow).names(ids)


async def load_authors(uow: UnitOfWork, kind: str, subject_id: str) -> Mapping[datetime, str]:
    """The names of the API keys that changed a subject, by when."""
    keys = await load_api_keys(uow, kind, subject_id)
    names = await load_api_key_names(uow, sorted(set(keys.values()))) if keys else {}
    return {moment: names[key_id] for moment, key_id in keys.items()}


async def create_key(
    uow: UnitOfWork, actor: Actor, request: ApiKeyRequest, now: datetime
) -> NewApiKeyResponse:
    """Create a key. Raises InvalidInput for a lifetime beyond the company's or an unknown channel, TooManyApiKeys."""
    if actor.admin is None:
        raise NotAllowed
    keys = ApiKeyRepository(uow)
    if await keys.count_active(now) >= MAX_KEYS:
        raise TooManyApiKeys
    longest = await keys.max_days()
    days = request.expires_in_days or min(DEFAULT_DAYS, longest)
    if days > longest:
        raise InvalidInput.of("expiresInDays", LIFETIME_TOO_LONG(days=longest))
    channel = await find_channel(uow, request.channel_id)
    if request.channel_id and channel is None:
        raise InvalidInput.of("channelId", CHANNEL_UNKNOWN())
    if channel and not set(request.scopes) <= set(CHANNEL_SCOPES):
        raise InvalidInput.of("scopes", CHANNEL_BOOKINGS_ONLY())
    token = new_api_token()
    key = ApiKey(
        tenant_id=uow.tenant_id,
        id=new_id(),
        name=request.name,
        token_hash=token_hash(token),
        token_end=token[-SHOWN_LENGTH:],
        scopes=[scope for scope in SCOPES if scope in request.scopes],
        requests_per_minute=request.requests_per_minute,
        channel_id=request.channel_id,
        created_by=actor.admin.id,
        created_at=now,
        expires_at=now + timedelta(days=days),
    )
    await keys.add(key)
    after = {
        "name": key.name,
        "scopes": key.scopes,
        "requestsPerMinute": key.requests_per_minute,
        "expiresAt": key.expires_at,
    }
    if channel:
        after |= {"channel": channel.name}
    await record(uow, actor, "api_key.created", subject=("api_key", key.id), after=after, now=now)
    return NewApiKeyResponse(key_id=key.id, token=token)


async def rotate_key(uow: UnitOfWork, actor: Actor, key_id: UUID, now: datetime) -> NewApiKeyResponse:
    """Give the key a new value; the one before is accepted for a day. Raises NotFound, ApiKeyInactive.

    The new value lives as long as the company allows, at most one year.
    """
    keys = ApiKeyRepository(uow)
    key = await keys.get_locked(key_id)
    if key.revoked_at is not None or key.expires_at <= now:
        raise ApiKeyInactive
    token, before = new_api_token(), key.expires_at
    key.previous_hash, key.previous_until = key.token_hash, min(now + OVERLAP, key.expires_at)
    key.token_hash, key.token_end = token_hash(token), token[-SHOWN_LENGTH:]
    days = min(DEFAULT_DAYS, await keys.max_days())
    key.expires_at = max(before, now + timedelta(days=days))
    await record(
        uow,
        actor,
        "api_key.rotated",
        subject=("api_key", key.id),
        before={"expiresAt": before},
        after={"expiresAt": key.expires_at, "previousUntil": key.previous_until},
        now=now,
    )
    return NewApiKeyResponse(key_id=key.id, token=token)


async def revoke_key(uow: UnitOfWork, actor: Actor, key_id: UUID, now: datetime) -> None:
    """Revoke the key, and the one before a rotation, from now on. Idempotent. Raises NotFound."""
    key = await ApiKeyRepository(uow).get_locked(key_id)
    if key.revoked_at is not None:
        return
    key.revoked_at = now
    await record(uow, actor, "api_key.revoked", subject=("api_key", key.id), now=now)


async def change_settings(uow: UnitOfWork, actor: Actor, max_days: int, now: datetime) -> None:
    """Set the longest lifetime. Keys that would live longer expire then."""
    keys = ApiKeyRepository(uow)
    before = await keys.max_days()
    await keys.set_max_days(max_days)
    await keys.expire_by(now + timedelta(days=max_days))
    await record(
        uow,
        actor,
        "api_key.settings_changed",
        subject=("api_keys", "settings"),
        before={"maxDays": before},
        after={"maxDays": max_days},
        now=now,
    )
