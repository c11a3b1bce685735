"""The versions of each tenant's quiz, cached for some seconds."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from sqlalchemy import select

from abano.core.errors import Conflict, NotFound
from abano.core.languages.texts import texts_in
from abano.core.ttl_cache import STALE_SECONDS, TtlCache
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.marketing.quiz.definition import QuizDefinition, QuizTexts, by_language, translated
from abano.marketing.quiz.models import QuizAnswer, QuizSession
from abano.marketing.quiz.repository import QuizRepository
from abano.marketing.quiz.rules import RunningExperiment
from abano.marketing.quiz.schemas import QuizPicture
from abano.marketing.quiz.written_answers import labels_in

# An unknown version may be new: the cache is reloaded for it, but not more often than this.
FRESH_SECONDS = 1.0


class NoQuiz(NotFound):
    """This company has no such quiz."""


class QuizChanged(Conflict):
    """The questions of this quiz have changed. Please start again."""


class QuizPictures(Protocol):
    """Pictures of answers, out of the company's media library."""

    def shown(self, media_id: UUID, language: str | None) -> QuizPicture | None:
        """One picture with its URLs; None where the library has none."""


# Loads the pictures that quizzes refer to: the media library is above this domain.
LoadPictures = Callable[[TenantId, Collection[UUID]], Awaitable[QuizPictures]]


@dataclass(frozen=True, slots=True)
class Quizzes:
    """All versions of one company's quiz, in its first language; ``translations`` by version and language.

    ``experiment``: the one that runs. ``pictures``: of all versions; None: there are none.
    """

    current: QuizDefinition | None
    versions: Mapping[str, QuizDefinition]
    translations: Mapping[str, Mapping[str, QuizTexts]] = field(default_factory=dict)
    experiment: RunningExperiment | None = None
    pictures: "QuizPictures | None" = None
    _translated: dict[tuple[str, str], QuizDefinition] = field(
        default_factory=dict, repr=False, compare=False
    )

    def get(self, version: str | None) -> QuizDefinition:
        """The named version, or the current one if it is unknown. Raises NoQuiz if there is none."""
        quiz = self.versions.get(version or "") or self.current
        if quiz is None:
            raise NoQuiz
        return quiz

    def running(self, now: datetime) -> RunningExperiment | None:
        """The experiment that a visitor who begins now takes part in. It ends on time by the clock."""
        return self.experiment if self.experiment and now < self.experiment.ends_at else None

    def in_language(self, version: str | None, language: str | None) -> QuizDefinition:
        """Like ``get``; what is not written in this language is in the company's first."""
        quiz = self.get(version)
        texts = self.translations.get(quiz.version, {}).get(language or "")
        if language is None or texts is None:
            return quiz
        key = (quiz.version, language)
        if key not in self._translated:
            self._translated[key] = translated(quiz, texts)
        return self._translated[key]

    def labels(self, language: str) -> dict[tuple[str, str | None], str]:
        """Texts of questions (value None) and answers by code, preferably of the current version.

        Without translations, only the codes of written answers: the first language's texts are already known.
        """
        versions = sorted(self.versions.values(), key=lambda quiz: quiz is not self.current)
        labels: dict[tuple[str, str | None], str] = {}
        texts = texts_in(language)
        for question in (question for quiz in versions for question in quiz.questions):
            for code, label in labels_in(question, texts).items():
                labels[question.id, code] = label
        if not any(language in texts for texts in self.translations.values()):
            return labels
        for quiz in (self.in_language(quiz.version, language) for quiz in versions):
            for question in quiz.questions:
                labels.setdefault((question.id, None), question.text)
                for option in question.options:
                    labels.setdefault((question.id, option.value), option.label)
        return labels

    def has(self, version: str | None) -> bool:
        """Whether the version exists; True for None."""
        return version is None or version in self.versions


