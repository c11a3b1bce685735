"""HTTP endpoints of experiments, for owners, managers and analysts."""

from contextlib import suppress
from datetime import datetime, timedelta
from math import ceil
from typing import Annotated, cast
from uuid import UUID

import orjson
from fastapi import APIRouter, Depends, Query, Request

from abano.analytics.figures.query import FigureQuery
from abano.analytics.figures.service import AnalyticsUnavailable, QuizAnalytics
from abano.marketing.experiments import service
from abano.marketing.experiments.repository import ExperimentRepository
from abano.marketing.experiments.schemas import (
    ExperimentOut,
    ExperimentResponse,
    ExperimentSizeResponse,
    ExperimentsResponse,
    StartExperimentRequest,
    Subject,
)
from abano.marketing.quiz.repository import QuizEditorRepository
from abano.marketing.quiz.rules import Arm, Count, sessions_needed
from abano.marketing.quiz.service import QuizService
from abano.tenancy.directory.tenant import Tenant
from abano.web.dependencies import AppClock, CurrentTenant, QuizActor, Uow, needs, no_store

router = APIRouter(prefix="/api/admin/experiments", tags=["experiments"], dependencies=[Depends(no_store)])
# What a hint of the size looks for, and from how many days past.
LIFT = 0.3
SHARES = r"^([5-9]|[1-9][0-9])(,([5-9]|[1-9][0-9])){1,3}$"
PAST_DAYS = 28


def get_figures(request: Request) -> QuizAnalytics:
    return cast(QuizAnalytics, request.app.state.quiz_analytics)


Analytics = Annotated[QuizAnalytics, Depends(get_figures)]


@router.get("", dependencies=needs("quiz"))
async def list_experiments(uow: Uow, subject: Subject) -> ExperimentsResponse:
    """The running experiment with its counts of this moment, and those that ended."""
    names = await QuizEditorRepository(uow).admin_names()
    running, past = None, []
    for row in await ExperimentRepository(uow).newest(subject):
        if row.outcome == "running":
            running = ExperimentOut.of(row, await service.judge_now(uow, row), names)
        else:
            past.append(ExperimentOut.of(row, service.verdict_of(row), names))
    return ExperimentsResponse(running=running, past=past)


@router.get("/size", dependencies=needs("quiz"))
async def size_experiment(
    tenant: CurrentTenant,
    uow: Uow,
    subject: Subject,
    clock: AppClock,
    figures: Analytics,
    shares: Annotated[
        str, Query(pattern=SHARES, description="In percent, such as 50,50; the first version's first")
    ],
) -> ExperimentSizeResponse:
    """About how many sessions and days an experiment takes, from how the quiz or the form converted lately.

    Of all versions: one that was just published has no history.
    """
    if subject == "quiz":
        count = await _past_quiz(figures, tenant, clock.now())
    else:
        count = await ExperimentRepository(uow).past_form(clock.now() - timedelta(days=PAST_DAYS))
    needed = None
    if count is not None and count.sessions:
        arms = [Arm(str(place), int(each)) for place, each in enumerate(shares.split(","))]
        needed = sessions_needed(count.conversions / count.sessions, LIFT, arms)
    return ExperimentSizeResponse(
        lift=LIFT,
        past_days=PAST_DAYS,
        sessions=count.sessions if count else None,
        bookings=count.conversions if count else None,
        sessions_needed=needed,
        days_needed=ceil(needed * PAST_DAYS / count.sessions) if needed and count else None,
    )


async def _past_quiz(figures: QuizAnalytics, tenant: Tenant, now: datetime) -> Count | None:
    """None: the figures cannot be reached."""
    today = now.astimezone(tenant.zone).date()
    past = {"from": today - timedelta(days=PAST_DAYS), "to": today - timedelta(days=1)}
    asked = FigureQuery.model_validate(past).resolved(tenant.zone, today)
    with suppress(AnalyticsUnavailable):
        found = await figures.figure(tenant.id, "overview", asked, known_tag="")
        counted = orjson.loads(found.body or b"{}").get("analytics", {})
        return Count(counted.get("totalSessions", 0), counted.get("conversionCount", 0))
    return None


@router.post("", status_code=201)
async def start_experiment(
    request: Request, actor: QuizActor, body: StartExperimentRequest, uow: Uow, clock: AppClock
) -> ExperimentResponse:
    """Show visitors who begin one of several versions, by chance at these shares. 409 while another runs."""
    row = await service.start(
        uow,
        actor,
        subject=body.subject,
        name=body.name,
        arms=body.arms_in_order(),
        days=body.days,
        promote_winner=body.promote_winner,
        now=clock.now(),
    )
    cast(QuizService, request.app.state.quiz).quizzes.clear()
    names = await QuizEditorRepository(uow).admin_names()
    return ExperimentResponse(experiment=ExperimentOut.of(row, None, names))


@router.post("/{experiment_id}/stop")
async def stop_experiment(
    request: Request, actor: QuizActor, experiment_id: UUID, uow: Uow, clock: AppClock
) -> ExperimentResponse:
    """End the running experiment now. Visitors who begin see its first version again."""
    row = await service.stop(uow, actor, experiment_id, clock.now())
    names = await QuizEditorRepository(uow).admin_names()
    cast(QuizService, request.app.state.quiz).quizzes.clear()
    return ExperimentResponse(experiment=ExperimentOut.of(row, service.verdict_of(row), names))
