"""How far the warehouse has come: shared by the ingest job, which writes it, and the API, which reads it."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

STALE_AFTER_SECONDS = 30.0
# One look a second: some ten minutes behind a long transaction before the oldest samples are thinned out.
MOST_SAMPLES = 600


@dataclass(frozen=True, slots=True)
class _Sample:
    xmax: int
    taken_at: datetime
    clock: float


class Progress:
    """What is included and how fresh it is. Every change replaces whole values, so readers need no lock."""

    def __init__(
        self,
        monotonic: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._monotonic = monotonic
        self._now = now
        self._samples: deque[_Sample] = deque(maxlen=MOST_SAMPLES)
        self._fresh_at: float | None = None
        # Postgres's clock at the newest moment of which everything is included.
        self.data_through: datetime | None = None
        # A first complete pass has been made since the warehouse was empty.
        self.is_complete = False
        # Rows taken in since the warehouse was opened or rebuilt, and about how many there were to take in then.
        self.rows = 0
        self.expected_rows: int | None = None
        # The change counter of each known tenant.
        self.versions: dict[UUID, int] = {}

    def reset(self, *, is_complete: bool, data_through: datetime | None, versions: dict[UUID, int]) -> None:
        """Begin from what a warehouse says of itself."""
        self._samples.clear()
        self._fresh_at = None
        self.rows, self.expected_rows = 0, None
        self.is_complete = is_complete
        # In this order: whoever reads the moment, and then the versions, never takes old figures for new ones.
        self.versions = versions
        self.data_through = data_through

    def sample(self, xmax: int, taken_at: datetime) -> None:
        """At ``taken_at`` no transaction at or above ``xmax`` had begun to write."""
        self._samples.append(_Sample(xmax, taken_at, self._monotonic()))

    def passed(self, xmin: int) -> None:
        """Everything below transaction ``xmin`` is included now."""
        reached = None
        while self._samples and self._samples[0].xmax <= xmin:
            reached = self._samples.popleft()
        if reached is not None:
            self.data_through, self._fresh_at = reached.taken_at, reached.clock
        self.is_complete = True

    def age_seconds(self) -> float:
        """Seconds since the newest moment that is included completely; infinite before the first."""
        if self._fresh_at is not None:
            return self._monotonic() - self._fresh_at
        if self.data_through is not None:
            return max(0.0, (self._now() - self.data_through).total_seconds())
        return float("inf")

    @property
    def is_stale(self) -> bool:
        return self.age_seconds() > STALE_AFTER_SECONDS
