"""The gate of support access: before every layer that reads, it lets listed calls through and records them.

Everything else that carries the cookie of a running session is refused, also what any visitor may send.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, Protocol
from uuid import UUID

from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from abano.accounts.access.principals import Admin, SupportGrant
from abano.core.clock import Clock
from abano.core.errors import AbanoError
from abano.db.engine import Database
from abano.team.support.policy import UNRECORDED, kind_of
from abano.team.support.service import (
    CALL_LENGTH,
    Call,
    SupportAccessEnded,
    SupportReadsOnly,
    find_helper,
    is_recorded,
    record_call,
)
from abano.tenancy.directory.tenant import TENANT_HEADER, Tenant, TenantCache
from abano.web.dependencies import SUPPORT_SCOPE, get_client_ip, get_settings
from abano.web.errors import render

SUPPORT_COOKIE = "abano_support"
API = "/api/"


def support_cookie(*, secure: bool) -> str:
    return f"__Host-{SUPPORT_COOKIE}" if secure else SUPPORT_COOKIE


class Operators(Protocol):
    """The operators' side: whether someone still is one, and their own audit log."""

    async def is_active(self, operator_id: UUID) -> bool: ...

    async def record(
        self,
        operator_id: UUID,
        ip: str | None,
        action: str,
        company: str,
        now: datetime,
        details: dict[str, Any],
    ) -> None: ...


class Template(NamedTuple):
    methods: frozenset[str]
    pattern: re.Pattern[str]
    path: str


def templates_of(routers: Iterable[APIRouter]) -> tuple[Template, ...]:
    """The API's routes in the order in which they are tried."""
    return tuple(
        Template(frozenset(route.methods or ()), route.path_regex, route.path)
        for router in routers
        for route in _routes_of(router)
        if route.path.startswith(API)
    )


def _routes_of(router: APIRouter) -> Iterator[APIRoute]:
    for route in router.routes:
        if isinstance(route, APIRoute):
            yield route
        elif isinstance(inner := getattr(route, "original_router", None), APIRouter):
            yield from _routes_of(inner)


@dataclass(frozen=True, slots=True)
class SupportDoor:
    """What the gate needs. ``templates``: of ``templates_of``."""

    db: Database
    tenants: TenantCache
    clock: Clock
    operators: Operators
    templates: tuple[Template, ...]

    def call_of(self, method: str, path: str) -> str:
        """Method and template of the route that answers, or the path itself."""
        for template in self.templates:
            if method in template.methods and template.pattern.match(path):
                return f"{method} {template.path}"
        return f"{method} {path}"


class SupportGate:
    """Only requests with the cookie of support access notice it."""

    def __init__(self, app: ASGIApp, *, door: SupportDoor) -> None:
        self._app = app
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(API):
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        token = request.cookies.get(support_cookie(secure=get_settings(request).is_production), "")
        call = self._door.call_of(scope["method"], scope["path"]) if token else ""
        if not token or kind_of(call) == "own":
            await self._app(scope, receive, send)
            return
        try:
            helper = await self._admit(request, call, token)
        except AbanoError as error:
            await render(error)(scope, receive, send)
            return
        if helper is not None:
            scope = {**scope, SUPPORT_SCOPE: helper}
        await self._app(scope, receive, send)

    async def _admit(self, request: Request, call: str, token: str) -> Admin | None:
        """The operator, for a call that they may make; None for a visitor's call after the session ended.

        Raises SupportAccessEnded, SupportReadsOnly, UnknownTenant, DatabaseUnavailable.
        """
        door, now, kind = self._door, self._door.clock.now(), kind_of(call)
        tenant = await door.tenants.find(request.headers.get("host", ""), request.headers.get(TENANT_HEADER))
        made = f"{request.method} {request.scope['path']}"[:CALL_LENGTH]
        helper, grant = None, None
        if tenant.deletes_at is None:
            async with door.db.uow(tenant.id, fresh=True) as uow:
                helper = await find_helper(uow, token, now)
                grant = helper.support if helper else None
                is_known = grant is not None and await is_recorded(uow, grant.id, "read", made)
        if helper is None or grant is None or not await door.operators.is_active(helper.id):
            if kind in {"read", "draft"}:
                raise SupportAccessEnded
            return None
        if kind == "site" or call in UNRECORDED:
            return helper
        what: Call = "blocked"
        if kind == "read":
            what = "read"
        elif kind == "draft" and grant.may_change_drafts:
            what = "changed"
        if what != "read" or not is_known:
            await self._record(request, tenant, helper, grant, what, made)
        if what == "blocked":
            raise SupportReadsOnly
        return helper

    async def _record(
        self, request: Request, tenant: Tenant, helper: Admin, grant: SupportGrant, what: Call, made: str
    ) -> None:
        """In both logs, before anything is answered."""
        door, now = self._door, self._door.clock.now()
        ip = await get_client_ip(request, get_settings(request))
        details = {"call": made, "session": str(grant.id)}
        await door.operators.record(helper.id, ip, f"support.{what}", tenant.slug, now, details)
        async with door.db.uow(tenant.id, fresh=True) as uow:
            await record_call(uow, grant.id, what, made, ip, now)
