"""Cache of counted answers, and which of them are watched."""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from math import inf
from threading import Lock
from typing import Any, Generic, TypeVar
from uuid import UUID

from abano_analytics.progress import Progress

# Tenant id and query.
Key = TypeVar("Key", bound=tuple[UUID, *tuple[Any, ...]])
MAX_ANSWERS = 512
# A figure requested within this time counts as watched: a page polls every five seconds.
WATCHED_SECONDS = 12.0
# A watched figure that is stale for longer than this is counted by the caller that polls for it.
MAX_STALE_SECONDS = 15.0
FIRST_POSTPONED_SECONDS = 2.0
MAX_POSTPONED_SECONDS = 300.0
# Part of every entity tag. Increase it when the same data would give other figures or another shape.
FIGURES_VERSION = 4


@dataclass(frozen=True, slots=True)
class Answer:
    """``body`` is JSON without its closing brace: the caller adds how fresh it is. ``tag`` names its content.

    ``data_through`` is a moment of Postgres's clock up to which everything is included; there may be more.
    ``right_until`` is another, from which on the same data give another answer.
    """

    version: int
    tag: str
    body: bytes
    last_conversion_update: datetime | None
    data_through: datetime | None
    right_until: datetime | None = None


class AnswerCache(Generic[Key]):
    """The latest answers, up to a size limit. Thread-safe."""

    def __init__(
        self,
        progress: Progress,
        store_id: Callable[[], str],
        monotonic: Callable[[], float] = time.monotonic,
        *,
        most: int = MAX_ANSWERS,
    ) -> None:
        self._most = most
        self._progress = progress
        self._store_id = store_id
        self._monotonic = monotonic
        self._answers: OrderedDict[Key, Answer] = OrderedDict()
        self._asked_at: dict[Key, float] = {}
        # Since when answers have been stale.
        self._behind_since: dict[Key, float] = {}
        # Tenants whose figures could not be counted: until when they are postponed, and for how long.
        self._postponed: dict[UUID, tuple[float, float]] = {}
        self._lock = Lock()

    def tag_prefix(self) -> str:
        """The prefix of the tags of all answers from this store."""
        return f"{FIGURES_VERSION}-{self._store_id()[:8]}-"

    def for_poll(self, key: Key) -> Answer | None:
        """The answer to ``key`` if it is current, or is watched and about to be refreshed."""
        now = self._monotonic()
        with self._lock:
            is_watched = now - self._asked_at.get(key, -inf) <= WATCHED_SECONDS
            self._asked_at[key] = now
            is_refreshed = is_watched and now - self._behind_since.get(key, now) <= MAX_STALE_SECONDS
            answer = self._find(key, is_behind_allowed=is_refreshed)
            if answer is not None:
                self._answers.move_to_end(key)
                if self._find(key) is None:
                    # Counted while new data was announced, so it is not marked as stale yet.
                    self._behind_since.setdefault(key, now)
            return answer

    def find_current(self, key: Key) -> Answer | None:
        """The answer to ``key`` if it includes all announced data."""
        with self._lock:
            return self._find(key)

    def put(self, answers: Mapping[Key, Answer]) -> None:
        with self._lock:
            for key, answer in answers.items():
                known = self._answers.get(key)
                # Several threads count: the later reader has newer data.
                if known and known.tag.startswith(self.tag_prefix()) and known.version > answer.version:
                    continue
                self._answers[key] = answer
                self._answers.move_to_end(key)
                # Data announced during this count is not included.
                if self._find(key):
                    self._behind_since.pop(key, None)
            while len(self._answers) > self._most:
                self._answers.popitem(last=False)

    def forget(self, keys: Iterable[Key]) -> None:
        with self._lock:
            for key in keys:
                self._answers.pop(key, None)
                self._behind_since.pop(key, None)

    def notice(self) -> None:
        """Mark the answers that do not include the announced data."""
        now = self._monotonic()
        with self._lock:
            for key in [key for key, asked in self._asked_at.items() if now - asked > WATCHED_SECONDS]:
                del self._asked_at[key]
            behind = [key for key in self._answers if not self._find(key)]
            self._behind_since = {key: self._behind_since.get(key, now) for key in behind}

    def pending(self) -> list[Key]:
        """All watched and stale figures of the tenant that has waited longest and is not postponed."""
        now = self._monotonic()
        with self._lock:
            postponed = {tenant_id for tenant_id, (until, _) in self._postponed.items() if until > now}
            pending = [key for key in self._behind_since if key in self._asked_at and key[0] not in postponed]
            if not pending:
                return []
            tenant_id = min(pending, key=self._behind_since.__getitem__)[0]
            return [key for key in pending if key[0] == tenant_id]

    def postpone(self, tenant_id: UUID) -> float:
        """Postpone a tenant after a failed count, each time for twice as long. Returns the seconds."""
        with self._lock:
            _, before = self._postponed.get(tenant_id, (0.0, 0.0))
            seconds = min(max(FIRST_POSTPONED_SECONDS, before * 2), MAX_POSTPONED_SECONDS)
            self._postponed[tenant_id] = (self._monotonic() + seconds, seconds)
            return seconds

    def resume(self, tenant_id: UUID) -> None:
        """Reset the postponement after a successful count."""
        with self._lock:
            self._postponed.pop(tenant_id, None)

    def behind_seconds(self) -> float:
        """How long the stalest watched figure has been stale, in seconds; 0 when none is."""
        now = self._monotonic()
        with self._lock:
            return max(
                (now - since for key, since in self._behind_since.items() if key in self._asked_at),
                default=0.0,
            )

    def _find(self, key: Key, *, is_behind_allowed: bool = False) -> Answer | None:
        answer = self._answers.get(key)
        if answer is None or not self._progress.is_complete or not answer.tag.startswith(self.tag_prefix()):
            return None
        # A figure counted just now may be newer than the announced data.
        is_behind = answer.version < self._progress.versions.get(key[0], 0) or self._is_over(answer)
        return None if is_behind and not is_behind_allowed else answer

    def _is_over(self, answer: Answer) -> bool:
        now = self._progress.data_through
        return answer.right_until is not None and now is not None and now >= answer.right_until
