"""Keeps what was counted, and refreshes it."""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from uuid import UUID

from abano_analytics.figures.counts import Counts, Scope
from abano_analytics.figures.incremental.delta import can_refresh, refresh
from abano_analytics.figures.query import Counted, FigureQuery
from abano_analytics.figures.recount import count_compacted, recount
from abano_analytics.observability import prometheus
from abano_analytics.store.reader import Watermarks

MOST_KEPT_BYTES = 64 * 1024 * 1024


class IncrementalCounter:
    """Refreshes what it has counted before; counts the rest from compacted rows, or from nothing."""

    def __init__(self, most_bytes: int = MOST_KEPT_BYTES) -> None:
        """``most_bytes`` bounds what is kept; the oldest unused goes first."""
        self._kept = _KeptCounts(most_bytes)

    def count(self, scope: Scope, figures: Sequence[Counted]) -> dict[Counted, Counts]:
        """The counts of ``figures`` as the transaction sees them."""
        counted: dict[Counted, Counts] = {}
        for alike in self._refreshable(scope, figures):
            refreshed = refresh(scope, alike)
            if refreshed is not None:
                prometheus.COUNTED.labels("incremental").inc(len(alike))
                counted |= refreshed
        missing = [figure for figure in figures if figure not in counted]
        if missing:
            counted |= count_new(scope, missing)
        for figure, counts in counted.items():
            self._kept.put(scope, figure, counts)
        return counted

    def _refreshable(self, scope: Scope, figures: Sequence[Counted]) -> list[dict[Counted, Counts]]:
        """What can be refreshed, those together that have the same watermarks."""
        alike: dict[Watermarks, dict[Counted, Counts]] = {}
        for figure in figures:
            counts = self._kept.get(scope, figure)
            if counts is not None and can_refresh(counts, scope.tenant):
                alike.setdefault(counts.watermarks, {})[figure] = counts
        return list(alike.values())


def count_new(scope: Scope, figures: Sequence[Counted]) -> dict[Counted, Counts]:
    """Count what nothing is kept of: compacted rows need no look for newer versions, the rest is a delta to them."""
    if all(scope.tenant.compacted):
        refreshed = refresh(scope, count_compacted(scope, figures))
        if refreshed is not None:
            prometheus.COUNTED.labels("from_compacted").inc(len(figures))
            return refreshed
    prometheus.COUNTED.labels("full").inc(len(figures))
    return recount(scope, figures)


_Key = tuple[UUID, FigureQuery, Counted]


class _KeptCounts:
    """Bounded by size; those of another store are forgotten when they are asked for."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[_Key, tuple[str, Counts]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get(self, scope: Scope, figure: Counted) -> Counts | None:
        """What was counted last, unless out of another store."""
        with self._lock:
            store_id, counts = self._kept.get((scope.tenant_id, scope.query, figure), ("", None))
        return counts if store_id == scope.store_id else None

    def put(self, scope: Scope, figure: Counted, counts: Counts) -> None:
        key = (scope.tenant_id, scope.query, figure)
        with self._lock:
            if before := self._kept.pop(key, None):
                self._bytes -= before[1].size_bytes
            self._kept[key] = (scope.store_id, counts)
            self._bytes += counts.size_bytes
            while self._bytes > self._most_bytes and len(self._kept) > 1:
                self._bytes -= self._kept.popitem(last=False)[1][1].size_bytes
