"""HTTP endpoints before and around sign-in: sessions, invitations, password resets."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Request, Response

from abano.accounts.access.principals import Actor, Admin, admin_cookie
from abano.catalog.published.dependencies import PublicOrigin
from abano.core.errors import Conflict, Message, SignInRequired
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano.team.users import email_links as invitations
from abano.team.users import email_links as password_reset
from abano.team.users.schemas import (
    SESSION_LIFETIME,
    AcceptInvitationRequest,
    AdminOut,
    CodeRequest,
    Done,
    InvitationLookRequest,
    InvitationLookResponse,
    MeResponse,
    OwnAccountOut,
    PasswordResetConfirmRequest,
    PasswordResetRequest,
    SignInRequest,
    SignInResponse,
    TenantOut,
)
from abano.team.users.second_factor import SecondFactorKey
from abano.team.users.sign_in import Caller, CodeRequired, SignedIn, sign_in, sign_in_with_code, sign_out
from abano.tenancy.directory.tenant import LOOPBACK_HOSTS, host_name
from abano.web.dependencies import (
    AppClock,
    AppSettings,
    ClientIp,
    CurrentAdmin,
    CurrentTenant,
    Db,
    Uow,
    acting_admin,
    admin_token,
)
from abano.web.public_writes import LIMITED, Traffic

# Dependencies of these endpoints.

Anyone = Annotated[Actor, Depends(acting_admin)]

_NO_DOMAIN = (
    "No invitation was sent: you use the console at an address that is no domain of your company, so the link would"
    " not work for others. "
)
INVITE_AT_DOMAIN = Message(
    "invite_at_domain",
    f"{_NO_DOMAIN}Please open the console at one of these and invite from there: {{hosts}}.",
)
INVITE_ELSEWHERE = Message(
    "invite_elsewhere", f"{_NO_DOMAIN}Please open the console at your company's domain and invite from there."
)


class NotTheCompanysDomain(Conflict):
    """Nothing was sent, because others couldn't open a link to this URL."""

    def __init__(self, hosts: Sequence[str]) -> None:
        super().__init__(INVITE_AT_DOMAIN(hosts=", ".join(sorted(hosts))) if hosts else INVITE_ELSEWHERE())


def person(actor: Actor) -> Admin:
    """The signed-in admin who acts. Raises SignInRequired for the operator, who has no account."""
    if actor.admin is None:
        raise SignInRequired
    return actor.admin


async def get_caller(
    ip: ClientIp, settings: AppSettings, user_agent: Annotated[str, Header()] = ""
) -> Caller:
    return Caller(ip, user_agent, settings.secret_key.get_secret_value())


async def get_secret(settings: AppSettings) -> str:
    return settings.secret_key.get_secret_value()


async def get_second_factor_key(settings: AppSettings) -> SecondFactorKey:
    return SecondFactorKey(settings.secret_key.get_secret_value())


async def get_own_token(request: Request) -> str:
    """The session token of this browser; endpoints that use it also require a signed-in admin."""
    return admin_token(request)


async def get_own_origin(
    request: Request, tenant: CurrentTenant, traffic: Traffic, settings: AppSettings
) -> str:
    """The origin at which the caller uses the console: a domain of the company. Raises NotTheCompanysDomain.

    The cookie and the Origin check prove that the caller is signed in at this host, and a link to any of the
    company's domains is safe to send. Loopback hosts are accepted in development only.
    """
    host = request.headers.get("host", "")
    name = host_name(host)
    hosts = (await traffic.get(tenant.id)).own_hosts
    if name not in hosts and (settings.is_production or name not in LOOPBACK_HOSTS):
        raise NotTheCompanysDomain(hosts)
    port = host.rpartition(":")[2]
    # A proxy may terminate TLS; the Origin header has the browser's scheme.
    secure = settings.is_production or request.headers.get("origin", "").startswith("https:")
    return f"{'https' if secure else 'http'}://{name}{f':{port}' if port.isdecimal() else ''}"


SignInCaller = Annotated[Caller, Depends(get_caller)]
Secret = Annotated[str, Depends(get_secret)]
FactorKey = Annotated[SecondFactorKey, Depends(get_second_factor_key)]
OwnToken = Annotated[str, Depends(get_own_token)]
OwnOrigin = Annotated[str, Depends(get_own_origin)]


router = APIRouter(tags=["admin"], prefix="/api/admin")


@router.post("/login", dependencies=LIMITED, response_model_exclude_none=True)
async def admin_login(
    body: SignInRequest,
    request: Request,
    response: Response,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    settings: AppSettings,
    caller: SignInCaller,
) -> SignInResponse:
    """Sign in with email and password: sets an HttpOnly cookie, or asks for a code."""
    result = await sign_in(
        db, tenant.id, email=body.email.strip(), password=body.password, caller=caller, clock=clock
    )
    response.headers["Cache-Control"] = "no-store"
    if isinstance(result, CodeRequired):
        return SignInResponse(challenge=result.challenge)
    await _end_replaced_session(request, tenant.id, db)
    return _signed_in_response(response, result, secure=settings.is_production)


