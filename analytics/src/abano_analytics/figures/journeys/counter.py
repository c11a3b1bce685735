"""Keeps the counts of journeys, and refreshes them by the visits that have changed."""

from collections import OrderedDict
from threading import Lock
from uuid import UUID

import polars as pl

from abano_analytics.figures.counts import Scope
from abano_analytics.figures.journeys.statements import KEYS, SUMS, TABLES, JourneyCounts, Statements
from abano_analytics.figures.query import FigureQuery
from abano_analytics.observability import prometheus
from abano_analytics.store import reader

MOST_KEPT_BYTES = 16 * 1024 * 1024
# With more visits changed than this, and this part of all, a full recount is less work.
FEW_CHANGED = 500
CHANGED_PART = 0.3

_Key = tuple[UUID, FigureQuery]


class JourneyCounter:
    """For use by several threads."""

    def __init__(self, most_bytes: int = MOST_KEPT_BYTES) -> None:
        """``most_bytes`` bounds what is kept; the oldest unused goes first."""
        self._most_bytes = most_bytes
        self._kept: OrderedDict[_Key, tuple[str, JourneyCounts]] = OrderedDict()
        self._lock = Lock()

    def count(self, scope: Scope) -> JourneyCounts:
        """The counts of the query's visits as the transaction sees them."""
        key = (scope.tenant_id, scope.query)
        with self._lock:
            store_id, kept = self._kept.get(key, ("", None))
        known = kept if store_id == scope.store_id else None
        counts = _count(scope, known)
        with self._lock:
            self._kept[key] = (scope.store_id, counts)
            self._kept.move_to_end(key)
            size = sum(one.size_bytes for _, one in self._kept.values())
            while size > self._most_bytes and len(self._kept) > 1:
                size -= self._kept.popitem(last=False)[1][1].size_bytes
        return counts


def _count(scope: Scope, kept: JourneyCounts | None) -> JourneyCounts:
    bounds = reader.bounds_by_table(scope.conn)
    # Up to here rows are in completely; a table that is being filled may have some of the later ones.
    until = {name: bounds[table][0] for table, name in TABLES.items()}
    floors = {name: bounds[table][1] for table, name in TABLES.items()}
    epoch = scope.tenant.epoch
    statements = Statements(scope)
    # Versions from before a floor may be gone; with another epoch rows went that nothing superseded.
    if kept and kept.epoch == epoch and all(kept.watermarks[name] >= floors[name] for name in floors):
        changed = statements.gather_changed(kept.watermarks) if kept.watermarks != until else 0
        if not changed:
            return JourneyCounts(kept.frames, until, epoch)
        if changed <= max(FEW_CHANGED, kept.visits * CHANGED_PART):
            before = statements.frames(kept.watermarks, only_changed=True)
            now = statements.frames(until, only_changed=True)
            prometheus.COUNTED.labels("incremental").inc()
            frames = {name: _moved(name, kept.frames[name], before[name], now[name]) for name in KEYS}
            return JourneyCounts(frames, until, epoch)
    prometheus.COUNTED.labels("full").inc()
    return JourneyCounts(statements.frames(until), until, epoch)


def _moved(name: str, kept: pl.DataFrame, before: pl.DataFrame, now: pl.DataFrame) -> pl.DataFrame:
    """``kept`` less ``before``, and ``now``; what nothing is left of goes."""
    less = before.with_columns(-pl.col(column) for column in SUMS[name])
    sums = pl.concat([kept, less, now]).group_by(*KEYS[name]).agg(pl.col(*SUMS[name]).sum())
    return sums.filter(pl.any_horizontal(pl.col(column) != 0 for column in SUMS[name]))
