"""The versions of each company's quiz, kept in memory for some seconds."""

from collections.abc import Mapping
from dataclasses import dataclass

from abano.errors import Conflict, NotFound
from abano.kit.ttl_cache import TtlCache
from abano.quiz.definition import QuizDefinition
from abano.quiz.repository import QuizRepository
from abano.tenants.tenant import TenantId

# A version that is asked for and unknown may have been added just now: looked up again, but not more often than this.
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
        """The named version, or the current one when that is unknown. Raises NoQuiz when there is none."""
        found = self.versions.get(version or "") or self.current
        if found is None:
            raise NoQuiz
        return found

    def has(self, version: str | None) -> bool:
        """Whether a claim can be held to: no claim always can."""
        return version is None or version in self.versions


class QuizCache:
    """Reads definitions, checks them, and keeps them for some seconds."""

    def __init__(self, repository: QuizRepository) -> None:
        self._repository = repository
        self._cache: TtlCache[TenantId, Quizzes] = TtlCache()

    async def get(self, tenant_id: TenantId, wanted: str | None = None) -> Quizzes:
        """All versions, at most some seconds old; ``wanted`` is among them when it exists."""
        quizzes = await self._cache.get(tenant_id, lambda: self._load(tenant_id))
        if quizzes.has(wanted):
            return quizzes
        return await self._cache.get(tenant_id, lambda: self._load(tenant_id), max_age=FRESH_SECONDS)

    async def _load(self, tenant_id: TenantId) -> Quizzes:
        rows = await self._repository.definitions(tenant_id)
        parsed = [(is_current, QuizDefinition.model_validate(body)) for is_current, body in rows]
        return Quizzes(
            current=next((quiz for is_current, quiz in parsed if is_current), None),
            versions={quiz.version: quiz for _, quiz in parsed},
        )

    def clear(self) -> None:
        """Read all again, after a change made by this process."""
        self._cache.clear()
