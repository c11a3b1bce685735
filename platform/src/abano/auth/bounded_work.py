"""Work that is dear on purpose or by nature: in threads, a few pieces at once, and only so many may wait."""

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
    """Runs ``at_once`` pieces of work in threads while ``waiting`` more may wait; who comes then is refused at once.

    With ``within``, a piece also takes one of that work's turns: together they never run more than it does alone,
    and its own callers wait behind at most ``at_once`` pieces from here.
    """

    def __init__(self, *, at_once: int, waiting: int, within: "BoundedWork | None" = None) -> None:
        self._turns = anyio.CapacityLimiter(at_once)
        self._most = at_once + waiting
        self._pending = 0
        self._within = within

    async def run(self, work: Callable[[*Arguments], Result], *arguments: *Arguments) -> Result:
        """What ``work`` answers. Raises TooBusy without having begun."""
        if self._pending >= self._most:
            raise TooBusy
        self._pending += 1
        try:
            if self._within is None:
                return await anyio.to_thread.run_sync(work, *arguments, limiter=self._turns)
            async with self._turns:
                return await anyio.to_thread.run_sync(work, *arguments, limiter=self._within._turns)
        finally:
            self._pending -= 1
