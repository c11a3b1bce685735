"""HTTP endpoints of managing promo codes, for owners and managers."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Path, Query

from abano.affiliates.promo_codes.admin import service as codes
from abano.affiliates.promo_codes.admin.schemas import (
    CodeOut,
    CodesResponse,
    CodeTerms,
    NewCode,
    NewCodeResponse,
)
from abano.auth.principals import Actor
from abano.http.dependencies import AppClock, CurrentTenant, Uow, acting, require_role
from abano.http.fast_path_route import Saved
from abano.kit.money import to_json

router = APIRouter(prefix="/api/admin/promo-codes", tags=["promo codes"])
# Resolved before the session, as in the ledger's endpoints.
Acting = Annotated[Actor, Depends(acting("owner", "manager"))]
READER = [Depends(require_role("owner", "manager"))]


@router.get("", dependencies=READER)
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


@router.post("", status_code=201)
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


@router.put("/{code}")
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
