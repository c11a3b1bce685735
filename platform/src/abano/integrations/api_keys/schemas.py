"""Schemas of API keys."""

from datetime import datetime
from typing import Annotated, Literal, cast
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints

from abano.core.api_model import ApiModel, SuccessResponse
from abano.core.text import clean
from abano.integrations.api_keys.models import ApiKey
from abano.integrations.api_keys.rules import (
    DEFAULT_REQUESTS_PER_MINUTE,
    MAX_DAYS,
    MAX_REQUESTS_PER_MINUTE,
    SCOPES,
    ApiScope,
)

MAX_NAME_LENGTH = 80
Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True),
    AfterValidator(clean),
    Field(min_length=1, max_length=MAX_NAME_LENGTH),
]
Days = Annotated[int, Field(ge=1, le=MAX_DAYS)]
KeyState = Literal["active", "expired", "revoked"]


class ApiKeyOut(ApiModel):
    """``end``: the last characters of the key. ``channel``: the name of the one that it belongs to.

    ``previous_until``: the key before a rotation works until then."""

    id: UUID
    name: str
    end: str
    scopes: list[ApiScope]
    requests_per_minute: int
    channel: str | None
    state: KeyState
    created_by: str
    created_at: datetime
    expires_at: datetime
    revoked_at: datetime | None
    previous_until: datetime | None
    last_used_at: datetime | None
    last_used_ip: str | None

    @classmethod
    def of(cls, row: ApiKey, creator: str, channel: str | None, now: datetime) -> "ApiKeyOut":
        state: KeyState = "active" if row.expires_at > now else "expired"
        overlaps = row.previous_until is not None and row.previous_until > now and row.revoked_at is None
        return cls(
            id=row.id,
            name=row.name,
            end=row.token_end,
            scopes=cast(list[ApiScope], row.scopes),
            requests_per_minute=row.requests_per_minute,
            channel=channel,
            state="revoked" if row.revoked_at else state,
            created_by=creator,
            created_at=row.created_at,
            expires_at=row.expires_at,
            revoked_at=row.revoked_at,
            previous_until=row.previous_until if overlaps else None,
            last_used_at=row.last_used_at,
            last_used_ip=str(row.last_used_ip) if row.last_used_ip else None,
        )


class ApiKeysResponse(SuccessResponse):
    """``max_days``: the longest lifetime of a new key."""

    keys: list[ApiKeyOut]
    max_days: int


class ApiKeyRequest(ApiModel):
    """``expires_in_days``: from now on; without it one year, or the company's longest lifetime if that is shorter.

    ``channel_id``: the key sees and makes the bookings of this channel alone, and has scopes of bookings only.
    """

    name: Name
    scopes: Annotated[list[ApiScope], Field(min_length=1, max_length=len(SCOPES))]
    expires_in_days: Days | None = None
    requests_per_minute: Annotated[int, Field(ge=1, le=MAX_REQUESTS_PER_MINUTE)] = DEFAULT_REQUESTS_PER_MINUTE
    channel_id: UUID | None = None


class NewApiKeyResponse(SuccessResponse):
    """``token``: the key itself. It is shown this once, and stored nowhere."""

    key_id: UUID
    token: str


class ApiKeySettingsRequest(ApiModel):
    """``max_days``: the longest lifetime of a key. Keys that would live longer expire then."""

    max_days: Days
