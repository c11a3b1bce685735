"""Use cases of the quiz: idempotent, in any order."""

from collections.abc import Mapping
from typing import NamedTuple

from abano.core.errors import FieldError, InvalidInput, Message
from abano.core.metrics import QUIZ_ANSWERS, QUIZ_SESSIONS
from abano.db.engine import Database
from abano.db.personal_data import PersonalRecords
from abano.db.unit_of_work import TenantId
from abano.marketing.quiz.cache import LoadPictures, QuizCache, QuizChanged
from abano.marketing.quiz.definition import QuizDefinition
from abano.marketing.quiz.repository import QuizCallRepository, QuizRepository
from abano.marketing.quiz.rules import CheckedAnswer, check_answers, check_question
from abano.marketing.quiz.schemas import AnswersIn, QuestionView, SessionComplete, SessionStart
from abano.marketing.traffic.rules import CLICK_IDS, ad_answers_to_store, may_recognise, strip_ids
from abano.marketing.traffic.service import Visitor, withdraw_consent
from abano.web.public_writes import PublicCall, country_of, device_of

NOW_VERSION = Message("quiz_version_now", "The quiz is now version {version}")


class Checked(NamedTuple):
    """The version the request was validated against, and the answers to store. No answers for a view."""

    quiz: QuizDefinition
    answers: list[CheckedAnswer]


class QuizService:
    """Quiz use cases. Calls that are not counted store nothing."""

    def __init__(self, db: Database, load_pictures: LoadPictures | None = None) -> None:
        self._db = db
        self.quizzes = QuizCache(db, load_pictures)

    async def labels(self, tenant_id: TenantId, language: str) -> Mapping[tuple[str, str | None], str]:
        """What questions and answers are called in a language, by their codes: see ``Quizzes.labels``."""
        return (await self.quizzes.get(tenant_id)).labels(language)

    async def start(self, call: PublicCall, request: SessionStart) -> None:
        quizzes = await self.quizzes.get(call.tenant_id, request.quiz_version)
        quiz = quizzes.get(request.quiz_version)
        if not call.is_counted:
            return
        running = quizzes.running(call.now)
        is_drawn = running is not None and running.drew(request.experiment_id, request.quiz_version)
        ad_answers = ad_answers_to_store(request.consent_state, request.ad_consent, call.now)
        values = request.__dict__ | {
            "ad_consent": None,
            **ad_answers,
            "quiz_version": quiz.version,
            "experiment_id": request.experiment_id if is_drawn else None,
            "device": device_of(call.user_agent),
            "user_agent": request.user_agent or call.user_agent,
        }
        if not may_recognise(is_required=call.asks_consent, state=request.consent_state):
            # A session is kept under its own id, also when a made-up one contains another id.
            own = {"session_id": request.session_id, "quiz_version": quiz.version}
            values = strip_ids(values) | own | {"is_returning": None}
        # Page language and country, which do not identify a visitor. The IP address is not stored.
        values |= {"language": request.language, "country": country_of(call.ip)}
        # Only companies that require consent need the second statement.
        if request.consent_state == "refused":
            await withdraw_consent(self._db, call.tenant_id, _visitor(request, call), call.now)
        await QuizCallRepository(self._db.function_calls(call.tenant_id)).start(values, call.now)
        QUIZ_SESSIONS.labels("started").inc()
        if request.consent_state == "granted":
            async with self._db.pipeline_transaction(call.tenant_id) as transaction:
                await QuizRepository(transaction).note_consent(request.session_id, ad_answers, call.now)

    async def answer(self, call: PublicCall, request: AnswersIn) -> None:
        """Store answers under the session's version and apply its skip rules again.

        Raises InvalidInput for a question or an answer that is not in this version. If that version no longer
        exists, the answers valid in the current one are stored and the session switches to it; raises
        QuizChanged if there are none.
        """
        quiz, answers = await self._check(call, request)
        if not call.is_counted:
            return
        calls = QuizCallRepository(self._db.function_calls(call.tenant_id))
        # The session's version; nothing was stored when that is another one.
        while (
            version := await calls.store_answers(request.session_id, quiz, answers, call.now)
        ) != quiz.version:
            quiz, answers = await self._check_session_version(call, request, version)
        QUIZ_ANSWERS.inc(len(answers))

    async def view(self, call: PublicCall, request: QuestionView) -> None:
        """Record a question view. Raises InvalidInput for a question not in the session's version, QuizChanged."""
        quiz, _ = await self._check(call, request)
        if not call.is_counted:
            return
        calls = QuizCallRepository(self._db.function_calls(call.tenant_id))
        while (
            version := await calls.store_view(request.session_id, quiz, request.question_id, call.now)
        ) != quiz.version:
            quiz, _ = await self._check_session_version(call, request, version)

    async def complete(self, call: PublicCall, request: SessionComplete) -> None:
        quiz = (await self.quizzes.get(call.tenant_id, request.quiz_version)).get(request.quiz_version)
        if call.is_counted:
            calls = QuizCallRepository(self._db.function_calls(call.tenant_id))
            await calls.complete(request.session_id, quiz, call.now)
            QUIZ_SESSIONS.labels("completed").inc()

    async def _check(self, call: PublicCall, request: AnswersIn | QuestionView) -> Checked:
        """Check against the version that the request claims.

        What is invalid in the claimed version may be valid in the session's version.
        """
        quizzes = await self.quizzes.get(call.tenant_id, request.quiz_version)
        quiz = quizzes.get(request.quiz_version)
        is_claim_valid = quizzes.has(request.quiz_version)
        try:
            return _checked(quiz, request)
        except InvalidInput:
            if is_claim_valid and len(quizzes.versions) == 1:
                raise
            calls = QuizCallRepository(self._db.function_calls(call.tenant_id))
            session_version = await calls.find_version(request.session_id)
            if session_version is not None and session_version != quiz.version:
                return await self._check_session_version(call, request, session_version)
            if is_claim_valid:
                raise
            return _checked(quiz, request, skip_unknown=True)

    async def _check_session_version(
        self, call: PublicCall, request: AnswersIn | QuestionView, session_version: str
    ) -> Checked:
        """Check against the session's version; when it no longer exists, against the current one."""
        quizzes = await self.quizzes.get(call.tenant_id, session_version)
        if quizzes.has(session_version):
            return _checked(quizzes.get(session_version), request)
        checked = _checked(quizzes.get(None), request, skip_unknown=True)
        if call.is_counted:
            async with self._db.pipeline_transaction(call.tenant_id) as transaction:
                await QuizRepository(transaction).change_version(
                    request.session_id, session_version, checked.quiz, call.now
                )
        return checked


