"""Figures counted by what has changed since they were counted last: difference-based incremental view maintenance.

The view is a sum over sessions. Of the sessions with rows above the kept watermarks the same statements count the
state now (sign 1) and the state at the watermarks (sign -1); the sum of both, the delta, is added to what is kept.
Invariant: kept counts plus delta equal a full recount in the same transaction. Where it cannot be kept (rows went
without a newer version, versions were compacted away, a maximum would sink), the figures are recounted.

Reasons: docs/decisions/0020.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from datetime import datetime
from threading import Lock
from uuid import UUID

import polars as pl

from abano_analytics.figures.counts import Counts, Scope
from abano_analytics.figures.query import Counted, FigureQuery
from abano_analytics.figures.recount import count_compacted, recount
from abano_analytics.figures.statements import (
    CHANGED,
    COLUMNS,
    EVERYTHING,
    KEYS,
    NUMBER,
    QUERIES,
    Statements,
    Versions,
    bounds_of,
    present,
    summed,
)
from abano_analytics.progress import COUNTED
from abano_analytics.store.reader import TenantState, Watermarks
from abano_shared.named_sql import load_named_sql

MAX_KEPT_BYTES = 64 * 1024 * 1024
DELTA_QUERIES = QUERIES | load_named_sql("abano_analytics.figures", "incremental.sql")
# The session changes that affect each figure.
CHANGES: dict[Counted, tuple[str, ...]] = {
    "overview": ("changed_sessions",),
    "campaigns": ("changed_sessions",),
    "choices": ("changed_sessions",),
    "quarters": ("changed_sessions",),
    "answers": ("changed_sessions", "changed_answers"),
    "funnel": ("changed_sessions", "changed_answers", "changed_question_views"),
}
DELTA = Versions(
    amount="sum(sign)",
    answers_end="case when sign > 0 then $answers_until else $answers_after end",
    question_views_end="case when sign > 0 then $question_views_until else $question_views_after end",
    number=NUMBER,
    changed=CHANGED,
    recent="and answered_at >= make_timestamptz($recent)",
    recent_question_views="and viewed_at >= make_timestamptz($recent)",
    newest=DELTA_QUERIES["newest_of_few"],
    newest_answer=QUERIES["newest_answer"],
    newest_session=QUERIES["newest_session"],
    newest_booking=QUERIES["newest_booking"],
    sessions_before=DELTA_QUERIES["sessions_before"].format(changed=CHANGED, columns=COLUMNS),
    bookings_before=DELTA_QUERIES["bookings_before"],
    answers_before=DELTA_QUERIES["answers_before"].format(changed=CHANGED),
)
# In microseconds; older than any answer.
EVER = 10**16
# When more sessions than this changed, and this part of all, a full recount is less work.
FEWCHANGED = 500
CHANGED_PART = 0.3
# When a wording was last used.
WORDED_AT = "worded_at"


def can_refresh(counts: Counts, tenant: TenantState) -> bool:
    """Whether the state at the kept watermarks can still be read under the same rules."""
    before = counts.tenant
    is_same = (before.epoch, before.currency, before.timezone) == (
        tenant.epoch,
        tenant.currency,
        tenant.timezone,
    )
    return is_same and all(
        watermark >= floor for watermark, floor in zip(counts.watermarks, tenant.floors, strict=True)
    )


def refresh(scope: Scope, kept: Mapping[Counted, Counts]) -> dict[Counted, Counts] | None:
    """``kept``, with equal watermarks, plus their delta; None when a full recount is less work or needed."""
    figures = list(kept)
    first = kept[figures[0]]
    tenant, filters = scope.tenant, scope.query.filters
    statements, bounds = Statements(scope, DELTA_QUERIES), bounds_of(first.watermarks, EVERYTHING)
    changed = 0
    if first.watermarks != tenant.watermarks:
        parts = dict.fromkeys(part for figure in figures for part in CHANGES[figure])
        if filters.answers:
            parts["changed_answers"] = None
        union = "\nunion all\n".join(DELTA_QUERIES[part] for part in parts)
        changed = statements.run("changed", bounds, DELTA, parts=union)
    if changed > max(FEWCHANGED, first.totals.item(0, "sessions") * CHANGED_PART):
        return None
    if not changed:
        return {
            figure: Counts(counts.totals, counts.frame, tenant.watermarks, tenant, counts.early)
            for figure, counts in kept.items()
        }
    versions = DELTA.for_figures(figures)
    statements.run("period_sessions", bounds, versions)
    # A new answer may add a session with many older ones to the filter.
    early = EVER if filters.answers else max(counts.early for counts in kept.values())
    recent, is_taken_back = statements.rows("delta_edges", {"early": early}, versions)[0]
    if is_taken_back:
        return None
    totals = statements.frame("overview", bounds, versions)
    refreshed = {}
    for figure, counts in kept.items():
        frame, earliest = statements.figure(figure, {**bounds, "recent": recent}, versions)
        refreshed[figure] = Counts(
            _add_totals(counts.totals, totals),
            add(counts.frame, frame, KEYS[figure]),
            tenant.watermarks,
            tenant,
            max(counts.early, earliest),
        )
    return refreshed


def add(counted: pl.DataFrame, delta: pl.DataFrame, keys: list[str]) -> pl.DataFrame:
    """``counted`` plus ``delta``, key by key; keys with a sum of 0 are removed.

    Texts are taken from the side with the latest wording.
    """
    if delta.is_empty():
        return counted
    sums = summed(counted, keys)
    rest = [name for name in counted.columns if name not in {*keys, *sums, WORDED_AT}]
    last = [pl.col(name).sort_by(WORDED_AT, nulls_last=False).last() for name in rest]
    if WORDED_AT in counted.columns:
        last.append(pl.col(WORDED_AT).max())
    rows = pl.concat([counted, delta]).group_by(keys)
    return present(rows.agg([pl.col(name).sum() for name in sums] + last), keys).select(counted.columns)


def _add_totals(counted: pl.DataFrame, delta: pl.DataFrame) -> pl.DataFrame:
    moment = "last_conversion_update"
    moments: list[datetime | None] = [counted.item(0, moment), delta.item(0, moment)]
    return delta.with_columns(
        *[pl.col(name) + counted.item(0, name) for name in ("sessions", "completed", "converted")],
        pl.lit(max((one for one in moments if one), default=None), counted.schema[moment]).alias(moment),
    )


class IncrementalCounter:
    """Refreshes kept counts; counts the rest from compacted rows, or from scratch."""

    def __init__(self, max_bytes: int = MAX_KEPT_BYTES) -> None:
        """``max_bytes`` limits the kept counts; the least recently used are dropped first."""
        self._kept = _KeptCounts(max_bytes)

    def count(self, scope: Scope, figures: Sequence[Counted]) -> dict[Counted, Counts]:
        """The counts of ``figures`` as the transaction sees them."""
        counted: dict[Counted, Counts] = {}
        for alike in self._refreshable(scope, figures):
            refreshed = refresh(scope, alike)
            if refreshed is not None:
                COUNTED.labels("incremental").inc(len(alike))
                counted |= refreshed
        missing = [figure for figure in figures if figure not in counted]
        if missing:
            counted |= count_new(scope, missing)
        for figure, counts in counted.items():
            self._kept.put(scope, figure, counts)
        return counted

    def _refreshable(self, scope: Scope, figures: Sequence[Counted]) -> list[dict[Counted, Counts]]:
        """The counts that can be refreshed, grouped by equal watermarks."""
        alike: dict[Watermarks, dict[Counted, Counts]] = {}
        for figure in figures:
            counts = self._kept.get(scope, figure)
            if counts is not None and can_refresh(counts, scope.tenant):
                alike.setdefault(counts.watermarks, {})[figure] = counts
        return list(alike.values())


def count_new(scope: Scope, figures: Sequence[Counted]) -> dict[Counted, Counts]:
    """Count figures without kept counts, from compacted rows where possible, plus the delta to them."""
    if all(scope.tenant.compacted):
        refreshed = refresh(scope, count_compacted(scope, figures))
        if refreshed is not None:
            COUNTED.labels("from_compacted").inc(len(figures))
            return refreshed
    COUNTED.labels("full").inc(len(figures))
    return recount(scope, figures)


_Key = tuple[UUID, FigureQuery, Counted]


class _KeptCounts:
    """Limited by size; counts of another store are dropped on access."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._kept: OrderedDict[_Key, tuple[str, Counts]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get(self, scope: Scope, figure: Counted) -> Counts | None:
        """The last count, unless it is from another store."""
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
            while self._bytes > self._max_bytes and len(self._kept) > 1:
                self._bytes -= self._kept.popitem(last=False)[1][1].size_bytes
