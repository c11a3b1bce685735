"""Dependencies of endpoints: tenant, transaction, clock, client address, signed-in admin."""

from collections.abc import AsyncIterator, Awaitable, Callable
from inspect import signature
from typing import Annotated, TypeVar, cast

from fastapi import Depends, Query, Request, Response
from fastapi.params import Depends as DependsOn

from abano.accounts.access.principals import Actor, Admin, admin_cookie, find_signed_in
from abano.accounts.access.rights import Right
from abano.core.clock import Clock
from abano.core.config import Settings
from abano.core.errors import NotAllowed, SignInRequired
from abano.core.paging import MAX_CURSOR_LENGTH
from abano.db.engine import Database
from abano.db.unit_of_work import UnitOfWork
from abano.tenancy.directory.tenant import (
    TENANT_HEADER,
    CompanyClosed,
    CompanySuspended,
    SiteNotOpen,
    Tenant,
    TenantCache,
    TenantSuspended,
)
from abano.web.requests import client_ip

Value = TypeVar("Value")
# Retry-After for clients that arrive too early, such as search engines.
SECONDS_TO_OPENING = 86_400


def get_settings(request: Request) -> Settings:
    return cast(Settings, request.app.state.settings)


def get_db(request: Request) -> Database:
    return cast(Database, request.app.state.db)


def get_clock(request: Request) -> Clock:
    return cast(Clock, request.app.state.clock)


def _async(find: Callable[[Request], Value]) -> Callable[[Request], Awaitable[Value]]:
    """Make a function asynchronous, because FastAPI runs plain ones in threads, which costs more than these do."""

    async def dependency(request: Request) -> Value:
        return find(request)

    return dependency


def built(kind: Callable[..., object]) -> DependsOn:
    """A dependency on an object of a class whose fields are dependencies. Asynchronous, as ``_async`` is."""

    async def build(**fields: object) -> object:
        return kind(**fields)

    vars(build)["__signature__"] = signature(kind)
    return cast(DependsOn, Depends(build))


def of_app(name: str) -> DependsOn:
    """A dependency on what ``main`` keeps under this name in the application's state."""

    async def find(request: Request) -> object:
        return getattr(request.app.state, name)

    return cast(DependsOn, Depends(find))


AppSettings = Annotated[Settings, Depends(_async(get_settings))]
Db = Annotated[Database, Depends(_async(get_db))]
AppClock = Annotated[Clock, Depends(_async(get_clock))]
PageCursor = Annotated[str | None, Query(alias="cursor", max_length=MAX_CURSOR_LENGTH)]


# What works before a site is open: the console, what its pages are made of, and who calls with their own key.
_BEFORE_OPENING = (
    "/admin", "/api/admin/", "/api/mcp", "/api/v1/", "/api/calendars/", "/api/stripe/", "/api/phone-messages/",
    "/brand.css", "/media/",
    "/favicon.ico", "/developers",
)  # fmt: skip


# What works while a company is being deleted: its owners download and undo.
_WHILE_CLOSING = ("/admin", "/api/admin/", "/brand.css", "/media/", "/favicon.ico")


# The only changes in a suspended company, whose people may otherwise only read.
_WHILE_SUSPENDED = frozenset(
    {
        "/api/admin/login", "/api/admin/login/code", "/api/admin/logout", "/api/admin/support-access",
        "/api/admin/support-access/decision", "/api/admin/support-access/end", "/api/admin/support-session",
    }
)  # fmt: skip
# Where a request's scope has the operator with support access, as an ``Admin``.
SUPPORT_SCOPE = "abano.support"


async def get_tenant(request: Request) -> Tenant:
    """The tenant of the request's host.

    Raises UnknownTenant, TenantSuspended, CompanySuspended, SiteNotOpen, CompanyClosed.
    """
    tenants = cast(TenantCache, request.app.state.tenants)
    tenant = await tenants.find(request.headers.get("host", ""), request.headers.get(TENANT_HEADER))
    request.scope["abano.tenant"] = tenant.slug
    if tenant.status == "suspended":
        _check_reads_console(request)
    if tenant.deletes_at is not None and not request.scope["path"].startswith(_WHILE_CLOSING):
        raise CompanyClosed
    if not tenant.is_open and not request.scope["path"].startswith(_BEFORE_OPENING):
        await _check_colleague(request, tenant)
    return tenant


def _check_reads_console(request: Request) -> None:
    """Raises TenantSuspended outside the console, CompanySuspended for changes in it."""
    path = request.scope["path"]
    if not path.startswith(_WHILE_CLOSING):
        raise TenantSuspended
    if request.method not in {"GET", "HEAD"} and path not in _WHILE_SUSPENDED:
        raise CompanySuspended


async def _check_colleague(request: Request, tenant: Tenant) -> None:
    """Raises SiteNotOpen for everyone but the company's people."""
    token = admin_token(request)
    if not token or await find_signed_in(get_db(request), tenant.id, token, get_clock(request)) is None:
        raise SiteNotOpen(retry_after=SECONDS_TO_OPENING)


