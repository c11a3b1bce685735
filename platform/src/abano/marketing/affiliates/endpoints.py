"""HTTP endpoints of affiliates' accounts and promo codes, and of managing them for owners and managers."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from abano.catalog.published.dependencies import Catalogs, PublicOrigin
from abano.core.files import BYTE_ORDER_MARK, csv_rows
from abano.core.languages.texts import negotiate_language, texts_in
from abano.core.money import to_json
from abano.marketing.affiliates import codes, service
from abano.marketing.affiliates.codes import find_promo
from abano.marketing.affiliates.rules import PROMO_CODE_INVALID
from abano.marketing.affiliates.schemas import (
    AffiliateCodeOut,
    AffiliateResetConfirmRequest,
    AffiliateResetRequest,
    CodeOut,
    CodesResponse,
    CodeTerms,
    DashboardResponse,
    LoginRequest,
    LoginResponse,
    NewCode,
    NewCodeResponse,
    PayoutEmailRequest,
    PromoDiscount,
    PromoReferrer,
    PromoRequest,
    PromoResponse,
    RegisterRequest,
    RegisterResponse,
)
from abano.marketing.affiliates.service import AffiliateStatus, change_payout_email, set_status
from abano.marketing.commissions.rules import bookings_table
from abano.web.dependencies import (
    AffiliatesActor,
    AppClock,
    AppSettings,
    ClientIp,
    CurrentTenant,
    Db,
    Uow,
    needs,
)
from abano.web.public_writes import LIMITED, LimitedWriter
from abano.web.routes import Saved

router = APIRouter(tags=["affiliates"])
public = APIRouter(prefix="/api/referrers")
admin = APIRouter(prefix="/api/admin/affiliates")
BEARER = "bearer "


async def get_token(request: Request) -> str:
    """The caller's bearer token, or an empty string."""
    header = request.headers.get("authorization", "")
    return header[len(BEARER) :].strip() if header.lower().startswith(BEARER) else ""


Token = Annotated[str, Depends(get_token)]


@public.post("/register", status_code=201, dependencies=LIMITED)
async def register_affiliate(
    body: RegisterRequest,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    settings: AppSettings,
    ip: ClientIp,
) -> RegisterResponse:
    """Open an affiliate account with a promo code."""
    key = settings.secret_key.get_secret_value()
    code = await service.register(db, tenant, body, ip=ip, key=key, clock=clock)
    return RegisterResponse(
        message=f"Welcome to the affiliate programme of {tenant.name}.",
        referrer=AffiliateCodeOut(promo_code=code),
    )


@public.post("/login", dependencies=LIMITED)
async def log_in_affiliate(
    body: LoginRequest,
    response: Response,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    settings: AppSettings,
    ip: ClientIp,
) -> LoginResponse:
    """A token for the dashboard, valid for thirty days or until logout."""
    token = await service.log_in(
        db,
        tenant.id,
        email=body.email,
        password=body.password,
        ip=ip,
        key=settings.secret_key.get_secret_value(),
        clock=clock,
        language=body.language,
    )
    response.headers["Cache-Control"] = "no-store"
    return LoginResponse(token=token, message="Welcome back")


@public.post("/logout", dependencies=LIMITED)
async def log_out_affiliate(token: Token, uow: Uow) -> Saved:
    """End this session, if any."""
    await service.log_out(uow, token)
    return Saved()


@public.get("/dashboard")
async def get_affiliate_dashboard(
    token: Token,
    response: Response,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
) -> DashboardResponse:
    """The caller's promo code and figures, and the newest thousand bookings."""
    async with db.uow(tenant.id, one_view=True) as uow:
        summary, bookings, payable_on = await service.dashboard(uow, tenant, token, clock.now())
    response.headers["Cache-Control"] = "no-store"
    return DashboardResponse.of(summary, bookings, tenant.currency, payable_on)


@public.get("/bookings.csv", response_class=Response)
async def get_affiliate_bookings_file(
    token: Token, tenant: CurrentTenant, db: Db, clock: AppClock, catalogs: Catalogs
) -> Response:
    """All bookings of the caller for a spreadsheet."""
    async with db.uow(tenant.id, one_view=True) as uow:
        affiliate, bookings = await service.every_booking(uow, tenant, token, clock.now())
    catalog = await catalogs.get(tenant.id)
    languages = catalog.rules.languages
    language = negotiate_language(affiliate.language, languages) or languages[0]
    places = {place.code: place.name for place in catalog.in_language(language).locations}
    table = bookings_table(bookings, tenant.zone, places, texts_in(language))
    return Response(
        BYTE_ORDER_MARK + csv_rows(table),
        media_type="text/csv; charset=utf-8",
        headers={
            "Content-Disposition": 'attachment; filename="affiliate-bookings.csv"',
            "Cache-Control": "no-store",
        },
    )


