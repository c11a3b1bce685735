"""HTTP endpoints of the quiz's editor and of experiments, for owners, managers and analysts."""

from contextlib import suppress
from datetime import timedelta
from math import ceil
from typing import Annotated, cast
from uuid import UUID

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request

from abano.analytics.figures.query import FigureQuery
from abano.analytics.figures.service import AnalyticsUnavailable, QuizAnalytics
from abano.core.languages.texts import MAX_LANGUAGE_LENGTH
from abano.marketing.quiz.definition import QuizDefinition, translated
from abano.marketing.quiz.repository import QuizEditorRepository
from abano.marketing.quiz.rules import Arm, Count, sessions_needed
from abano.marketing.quiz.schemas import DefinitionResponse
from abano.marketing.quiz.service import QuizService
from abano.marketing.quiz_editor import service
from abano.marketing.quiz_editor.repository import ExperimentRepository
from abano.marketing.quiz_editor.rules import problems
from abano.marketing.quiz_editor.schemas import (
    ExperimentOut,
    ExperimentResponse,
    ExperimentSizeResponse,
    ExperimentsResponse,
    PublishedResponse,
    PublishQuizRequest,
    QuizDraftOut,
    QuizDraftResponse,
    QuizEditorResponse,
    QuizVersionResponse,
    Revision,
    SaveQuizRequest,
    StartExperimentRequest,
)
from abano.marketing.quiz_editor.service import NoQuizDraft, QuizUnfinished
from abano.web.dependencies import (
    ANALYSTS,
    Analyst,
    AppClock,
    Catalogs,
    CurrentTenant,
    Uow,
    no_store,
)
from abano.web.routes import Saved

router = APIRouter(prefix="/api/admin/quiz", tags=["quiz editor"], dependencies=[Depends(no_store)])
VersionName = Annotated[str, Path(max_length=40)]


@router.get("", dependencies=ANALYSTS)
async def get_quiz_editor(tenant: CurrentTenant, catalogs: Catalogs, uow: Uow) -> QuizEditorResponse:
    """The versions of the quiz and its draft, with what stops that from being published."""
    editor = await service.load(uow)
    languages = (await catalogs.get(tenant.id)).rules.languages
    return QuizEditorResponse.of(editor, languages, await service.admin_names(uow))


@router.get("/versions/{version}", dependencies=ANALYSTS)
async def get_quiz_version(version: VersionName, uow: Uow) -> QuizVersionResponse:
    """One version, whole: to look at, or to begin a draft from."""
    return QuizVersionResponse.of(await service.version(uow, version))


@router.get("/draft/preview", dependencies=ANALYSTS)
async def preview_quiz_draft(
    uow: Uow, lang: Annotated[str | None, Query(max_length=MAX_LANGUAGE_LENGTH)] = None
) -> DefinitionResponse:
    """The draft as a visitor would be asked it. 422 while something in it stops it from being asked."""
    editor = await service.load(uow)
    if editor.draft is None:
        raise NoQuizDraft
    draft = editor.draft.quiz
    # Whether figures go on does not matter to a visitor.
    errors = problems(draft, None, editor.cars)
    if errors:
        raise QuizUnfinished(fields=tuple(errors))
    quiz = QuizDefinition.model_validate(draft.definition("draft"))
    texts = draft.translations.get(lang or "")
    return DefinitionResponse(**dict(translated(quiz, texts) if texts else quiz))


@router.put("/draft")
async def save_quiz_draft(
    actor: Analyst, body: SaveQuizRequest, uow: Uow, clock: AppClock
) -> QuizDraftResponse:
    """Save the draft, finished or not. 409 when someone else saved it since ``revision``."""
    draft = await service.save(
        uow, actor, body.quiz, revision=body.revision, based_on=body.based_on, now=clock.now()
    )
    editor = await service.load(uow)
    return QuizDraftResponse(draft=QuizDraftOut.of(draft, editor, await service.admin_names(uow)))


@router.delete("/draft")
async def discard_quiz_draft(
    actor: Analyst, revision: Annotated[Revision, Query()], uow: Uow, clock: AppClock
) -> Saved:
    """Throw the draft away."""
    await service.discard(uow, actor, revision=revision, now=clock.now())
    return Saved()


