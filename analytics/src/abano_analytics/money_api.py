"""The internal API of money figures by the attribution's parts, as platforms ask that know no pages with money."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request, Response

from abano_analytics.api import AFigureQuery, counted_answer, require_platform
from abano_analytics.errors import FieldError, InvalidInput
from abano_analytics.figures.query import ATTRIBUTIONS, Credit

router = APIRouter(prefix="/internal/tenants/{tenant_id}/reports", dependencies=[Depends(require_platform)])


@router.get("/money")
async def money_figure(
    request: Request,
    tenant_id: UUID,
    query: AFigureQuery,
    window: Annotated[str, Query(alias="windowDays", max_length=2)] = "90",
    credit: Credit = "last",
) -> Response:
    """What the sessions of a period brought: in all, by campaign and by answer. Raises InvalidInput."""
    figures = [
        figure
        for figure, chosen in ATTRIBUTIONS.items()
        if (str(chosen.window), chosen.credit) == (window, credit)
    ]
    if not figures:
        message = "Choose 7, 30 or 90 days."
        raise InvalidInput(message, fields=(FieldError("windowDays", message),))
    return await counted_answer(request, (tenant_id, figures[0], query))
