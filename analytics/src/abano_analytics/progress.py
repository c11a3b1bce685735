"""The warehouse's progress, written by the ingest job and read by the API; and the Prometheus metrics."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from uuid import UUID

from prometheus_client import Counter, Gauge, Histogram

STALE_AFTER_SECONDS = 30.0
# One sample per second: about ten minutes of a long transaction before the oldest ones are thinned out.
MAX_SAMPLES = 600


@dataclass(frozen=True, slots=True)
class _Sample:
    xmax: int
    taken_at: datetime
    clock: float


class Progress:
    """How complete and fresh the data is. Every change replaces whole values, so readers need no lock."""

    def __init__(
        self,
        monotonic: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._monotonic = monotonic
        self._now = now
        self._samples: deque[_Sample] = deque(maxlen=MAX_SAMPLES)
        self._fresh_at: float | None = None
        # Postgres's clock at the newest moment up to which everything is included.
        self.data_through: datetime | None = None
        # Whether a first complete pass has been made since the warehouse was empty.
        self.is_complete = False
        # Rows ingested since the warehouse was opened or rebuilt, and the estimated total at that time.
        self.rows = 0
        self.expected_rows: int | None = None
        # The change counter of each known tenant.
        self.versions: dict[UUID, int] = {}

    def reset(self, *, is_complete: bool, data_through: datetime | None, versions: dict[UUID, int]) -> None:
        """Initialise from the warehouse's own state."""
        self._samples.clear()
        self._fresh_at = None
        self.rows, self.expected_rows = 0, None
        self.is_complete = is_complete
        # In this order: a reader of the time, and then of the versions, never takes old figures for new ones.
        self.versions = versions
        self.data_through = data_through

    def sample(self, xmax: int, taken_at: datetime) -> None:
        """At ``taken_at`` no transaction at or above ``xmax`` had started to write."""
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
        """Seconds since the newest moment that is completely included; infinite before the first."""
        if self._fresh_at is not None:
            return self._monotonic() - self._fresh_at
        if self.data_through is not None:
            return max(0.0, (self._now() - self.data_through).total_seconds())
        return float("inf")

    @property
    def is_stale(self) -> bool:
        return self.age_seconds() > STALE_AFTER_SECONDS


BUILD = Gauge("abano_build_info", "Always 1; the version is a label", ["version"])
BUILD.labels(version("abano")).set(1)
REQUESTS = Counter("abano_analytics_requests_total", "Answered requests", ["figure", "status"])
COUNTING_SECONDS = Histogram(
    "abano_analytics_counting_seconds",
    "Time to count what was not remembered: one figure, or several of a query together",
    ["figure"],
    buckets=(0.002, 0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.6, 1.2, 3, 10),
)
COUNTED = Counter(
    "abano_analytics_counted_total", "Counted figures: incremental, from compacted rows, or full", ["how"]
)
COUNTS_WAITING = Gauge("abano_analytics_counts_waiting", "Figures that wait for their company's turn")
TURNS_WAITING = Gauge(
    "abano_analytics_turns_waiting", "Requests that wait for their company's turn", ["kind"]
)
TURNS_REFUSED = Counter(
    "abano_analytics_turns_refused_total",
    "Refused: over_share (too much of the same company waits), waited (for too long)",
    ["kind", "reason"],
)
QUERIES = Counter(
    "abano_analytics_queries_total", "Queries in SQL: done, or why they have no result", ["outcome"]
)
INGEST_ROWS = Counter("abano_ingest_rows_total", "Rows taken in from Postgres", ["table"])
INGEST_PASSES = Counter("abano_ingest_passes_total", "Looks at Postgres", ["outcome"])
INGEST_SECONDS = Histogram("abano_ingest_seconds", "Time of one look at Postgres with new rows")
INGEST_LAG = Gauge("abano_ingest_lag_seconds", "Age of the newest moment that is included completely")
REFRESH_FAILURES = Counter(
    "abano_analytics_refresh_failures_total", "Times that a company's watched figures could not be counted"
)
WATCHED_BEHIND = Gauge(
    "abano_analytics_watched_behind_seconds",
    "For how long a figure that someone watches has waited to be counted",
)
WAREHOUSE_BYTES = Gauge("abano_warehouse_bytes", "Size of the warehouse file")
REBUILDS = Counter("abano_warehouse_rebuilds_total", "Rebuilds from Postgres", ["reason"])
