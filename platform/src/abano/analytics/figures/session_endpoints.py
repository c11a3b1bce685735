"""The sessions behind a bar of the quiz analytics. They are asked for by a click, never polled."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from abano.analytics.figures.endpoints import Analytics, QuestionLabels
from abano.analytics.figures.labels import Labelled
from abano.analytics.figures.query import SessionsQuery
from abano.analytics.figures.schemas import QuizSessionsResponse
from abano.web.dependencies import AppClock, CurrentTenant, require_role

router = APIRouter(
    prefix="/api/quiz/analytics",
    tags=["quiz analytics"],
    dependencies=[Depends(require_role("owner", "manager", "analyst"))],
)


@router.get("/sessions", response_model=QuizSessionsResponse)
async def quiz_analytics_sessions(
    tenant: CurrentTenant,
    clock: AppClock,
    analytics: Analytics,
    find_labels: QuestionLabels,
    asked: Annotated[SessionsQuery, Query()],
) -> Response:
    """Fifty at a time, the newest first: what each saw, answered and booked. No names, no ids."""
    today = clock.now().astimezone(tenant.zone).date()
    body = await analytics.sessions(tenant.id, asked.resolved(tenant.zone, today))
    labels = await find_labels(tenant.id, asked.lang) if asked.lang else {}
    content = Labelled(labels).apply_to_sessions(body) if labels else body
    return Response(content, headers={"Cache-Control": "no-store"}, media_type="application/json")
