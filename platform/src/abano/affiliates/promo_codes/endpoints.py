"""HTTP endpoint of promo codes."""

from fastapi import APIRouter

from abano.affiliates.promo_codes.rules import PROMO_CODE_INVALID
from abano.affiliates.promo_codes.schemas import PromoDiscount, PromoReferrer, PromoRequest, PromoResponse
from abano.affiliates.promo_codes.service import find_promo
from abano.http.dependencies import AppClock, Db
from abano.kit.money import to_json
from abano.public_writes.call import LimitedWriter

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
