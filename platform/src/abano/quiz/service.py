"""What happens when a browser reports from the quiz: idempotent, in any order, as often as it likes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import orjson

from abano.database.engine import Database
from abano.errors import FieldError, InvalidInput
from abano.observability.metrics import QUIZ_ANSWERS, QUIZ_SESSIONS
from abano.public_writes.call import PublicCall
from abano.public_writes.consent.rules import CLICK_IDS, may_recognise, without_ids
from abano.public_writes.consent.service import Visitor, take_back
from abano.quiz.cache import QuizCache, QuizChanged
from abano.quiz.definition import QuizDefinition
from abano.quiz.device import device_of
from abano.quiz.repository import QuizRepository
from abano.quiz.rules import NewestAnswer, checked_answers, checked_question, known_answers
from abano.quiz.schemas import AnswersIn, QuestionView, SessionComplete, SessionStart

Checked = TypeVar("Checked")


@dataclass(frozen=True, slots=True)
class Check(Generic[Checked]):
    """``strict`` raises InvalidInput; ``known`` leaves out what a version does not have."""

    strict: Callable[[QuizDefinition], Checked]
    known: Callable[[QuizDefinition], Checked | None]

    def what_is_known(self, quiz: QuizDefinition) -> Checked:
        """For a version that cannot be asked any more. Raises QuizChanged when nothing fits ``quiz``."""
        known = self.known(quiz)
        if not known:
            fields = (FieldError("quizVersion", f"The quiz is now version {quiz.version}"),)
            raise QuizChanged(fields=fields)
        return known


class QuizService:
    """Quiz use cases. Calls that do not count store nothing."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._repository = QuizRepository(db)
        self.quizzes = QuizCache(self._repository)

    async def start(self, call: PublicCall, request: SessionStart) -> None:
        quiz = (await self.quizzes.get(call.tenant_id, request.quiz_version)).get(request.quiz_version)
        if not call.counts:
            return
        values = request.__dict__ | {
            "quiz_version": quiz.version,
            "device": device_of(call.user_agent),
            "user_agent": request.user_agent or call.user_agent,
        }
        if not may_recognise(is_required=call.asks_consent, told=request.consent_state):
            values = without_ids(values)
        # Only companies that ask for consent hear of a decision, so only they pay for the second statement.
        if request.consent_state == "refused":
            await take_back(self._db, call.tenant_id, _visitor(request, call), call.now)
        await self._repository.start(call.tenant_id, orjson.dumps(values).decode(), call.now)
        QUIZ_SESSIONS.labels("begun").inc()
        if request.consent_state == "granted":
            await self._repository.note_consent(call.tenant_id, request.session_id, call.now)

    async def answer(self, call: PublicCall, request: AnswersIn) -> None:
        """Store answers under the version the session began with, its skip rules applied again.

        Raises InvalidInput for a question or an answer that this version does not have. When the company has that
        version no more, what fits the current one is stored and the session moves to it; QuizChanged when nothing
        does.
        """
        check = Check(
            strict=lambda quiz: checked_answers(quiz, request.answers),
            known=lambda quiz: known_answers(quiz, request.answers),
        )
        quiz, answers = await self._checked(call, request, check)
        if not call.counts:
            return
        while (began_with := await self._store(call, request.session_id, quiz, answers)) != quiz.version:
            quiz, answers = await self._held_to(call, request.session_id, began_with, check)
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
        """Raises InvalidInput for a question that the session's version does not have; QuizChanged as in answer."""
        check = Check(
            strict=lambda quiz: checked_question(quiz, request.question_id),
            known=lambda quiz: request.question_id if quiz.question(request.question_id) else None,
        )
        quiz, question_id = await self._checked(call, request, check)
        if not call.counts:
            return
        store = self._repository.store_view
        session = request.session_id
        while (
            began_with := await store(call.tenant_id, session, quiz.version, question_id, call.now)
        ) != quiz.version:
            quiz, question_id = await self._held_to(call, session, began_with, check)

    async def complete(self, call: PublicCall, request: SessionComplete) -> None:
        quiz = (await self.quizzes.get(call.tenant_id, request.quiz_version)).get(request.quiz_version)
        if call.counts:
            await self._repository.complete(call.tenant_id, request.session_id, quiz.version, call.now)
            QUIZ_SESSIONS.labels("completed").inc()

    async def _checked(
        self, call: PublicCall, request: AnswersIn | QuestionView, check: Check[Checked]
    ) -> tuple[QuizDefinition, Checked]:
        """The version that the request most likely means, and what the check made of it.

        What does not fit the claimed version may fit the one that the session began with.
        """
        quizzes = await self.quizzes.get(call.tenant_id, request.quiz_version)
        quiz = quizzes.get(request.quiz_version)
        claim_holds = quizzes.has(request.quiz_version)
        try:
            return quiz, check.strict(quiz)
        except InvalidInput:
            if claim_holds and len(quizzes.versions) == 1:
                raise
            began_with = await self._repository.version_of(call.tenant_id, request.session_id)
            if began_with is not None and began_with != quiz.version:
                return await self._held_to(call, request.session_id, began_with, check)
            if claim_holds:
                raise
            return quiz, check.what_is_known(quiz)

    async def _held_to(
        self, call: PublicCall, session_id: str, began_with: str, check: Check[Checked]
    ) -> tuple[QuizDefinition, Checked]:
        """The version a session began with. When the company has it no more, the session moves to the current one."""
        quizzes = await self.quizzes.get(call.tenant_id, began_with)
        if quizzes.has(began_with):
            quiz = quizzes.get(began_with)
            return quiz, check.strict(quiz)
        quiz = quizzes.get(None)
        known = check.what_is_known(quiz)
        if call.counts:
            await self._repository.move(call.tenant_id, session_id, began_with, quiz.version, call.now)
        return quiz, known


def _visitor(request: SessionStart, call: PublicCall) -> Visitor:
    """Who refuses, as far as the start of their session tells."""
    clicks = tuple(found for name in CLICK_IDS if (found := getattr(request, name)))
    return Visitor(
        consent_id=request.consent_id,
        clicks=clicks,
        sessions=(request.session_id,),
        device_fingerprint=request.device_fingerprint,
        address=call.address,
    )
