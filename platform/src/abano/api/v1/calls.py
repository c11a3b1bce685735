"""Calls of the public API: their key, scope and rate limit, and the middleware that looks at a key first."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, cast
from uuid import UUID

from fastapi import Depends, Header, Request
from fastapi.security import HTTPBearer
from pydantic import BaseModel
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from abano.accounts.access.principals import Actor
from abano.core.errors import FieldError, NotAllowed, SignInRequired
from abano.core.errors import Message as Text
from abano.db.unit_of_work import UnitOfWork
from abano.integrations.api_keys.rules import ApiScope, allows
from abano.integrations.api_keys.service import check_form, find_key, refused_key
from abano.marketing.channels.rules import Channel
from abano.payments.journal.service import find_result, keep_result
from abano.tenancy.directory.tenant import Tenant
from abano.tenancy.plans.service import PlanLimitReached
from abano.web.dependencies import (
    AppClock,
    ClientIp,
    Db,
    get_tenant,
)
from abano.web.errors import PUBLIC_API, answer_at
from abano.web.public_writes import WriteLimit

KEY_MISSING = Text("missing_api_key", "Send an API key: Authorization: Bearer abano_…", for_operators=True)
SCOPE_MISSING = Text("missing_scope", "This API key lacks the scope {scope}.", for_operators=True)
CHANNEL_OFF = Text("channel_turned_off", "The channel of this API key is turned off.", for_operators=True)
# Keys that no one has are guessed, or left over: calls with them are limited by address.
UNKNOWN_KEYS_PER_MINUTE = 60
MAX_IDEMPOTENCY_KEY_LENGTH = 200
OPENAPI_PATH = f"{PUBLIC_API}openapi.json"
RATE_LIMIT, CALLER = "abano.rate_limit", "abano.api_caller"
# Says in the description where the key goes. The key itself is read below.
BEARER = HTTPBearer(
    scheme_name="api_key", auto_error=False, description="An API key of the company, as a bearer token."
)


@dataclass(frozen=True, slots=True)
class Caller:
    """An API key that was found, as the author of changes.

    ``channel``: the one that the key belongs to. Its scopes are renamed (``channel:read`` for ``bookings:read``), so
    that only endpoints which keep to the channel's own bookings accept them. ``refusal``: the plan's calls of this
    month are used up, so that only calls around bookings are answered.
    """

    key_id: UUID
    tenant: Tenant
    actor: Actor
    scopes: tuple[str, ...]
    now: datetime
    channel: Channel | None = None
    refusal: PlanLimitReached | None = None


@dataclass(frozen=True, slots=True)
class RateLimit:
    """Of a key, in this minute. ``reset``: seconds until the next one."""

    limit: int
    remaining: int
    reset: int

    def headers(self) -> list[tuple[bytes, bytes]]:
        values = {"limit": self.limit, "remaining": self.remaining, "reset": self.reset}
        return [(f"ratelimit-{name}".encode(), str(value).encode()) for name, value in values.items()]


def bearer_of(headers: Mapping[str, str]) -> str:
    """The key of a call. Raises SignInRequired without one."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise refused_key(KEY_MISSING())
    return token.strip()