def pictures_of(
    quiz: QuizDefinition, pictures: QuizPictures | None, language: str | None
) -> dict[str, QuizPicture]:
    """The pictures of a quiz's answers by their media ids."""
    if pictures is None:
        return {}
    shown = {str(media_id): pictures.shown(media_id, language) for media_id in quiz.media_ids}
    return {media_id: picture for media_id, picture in shown.items() if picture is not None}


class QuizCache:
    """Loads and validates definitions, and caches them for some seconds."""

    def __init__(self, db: Database, load_pictures: LoadPictures | None = None) -> None:
        self._db = db
        self._load_pictures = load_pictures
        self._cache: TtlCache[TenantId, Quizzes] = TtlCache(stale_seconds=STALE_SECONDS)

    async def get(self, tenant_id: TenantId, version: str | None = None) -> Quizzes:
        """All versions, at most some seconds old; including ``version`` if it exists."""
        quizzes = await self._cache.get(tenant_id, lambda: self._load(tenant_id))
        if quizzes.has(version):
            return quizzes
        return await self._cache.get(tenant_id, lambda: self._load(tenant_id), max_age=FRESH_SECONDS)

    async def _load(self, tenant_id: TenantId) -> Quizzes:
        async with self._db.pipeline_transaction(tenant_id) as transaction:
            repository = QuizRepository(transaction)
            rows = await repository.definitions()
            experiment = await repository.running_experiment()
        parsed = [
            (is_current, QuizDefinition.model_validate(body), by_language(texts))
            for is_current, body, texts in rows
        ]
        return Quizzes(
            pictures=await self.find_pictures(tenant_id, [quiz for _, quiz, _ in parsed]),
            current=next((quiz for is_current, quiz, _ in parsed if is_current), None),
            versions={quiz.version: quiz for _, quiz, _ in parsed},
            translations={quiz.version: texts for _, quiz, texts in parsed},
            experiment=experiment,
        )

    async def find_pictures(
        self, tenant_id: TenantId, quizzes: Sequence[QuizDefinition]
    ) -> QuizPictures | None:
        """The pictures of these quizzes' answers; None where they have none."""
        named = {media_id for quiz in quizzes for media_id in quiz.media_ids}
        return await self._load_pictures(tenant_id, named) if named and self._load_pictures else None

    def clear(self) -> None:
        """Clear the cache after a change by this process."""
        self._cache.clear()


# Summary of a quiz session, for other domains.


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    question_id: str
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """Source and answers of a visitor. The UTM values come from the URL and are not trusted."""

    session_id: str
    started_at: datetime
    completed_at: datetime | None
    device: str
    source: str | None
    medium: str | None
    campaign: str | None
    answers: tuple[GivenAnswer, ...]


def written_words(details: Mapping[str, Any] | None) -> str:
    """A written answer in one text: the text, or the contact."""
    return ", ".join(
        (details or {})[name] for name in ("text", "name", "email", "phone") if name in (details or {})
    )


async def find_session_summary(uow: UnitOfWork, session_id: str) -> SessionSummary | None:
    """One session with its counted answers in order, or None."""
    row = await uow.session.get(QuizSession, (uow.tenant_id, session_id))
    if row is None:
        return None
    query = (
        select(QuizAnswer)
        .where(
            QuizAnswer.tenant_id == uow.tenant_id, QuizAnswer.session_id == session_id, QuizAnswer.is_counted
        )
        .order_by(QuizAnswer.sequence, QuizAnswer.answered_at, QuizAnswer.question_id)
    )
    answers = tuple(
        GivenAnswer(
            answer.question_id, answer.question_text, written_words(answer.details) or answer.answer_text
        )
        for answer in await uow.session.scalars(query)
    )
    return SessionSummary(
        session_id=row.session_id,
        started_at=row.started_at,
        completed_at=row.completed_at,
        device=row.device,
        source=row.utm_source,
        medium=row.utm_medium,
        campaign=row.utm_campaign,
        answers=answers,
    )
