"""Fair turns of this process, with metrics: how many wait, for how long, and who is refused, by kind of turns."""

import math
import time
from collections.abc import Callable, Hashable, Mapping

from prometheus_client import Counter, Gauge, Histogram

from abano_shared.fair_turns import FairTurns, Turn, TurnRefused

# Kinds come from a closed set: ``requests``, ``analytics``, ``files``, and the names of connection pools.
WAITING = Gauge("abano_turns_waiting", "Requests and jobs that wait for their company's turn", ["kind"])
WAIT_SECONDS = Histogram(
    "abano_turns_wait_seconds",
    "How long those waited that had to",
    ["kind"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
REFUSED = Counter(
    "abano_turns_refused_total",
    "Refused: over_share (too much of the same company waits), waited (for too long)",
    ["kind", "reason"],
)

# How far back ``ProcessorUse`` looks, and how often it measures.
LATELY_SECONDS, MEASURE_SECONDS = 1.0, 0.1


class ProcessorUse:
    """Called, it returns how many cores this process used lately."""

    def __init__(
        self,
        *,
        used: Callable[[], float] = time.process_time,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._used = used
        self._clock = clock
        self._cores = 0.0
        self._at, self._used_then = clock(), used()

    def __call__(self) -> float:
        now = self._clock()
        passed = now - self._at
        if passed >= MEASURE_SECONDS:
            used = self._used()
            newest = (used - self._used_then) / passed
            self._cores += (newest - self._cores) * (1 - math.exp(-passed / LATELY_SECONDS))
            self._at, self._used_then = now, used
        return self._cores


class MeasuredTurns(FairTurns):
    """As ``FairTurns``. Of several with one kind, those of the newest are counted as waiting."""

    def __init__(
        self,
        kind: str,
        count: int,
        *,
        max_waiting: int,
        wait_seconds: float,
        max_waiting_size: float = float("inf"),
        weights: Mapping[Hashable, int] | None = None,
        limits: Mapping[Hashable, int] | None = None,
        processor_use: Callable[[], float] | None = None,
    ) -> None:
        super().__init__(
            count,
            max_waiting=max_waiting,
            wait_seconds=wait_seconds,
            max_waiting_size=max_waiting_size,
            weights=weights,
            limits=limits,
            processor_use=processor_use,
        )
        self._kind = kind
        WAITING.labels(kind).set_function(lambda: self.waiting)

    async def take(self, key: Hashable, *, size: int = 0, is_begun: bool = False) -> Turn:
        if (turn := self.take_now(key)) is not None:
            return turn
        began = time.perf_counter()
        try:
            turn = await super().take(key, size=size, is_begun=is_begun)
        except TurnRefused as refused:
            REFUSED.labels(self._kind, refused.reason).inc()
            raise
        WAIT_SECONDS.labels(self._kind).observe(time.perf_counter() - began)
        return turn
