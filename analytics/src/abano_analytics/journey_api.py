"""The internal API of the figure of journeys, for the platform alone."""

from typing import cast
from uuid import UUID

from anyio import to_thread
from fastapi import APIRouter, Depends, Request, Response

from abano_analytics.api import AFigureQuery, answered, require_platform
from abano_analytics.figures.journeys.service import Journeys

router = APIRouter(dependencies=[Depends(require_platform)])


@router.get("/internal/tenants/{tenant_id}/quiz/journey")
async def journey(request: Request, tenant_id: UUID, query: AFigureQuery) -> Response:
    """The visits that landed in the period, step by step to the booking."""
    journeys = cast(Journeys, request.app.state.journeys)
    key = (tenant_id, query)
    answer = journeys.remembered(key)
    if answer is None:
        answer = await to_thread.run_sync(journeys.compute, key)
    return answered(request, "journey", answer, journeys.data_through(key, answer))