class KeyCheck:
    """Refuses what cannot be a key before the body is read or the database is asked.

    Adds the headers of the rate limit.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] != OPENAPI_PATH:
            try:
                check_form(bearer_of(Headers(scope=scope)))
            except SignInRequired as error:
                await answer_at(scope, error)(scope, receive, send)
                return

        async def with_limit(message: Message) -> None:
            limit = scope.get(RATE_LIMIT)
            if message["type"] == "http.response.start" and limit is not None:
                message["headers"] = [*message.get("headers", []), *limit.headers()]
            await send(message)

        await self._app(scope, receive, with_limit)


async def get_caller(request: Request, db: Db, clock: AppClock, ip: ClientIp) -> Caller:
    """The key of the call, counted. Raises SignInRequired, UnknownTenant, TenantSuspended, TooManyWrites."""
    # A call by an assistant: its message was counted.
    known = cast("Caller | None", request.scope.get(CALLER))
    if known is not None:
        return known
    token = bearer_of(request.headers)
    check_form(token)
    tenant, now = await get_tenant(request), clock.now()
    limit = cast(WriteLimit, request.app.state.write_limit)
    try:
        key, channel, refusal = await find_key(db, tenant.id, token, ip, now)
    except SignInRequired:
        if ip is not None:
            limit.count_write(tenant.id, ip, UNKNOWN_KEYS_PER_MINUTE, now)
        raise
    allowed, reset = key.requests_per_minute, 60 - int(now.timestamp()) % 60
    request.scope[RATE_LIMIT] = RateLimit(allowed, 0, reset)
    remaining = limit.count_call(tenant.id, key.id, allowed, now)
    request.scope[RATE_LIMIT] = RateLimit(allowed, remaining, reset)
    actor, scopes = Actor(None, ip, api_key_id=key.id), tuple(key.scopes)
    if channel:
        if not channel.is_active:
            raise NotAllowed(CHANNEL_OFF(), fields=(FieldError("Authorization", CHANNEL_OFF()),))
        scopes = tuple(scope.replace("bookings:", "channel:") for scope in scopes)
    return Caller(key.id, tenant, actor, scopes, now, channel, refusal)


@dataclass(frozen=True, slots=True)
class Requires:
    """A dependency that requires a key with the scope: 401 without a key, 403 without the scope or beyond the plan.

    ``for_channels``: the endpoint keeps a channel's key to the bookings of its channel.
    """

    scope: ApiScope
    for_channels: bool = False

    async def __call__(self, caller: Annotated[Caller, Depends(get_caller)]) -> Caller:
        if not self.is_met_by(caller):
            sentence = SCOPE_MISSING(scope=self.scope)
            raise NotAllowed(sentence, fields=(FieldError("Authorization", sentence),))
        # Visitors book through other sites and apps, too: no plan refuses that.
        if caller.refusal and not self.scope.startswith("bookings:"):
            raise caller.refusal
        return caller

    def is_met_by(self, caller: Caller) -> bool:
        scopes = caller.scopes
        if self.for_channels and caller.channel:
            scopes = tuple(each.replace("channel:", "bookings:") for each in scopes)
        return allows(scopes, self.scope)


AnalyticsReader = Annotated[Caller, Depends(Requires("analytics:read"))]
BookingReader = Annotated[Caller, Depends(Requires("bookings:read", for_channels=True))]
BookingWriter = Annotated[Caller, Depends(Requires("bookings:write", for_channels=True))]
VehicleReader = Annotated[Caller, Depends(Requires("vehicles:read"))]
VehicleWriter = Annotated[Caller, Depends(Requires("vehicles:write"))]
CustomerReader = Annotated[Caller, Depends(Requires("customers:read"))]
PaymentReader = Annotated[Caller, Depends(Requires("payments:read"))]
ReportReader = Annotated[Caller, Depends(Requires("reports:read"))]
WebhookReader = Annotated[Caller, Depends(Requires("webhooks:read"))]
WebhookWriter = Annotated[Caller, Depends(Requires("webhooks:write"))]
IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=MAX_IDEMPOTENCY_KEY_LENGTH,
        description="A unique text for this write. The same call with it does nothing twice.",
    ),
]


@dataclass(frozen=True, slots=True)
class Write:
    """A write with its idempotency key, which counts for one API key."""

    key: str | None
    request: str
    now: datetime

    @classmethod
    def of(cls, caller: Caller, key: str | None, name: str, body: BaseModel | None = None) -> "Write":
        """``name``: the operation and what it is done to."""
        said: Any = body.model_dump(mode="json") if body else {}
        own = hashlib.sha256(f"{caller.key_id}|{key}".encode()).hexdigest() if key else None
        return cls(own and f"api {own}", f"{name} {json.dumps(said, sort_keys=True)}", caller.now)

    async def earlier(self, uow: UnitOfWork) -> UUID | None:
        """The result of the same call before. Raises KeyUsedOtherwise."""
        return await find_result(uow, self.key, self.request, self.now)

    async def keep(self, uow: UnitOfWork, result_id: UUID) -> None:
        await keep_result(uow, self.key, result_id)
