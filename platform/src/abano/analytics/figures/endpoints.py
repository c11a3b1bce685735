"""Quiz analytics of the admin console. Polled every five seconds: an unchanged figure is a 304."""

from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import APIRouter, Depends, Header, Query, Request, Response

from abano.analytics.figures.client import Answer, Figure
from abano.analytics.figures.labels import FindLabels, Labelled
from abano.analytics.figures.query import FigureQuery, QuestionQuery, TimelineQuery
from abano.analytics.figures.schemas import (
    AnswersResponse,
    CampaignsResponse,
    ChoicesResponse,
    FunnelResponse,
    JourneyResponse,
    OverviewResponse,
    TimelineResponse,
    WeekhoursResponse,
)
from abano.analytics.figures.service import QuizAnalytics
from abano.tenancy.directory.tenant import Tenant
from abano.web.dependencies import AppClock, CurrentTenant, require_role

router = APIRouter(
    prefix="/api/quiz/analytics",
    tags=["quiz analytics"],
    dependencies=[Depends(require_role("owner", "manager", "analyst"))],
)


def get_quiz_analytics(request: Request) -> QuizAnalytics:
    return cast(QuizAnalytics, request.app.state.quiz_analytics)


def get_question_labels(request: Request) -> FindLabels:
    return cast(FindLabels, request.app.state.question_labels)


Analytics = Annotated[QuizAnalytics, Depends(get_quiz_analytics)]
KnownTag = Annotated[str, Header(alias="If-None-Match", max_length=500)]
QuestionLabels = Annotated[FindLabels, Depends(get_question_labels)]


@dataclass(frozen=True, slots=True)
class Poll:
    """What is looked at, by whom, and what they have of it already."""

    tenant: CurrentTenant
    clock: AppClock
    analytics: Analytics
    query: Annotated[FigureQuery, Query()]
    known_tag: KnownTag = ""

    async def answer(self, figure: Figure) -> Response:
        return as_response(await self.ask(figure, self.known_tag))

    async def ask(self, figure: Figure, known_tag: str) -> Answer:
        today = self.clock.now().astimezone(self.tenant.zone).date()
        query = self.query.resolved(self.tenant.zone, today)
        return await self.analytics.figure(self.tenant.id, figure, query, known_tag=known_tag)


@dataclass(frozen=True, slots=True)
class QuestionPoll:
    """The same for figures of questions, in the language of who looks at them."""

    tenant: CurrentTenant
    clock: AppClock
    analytics: Analytics
    find_labels: QuestionLabels
    query: Annotated[QuestionQuery, Query()]
    known_tag: KnownTag = ""

    async def answer(self, figure: Figure) -> Response:
        poll = Poll(self.tenant, self.clock, self.analytics, self.query, self.known_tag)
        labelled = await find_labelled(self.find_labels, self.tenant, self.query.lang)
        if labelled is None:
            return await poll.answer(figure)
        return as_response(labelled.apply(await poll.ask(figure, labelled.inner_tag(self.known_tag))))


async def find_labelled(find_labels: FindLabels, tenant: Tenant, lang: str | None) -> Labelled | None:
    labels = await find_labels(tenant.id, lang) if lang else {}
    return Labelled(labels) if labels else None


@dataclass(frozen=True, slots=True)
class TimelinePoll:
    """The same for a period divided by units of time."""

    tenant: CurrentTenant
    clock: AppClock
    analytics: Analytics
    query: Annotated[TimelineQuery, Query()]
    known_tag: KnownTag = ""

    async def answer(self) -> Response:
        today = self.clock.now().astimezone(self.tenant.zone).date()
        figure = self.query.timeline(self.tenant.zone, today)
        return await Poll(self.tenant, self.clock, self.analytics, self.query, self.known_tag).answer(figure)


def as_response(answer: Answer) -> Response:
    headers = {"ETag": answer.tag, "Cache-Control": "private, no-cache", "Vary": "Cookie"}
    if answer.body is None:
        return Response(status_code=304, headers=headers)
    return Response(answer.body, headers=headers, media_type="application/json")


APoll = Annotated[Poll, Depends()]
AQuestionPoll = Annotated[QuestionPoll, Depends()]
ATimelinePoll = Annotated[TimelinePoll, Depends()]


@router.get("/overview", response_model=OverviewResponse)
async def quiz_analytics_overview(poll: APoll) -> Response:
    """Sessions, completions and conversions of a month or a year."""
    return await poll.answer("overview")


@router.get("/answers", response_model=AnswersResponse)
async def quiz_analytics_answers(poll: AQuestionPoll) -> Response:
    """How the answers of each question are spread, and how often they lead to a booking."""
    return await poll.answer("answers")


@router.get("/funnel", response_model=FunnelResponse)
async def quiz_analytics_funnel(poll: AQuestionPoll) -> Response:
    """Per question: seen, answered, dropped, median seconds."""
    return await poll.answer("funnel")


@router.get("/campaigns", response_model=CampaignsResponse)
async def quiz_analytics_campaigns(poll: APoll) -> Response:
    """What each campaign brought: sessions, completions, bookings and their value."""
    return await poll.answer("campaigns")


@router.get("/journey", response_model=JourneyResponse)
async def quiz_analytics_journey(poll: AQuestionPoll) -> Response:
    """The visits that landed in the period, step by step to the booking: with the quiz and without."""
    return await poll.answer("journey")


@router.get("/timeline", response_model=TimelineResponse)
async def quiz_analytics_timeline(poll: ATimelinePoll) -> Response:
    """Sessions by their start, by hour, day or week of the company's clock; units without any are there, too."""
    return await poll.answer()


@router.get("/weekhours", response_model=WeekhoursResponse)
async def quiz_analytics_weekhours(poll: APoll) -> Response:
    """Sessions and conversions by weekday and hour of the company's clock: 168 rows."""
    return await poll.answer("weekhours")


@router.get("/choices", response_model=ChoicesResponse)
async def quiz_analytics_choices(poll: APoll) -> Response:
    """What the sessions of the period can be filtered by. Filters themselves are left out of account."""
    return await poll.answer("choices")
