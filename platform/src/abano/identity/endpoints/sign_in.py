"""Admin sign-in in one or two steps, sign-out, and the current admin."""

from fastapi import APIRouter, Request, Response

from abano.auth.principals import admin_cookie
from abano.database.engine import Database
from abano.database.unit_of_work import TenantId
from abano.http.dependencies import AppClock, AppSettings, CurrentAdmin, CurrentTenant, Db, admin_token
from abano.identity.endpoints.calls import FactorKey, SignInCaller
from abano.identity.rules import SESSION_LIFETIME
from abano.identity.schemas import (
    AdminOut,
    CodeRequest,
    Done,
    MeResponse,
    SignInRequest,
    SignInResponse,
    TenantOut,
)
from abano.identity.sign_in import CodeRequired, SignedIn, sign_in, sign_in_with_code, sign_out
from abano.public_writes.call import LIMITED

router = APIRouter(prefix="/api/admin")


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
    """Sign in with e-mail and password: sets an HttpOnly cookie, or asks for a code."""
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
        admin=AdminOut.of(admin),
        tenant=TenantOut(name=tenant.name, slug=tenant.slug, timezone=tenant.timezone),
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
