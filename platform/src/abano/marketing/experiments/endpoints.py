"""HTTP endpoints of experiments, for owners, managers and analysts."""

from typing import cast
from uuid import UUID

from fastapi import APIRouter, Depends, Request

from abano.marketing.experiments import service
from abano.marketing.experiments.repository import ExperimentRepository
from abano.marketing.experiments.schemas import (
    ExperimentOut,
    ExperimentResponse,
    ExperimentsResponse,
    StartExperimentRequest,
    Subject,
)
from abano.marketing.quiz.repository import QuizEditorRepository
from abano.marketing.quiz.service import QuizService
from abano.web.dependencies import AppClock, QuizActor, Uow, needs, no_store

router = APIRouter(prefix="/api/admin/experiments", tags=["experiments"], dependencies=[Depends(no_store)])


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
