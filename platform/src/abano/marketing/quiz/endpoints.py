"""The quiz over HTTP. The writes take the fast path (see FastPathRoute), beacons included."""

from secrets import randbelow
from typing import Annotated

from fastapi import APIRouter, Query, Response

from abano.core.languages.texts import MAX_LANGUAGE_LENGTH
from abano.marketing.quiz.cache import pictures_of
from abano.marketing.quiz.rules import NO_PART
from abano.marketing.quiz.schemas import (
    AnswersIn,
    DefinitionResponse,
    ExperimentRef,
    QuestionView,
    SessionComplete,
    SessionStart,
)
from abano.marketing.quiz.service import QuizService
from abano.web.dependencies import AppClock, CurrentTenant, of_app
from abano.web.public_writes import PublicWrite
from abano.web.routes import FastPathRoute, Saved

router = APIRouter(prefix="/api/quiz", tags=["quiz"])
fast_path = APIRouter(prefix="/api/quiz", tags=["quiz"], route_class=FastPathRoute)


Quiz = Annotated[QuizService, of_app("quiz")]


@router.get("/definition")
async def get_quiz_definition(
    tenant: CurrentTenant,
    quiz: Quiz,
    clock: AppClock,
    response: Response,
    version: Annotated[str | None, Query(max_length=40)] = None,
    experiment: Annotated[str | None, Query(max_length=40)] = None,
    arm: Annotated[str | None, Query(max_length=40)] = None,
    lang: Annotated[str | None, Query(max_length=MAX_LANGUAGE_LENGTH)] = None,
) -> DefinitionResponse:
    """The company's quiz: the version of a running session, or the current one.

    In the language ``lang``, text by text; without it, and where a text is not written in it, in the company's first.
    Answers have the same codes in each.

    While an experiment runs, who names no version is drawn to one by chance; ``experiment`` and ``arm`` of the answer
    before keep a visitor to it. ``experiment=none`` takes no part.
    """
    response.headers["Cache-Control"] = "private, no-cache"
    quizzes = await quiz.quizzes.get(tenant.id, version)
    running = None if version or experiment == NO_PART else quizzes.running(clock.now())
    if running is not None:
        version = running.draw(randbelow(100), known_experiment=experiment, known_arm=arm)
    definition = quizzes.in_language(version, lang)
    return DefinitionResponse(
        **dict(definition),
        pictures=pictures_of(definition, quizzes.pictures, lang),
        experiment=ExperimentRef(id=running.id) if running else None,
    )


@fast_path.post("/session/start")
async def start_quiz_session(body: SessionStart, call: PublicWrite, quiz: Quiz) -> Saved:
    """Start a session. A repeat fills in missing values and changes no others."""
    await quiz.start(call, body)
    return Saved()


@fast_path.post("/answers")
async def save_quiz_answers(body: AnswersIn, call: PublicWrite, quiz: Quiz) -> Saved:
    """Store one or more answers. For each question the highest sequence wins, then the latest."""
    await quiz.answer(call, body)
    return Saved()


@fast_path.post("/question-view")
async def save_question_view(body: QuestionView, call: PublicWrite, quiz: Quiz) -> Saved:
    """Record that a visitor saw a question, for drop-off statistics."""
    await quiz.view(call, body)
    return Saved()


@fast_path.post("/session/complete")
async def complete_quiz_session(body: SessionComplete, call: PublicWrite, quiz: Quiz) -> Saved:
    """Complete a session. The first completion counts."""
    await quiz.complete(call, body)
    return Saved()
