"""Affiliates' accounts over HTTP, and pausing them for owners and managers."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Request, Response

from abano.affiliates.accounts import password_reset
from abano.affiliates.accounts import service as accounts
from abano.affiliates.accounts.pausing import AffiliateStatus, set_status
from abano.affiliates.accounts.payout_address import change_payout_address
from abano.affiliates.accounts.schemas import (
    AffiliateResetConfirmRequest,
    AffiliateResetRequest,
    DashboardResponse,
    LoginRequest,
    LoginResponse,
    PayoutAddressRequest,
    ReferrerOut,
    RegisterRequest,
    RegisterResponse,
)
from abano.affiliates.ledger.rules import bookings_table
from abano.auth.principals import Actor
from abano.http.dependencies import (
    AppClock,
    AppSettings,
    Catalogs,
    ClientAddress,
    CurrentTenant,
    Db,
    PublicOrigin,
    TenantSession,
    acting,
)
from abano.http.hot_route import Saved
from abano.kit.csv_text import BYTE_ORDER_MARK, csv_rows
from abano.public_writes.call import LIMITED

router = APIRouter(tags=["affiliates"])
public = APIRouter(prefix="/api/referrers")
admin = APIRouter(prefix="/api/admin/affiliates")
BEARER = "bearer "


async def get_token(request: Request) -> str:
    """The caller's token, empty without one."""
    header = request.headers.get("authorization", "")
    return header[len(BEARER) :].strip() if header.lower().startswith(BEARER) else ""


Token = Annotated[str, Depends(get_token)]


@public.post("/register", status_code=201, dependencies=LIMITED)
async def register_referrer(
    body: RegisterRequest,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    settings: AppSettings,
    address: ClientAddress,
) -> RegisterResponse:
    """Open an affiliate account with a promo code of its own."""
    key = settings.secret_key.get_secret_value()
    code = await accounts.register(db, tenant, body, address=address, key=key, clock=clock)
    return RegisterResponse(
        message=f"Welcome to the affiliate programme of {tenant.name}.", referrer=ReferrerOut(promo_code=code)
    )


@public.post("/login", dependencies=LIMITED)
async def log_in_referrer(
    body: LoginRequest,
    response: Response,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    settings: AppSettings,
    address: ClientAddress,
) -> LoginResponse:
    """A token for the dashboard, good for thirty days or until logout."""
    token = await accounts.log_in(
        db,
        tenant.id,
        email=body.email,
        password=body.password,
        address=address,
        key=settings.secret_key.get_secret_value(),
        clock=clock,
    )
    response.headers["Cache-Control"] = "no-store"
    return LoginResponse(token=token, message="Welcome back")


@public.post("/logout", dependencies=LIMITED)
async def log_out_referrer(token: Token, tenant: CurrentTenant, db: Db) -> Saved:
    """End this session. Works without one, too."""
    await accounts.log_out(db, tenant.id, token)
    return Saved()


@public.get("/dashboard")
async def get_referrer_dashboard(
    token: Token,
    response: Response,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
) -> DashboardResponse:
    """The caller's own promo code and figures, and the newest thousand bookings."""
    summary, bookings, payable_on = await accounts.dashboard(db, tenant, token, clock)
    response.headers["Cache-Control"] = "no-store"
    return DashboardResponse.of(summary, bookings, tenant.currency, payable_on)


@public.get("/bookings.csv", response_class=Response)
async def get_referrer_bookings_file(
    token: Token, tenant: CurrentTenant, db: Db, clock: AppClock, catalogs: Catalogs
) -> Response:
    """Every booking of the caller's for a spreadsheet."""
    bookings = await accounts.every_booking(db, tenant, token, clock)
    places = {place.code: place.name for place in (await catalogs.get(tenant.id)).locations}
    table = bookings_table(bookings, tenant.zone, places)
    return Response(
        BYTE_ORDER_MARK + csv_rows(table),
        media_type="text/csv; charset=utf-8",
        headers={
            "Content-Disposition": 'attachment; filename="affiliate-bookings.csv"',
            "Cache-Control": "no-store",
        },
    )


@public.put("/payout-address", dependencies=LIMITED)
async def put_referrer_payout_address(
    token: Token,
    body: PayoutAddressRequest,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    settings: AppSettings,
    address: ClientAddress,
) -> Saved:
    """Change where the caller's commission is sent. The caller is told by e-mail, the company sees when it was."""
    await change_payout_address(
        db,
        tenant.id,
        token,
        paypal_email=body.paypal_email,
        password=body.password,
        address=address,
        key=settings.secret_key.get_secret_value(),
        clock=clock,
    )
    return Saved()


@public.post("/password-reset", dependencies=LIMITED)
async def request_referrer_password_reset(
    body: AffiliateResetRequest,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    address: ClientAddress,
    settings: AppSettings,
    origin: PublicOrigin,
) -> Saved:
    """Send a link to this address if it is an affiliate's. The answer is the same when it is not."""
    await password_reset.request_reset(
        db,
        tenant.id,
        email=body.email,
        address=address,
        origin=origin,
        key=settings.secret_key.get_secret_value(),
        clock=clock,
    )
    return Saved()


@public.post("/password-reset/confirm", dependencies=LIMITED)
async def confirm_referrer_password_reset(
    body: AffiliateResetConfirmRequest, tenant: CurrentTenant, db: Db, clock: AppClock
) -> Saved:
    """Set a new password by the link's token, once. All sessions of the account end."""
    await password_reset.reset_password(db, tenant.id, token=body.token, password=body.password, clock=clock)
    return Saved()


@admin.post("/{affiliate_id}/{status}")
async def set_affiliate_status(
    actor: Annotated[Actor, Depends(acting("owner", "manager"))],
    affiliate_id: UUID,
    status: AffiliateStatus,
    tenant: CurrentTenant,
    session: TenantSession,
    clock: AppClock,
) -> Saved:
    """Pause an affiliate, whose codes then stop working, or let them work again."""
    await set_status(session, tenant.id, actor, affiliate_id, status, clock.now())
    return Saved()


router.include_router(public)
router.include_router(admin)