def _checked(
    quiz: QuizDefinition, request: AnswersIn | QuestionView, *, skip_unknown: bool = False
) -> Checked:
    """Raises InvalidInput for unknown answers, or QuizChanged if ``skip_unknown`` leaves none."""
    answers: list[CheckedAnswer] = []
    if isinstance(request, AnswersIn):
        answers = check_answers(quiz, request.answers, skip_unknown=skip_unknown)
        is_known = bool(answers)
    else:
        is_known = check_question(quiz, request.question_id, skip_unknown=skip_unknown) is not None
    if not is_known:
        raise QuizChanged(fields=(FieldError("quizVersion", NOW_VERSION(version=quiz.version)),))
    return Checked(quiz, answers)


def _visitor(request: SessionStart, call: PublicCall) -> Visitor:
    """The ids of the visitor at the start of the session."""
    clicks = tuple(value for name in CLICK_IDS if (value := getattr(request, name)))
    return Visitor(
        consent_id=request.consent_id,
        clicks=clicks,
        sessions=(request.session_id,),
        device_fingerprint=request.device_fingerprint,
        ip=call.ip,
    )


# A contact that left no email is known by its phone. With another's email, the phone may be shared.
_OF_PERSON = """
s.tenant_id = :tenant and (s.session_id = any(:session_ids) or s.gclid = any(:click_ids) or s.gbraid = any(:click_ids)
  or s.wbraid = any(:click_ids) or exists (
    select from quiz_answers c where c.tenant_id = s.tenant_id and c.session_id = s.session_id
      and c.details is not null and (lower(c.details ->> 'email') = any(:emails)
        or c.details ->> 'email' is null and contact_phone(c.details ->> 'phone') = any(:phones))
  ))
"""


def _shared(column: str) -> str:
    """Keep the value if another person's session has it too: then it names a campaign and not a person."""
    return f"""
    {column} = case when exists (
      select from quiz_sessions o where o.tenant_id = s.tenant_id and o.{column} = s.{column}
        and not (o.session_id = any(:session_ids) or coalesce(o.gclid = any(:click_ids), false)
          or coalesce(o.gbraid = any(:click_ids), false) or coalesce(o.wbraid = any(:click_ids), false))
    ) then s.{column} end"""


PERSONAL_RECORDS = (
    PersonalRecords(
        "quizSessions",
        find=f"""
select to_jsonb(s) - array['tenant_id', 'row_xid'] || jsonb_build_object('answers', (
  select coalesce(jsonb_agg(to_jsonb(a) - array['tenant_id', 'row_xid', 'session_id'] order by a.answered_at), '[]')
  from quiz_answers a where a.tenant_id = s.tenant_id and a.session_id = s.session_id
))
from quiz_sessions s where {_OF_PERSON} order by s.started_at, s.session_id
""",  # noqa: S608 - a condition from above
        # Source, medium and campaign are kept when shared; search terms and contents may be personal. Of a written
        # answer, only that it was given is kept.
        erase=f"""
with changed as (
  update quiz_sessions s set device_fingerprint = null, gclid = null, gbraid = null, wbraid = null, consent_id = null,
    ad_answered_at = null, source_url = null, referrer = null, entry_path = null, user_agent = null,
    is_returning = null, utm_term = null, utm_content = null,
    {", ".join(_shared(column) for column in ("utm_source", "utm_medium", "utm_campaign"))}, updated_at = :now
  where {_OF_PERSON}
  returning s.session_id
), emptied as (
  update quiz_answers a set details = null
  where a.tenant_id = :tenant and a.details is not null and a.session_id in (select session_id from changed)
), reported as (
  insert into warehouse_erasures (tenant_id, kind, subject, created_at)
  select :tenant, 'session', session_id, :now from changed
)
select session_id from changed
""",  # noqa: S608 - names and a condition from above
    ),
)