@public.put("/payout-address", dependencies=LIMITED)
async def put_affiliate_payout_email(
    token: Token,
    body: PayoutEmailRequest,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    settings: AppSettings,
    ip: ClientIp,
) -> Saved:
    """Change the caller's payout email. The caller gets an email; the company sees when it was."""
    await change_payout_email(
        db,
        tenant.id,
        token,
        paypal_email=body.paypal_email,
        password=body.password,
        ip=ip,
        key=settings.secret_key.get_secret_value(),
        clock=clock,
    )
    return Saved()


@public.post("/password-reset", dependencies=LIMITED)
async def request_affiliate_password_reset(
    body: AffiliateResetRequest,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    ip: ClientIp,
    settings: AppSettings,
    origin: PublicOrigin,
) -> Saved:
    """Send a link if there is an affiliate with this address. The response is the same without one."""
    await service.RESETS.request(
        db,
        tenant.id,
        email=body.email,
        ip=ip,
        origin=origin,
        key=settings.secret_key.get_secret_value(),
        clock=clock,
    )
    return Saved()


@public.post("/password-reset/confirm", dependencies=LIMITED)
async def confirm_affiliate_password_reset(
    body: AffiliateResetConfirmRequest, tenant: CurrentTenant, db: Db, clock: AppClock
) -> Saved:
    """Set a new password by the link's token, once. All sessions of the account end."""
    await service.reset_password(db, tenant.id, token=body.token, password=body.password, clock=clock)
    return Saved()


@admin.post("/{affiliate_id}/{status}")
async def set_affiliate_status(
    actor: AffiliatesActor,
    affiliate_id: UUID,
    status: AffiliateStatus,
    uow: Uow,
    clock: AppClock,
) -> Saved:
    """Pause an affiliate, whose promo codes then stop working, or resume them."""
    await set_status(uow, actor, affiliate_id, status, clock.now())
    return Saved()


router.include_router(public)
router.include_router(admin)


promo_codes_router = APIRouter(prefix="/api", tags=["promo codes"])


@promo_codes_router.post("/promo-codes/validate")
async def validate_promo_code(
    body: PromoRequest, writer: LimitedWriter, db: Db, clock: AppClock
) -> PromoResponse:
    """Whether a code is usable now, its affiliate, and the discount on the whole price."""
    tenant = writer.tenant
    promo = await find_promo(db, tenant.id, body.promo_code, clock)
    if promo is None:
        invalid = PROMO_CODE_INVALID()
        return PromoResponse(valid=False, error=invalid.text, code=invalid.code)
    return PromoResponse(
        valid=True,
        referrer=PromoReferrer(name=promo.affiliate_name or tenant.name),
        discount=PromoDiscount(percentage=to_json(promo.discount_basis_points)),
    )


# HTTP endpoints of managing promo codes, for owners and managers.

admin_promo_codes_router = APIRouter(prefix="/api/admin/promo-codes", tags=["promo codes"])


@admin_promo_codes_router.get("", dependencies=needs("affiliates"))
async def list_promo_codes(
    tenant: CurrentTenant,
    uow: Uow,
    clock: AppClock,
    affiliate_id: Annotated[UUID | None, Query(alias="affiliateId")] = None,
) -> CodesResponse:
    """The newest 500 codes with their terms and uses, of all affiliates or of one."""
    newest = await codes.list_codes(uow, affiliate_id, clock.now())
    return CodesResponse(
        discount_percent=to_json(newest.company_discount),
        commission_percent=to_json(newest.company_commission),
        codes=[CodeOut.of(one, tenant) for one in newest.listed],
    )


@admin_promo_codes_router.post("", status_code=201)
async def add_promo_code(
    actor: AffiliatesActor, body: NewCode, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> NewCodeResponse:
    """Add a code for an affiliate or for the company itself. 409 when the code is in use."""
    code = await codes.add_code(
        uow,
        tenant,
        actor,
        code=body.normal(),
        affiliate_id=body.affiliate_id,
        terms=body.terms(),
        now=clock.now(),
    )
    return NewCodeResponse(code=code)


@admin_promo_codes_router.put("/{code}")
async def change_promo_code(
    actor: AffiliatesActor,
    code: Annotated[str, Path(max_length=40)],
    body: CodeTerms,
    tenant: CurrentTenant,
    uow: Uow,
    clock: AppClock,
) -> Saved:
    """Change the terms of a code for new bookings. Fields that are left out become open."""
    await codes.change_code(uow, tenant, actor, code=code, terms=body.terms(), now=clock.now())
    return Saved()
