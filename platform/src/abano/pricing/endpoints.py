"""The server's price engine over HTTP."""

from fastapi import APIRouter

from abano.dependencies import Catalogs, CurrentTenant
from abano.pricing.schemas import QuoteRequest, QuoteResponse
from abano.pricing.service import quote

router = APIRouter(prefix="/api", tags=["prices"])


@router.post("/quotes")
async def create_quote(body: QuoteRequest, tenant: CurrentTenant, catalogs: Catalogs) -> QuoteResponse:
    """The price of a rental with its lines. The same rules price the booking."""
    return QuoteResponse.of(quote(await catalogs.get(tenant.id), body, promo_basis_points=0))
