"""How long the event loop is held by one step of one task: which every other request waits for.

Measured is processor time of the loop's own thread. However busy the machine is, only the product's own doing
counts; work in other threads, waiting, and what other programs take do not.
"""

import asyncio
import time
from types import TracebackType
from typing import Any, Self

import pytest


class LoopWatch:
    """Within its block, ``longest`` is the seconds of processor time that the longest step of the loop took."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.longest = 0.0
        self._started = 0.0
        run = asyncio.Handle._run

        def watched(handle: Any) -> Any:
            self._started = time.thread_time()
            try:
                return run(handle)
            finally:
                self._note()

        monkeypatch.setattr(asyncio.Handle, "_run", watched)

    def __enter__(self) -> Self:
        self.longest, self._started = 0.0, time.thread_time()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._note()

    def _note(self) -> None:
        self.longest = max(self.longest, time.thread_time() - self._started)
