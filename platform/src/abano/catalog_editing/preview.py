"""The price of a rental by the draft and by what is live."""

from datetime import datetime

from abano.catalog.document import Json
from abano.catalog.versions import QUOTE_LIFETIME, snapshot_of
from abano.catalog_editing.drafts import load_state
from abano.catalog_editing.schemas import CatalogPreviewRequest, CatalogPreviewResponse
from abano.database.unit_of_work import UnitOfWork
from abano.errors import InvalidInput
from abano.pricing.schemas import QuoteResponse
from abano.pricing.service import quote


async def compare(uow: UnitOfWork, request: CatalogPreviewRequest, now: datetime) -> CatalogPreviewResponse:
    """Without a promo code. Raises InvalidInput when neither can price it."""
    state = await load_state(uow)
    refused: list[InvalidInput] = []

    async def priced(document: Json) -> QuoteResponse | None:
        catalog = await snapshot_of(uow, document, state.published.number)
        try:
            return QuoteResponse.of(
                quote(catalog, request, 0, now),
                None,
                version=catalog.version,
                valid_until=now + QUOTE_LIFETIME,
            )
        except InvalidInput as error:
            refused.append(error)
            return None

    live, draft = await priced(state.live), await priced(state.document)
    if live is None and draft is None:
        raise refused[-1]
    return CatalogPreviewResponse(live=live, draft=draft)
