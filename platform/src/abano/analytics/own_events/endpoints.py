"""HTTP endpoints of the company's events, for owners, managers and analysts."""

from datetime import datetime, timedelta
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Response

from abano.analytics.figures.client import ResolvedQuery
from abano.analytics.figures.endpoints import Analytics
from abano.analytics.figures.own_funnel_endpoints import TheDefinitions
from abano.analytics.figures.query import UnitQuery
from abano.analytics.own_events import service
from abano.analytics.own_events.schemas import (
    ChangeOwnEventRequest,
    EventTarget,
    OwnEventRequest,
    OwnEventsResponse,
)
from abano.web.dependencies import AnalyticsActor, AppClock, CurrentTenant, Uow, needs, no_store
from abano_shared.contract.figures import instant_text
from abano_shared.contract.own_events import EventTimelineResponse, OwnEventResponse, SeenMostResponse

router = APIRouter(
    prefix="/api/quiz/analytics/events", tags=["quiz analytics"], dependencies=[Depends(no_store)]
)
# What a definition is tried on.
TRIED = timedelta(days=28)


@router.get("")
async def list_own_events(_actor: AnalyticsActor, uow: Uow) -> OwnEventsResponse:
    """The events that the company defined."""
    return await service.list_events(uow)


@router.post("")
async def add_own_event(
    body: OwnEventRequest, actor: AnalyticsActor, uow: Uow, clock: AppClock
) -> OwnEventsResponse:
    """Define an event. It holds for what is recorded already, too."""
    await service.add_event(uow, actor, body, clock.now())
    return await service.list_events(uow)


@router.put("/{event_id}")
async def change_own_event(
    event_id: UUID, body: ChangeOwnEventRequest, actor: AnalyticsActor, uow: Uow, clock: AppClock
) -> OwnEventsResponse:
    """Change it. 409 when someone else did meanwhile."""
    await service.change_event(uow, actor, event_id, body, body.revision, clock.now())
    return await service.list_events(uow)


@router.delete("/{event_id}")
async def delete_own_event(
    event_id: UUID, actor: AnalyticsActor, uow: Uow, clock: AppClock
) -> OwnEventsResponse:
    """Delete the definition. What was recorded stays."""
    await service.remove_event(uow, actor, event_id, clock.now())
    return await service.list_events(uow)


@router.get("/preview", response_model=OwnEventResponse, dependencies=needs("analytics"))
async def preview_own_event(
    tenant: CurrentTenant, clock: AppClock, analytics: Analytics, asked: Annotated[EventTarget, Query()]
) -> Response:
    """How often what is defined happened in the last 28 days, and the latest five times."""
    given = service.definition(asked).model_dump(mode="json", by_alias=True, exclude_none=True)
    body = await analytics.own_event(tenant.id, (*_tried(clock.now()), *given.items()))
    return Response(body, media_type="application/json")


@router.get("/recorded", response_model=SeenMostResponse, dependencies=needs("analytics"))
async def list_recorded(tenant: CurrentTenant, clock: AppClock, analytics: Analytics) -> Response:
    """The pages that most visits of the last 28 days saw, and what most pressed."""
    body = await analytics.seen_most(tenant.id, _tried(clock.now()))
    return Response(body, media_type="application/json")


@router.get("/{event_id}/timeline", response_model=EventTimelineResponse, dependencies=needs("analytics"))
async def quiz_analytics_event_timeline(
    event_id: UUID,
    tenant: CurrentTenant,
    clock: AppClock,
    analytics: Analytics,
    events: TheDefinitions,
    asked: Annotated[UnitQuery, Query()],
) -> Response:
    """Sessions by start, and how many of them had the event in their visit."""
    unit = asked.timeline(tenant.zone, clock.now().astimezone(tenant.zone).date()).partition("-")[2]
    event = await events.get(tenant.id, event_id)
    given = event.model_dump(mode="json", by_alias=True, exclude_none=True, exclude={"id"})
    query = asked.resolved(tenant.zone, clock.now().astimezone(tenant.zone).date())
    body = await analytics.event_timeline(tenant.id, (*query, *given.items(), ("unit", unit)))
    return Response(body, media_type="application/json")


def _tried(now: datetime) -> ResolvedQuery:
    return (("since", instant_text(now - TRIED)), ("until", instant_text(now + timedelta(minutes=1))))
