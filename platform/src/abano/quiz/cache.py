"""The versions of each tenant's quiz, cached for some seconds."""

from collections.abc import Mapping
from dataclasses import dataclass

from abano.database.engine import Database
from abano.database.unit_of_work import TenantId
from abano.errors import Conflict, NotFound
from abano.kit.ttl_cache import TtlCache
from abano.quiz.definition import QuizDefinition
from abano.quiz.repository import QuizRepository

# An unknown version may be new: the cache is reloaded for it, but not more often than this.
FRESH_SECONDS = 1.0


class NoQuiz(NotFound):
    """This company has no such quiz."""


class QuizChanged(Conflict):
    """The questions of this quiz have changed. Please start again."""


@dataclass(frozen=True, slots=True)
class Quizzes:
    """All versions of one company's quiz."""

    current: QuizDefinition | None
    versions: Mapping[str, QuizDefinition]

    def get(self, version: str | None) -> QuizDefinition:
        """The named version, or the current one when it is unknown. Raises NoQuiz when there is none."""
        quiz = self.versions.get(version or "") or self.current
        if quiz is None:
            raise NoQuiz
        return quiz

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
            rows = await QuizRepository(transaction).definitions()
        parsed = [(is_current, QuizDefinition.model_validate(body)) for is_current, body in rows]
        return Quizzes(
            current=next((quiz for is_current, quiz in parsed if is_current), None),
            versions={quiz.version: quiz for _, quiz in parsed},
        )

    def clear(self) -> None:
        """Clear the cache after a change by this process."""
        self._cache.clear()
