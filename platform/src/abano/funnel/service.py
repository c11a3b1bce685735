"""What happens when a browser reports from the quiz: idempotent, in any order, as often as it likes."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import orjson

from abano.db import Database
from abano.errors import InvalidInput, NotFound
from abano.funnel.definition import QuizDefinition
from abano.funnel.device import device_of
from abano.funnel.repository import QuizRepository
from abano.funnel.rules import NewestAnswer, checked_answers, checked_question
from abano.funnel.schemas import AnswersIn, QuestionView, SessionComplete, SessionStart
from abano.metrics import QUIZ_ANSWERS, QUIZ_SESSIONS
from abano.public_call import PublicCall
from abano.tenancy import TenantId

CACHE_SECONDS = 5.0
# Only companies that ask for consent hear these, so only they pay for the second statement.
DECIDED = frozenset({"granted", "refused"})
Checked = TypeVar("Checked")


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
    """Quiz use cases. Definitions are cached for some seconds. Calls that do not count store nothing."""

    def __init__(self, db: Database) -> None:
        self._repository = QuizRepository(db)
        self._cache: dict[TenantId, tuple[float, Quizzes]] = {}

    async def quizzes(self, tenant_id: TenantId) -> Quizzes:
        found = self._cache.get(tenant_id)
        if found and found[0] > time.monotonic():
            return found[1]
        rows = await self._repository.definitions(tenant_id)
        parsed = [(is_current, QuizDefinition.model_validate(body)) for is_current, body in rows]
        quizzes = Quizzes(
            current=next((quiz for is_current, quiz in parsed if is_current), None),
            versions={quiz.version: quiz for _, quiz in parsed},
        )
        self._cache[tenant_id] = (time.monotonic() + CACHE_SECONDS, quizzes)
        return quizzes

    async def start(self, call: PublicCall, request: SessionStart) -> None:
        quiz = (await self.quizzes(call.tenant_id)).get(request.quiz_version)
        if not call.counts:
            return
        values = request.__dict__ | {
            "quiz_version": quiz.version,
            "device": device_of(call.user_agent),
            "user_agent": request.user_agent or call.user_agent,
        }
        await self._repository.start(call.tenant_id, orjson.dumps(values).decode(), call.now)
        QUIZ_SESSIONS.labels("begun").inc()
        if request.consent_state in DECIDED:
            await self._repository.decide_consent(
                call.tenant_id, request.session_id, request.consent_state, call.now
            )

    async def answer(self, call: PublicCall, request: AnswersIn) -> None:
        """Store answers under the version the session began with, its skip rules applied again.

        Raises InvalidInput for a question or an answer that this version does not have.
        """
        quiz, answers = await self._checked(
            call, request, lambda quiz: checked_answers(quiz, request.answers)
        )
        if not call.counts:
            return
        while (began_with := await self._store(call, request.session_id, quiz, answers)) != quiz.version:
            quiz = (await self.quizzes(call.tenant_id)).get(began_with)
            if quiz.version != began_with:
                raise NoQuiz
            answers = checked_answers(quiz, request.answers)
        QUIZ_ANSWERS.inc(len(answers))

    async def _store(
        self, call: PublicCall, session_id: str, quiz: QuizDefinition, answers: list[NewestAnswer]
    ) -> str:
        rules = quiz.rules_for(answer["question_id"] for answer in answers)
        stored = orjson.dumps(answers).decode()
        return await self._repository.store_answers(
            call.tenant_id, session_id, quiz.version, stored, rules, call.now
        )

    async def view(self, call: PublicCall, request: QuestionView) -> None:
        """Raises InvalidInput for a question that the session's version does not have."""
        wanted = request.question_id
        quiz, _ = await self._checked(call, request, lambda quiz: checked_question(quiz, wanted))
        if not call.counts:
            return
        store = self._repository.store_view
        began_with = await store(call.tenant_id, request.session_id, quiz.version, wanted, call.now)
        if began_with != quiz.version:
            quiz = (await self.quizzes(call.tenant_id)).get(began_with)
            checked_question(quiz, wanted)
            await store(call.tenant_id, request.session_id, began_with, wanted, call.now)

    async def complete(self, call: PublicCall, request: SessionComplete) -> None:
        quiz = (await self.quizzes(call.tenant_id)).get(request.quiz_version)
        if call.counts:
            await self._repository.complete(call.tenant_id, request.session_id, quiz.version, call.now)
            QUIZ_SESSIONS.labels("completed").inc()

    async def _checked(
        self,
        call: PublicCall,
        request: AnswersIn | QuestionView,
        check: Callable[[QuizDefinition], Checked],
    ) -> tuple[QuizDefinition, Checked]:
        """The version that the request most likely means, and what ``check`` made of it.

        What does not fit the claimed version may fit the one that the session began with.
        """
        quizzes = await self.quizzes(call.tenant_id)
        quiz = quizzes.get(request.quiz_version)
        try:
            return quiz, check(quiz)
        except InvalidInput:
            if len(quizzes.versions) == 1:
                raise
            began_with = await self._repository.version_of(call.tenant_id, request.session_id)
            if began_with is None or began_with not in quizzes.versions or began_with == quiz.version:
                raise
            quiz = quizzes.versions[began_with]
            return quiz, check(quiz)
