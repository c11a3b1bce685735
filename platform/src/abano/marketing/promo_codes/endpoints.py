"""HTTP endpoint of promo codes."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Path, Query

from abano.accounts.access.principals import Actor
from abano.core.money import to_json
from abano.marketing.promo_codes import service as codes
from abano.marketing.promo_codes.rules import PROMO_CODE_INVALID
from abano.marketing.promo_codes.schemas import (
    CodeOut,
    CodesResponse,
    CodeTerms,
    NewCode,
    NewCodeResponse,
    PromoDiscount,
    PromoReferrer,
    PromoRequest,
    PromoResponse,
)
from abano.marketing.promo_codes.service import find_promo
from abano.web.dependencies import AppClock, CurrentTenant, Db, Uow, acting, require_role
from abano.web.fast_path import Saved
from abano.web.public_writes import LimitedWriter

router = APIRouter(prefix="/api", tags=["promo codes"])


@router.post("/promo-codes/validate")
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

admin_router = APIRouter(prefix="/api/admin/promo-codes", tags=["promo codes"])
# Resolved before the session, as in the ledger's endpoints.
Acting = Annotated[Actor, Depends(acting("owner", "manager"))]
READER = [Depends(require_role("owner", "manager"))]


@admin_router.get("", dependencies=READER)
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


@admin_router.post("", status_code=201)
async def add_promo_code(
    actor: Acting, body: NewCode, tenant: CurrentTenant, uow: Uow, clock: AppClock
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


@admin_router.put("/{code}")
async def change_promo_code(
    actor: Acting,
    code: Annotated[str, Path(max_length=40)],
    body: CodeTerms,
    tenant: CurrentTenant,
    uow: Uow,
    clock: AppClock,
) -> Saved:
    """Change the terms of a code for new bookings. Fields that are left out become open."""
    await codes.change_code(uow, tenant, actor, code=code, terms=body.terms(), now=clock.now())
    return Saved()
