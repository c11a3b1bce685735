"""The internal API of what an analyst picks: own funnels and own events. Counted on request, one at a time."""

from functools import partial
from typing import Annotated, cast
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request, Response

from abano_analytics.api import require_platform
from abano_analytics.figures.event_timeline import EventTimeline, EventTimelines
from abano_analytics.figures.own_events import OwnEvents
from abano_analytics.figures.own_funnels import OwnFunnel, OwnFunnels
from abano_analytics.figures.sessions import Place, Sessions
from abano_analytics.progress import REQUESTS
from abano_analytics.turns import in_turn
from abano_shared.contract.figures import PeriodParameters
from abano_shared.contract.own_events import EventTimelineParameters, OwnEventParameters
from abano_shared.contract.own_funnels import OwnFunnelParameters, OwnFunnelSessionsParameters

router = APIRouter(prefix="/internal/tenants/{tenant_id}", dependencies=[Depends(require_platform)])


@router.get("/own-funnel")
async def count_own_funnel(
    request: Request, tenant_id: UUID, asked: Annotated[OwnFunnelParameters, Query()]
) -> Response:
    """How many visits passed the steps that an analyst picked."""
    funnels = cast(OwnFunnels, request.app.state.own_funnels)
    body = await in_turn(request, "picked", tenant_id, partial(funnels.count, tenant_id, OwnFunnel.of(asked)))
    REQUESTS.labels("own_funnel", "200").inc()
    return Response(body, headers={"Cache-Control": "no-store"}, media_type="application/json")


@router.get("/own-funnel/sessions")
async def list_own_funnel_sessions(
    request: Request, tenant_id: UUID, asked: Annotated[OwnFunnelSessionsParameters, Query()]
) -> Response:
    """A page of the quiz sessions of visits at a step, the newest first."""
    sessions = cast(Sessions, request.app.state.sessions)
    place = Place.after(asked.after) if asked.after else Place()
    work = partial(
        sessions.page_of_funnel, tenant_id, OwnFunnel.of(asked), asked.at, place, is_lost=asked.lost
    )
    body = await in_turn(request, "picked", tenant_id, work)
    REQUESTS.labels("own_funnel_sessions", "200").inc()
    return Response(body, headers={"Cache-Control": "no-store"}, media_type="application/json")


@router.get("/own-event")
async def look_at_own_event(
    request: Request, tenant_id: UUID, asked: Annotated[OwnEventParameters, Query()]
) -> Response:
    """How often a defined event happened, and its latest occurrences."""
    events = cast(OwnEvents, request.app.state.own_events)
    body = await in_turn(request, "picked", tenant_id, partial(events.look, tenant_id, asked))
    REQUESTS.labels("own_event", "200").inc()
    return Response(body, headers={"Cache-Control": "no-store"}, media_type="application/json")


@router.get("/own-event/timeline")
async def count_event_timeline(
    request: Request, tenant_id: UUID, asked: Annotated[EventTimelineParameters, Query()]
) -> Response:
    """Sessions whose visit had the event, over time."""
    timelines = cast(EventTimelines, request.app.state.event_timelines)
    body = await in_turn(
        request, "picked", tenant_id, partial(timelines.count, tenant_id, EventTimeline.of(asked))
    )
    REQUESTS.labels("own_event_timeline", "200").inc()
    return Response(body, headers={"Cache-Control": "no-store"}, media_type="application/json")


@router.get("/own-event/seen-most")
async def seen_most(
    request: Request, tenant_id: UUID, asked: Annotated[PeriodParameters, Query()]
) -> Response:
    """The pages that most visits saw, and the links and buttons that most pressed. No filters apply."""
    events = cast(OwnEvents, request.app.state.own_events)
    body = await in_turn(request, "picked", tenant_id, partial(events.seen_most, tenant_id, asked))
    REQUESTS.labels("seen_most", "200").inc()
    return Response(body, headers={"Cache-Control": "no-store"}, media_type="application/json")
