"""The versions of each tenant's quiz, cached for some seconds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from abano.database.engine import Database
from abano.database.unit_of_work import TenantId
from abano.errors import Conflict, NotFound
from abano.kit.ttl_cache import TtlCache
from abano.quiz.definition import QuizDefinition
from abano.quiz.experiments.draw import RunningExperiment
from abano.quiz.repository import QuizRepository
from abano.quiz.translations import QuizTexts, by_language, translated

# An unknown version may be new: the cache is reloaded for it, but not more often than this.
FRESH_SECONDS = 1.0


class NoQuiz(NotFound):
    """This company has no such quiz."""


class QuizChanged(Conflict):
    """The questions of this quiz have changed. Please start again."""


@dataclass(frozen=True, slots=True)
class Quizzes:
    """All versions of one company's quiz, in its first language; ``translations`` by version and language.

    ``experiment``: the one that runs.
    """

    current: QuizDefinition | None
    versions: Mapping[str, QuizDefinition]
    translations: Mapping[str, Mapping[str, QuizTexts]] = field(default_factory=dict)
    experiment: RunningExperiment | None = None
    _translated: dict[tuple[str, str], QuizDefinition] = field(
        default_factory=dict, repr=False, compare=False
    )

    def get(self, version: str | None) -> QuizDefinition:
        """The named version, or the current one when it is unknown. Raises NoQuiz when there is none."""
        quiz = self.versions.get(version or "") or self.current
        if quiz is None:
            raise NoQuiz
        return quiz

    def running(self, now: datetime) -> RunningExperiment | None:
        """The experiment to which who begins now is drawn. It ends in time, whoever notes that."""
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
        """Texts of questions (value None) and answers by their codes; of the current version where it has them.

        Empty when nothing is written in this language: the texts of the first are known without us.
        """
        if not any(language in texts for texts in self.translations.values()):
            return {}
        versions = sorted(self.versions.values(), key=lambda quiz: quiz is not self.current)
        labels: dict[tuple[str, str | None], str] = {}
        for quiz in (self.in_language(quiz.version, language) for quiz in versions):
            for question in quiz.questions:
                labels.setdefault((question.id, None), question.text)
                for option in question.options:
                    labels.setdefault((question.id, option.value), option.label)
        return labels

    def has(self, version: str | None) -> bool:
        """Whether the version exists; True for None."""
        return version is None or version in self.versions


class QuizCache:
    """Loads and validates definitions, and caches them for some seconds."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._cache: TtlCache[TenantId, Quizzes] = TtlCache()

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
            current=next((quiz for is_current, quiz, _ in parsed if is_current), None),
            versions={quiz.version: quiz for _, quiz, _ in parsed},
            translations={quiz.version: texts for _, quiz, texts in parsed},
            experiment=experiment,
        )

    def clear(self) -> None:
        """Clear the cache after a change by this process."""
        self._cache.clear()