@router.post("/login/code", dependencies=LIMITED, response_model_exclude_none=True)
async def admin_login_code(
    body: CodeRequest,
    request: Request,
    response: Response,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    settings: AppSettings,
    caller: SignInCaller,
    key: FactorKey,
) -> SignInResponse:
    """The second step: a code of the authenticator app, or a recovery code."""
    result = await sign_in_with_code(
        db, tenant.id, challenge=body.challenge, code=body.code, caller=caller, key=key, clock=clock
    )
    response.headers["Cache-Control"] = "no-store"
    await _end_replaced_session(request, tenant.id, db)
    return _signed_in_response(response, result, secure=settings.is_production)


@router.post("/logout", dependencies=LIMITED)
async def admin_logout(
    request: Request, response: Response, tenant: CurrentTenant, db: Db, settings: AppSettings
) -> Done:
    """End this browser's session, if any."""
    if token := admin_token(request):
        async with db.uow(tenant.id) as uow:
            await sign_out(uow, token)
    secure = settings.is_production
    # With the same attributes: browsers require them to delete a cookie with the __Host- prefix.
    response.delete_cookie(
        admin_cookie(secure=secure), path="/", httponly=True, samesite="lax", secure=secure
    )
    return Done()


@router.get("/me")
async def admin_me(admin: CurrentAdmin, tenant: CurrentTenant, response: Response) -> MeResponse:
    """The signed-in admin and the company."""
    response.headers["Cache-Control"] = "no-store"
    return MeResponse(
        admin=OwnAccountOut.of(admin),
        tenant=TenantOut(
            name=tenant.name,
            slug=tenant.slug,
            timezone=tenant.timezone,
            deletes_at=tenant.deletes_at,
            suspension_reason=tenant.suspension_reason if tenant.status == "suspended" else None,
        ),
    )


async def _end_replaced_session(request: Request, tenant_id: TenantId, db: Database) -> None:
    """End the session of the cookie that is about to be replaced."""
    if token := admin_token(request):
        async with db.uow(tenant_id) as uow:
            await sign_out(uow, token)


def _signed_in_response(response: Response, result: SignedIn, *, secure: bool) -> SignInResponse:
    response.set_cookie(
        admin_cookie(secure=secure),
        result.token,
        max_age=int(SESSION_LIFETIME.total_seconds()),
        path="/",
        httponly=True,
        samesite="lax",
        secure=secure,
    )
    return SignInResponse(admin=AdminOut.of(result.admin))


# Endpoints of email links: password reset and invitations, without a session.
#
# Tokens are in the fragment of links and in request bodies, so that no log and no Referer has them.

links_router = APIRouter(tags=["admin"], prefix="/api/admin")


@links_router.post("/password-reset", dependencies=LIMITED)
async def request_password_reset(
    body: PasswordResetRequest,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    ip: ClientIp,
    origin: PublicOrigin,
    secret: Secret,
) -> Done:
    """Send a link if there is an account with this address. The response is the same without one."""
    await password_reset.RESETS.request(
        db, tenant.id, email=body.email.strip(), ip=ip, origin=origin, key=secret, clock=clock
    )
    return Done()


@links_router.post("/password-reset/confirm", dependencies=LIMITED)
async def confirm_password_reset(
    body: PasswordResetConfirmRequest, tenant: CurrentTenant, db: Db, clock: AppClock, ip: ClientIp
) -> Done:
    """Set a new password by the link's token. All sessions of the account end."""
    await password_reset.reset_password(
        db, tenant.id, token=body.token, password=body.password, ip=ip, clock=clock
    )
    return Done()


@links_router.post("/invitations/look", dependencies=LIMITED)
async def look_at_invitation(
    body: InvitationLookRequest, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> InvitationLookResponse:
    """The invitation of the link's token."""
    invitation = await invitations.look_at(uow, body.token, clock=clock)
    return InvitationLookResponse(
        email=invitation.email, role=invitation.role, role_name=invitation.role_name, company=tenant.name
    )


@links_router.post("/invitations/accept", dependencies=LIMITED)
async def accept_invitation(
    body: AcceptInvitationRequest, tenant: CurrentTenant, db: Db, clock: AppClock, ip: ClientIp
) -> Done:
    """Create the account with a password. Sign-in is a separate call."""
    await invitations.accept(
        db,
        tenant.id,
        token=body.token,
        name=body.name,
        password=body.password,
        ip=ip,
        clock=clock,
    )
    return Done()