@router.post("/publish", status_code=201)
async def publish_quiz(
    request: Request, actor: Analyst, body: PublishQuizRequest, uow: Uow, clock: AppClock
) -> PublishedResponse:
    """Make the draft a version. Visitors who are in the middle of the quiz finish the one they began."""
    name = await service.publish(
        uow, actor, revision=body.revision, note=body.note, is_current=body.is_current, now=clock.now()
    )
    cast(QuizService, request.app.state.quiz).quizzes.clear()
    return PublishedResponse(version=name)


@router.post("/versions/{version}/current")
async def make_quiz_version_current(
    request: Request, actor: Analyst, version: VersionName, uow: Uow, clock: AppClock
) -> Saved:
    """Ask visitors this version from now on, such as the one before."""
    await service.make_current(uow, actor, version, clock.now())
    cast(QuizService, request.app.state.quiz).quizzes.clear()
    return Saved()


experiments_router = APIRouter(
    prefix="/api/admin/quiz/experiments", tags=["quiz experiments"], dependencies=[Depends(no_store)]
)
# What a hint of the size looks for, and from how many days past.
LIFT = 0.3
SHARES = r"^([5-9]|[1-9][0-9])(,([5-9]|[1-9][0-9])){1,3}$"
PAST_DAYS = 28


def get_figures(request: Request) -> QuizAnalytics:
    return cast(QuizAnalytics, request.app.state.quiz_analytics)


Analytics = Annotated[QuizAnalytics, Depends(get_figures)]


@experiments_router.get("", dependencies=ANALYSTS)
async def get_quiz_experiments(uow: Uow) -> ExperimentsResponse:
    """The running experiment with its counts of this moment, and those that ended."""
    names = await QuizEditorRepository(uow).admin_names()
    running, past = None, []
    for row in await ExperimentRepository(uow).newest():
        if row.outcome == "running":
            running = ExperimentOut.of(row, await service.judge_now(uow, row), names)
        else:
            past.append(ExperimentOut.of(row, service.verdict_of(row), names))
    return ExperimentsResponse(running=running, past=past)


@experiments_router.get("/size", dependencies=ANALYSTS)
async def size_quiz_experiment(
    tenant: CurrentTenant,
    clock: AppClock,
    figures: Analytics,
    shares: Annotated[
        str, Query(pattern=SHARES, description="In percent, such as 50,50; the first version's first")
    ],
) -> ExperimentSizeResponse:
    """About how many sessions and days an experiment takes, from how the quiz converted lately.

    Of all its versions: one that was just published has no history.
    """
    today = clock.now().astimezone(tenant.zone).date()
    past = {"from": today - timedelta(days=PAST_DAYS), "to": today - timedelta(days=1)}
    asked = FigureQuery.model_validate(past).resolved(tenant.zone, today)
    count = None
    with suppress(AnalyticsUnavailable):
        found = await figures.figure(tenant.id, "overview", asked, known_tag="")
        counted = orjson.loads(found.body or b"{}").get("analytics", {})
        count = Count(counted.get("totalSessions", 0), counted.get("conversionCount", 0))
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


@experiments_router.post("", status_code=201)
async def start_quiz_experiment(
    request: Request, actor: Analyst, body: StartExperimentRequest, uow: Uow, clock: AppClock
) -> ExperimentResponse:
    """Ask visitors who begin one of several versions, by chance at these shares. 409 while another runs."""
    row = await service.start(
        uow,
        actor,
        name=body.name,
        arms=body.arms_in_order(),
        days=body.days,
        promote_winner=body.promote_winner,
        now=clock.now(),
    )
    cast(QuizService, request.app.state.quiz).quizzes.clear()
    names = await QuizEditorRepository(uow).admin_names()
    return ExperimentResponse(experiment=ExperimentOut.of(row, None, names))


@experiments_router.post("/{experiment_id}/stop")
async def stop_quiz_experiment(
    request: Request, actor: Analyst, experiment_id: UUID, uow: Uow, clock: AppClock
) -> ExperimentResponse:
    """End the running experiment now. Visitors who begin are asked its first version again."""
    row = await service.stop(uow, actor, experiment_id, clock.now())
    names = await QuizEditorRepository(uow).admin_names()
    cast(QuizService, request.app.state.quiz).quizzes.clear()
    return ExperimentResponse(experiment=ExperimentOut.of(row, service.verdict_of(row), names))
