"""The quiz over HTTP.

Beacons, which browsers send while a page closes, arrive as text/plain: ``PlainJson`` reads them as the JSON they are.
"""

from collections.abc import Callable, Coroutine
from typing import Annotated, Any, cast

from fastapi import APIRouter, Depends, Header, Query, Request, Response
from fastapi.routing import APIRoute
from starlette.types import Scope

from abano.dependencies import AppClock, CurrentTenant
from abano.funnel.schemas import (
    AnswersIn,
    DefinitionResponse,
    QuestionView,
    Saved,
    SessionComplete,
    SessionStart,
)
from abano.funnel.service import QuizService

JSON_TYPE = (b"content-type", b"application/json")


class PlainJson(APIRoute):
    """A route that takes a text/plain body for JSON."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def handle(request: Request) -> Response:
            if request.headers.get("content-type", "").startswith("text/plain"):
                request = Request(_as_json(request.scope), request.receive)
            return await handler(request)

        return handle


def _as_json(scope: Scope) -> Scope:
    others = [header for header in scope["headers"] if header[0] != b"content-type"]
    return {**scope, "headers": [*others, JSON_TYPE]}


router = APIRouter(prefix="/api/quiz", tags=["quiz"], route_class=PlainJson)


def get_quiz_service(request: Request) -> QuizService:
    return cast(QuizService, request.app.state.quiz)


Quiz = Annotated[QuizService, Depends(get_quiz_service)]


@router.get("/definition")
async def get_quiz_definition(
    tenant: CurrentTenant,
    quiz: Quiz,
    version: Annotated[str | None, Query(max_length=40)] = None,
) -> DefinitionResponse:
    """The company's quiz: the version a running session began with, or the current one."""
    definition = (await quiz.quizzes(tenant.id)).get(version)
    return DefinitionResponse(**dict(definition))


@router.post("/session/start")
async def start_quiz_session(
    body: SessionStart,
    tenant: CurrentTenant,
    quiz: Quiz,
    clock: AppClock,
    user_agent: Annotated[str, Header()] = "",
) -> Saved:
    """A visitor began the quiz. Repeats change nothing."""
    await quiz.start(tenant.id, body, user_agent, clock.now())
    return Saved()


@router.post("/answers")
async def save_quiz_answers(body: AnswersIn, tenant: CurrentTenant, quiz: Quiz, clock: AppClock) -> Saved:
    """Answers, one or all. The newest of each question wins."""
    await quiz.answer(tenant.id, body, clock.now())
    return Saved()


@router.post("/question-view")
async def save_question_view(body: QuestionView, tenant: CurrentTenant, quiz: Quiz, clock: AppClock) -> Saved:
    """A visitor saw a question, so that drop-off is counted over those who did."""
    await quiz.view(tenant.id, body, clock.now())
    return Saved()


@router.post("/session/complete")
async def complete_quiz_session(
    body: SessionComplete, tenant: CurrentTenant, quiz: Quiz, clock: AppClock
) -> Saved:
    """A visitor reached the end. The first completion counts."""
    await quiz.complete(tenant.id, body, clock.now())
    return Saved()
