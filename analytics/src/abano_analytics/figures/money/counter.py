"""Keeps what bookings brought, and refreshes it by the bookings that have changed."""

from collections import OrderedDict
from threading import Lock
from uuid import UUID

import polars as pl

from abano_analytics.figures.counts import Scope
from abano_analytics.figures.money.statements import (
    KEYS,
    LARGEST,
    MEMBERS,
    SCHEMA,
    SUMS,
    TABLES,
    MoneyCounts,
    MoneyStatements,
)
from abano_analytics.figures.query import Attribution, FigureQuery
from abano_analytics.observability import prometheus
from abano_analytics.store import reader

MOST_KEPT_BYTES = 16 * 1024 * 1024
# With more bookings changed than this, and this part of all, a full recount is less work.
FEW_CHANGED = 500
CHANGED_PART = 0.3

_Key = tuple[UUID, FigureQuery, Attribution]


class MoneyCounter:
    """For use by several threads."""

    def __init__(self, most_bytes: int = MOST_KEPT_BYTES) -> None:
        """``most_bytes`` bounds what is kept; the oldest unused goes first."""
        self._most_bytes = most_bytes
        self._kept: OrderedDict[_Key, tuple[str, MoneyCounts]] = OrderedDict()
        self._lock = Lock()

    def count(self, scope: Scope, attribution: Attribution) -> MoneyCounts:
        """What bookings brought the query's sessions, as the transaction sees it."""
        key = (scope.tenant_id, scope.query, attribution)
        with self._lock:
            store_id, kept = self._kept.get(key, ("", None))
        counts = _count(scope, attribution, kept if store_id == scope.store_id else None)
        with self._lock:
            self._kept[key] = (scope.store_id, counts)
            self._kept.move_to_end(key)
            size = sum(one.size_bytes for _, one in self._kept.values())
            while size > self._most_bytes and len(self._kept) > 1:
                size -= self._kept.popitem(last=False)[1][1].size_bytes
        return counts


def _count(scope: Scope, attribution: Attribution, kept: MoneyCounts | None) -> MoneyCounts:
    bounds = reader.bounds_by_table(scope.conn)
    # Up to here rows are in completely; a table that is being filled may have some of the later ones.
    until = {name: bounds[table][0] for table, name in TABLES.items()}
    floors = {name: bounds[table][1] for table, name in TABLES.items()}
    epoch, currency = scope.tenant.epoch, scope.tenant.currency
    statements = MoneyStatements(scope, attribution)
    # Versions from before a floor may be gone; with another epoch rows went that nothing superseded.
    if (
        kept
        and (kept.epoch, kept.currency) == (epoch, currency)
        and all(kept.watermarks[name] >= floors[name] for name in floors)
    ):
        refreshed = _refreshed(statements, kept, until)
        if refreshed is not None:
            prometheus.COUNTED.labels("incremental").inc()
            return MoneyCounts(refreshed, until, epoch, currency)
    prometheus.COUNTED.labels("full").inc()
    return MoneyCounts(statements.frames(until), until, epoch, currency)


def _refreshed(
    statements: MoneyStatements, kept: MoneyCounts, until: dict[str, int]
) -> dict[str, pl.DataFrame] | None:
    """None when a full recount is less work or needed."""
    changed = statements.gather_changed(kept.watermarks) if kept.watermarks != until else 0
    if not changed:
        return dict(kept.frames)
    if changed > max(FEW_CHANGED, kept.credited * CHANGED_PART):
        return None
    before = statements.frames(kept.watermarks, only_changed=True)
    now = statements.frames(until, only_changed=True)
    frames = {}
    for name in MEMBERS:
        if _is_taken_back(kept.frames[name], before[name], now[name]):
            return None
        frames[name] = _moved(kept.frames[name], before[name], now[name])
    return frames


def _is_taken_back(kept: pl.DataFrame, before: pl.DataFrame, now: pl.DataFrame) -> bool:
    """The largest amount of a group is no longer there: a maximum cannot be lowered by a delta."""
    both = before.join(kept, on=list(KEYS), suffix="_kept").join(
        now, on=list(KEYS), how="left", suffix="_now"
    )
    largest = pl.col(LARGEST)
    is_lower = (largest >= pl.col(f"{LARGEST}_kept")) & (pl.col(f"{LARGEST}_now").fill_null(0) < largest)
    return bool(both.select(is_lower.any()).item())


def _moved(kept: pl.DataFrame, before: pl.DataFrame, now: pl.DataFrame) -> pl.DataFrame:
    """``kept`` less ``before``, and ``now``; what nothing is left of goes."""
    less = before.with_columns(*(-pl.col(column) for column in SUMS), pl.lit(0, pl.Int64).alias(LARGEST))
    sums = pl.concat([kept, less, now]).group_by(*KEYS).agg(pl.col(*SUMS).sum(), pl.col(LARGEST).max())
    return sums.filter(pl.col("credited") != 0).select(*SCHEMA)
