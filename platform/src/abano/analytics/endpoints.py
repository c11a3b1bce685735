"""Quiz analytics of the admin console. Polled every five seconds: an unchanged figure is a 304."""

from typing import Annotated, cast

from fastapi import APIRouter, Depends, Header, Query, Request, Response
from pydantic import BeforeValidator

from abano.analytics.client import Figure
from abano.analytics.schemas import AnswersResponse, CampaignsResponse, FunnelResponse, OverviewResponse
from abano.analytics.service import QuizAnalytics
from abano.dependencies import AppClock, CurrentTenant, require_role
from abano.kit.clock import Clock
from abano.tenancy import Tenant

router = APIRouter(
    prefix="/api/quiz/analytics",
    tags=["quiz analytics"],
    dependencies=[Depends(require_role("owner", "manager", "analyst"))],
)


def _none_if_empty(value: object) -> object:
    return None if value == "" else value


Year = Annotated[
    Annotated[int, Query(ge=2000, le=2100)] | None,
    BeforeValidator(_none_if_empty),
    Query(description="Omitted: the present year in the company's time zone"),
]
Month = Annotated[
    Annotated[int, Query(ge=1, le=12)] | None,
    BeforeValidator(_none_if_empty),
    Query(description="1 to 12; omitted: the whole year"),
]
KnownTag = Annotated[str, Header(alias="If-None-Match", max_length=500)]


def get_quiz_analytics(request: Request) -> QuizAnalytics:
    return cast(QuizAnalytics, request.app.state.quiz_analytics)


Analytics = Annotated[QuizAnalytics, Depends(get_quiz_analytics)]


@router.get("/overview", response_model=OverviewResponse)
async def quiz_analytics_overview(
    tenant: CurrentTenant,
    clock: AppClock,
    analytics: Analytics,
    year: Year = None,
    month: Month = None,
    known_tag: KnownTag = "",
) -> Response:
    """Sessions, completions and conversions of a month or a year."""
    return await _answer(analytics, "overview", tenant, clock, year, month, known_tag)


@router.get("/answers", response_model=AnswersResponse)
async def quiz_analytics_answers(
    tenant: CurrentTenant,
    clock: AppClock,
    analytics: Analytics,
    year: Year = None,
    month: Month = None,
    known_tag: KnownTag = "",
) -> Response:
    """How the answers of each question are spread, and how often they lead to a booking."""
    return await _answer(analytics, "answers", tenant, clock, year, month, known_tag)


@router.get("/funnel", response_model=FunnelResponse)
async def quiz_analytics_funnel(
    tenant: CurrentTenant,
    clock: AppClock,
    analytics: Analytics,
    year: Year = None,
    month: Month = None,
    known_tag: KnownTag = "",
) -> Response:
    """Per question: seen, answered, dropped, median seconds."""
    return await _answer(analytics, "funnel", tenant, clock, year, month, known_tag)


@router.get("/campaigns", response_model=CampaignsResponse)
async def quiz_analytics_campaigns(
    tenant: CurrentTenant,
    clock: AppClock,
    analytics: Analytics,
    year: Year = None,
    month: Month = None,
    known_tag: KnownTag = "",
) -> Response:
    """What each campaign brought: sessions, completions, bookings and their value."""
    return await _answer(analytics, "campaigns", tenant, clock, year, month, known_tag)


async def _answer(
    analytics: QuizAnalytics,
    figure: Figure,
    tenant: Tenant,
    clock: Clock,
    year: int | None,
    month: int | None,
    known_tag: str,
) -> Response:
    if year is None:
        year = clock.now().astimezone(tenant.zone).year
    answer = await analytics.figure(tenant.id, figure, year=year, month=month, known_tag=known_tag)
    headers = {"ETag": answer.tag, "Cache-Control": "private, no-cache", "Vary": "Cookie"}
    if answer.body is None:
        return Response(status_code=304, headers=headers)
    return Response(answer.body, headers=headers, media_type="application/json")
