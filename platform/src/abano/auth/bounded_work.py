"""Expensive work in threads, with bounded concurrency and a bounded queue."""

from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

import anyio
import anyio.to_thread

from abano.errors import AbanoError

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")
RETRY_SECONDS = 5


class TooBusy(AbanoError):
    """Many people are signing in or registering right now. Nothing was changed; please try again in a few seconds."""

    status = 503

    def __init__(self) -> None:
        super().__init__(retry_after=RETRY_SECONDS)


class BoundedWork:
    """Runs at most ``at_once`` calls in threads while at most ``waiting`` more wait; further ones are refused.

    With ``within``, a call also takes one of that instance's slots: both together never exceed its limit, and its
    own callers wait for at most ``at_once`` calls of this instance.
    """

    def __init__(self, *, at_once: int, waiting: int, within: "BoundedWork | None" = None) -> None:
        self._slots = anyio.CapacityLimiter(at_once)
        self._most = at_once + waiting
        self._pending = 0
        self._within = within

    async def run(self, work: Callable[[*Arguments], Result], *arguments: *Arguments) -> Result:
        """Run ``work`` and return its result. Raises TooBusy before starting."""
        if self._pending >= self._most:
            raise TooBusy
        self._pending += 1
        try:
            if self._within is None:
                return await anyio.to_thread.run_sync(work, *arguments, limiter=self._slots)
            async with self._slots:
                return await anyio.to_thread.run_sync(work, *arguments, limiter=self._within._slots)
        finally:
            self._pending -= 1