CurrentTenant = Annotated[Tenant, Depends(get_tenant)]


async def get_uow(tenant: CurrentTenant, db: Db) -> AsyncIterator[UnitOfWork]:
    async with db.uow(tenant.id) as uow:
        yield uow


# One transaction for each request. Function scope: it commits before the response is sent, so that nothing is
# acknowledged that a failing commit would lose.
Uow = Annotated[UnitOfWork, Depends(get_uow, scope="function")]


async def get_client_ip(request: Request, settings: AppSettings) -> str | None:
    """The client's address by the configured number of trusted proxies; None when it cannot be determined."""
    peer = request.client.host if request.client else None
    return client_ip(peer, request.headers.getlist("x-forwarded-for"), settings.trusted_proxies)


ClientIp = Annotated[str | None, Depends(get_client_ip)]


def admin_token(request: Request) -> str:
    """The token of the browser's admin session, or an empty string."""
    return request.cookies.get(admin_cookie(secure=get_settings(request).is_production), "")


async def get_optional_admin(
    request: Request, tenant: CurrentTenant, db: Db, clock: AppClock
) -> Admin | None:
    """The signed-in admin of this tenant, if any; with support access, the operator and no one else."""
    if (helper := request.scope.get(SUPPORT_SCOPE)) is not None:
        return cast(Admin, helper) if helper.tenant_id == tenant.id else None
    token = admin_token(request)
    return await find_signed_in(db, tenant.id, token, clock) if token else None


OptionalAdmin = Annotated[Admin | None, Depends(get_optional_admin)]


async def get_current_admin(admin: OptionalAdmin) -> Admin:
    if admin is None:
        raise SignInRequired
    return admin


CurrentAdmin = Annotated[Admin, Depends(get_current_admin)]


def require_right(*rights: Right) -> Callable[..., Awaitable[Admin]]:
    """A dependency that requires an admin with one of ``rights``: 401 without sign-in, 403 without the right."""

    async def check(admin: CurrentAdmin) -> Admin:
        if not admin.may(*rights):
            raise NotAllowed
        return admin

    return check


def needs(*rights: Right) -> list[DependsOn]:
    """The ``dependencies`` of an endpoint that requires one of ``rights``."""
    return [Depends(require_right(*rights))]


def acting(*rights: Right) -> Callable[..., Awaitable[Actor]]:
    """Like ``require_right``, for changes: the admin with their address, for the audit log."""
    permitted = require_right(*rights)

    async def actor(admin: Annotated[Admin, Depends(permitted)], ip: ClientIp) -> Actor:
        return Actor(admin, ip)

    return actor


async def acting_admin(admin: CurrentAdmin, ip: ClientIp) -> Actor:
    """Anyone who is signed in, for changes of their own account."""
    return Actor(admin, ip)


# Who acts, by the right that it takes. Endpoints name these before ``Uow``: no one without the right opens a
# transaction, and no request holds one connection while it waits for a second, by which the sign-in is read.
BookingsActor = Annotated[Actor, Depends(acting("bookings"))]
CustomersActor = Annotated[Actor, Depends(acting("customers"))]
CustomerManager = Annotated[Actor, Depends(acting("manage_customers"))]
ExportsActor = Annotated[Actor, Depends(acting("exports"))]
PaymentsActor = Annotated[Actor, Depends(acting("payments"))]
RefundsActor = Annotated[Actor, Depends(acting("refunds"))]
AccountingActor = Annotated[Actor, Depends(acting("accounting"))]
FleetActor = Annotated[Actor, Depends(acting("fleet"))]
CostsActor = Annotated[Actor, Depends(acting("costs"))]
YardActor = Annotated[Actor, Depends(acting("yard"))]
CatalogActor = Annotated[Actor, Depends(acting("catalog"))]
WebsiteActor = Annotated[Actor, Depends(acting("website"))]
AffiliatesActor = Annotated[Actor, Depends(acting("affiliates"))]
AdvertisingActor = Annotated[Actor, Depends(acting("advertising"))]
AnalyticsActor = Annotated[Actor, Depends(acting("analytics"))]
QuizActor = Annotated[Actor, Depends(acting("quiz"))]
SettingsActor = Annotated[Actor, Depends(acting("settings"))]
TeamActor = Annotated[Actor, Depends(acting("team"))]
IntegrationsActor = Annotated[Actor, Depends(acting("integrations"))]
CompanyActor = Annotated[Actor, Depends(acting("company"))]
PersonalDataActor = Annotated[Actor, Depends(acting("personal_data"))]
# Either of two rights, whose holders share a page.
CostReporter = Annotated[Actor, Depends(acting("fleet", "costs"))]
# The list of vehicles is in filters, too.
VehicleReader = Annotated[Actor, Depends(acting("fleet", "bookings", "costs"))]
TillOpener = Annotated[Actor, Depends(acting("payments", "yard"))]
EditorActor = Annotated[Actor, Depends(acting("website", "catalog"))]


async def no_store(response: Response) -> None:
    """For responses with personal data, which no cache may store."""
    response.headers["Cache-Control"] = "no-store"
