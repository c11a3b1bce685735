"""What happens when a browser reports from the quiz: idempotent, in any order, as often as it likes."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from abano.db import Database
from abano.errors import FieldError, InvalidInput, NotFound
from abano.funnel import repository
from abano.funnel.definition import QuizDefinition, skipped_questions
from abano.funnel.device import device_of
from abano.funnel.repository import StoredAnswer
from abano.funnel.schemas import AnswersIn, QuestionView, SessionComplete, SessionStart
from abano.metrics import QUIZ_ANSWERS
from abano.tenancy import TenantId

CACHE_SECONDS = 5.0


class NoQuiz(NotFound):
    """This company has no such quiz."""


@dataclass(frozen=True, slots=True)
class Quizzes:
    """All versions of one company's quiz."""

    current: QuizDefinition | None
    versions: Mapping[str, QuizDefinition]

    def get(self, version: str | None) -> QuizDefinition:
        """The named version, or the current one when that is unknown. Raises NoQuiz when there is none."""
        found = self.versions.get(version or "") or self.current
        if found is None:
            raise NoQuiz
        return found


class QuizService:
    """Quiz use cases. Definitions are cached for some seconds."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._cache: dict[TenantId, tuple[float, Quizzes]] = {}

    async def quizzes(self, tenant_id: TenantId) -> Quizzes:
        found = self._cache.get(tenant_id)
        if found and found[0] > time.monotonic():
            return found[1]
        async with self._db.hot(tenant_id) as conn:
            rows = await repository.load_definitions(conn, tenant_id)
        parsed = [(is_current, QuizDefinition.model_validate(body)) for is_current, body in rows]
        quizzes = Quizzes(
            current=next((quiz for is_current, quiz in parsed if is_current), None),
            versions={quiz.version: quiz for _, quiz in parsed},
        )
        self._cache[tenant_id] = (time.monotonic() + CACHE_SECONDS, quizzes)
        return quizzes

    async def start(self, tenant_id: TenantId, request: SessionStart, user_agent: str, now: datetime) -> None:
        quiz = (await self.quizzes(tenant_id)).get(request.quiz_version)
        values: dict[str, Any] = request.model_dump() | {
            "tenant_id": tenant_id,
            "quiz_version": quiz.version,
            "device": device_of(user_agent),
            "user_agent": request.user_agent or user_agent[:1000],
            "now": now,
        }
        async with self._db.hot(tenant_id) as conn:
            await repository.start(conn, values)

    async def answer(self, tenant_id: TenantId, request: AnswersIn, now: datetime) -> None:
        """Store answers under the version the session began with, then apply its skip rules again."""
        quizzes = await self.quizzes(tenant_id)
        stub = _stub(tenant_id, request.session_id, quizzes.get(request.quiz_version), now)
        async with self._db.hot(tenant_id) as conn:
            await repository.ensure_session(conn, stub)
            # Two reports of one session at once would each miss the other's answers when skipping: one by one.
            version = await repository.lock_session(conn, tenant_id, request.session_id)
            quiz = quizzes.get(version)
            answers = _checked(quiz, request)
            await repository.store_answers(conn, tenant_id, request.session_id, answers, now)
            if any(question.skip_when for question in quiz.questions):
                values = await repository.values_by_question(conn, tenant_id, request.session_id)
                skipped = skipped_questions(quiz, values)
                await repository.mark_counted(conn, tenant_id, request.session_id, skipped)
        QUIZ_ANSWERS.inc(len(answers))

    async def view(self, tenant_id: TenantId, request: QuestionView, now: datetime) -> None:
        quiz = (await self.quizzes(tenant_id)).get(request.quiz_version)
        if quiz.question(request.question_id) is None:
            raise InvalidInput.of("questionId", f"There is no question {request.question_id} in this quiz")
        values = _stub(tenant_id, request.session_id, quiz, now) | {"question_id": request.question_id}
        async with self._db.hot(tenant_id) as conn:
            await repository.view(conn, values)

    async def complete(self, tenant_id: TenantId, request: SessionComplete, now: datetime) -> None:
        quiz = (await self.quizzes(tenant_id)).get(request.quiz_version)
        async with self._db.hot(tenant_id) as conn:
            await repository.complete(conn, _stub(tenant_id, request.session_id, quiz, now))


def _stub(tenant_id: TenantId, session_id: str, quiz: QuizDefinition, now: datetime) -> dict[str, Any]:
    return {"tenant_id": tenant_id, "session_id": session_id, "quiz_version": quiz.version, "now": now}


def _checked(quiz: QuizDefinition, request: AnswersIn) -> list[StoredAnswer]:
    """The answers with the definition's own texts, the newest of each question. Raises InvalidInput."""
    newest: dict[str, StoredAnswer] = {}
    errors: list[FieldError] = []
    for position, given in enumerate(request.answers):
        question = quiz.question(given.question_id)
        label = question.label_of(given.value) if question else None
        if question is None:
            message = f"There is no question {given.question_id} in this quiz"
            errors.append(FieldError(f"answers.{position}.questionId", message))
        elif label is None:
            message = f"Question {given.question_id} has no answer {given.value}"
            errors.append(FieldError(f"answers.{position}.value", message))
        else:
            before = newest.get(given.question_id)
            if before is None or given.sequence >= before.sequence:
                newest[given.question_id] = StoredAnswer(
                    given.question_id, given.value, question.text, label, given.sequence
                )
    if errors:
        raise InvalidInput(fields=tuple(errors))
    return list(newest.values())
