"""Funnels of picked steps. Events among the steps get their definitions on the way."""

from collections.abc import Sequence
from typing import Annotated, Protocol
from uuid import UUID

from fastapi import APIRouter, Query, Response

from abano.analytics.figures.client import ResolvedQuery
from abano.analytics.figures.endpoints import Analytics, QuestionLabels
from abano.analytics.figures.pages import Labelled
from abano.analytics.figures.query import OwnFunnelQuery, OwnFunnelSessionsQuery
from abano.core.clock import Clock
from abano.db.unit_of_work import TenantId
from abano.tenancy.directory.tenant import Tenant
from abano.web.dependencies import AppClock, CurrentTenant, needs, of_app
from abano_shared.contract.answers import QuizSessionsResponse
from abano_shared.contract.own_events import EVENT_STEP, NamedDefinition
from abano_shared.contract.own_funnels import OwnFunnelResponse

router = APIRouter(
    prefix="/api/quiz/analytics",
    tags=["quiz analytics"],
    dependencies=needs("analytics"),
)


class FindDefinitions(Protocol):
    async def find(self, tenant_id: TenantId, ids: Sequence[UUID]) -> list[NamedDefinition]:
        """Of events. Raises InvalidInput for one that is not there."""

    async def get(self, tenant_id: TenantId, event_id: UUID) -> NamedDefinition:
        """Of one event. Raises NotFound."""


TheDefinitions = Annotated[FindDefinitions, of_app("event_definitions")]


async def with_definitions(
    asked: OwnFunnelQuery, tenant: Tenant, clock: Clock, events: FindDefinitions
) -> ResolvedQuery:
    """The query of a funnel, with the definitions of its events. Raises InvalidInput."""
    query = asked.resolved(tenant.zone, clock.now().astimezone(tenant.zone).date())
    ids = [UUID(step.partition(":")[2]) for step in asked.steps if step.startswith(f"{EVENT_STEP}:")]
    named = await events.find(tenant.id, ids) if ids else []
    return (*query, *(("definition", one.model_dump_json(by_alias=True)) for one in named))


@router.get("/own-funnel", response_model=OwnFunnelResponse)
async def quiz_analytics_own_funnel(
    tenant: CurrentTenant,
    clock: AppClock,
    analytics: Analytics,
    asked: Annotated[OwnFunnelQuery, Query()],
    events: TheDefinitions,
) -> Response:
    """How many visits reached each of the picked steps, and from which share of them the next one followed."""
    query = await with_definitions(asked, tenant, clock, events)
    body = await analytics.own_funnel(tenant.id, query)
    return Response(body, headers={"Cache-Control": "no-store"}, media_type="application/json")


@router.get("/own-funnel/sessions", response_model=QuizSessionsResponse)
async def quiz_analytics_own_funnel_sessions(
    tenant: CurrentTenant,
    clock: AppClock,
    analytics: Analytics,
    find_labels: QuestionLabels,
    asked: Annotated[OwnFunnelSessionsQuery, Query()],
    events: TheDefinitions,
) -> Response:
    """The quiz sessions of visits that reached a step, or were lost before it. Other visits began no quiz."""
    query = await with_definitions(asked, tenant, clock, events)
    body = await analytics.own_funnel_sessions(tenant.id, query)
    labels = await find_labels(tenant.id, asked.lang) if asked.lang else {}
    content = Labelled(labels).apply_to_sessions(body) if labels else body
    return Response(content, headers={"Cache-Control": "no-store"}, media_type="application/json")
