"""Admin sign-in, sign-out and who am I."""

from fastapi import APIRouter, Request, Response

from abano.dependencies import AppClock, AppSettings, ClientAddress, CurrentAdmin, CurrentTenant, Db
from abano.identity import service
from abano.identity.rules import SESSION_LIFETIME
from abano.identity.schemas import AdminOut, Done, MeResponse, SignInRequest, SignInResponse, TenantOut

router = APIRouter(prefix="/api/admin", tags=["admin"])


@router.post("/login")
async def admin_login(
    body: SignInRequest,
    response: Response,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    settings: AppSettings,
    address: ClientAddress,
) -> SignInResponse:
    """Sign in with e-mail and password; answers with a cookie that scripts cannot read."""
    admin, token = await service.sign_in(
        db,
        tenant.id,
        email=body.email.strip(),
        password=body.password,
        address=address,
        key=settings.secret_key.get_secret_value(),
        clock=clock,
    )
    response.set_cookie(
        service.ADMIN_COOKIE,
        token,
        max_age=int(SESSION_LIFETIME.total_seconds()),
        path="/",
        httponly=True,
        samesite="lax",
        secure=settings.is_production,
    )
    response.headers["Cache-Control"] = "no-store"
    return SignInResponse(admin=AdminOut.of(admin))


@router.post("/logout")
async def admin_logout(request: Request, response: Response, tenant: CurrentTenant, db: Db) -> Done:
    """End this browser's session. Works without one, too."""
    if token := request.cookies.get(service.ADMIN_COOKIE):
        await service.sign_out(db, tenant.id, token)
    response.delete_cookie(service.ADMIN_COOKIE, path="/")
    return Done()


@router.get("/me")
async def admin_me(admin: CurrentAdmin, tenant: CurrentTenant, response: Response) -> MeResponse:
    """Who is signed in, and to which company."""
    response.headers["Cache-Control"] = "no-store"
    return MeResponse(
        admin=AdminOut.of(admin),
        tenant=TenantOut(name=tenant.name, slug=tenant.slug, timezone=tenant.timezone),
    )
