"""HTTP endpoint of quotes."""

from fastapi import APIRouter

from abano.affiliates.promo_codes.rules import normal_code
from abano.affiliates.promo_codes.service import find_promo
from abano.catalog.versions import QUOTE_LIFETIME
from abano.http.dependencies import AppClock, Catalogs, CurrentTenant, Db
from abano.kit.money import to_json
from abano.pricing.schemas import QuotePromo, QuoteRequest, QuoteResponse
from abano.pricing.service import quote
from abano.public_writes.call import LIMITED

router = APIRouter(prefix="/api", tags=["prices"])


@router.post("/quotes", dependencies=LIMITED)
async def create_quote(
    body: QuoteRequest, tenant: CurrentTenant, catalogs: Catalogs, db: Db, clock: AppClock
) -> QuoteResponse:
    """The price of a rental with its lines, by the same rules as a booking's price.

    An unusable promo code is not an error: the price is without it, and ``promo`` says so.
    ``catalogVersion`` asks for the price of an earlier quote; when that holds no longer, it is the present one.
    """
    now = clock.now()
    quoted = await catalogs.get_quoted(tenant.id, body.catalog_version, now)
    code = normal_code(body.promo_code)
    promo = await find_promo(db, tenant.id, code, clock) if code else None
    basis_points = promo.discount_basis_points if promo else 0
    promo_out = (
        QuotePromo(
            code=code,
            valid=promo is not None,
            percentage=to_json(basis_points),
            referrer=(promo.affiliate_name or tenant.name) if promo else None,
        )
        if code
        else None
    )
    return QuoteResponse.of(
        quote(quoted.catalog, body, basis_points, now),
        promo_out,
        version=quoted.catalog.version,
        valid_until=quoted.until or now + QUOTE_LIFETIME,
    )
