"""The internal API of the sessions behind a bar, for the platform alone."""

from typing import Annotated, cast
from uuid import UUID

from anyio import to_thread
from fastapi import APIRouter, Depends, Query, Request, Response

from abano_analytics.api import ABar, AFigureQuery, require_platform
from abano_analytics.figures.sessions import Place, Sessions
from abano_analytics.observability import prometheus

router = APIRouter(prefix="/internal/tenants/{tenant_id}/sessions", dependencies=[Depends(require_platform)])


async def chosen_place(
    after: Annotated[str | None, Query(pattern=r"^-?\d{1,18}\.\d{1,7}$")] = None,
) -> Place:
    """The place that the page before named."""
    if after is None:
        return Place()
    before, _, skip = after.partition(".")
    return Place(int(before), int(skip))


@router.get("")
async def list_sessions(
    request: Request,
    tenant_id: UUID,
    query: AFigureQuery,
    bar: ABar,
    place: Annotated[Place, Depends(chosen_place)],
) -> Response:
    """A page of sessions of the chosen days, the newest first, with what each saw and answered."""
    sessions = cast(Sessions, request.app.state.sessions)
    body = await to_thread.run_sync(sessions.page, tenant_id, query, bar, place)
    prometheus.REQUESTS.labels("sessions", "200").inc()
    return Response(body, headers={"Cache-Control": "no-store"}, media_type="application/json")
