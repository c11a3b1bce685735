"""A cache whose entries live for some seconds, with one load for many waiters (single flight)."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Hashable
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from cachetools import TTLCache

from abano.core.errors import DatabaseUnavailable

# How old a tenant's settings may be: every copy of the platform uses a change within this time.
SETTINGS_SECONDS = 5.0
MAX_ENTRIES = 10_000
# How old they may be while the database is away: what visitors read is shown, what they send is refused.
STALE_SECONDS = 900.0
# How long a caller waits for a value that could not be loaded the last time, before it gets the stale one.
RETRY_SECONDS = 0.25
# Part of its lifetime after which a value that is asked for is loaded again ahead of time.
AHEAD = 0.6

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


def now() -> float:
    """Seconds on the clock that every cache reads; a test moves it."""
    return time.monotonic()


@dataclass(frozen=True, slots=True)
class _Entry(Generic[V]):
    value: V
    loaded_at: float


class TtlCache(Generic[K, V]):
    """Values by key, loaded on demand. ``max_entries``: the least recently used value is removed.

    Values that are asked for all the time are loaded again before they are too old, so that no one waits for them.
    A failed load is not cached: all its waiters get the error, and the next call loads again. A cancelled
    waiter does not cancel the load for others.
    """

    def __init__(
        self,
        *,
        seconds: float = SETTINGS_SECONDS,
        max_entries: int = MAX_ENTRIES,
        stale_seconds: float = 0.0,
    ) -> None:
        """``stale_seconds``: up to which age a value is used while loading it raises DatabaseUnavailable."""
        timer = lambda: now()  # noqa: E731, PLW0108 - the function is looked up at each call
        lifetime = max(seconds, stale_seconds)
        self._entries: TTLCache[K, _Entry[V]] = TTLCache(max_entries, lifetime, timer=timer)
        self._loads: dict[K, asyncio.Task[V]] = {}
        self._seconds, self._ahead = seconds, AHEAD * seconds
        self._may_be_stale = stale_seconds > seconds
        # Keys whose last load failed, while they have a value.
        self._failing: set[K] = set()

    async def get(
        self, key: K, load: Callable[[], Coroutine[Any, Any, V]], *, max_age: float | None = None
    ) -> V:
        """The value of ``key``. Calls ``load`` if there is none, or none younger than ``max_age`` seconds.

        With ``max_age`` it is never a stale one.
        """
        entry: _Entry[V] | None = self._entries.get(key)
        if entry is not None:
            age = now() - entry.loaded_at
            if age < (self._seconds if max_age is None else max_age):
                if age > self._ahead and key not in self._loads:
                    # In no request's context: it holds no connection, takes no turn of theirs.
                    self._start(key, load, Context())
                return entry.value
        loading = asyncio.shield(self._loads.get(key) or self._start(key, load))
        if entry is None or max_age is not None or not self._may_be_stale:
            return await loading
        try:
            return await asyncio.wait_for(loading, RETRY_SECONDS if key in self._failing else None)
        except (DatabaseUnavailable, TimeoutError):
            return entry.value

    def _start(
        self, key: K, load: Callable[[], Coroutine[Any, Any, V]], context: Context | None = None
    ) -> asyncio.Task[V]:
        task = self._loads[key] = asyncio.create_task(load(), context=context)
        task.add_done_callback(partial(self._finish, key))
        return task

    def clear(self) -> None:
        """Clear the cache after a change by this process. Running loads only answer their current waiters."""
        self._entries.clear()
        self._loads.clear()
        self._failing.clear()

    def _finish(self, key: K, task: asyncio.Task[V]) -> None:
        failed = task.cancelled() or task.exception() is not None
        # After ``clear`` the value may be older than the change.
        if self._loads.get(key) is not task:
            return
        del self._loads[key]
        if not failed:
            self._entries[key] = _Entry(task.result(), now())
            self._failing.discard(key)
        elif self._may_be_stale and key in self._entries:
            self._failing.add(key)
