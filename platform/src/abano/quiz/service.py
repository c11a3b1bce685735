"""Use cases of the quiz: idempotent, in any order."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

import orjson

from abano.database.engine import Database
from abano.database.unit_of_work import TenantId
from abano.errors import FieldError, InvalidInput
from abano.messages import Message
from abano.observability.metrics import QUIZ_ANSWERS, QUIZ_SESSIONS
from abano.public_writes.call import PublicCall
from abano.public_writes.consent.rules import CLICK_IDS, may_recognise, strip_ids
from abano.public_writes.consent.service import Visitor, withdraw_consent
from abano.quiz.cache import QuizCache, QuizChanged
from abano.quiz.definition import QuizDefinition
from abano.quiz.device import device_of
from abano.quiz.repository import QuizCallRepository, QuizRepository
from abano.quiz.rules import NewestAnswer, checked_answers, checked_question, valid_answers
from abano.quiz.schemas import AnswersIn, QuestionView, SessionComplete, SessionStart

Checked = TypeVar("Checked")

NOW_VERSION = Message("quiz_version_now", "The quiz is now version {version}")


@dataclass(frozen=True, slots=True)
class Check(Generic[Checked]):
    """``strict`` raises InvalidInput; ``lenient`` ignores what a version does not have."""

    strict: Callable[[QuizDefinition], Checked]
    lenient: Callable[[QuizDefinition], Checked | None]

    def apply_lenient(self, quiz: QuizDefinition) -> Checked:
        """The valid part for ``quiz``, when the session's version no longer exists. Raises QuizChanged."""
        valid = self.lenient(quiz)
        if not valid:
            fields = (FieldError("quizVersion", NOW_VERSION(version=quiz.version)),)
            raise QuizChanged(fields=fields)
        return valid


class QuizService:
    """Quiz use cases. Calls that are not counted store nothing."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._calls = QuizCallRepository(db)
        self.quizzes = QuizCache(db)

    async def labels(self, tenant_id: TenantId, language: str) -> Mapping[tuple[str, str | None], str]:
        """What questions and answers are called in a language, by their codes: see ``Quizzes.labels``."""
        return (await self.quizzes.get(tenant_id)).labels(language)

    async def start(self, call: PublicCall, request: SessionStart) -> None:
        quiz = (await self.quizzes.get(call.tenant_id, request.quiz_version)).get(request.quiz_version)
        if not call.is_counted:
            return
        values = request.__dict__ | {
            "quiz_version": quiz.version,
            "device": device_of(call.user_agent),
            "user_agent": request.user_agent or call.user_agent,
        }
        if not may_recognise(is_required=call.asks_consent, state=request.consent_state):
            values = strip_ids(values)
        # Only companies that require consent need the second statement.
        if request.consent_state == "refused":
            await withdraw_consent(self._db, call.tenant_id, _visitor(request, call), call.now)
        await self._calls.start(call.tenant_id, orjson.dumps(values).decode(), call.now)
        QUIZ_SESSIONS.labels("begun").inc()
        if request.consent_state == "granted":
            async with self._db.pipeline_transaction(call.tenant_id) as transaction:
                await QuizRepository(transaction).note_consent(request.session_id, call.now)

    async def answer(self, call: PublicCall, request: AnswersIn) -> None:
        """Store answers under the session's version and apply its skip rules again.

        Raises InvalidInput for a question or an answer that is not in this version. When that version no longer
        exists, the answers valid in the current one are stored and the session is changed to it; QuizChanged
        when there are none.
        """
        check = Check(
            strict=lambda quiz: checked_answers(quiz, request.answers),
            lenient=lambda quiz: valid_answers(quiz, request.answers),
        )
        quiz, answers = await self._checked(call, request, check)
        if not call.is_counted:
            return
        while (session_version := await self._store(call, request.session_id, quiz, answers)) != quiz.version:
            quiz, answers = await self._with_session_version(call, request.session_id, session_version, check)
        QUIZ_ANSWERS.inc(len(answers))

    async def _store(
        self, call: PublicCall, session_id: str, quiz: QuizDefinition, answers: list[NewestAnswer]
    ) -> str:
        rules = quiz.rules_for(answer["question_id"] for answer in answers)
        stored = orjson.dumps(answers).decode()
        return await self._calls.store_answers(
            call.tenant_id, session_id, quiz.version, stored, rules, call.now
        )

    async def view(self, call: PublicCall, request: QuestionView) -> None:
        """Record a question view. Raises InvalidInput for a question not in the session's version, QuizChanged."""
        check = Check(
            strict=lambda quiz: checked_question(quiz, request.question_id),
            lenient=lambda quiz: request.question_id if quiz.question(request.question_id) else None,
        )
        quiz, question_id = await self._checked(call, request, check)
        if not call.is_counted:
            return
        store = self._calls.store_view
        session = request.session_id
        while (
            session_version := await store(call.tenant_id, session, quiz.version, question_id, call.now)
        ) != quiz.version:
            quiz, question_id = await self._with_session_version(call, session, session_version, check)

    async def complete(self, call: PublicCall, request: SessionComplete) -> None:
        quiz = (await self.quizzes.get(call.tenant_id, request.quiz_version)).get(request.quiz_version)
        if call.is_counted:
            await self._calls.complete(call.tenant_id, request.session_id, quiz.version, call.now)
            QUIZ_SESSIONS.labels("completed").inc()

    async def _checked(
        self, call: PublicCall, request: AnswersIn | QuestionView, check: Check[Checked]
    ) -> tuple[QuizDefinition, Checked]:
        """The version to use for the request, and the result of the check.

        What is invalid in the claimed version may be valid in the session's version.
        """
        quizzes = await self.quizzes.get(call.tenant_id, request.quiz_version)
        quiz = quizzes.get(request.quiz_version)
        is_claim_valid = quizzes.has(request.quiz_version)
        try:
            return quiz, check.strict(quiz)
        except InvalidInput:
            if is_claim_valid and len(quizzes.versions) == 1:
                raise
            session_version = await self._calls.version_of(call.tenant_id, request.session_id)
            if session_version is not None and session_version != quiz.version:
                return await self._with_session_version(call, request.session_id, session_version, check)
            if is_claim_valid:
                raise
            return quiz, check.apply_lenient(quiz)

    async def _with_session_version(
        self, call: PublicCall, session_id: str, session_version: str, check: Check[Checked]
    ) -> tuple[QuizDefinition, Checked]:
        """The session's version and the result of the check; when it no longer exists, the current one."""
        quizzes = await self.quizzes.get(call.tenant_id, session_version)
        if quizzes.has(session_version):
            quiz = quizzes.get(session_version)
            return quiz, check.strict(quiz)
        quiz = quizzes.get(None)
        checked = check.apply_lenient(quiz)
        if call.is_counted:
            async with self._db.pipeline_transaction(call.tenant_id) as transaction:
                await QuizRepository(transaction).move(session_id, session_version, quiz.version, call.now)
        return quiz, checked


def _visitor(request: SessionStart, call: PublicCall) -> Visitor:
    """The ids of the visitor at the start of the session."""
    clicks = tuple(value for name in CLICK_IDS if (value := getattr(request, name)))
    return Visitor(
        consent_id=request.consent_id,
        clicks=clicks,
        sessions=(request.session_id,),
        device_fingerprint=request.device_fingerprint,
        address=call.address,
    )
