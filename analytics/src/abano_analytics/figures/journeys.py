"""Visits to the site, step by step from the landing to the booking.

Counted and refreshed like the figures of sessions (incremental.py): the changed visits' current counts minus
their counts at the kept watermarks. Reasons: docs/decisions/0020.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock
from typing import Any
from uuid import UUID

import polars as pl

from abano_analytics.figures.counts import BEFORE_START, BEGINNING, SESSION_OVER_AFTER, Scope
from abano_analytics.figures.query import FigureQuery
from abano_analytics.metrics.journeys import SHOWN_CAMPAIGNS, Counted, landings, split, steps
from abano_analytics.progress import COUNTED
from abano_analytics.store import reader
from abano_shared.contract.filters import COMPARES, WIRE_NAMES
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano_analytics.figures", "journeys.sql")
PREPARED = ("visits", "reported_steps", "session_steps", "booked", "facts")
# Key columns of each count; its other columns are summed.
KEYS: dict[str, dict[str, type[pl.DataType]]] = {
    "steps": {"step": pl.String, "question_id": pl.String, "has_quiz": pl.Boolean},
    "outcomes": {"has_quiz": pl.Boolean},
    "waits": {"has_quiz": pl.Boolean, "microseconds": pl.Int64},
    "campaigns": {"source": pl.String, "medium": pl.String, "campaign": pl.String},
}
SUMS: dict[str, tuple[str, ...]] = {
    "steps": ("visits", "dropped"),
    "outcomes": ("visits", "booked", "confirmed", "cancelled"),
    "waits": ("booked",),
    "campaigns": ("visits", "clicks", "began", "booked", "booked_without_quiz"),
}
# The tables of journeys, and the names of their transactions in the statements.
TABLES = {
    "journey_events": "events",
    "quiz_sessions": "sessions",
    "quiz_answers": "answers",
    "quiz_question_views": "question_views",
    "bookings": "bookings",
}
ONLY_CHANGED = "and visit_id in (select visit_id from changed_visits)"
# By table, with its name in the statements.
Bounds = Mapping[str, int]
MAX_KEPT_BYTES = 16 * 1024 * 1024
# When more visits than this changed, and this part of all, a full recount is less work.
FEW_CHANGED = 500
CHANGED_PART = 0.3

_Key = tuple[UUID, FigureQuery]


@dataclass(frozen=True, slots=True)
class JourneyCounts:
    """Counts by name, of the rows below ``watermarks``; ``epoch``, ``zone``: see TenantState."""

    frames: Mapping[str, pl.DataFrame]
    watermarks: Bounds
    epoch: int
    zone: str

    @property
    def visits(self) -> int:
        return int(self.frames["outcomes"]["visits"].sum())

    @property
    def size_bytes(self) -> int:
        return int(sum(frame.estimated_size() for frame in self.frames.values()))


class _Statements:
    """The statements of one scope."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        query = scope.query
        chosen: dict[str, str] = {}
        conditions = []
        for name, match in query.filters.compared.items():
            if column := COMPARES[name].visits:
                condition, parameters = COMPARES[name].condition(column, name, match)
                conditions.append(f"and {condition}")
                chosen |= parameters
        self._conditions = "\n".join(conditions)
        self._given: dict[str, Any] = {
            "tenant": scope.tenant_id,
            "zone": scope.tenant.timezone,
            "since": query.since,
            "until": query.until,
            **chosen,
        }

    def gather_changed(self, after: Bounds) -> int:
        """Select the visits with rows above ``after``, in the query or not; returns their number."""
        rows = self._run(QUERIES["changed"], {f"{name}_after": xid for name, xid in after.items()})
        return int(rows[0][0]) if rows else 0

    def frames(self, until: Bounds, *, only_changed: bool = False) -> dict[str, pl.DataFrame]:
        """The counts of the query's visits over the rows below ``until``."""
        changed = ONLY_CHANGED if only_changed else ""
        ends = {f"{name}_end": xid for name, xid in until.items()}
        for name in PREPARED:
            self._prepare(name, ends, changed=changed)
        self._scope.steps.done += 1
        frames = {name: self._frame(name) for name in KEYS}
        self._scope.steps.done += 1
        return frames

    def still_active(self) -> list[tuple[Any, ...]]:
        """Visits that are not over by last step: their number, and the earliest last moment."""
        active = self._scope.active_bounds
        if self._run(QUERIES["active_visits"], active) == [(0,)]:
            return []
        bounds = reader.bounds_by_table(self._scope.conn)
        given: dict[str, object] = {f"{name}_end": bounds[table][0] for table, name in TABLES.items()}
        given["earliest"] = self._scope.query.since - BEFORE_START
        late = {"viewed": "and viewed_at >= $earliest", "answered": "and answered_at >= $earliest"}
        for name in PREPARED:
            self._prepare(name, given, changed=ONLY_CHANGED, **late)
        return self._run(QUERIES["still_active"], active)

    def _prepare(
        self,
        name: str,
        bounds: Mapping[str, object],
        *,
        changed: str = "",
        viewed: str = "",
        answered: str = "",
    ) -> None:
        words = {"changed": changed, "viewed": viewed, "answered": answered}
        self._run(QUERIES[name].format(conditions=self._conditions, **words), bounds)

    def _frame(self, name: str) -> pl.DataFrame:
        # Fetched as rows: there are few, and through Arrow DuckDB plans the statement twice.
        columns = KEYS[name] | dict.fromkeys(SUMS[name], pl.Int64)
        return pl.DataFrame(self._run(QUERIES[name], {}), schema=columns, orient="row")

    def _run(self, sql: str, bounds: Mapping[str, object]) -> list[tuple[Any, ...]]:
        given = self._given | dict(bounds)
        used = {name: value for name, value in given.items() if f"${name}" in sql}
        return self._scope.conn.execute(sql, used).fetchall()


class JourneyCounter:
    """Thread-safe."""

    def __init__(self, max_bytes: int = MAX_KEPT_BYTES) -> None:
        """``max_bytes`` limits the kept counts; the least recently used are dropped first."""
        self._max_bytes = max_bytes
        self._kept: OrderedDict[_Key, tuple[str, JourneyCounts]] = OrderedDict()
        self._lock = Lock()

    def count(self, scope: Scope) -> JourneyCounts:
        """The counts of the query's visits in the transaction's snapshot."""
        key = (scope.tenant_id, scope.query)
        with self._lock:
            store_id, kept = self._kept.get(key, ("", None))
        known = kept if store_id == scope.store_id else None
        counts = _count(scope, known)
        with self._lock:
            self._kept[key] = (scope.store_id, counts)
            self._kept.move_to_end(key)
            size = sum(one.size_bytes for _, one in self._kept.values())
            while size > self._max_bytes and len(self._kept) > 1:
                size -= self._kept.popitem(last=False)[1][1].size_bytes
        return counts


def _count(scope: Scope, kept: JourneyCounts | None) -> JourneyCounts:
    bounds = reader.bounds_by_table(scope.conn)
    # Rows are complete up to here; a table that is being filled may have some of the later ones.
    until = {name: bounds[table][0] for table, name in TABLES.items()}
    floors = {name: bounds[table][1] for table, name in TABLES.items()}
    epoch, zone = scope.tenant.epoch, scope.tenant.timezone
    statements = _Statements(scope)
    # Versions from before a floor may be gone; another epoch means that rows were dropped without a new
    # version.
    if (
        kept
        and (kept.epoch, kept.zone) == (epoch, zone)
        and all(kept.watermarks[name] >= floors[name] for name in floors)
    ):
        changed = statements.gather_changed(kept.watermarks) if kept.watermarks != until else 0
        if not changed:
            return JourneyCounts(kept.frames, until, epoch, zone)
        if changed <= max(FEW_CHANGED, kept.visits * CHANGED_PART):
            before = statements.frames(kept.watermarks, only_changed=True)
            now = statements.frames(until, only_changed=True)
            COUNTED.labels("incremental").inc()
            frames = {name: _moved(name, kept.frames[name], before[name], now[name]) for name in KEYS}
            return JourneyCounts(frames, until, epoch, zone)
    COUNTED.labels("full").inc()
    return JourneyCounts(statements.frames(until), until, epoch, zone)


def _moved(name: str, kept: pl.DataFrame, before: pl.DataFrame, now: pl.DataFrame) -> pl.DataFrame:
    """``kept`` minus ``before`` plus ``now``; keys with a sum of 0 are removed."""
    less = before.with_columns(-pl.col(column) for column in SUMS[name])
    sums = pl.concat([kept, less, now]).group_by(*KEYS[name]).agg(pl.col(*SUMS[name]).sum())
    return sums.filter(pl.any_horizontal(pl.col(column) != 0 for column in SUMS[name]))


@dataclass(frozen=True, slots=True)
class StillActive:
    """Visits that are not over, like StillAnswering for sessions. ``counts``: by the keys of "steps"."""

    counts: pl.DataFrame
    until: datetime | None


_STILL_ACTIVE = KEYS["steps"] | {"still_active": pl.Int64}


def find_still_active(scope: Scope) -> StillActive:
    """Replaces the temporary tables of the counts."""
    narrowed = scope.of_what_is_not_over()
    rows = _Statements(narrowed).still_active() if narrowed else []
    last = min((row[-1] for row in rows), default=None)
    until = None if last is None else BEGINNING + timedelta(microseconds=last) + SESSION_OVER_AFTER
    return StillActive(pl.DataFrame([row[:-1] for row in rows], schema=_STILL_ACTIVE, orient="row"), until)


def journey_content(
    counts: JourneyCounts, still_active: pl.DataFrame, options: pl.DataFrame, query: FigureQuery
) -> dict[str, Any]:
    """The body of a response, without its freshness.

    ``still_active``: StillActive.counts. ``options``: the answers that the quiz offers.
    """
    counted = _as_counted(counts, still_active)
    campaigns = landings(counts.frames["campaigns"])
    return {
        "success": True,
        "all": split(counted, options, has_quiz=None),
        "withQuiz": split(counted, options, has_quiz=True),
        "withoutQuiz": split(counted, options, has_quiz=False),
        "campaigns": campaigns.head(SHOWN_CAMPAIGNS).to_dicts(),
        "campaignsLeftOut": max(0, campaigns.height - SHOWN_CAMPAIGNS),
        "unapplied": unapplied(query),
    }


def step_rows(counts: JourneyCounts, still_active: pl.DataFrame, options: pl.DataFrame) -> pl.DataFrame:
    """The steps of all visits, of those with the quiz and of those without."""
    counted = _as_counted(counts, still_active)
    splits = {"all": None, "withQuiz": True, "withoutQuiz": False}
    return pl.concat(
        steps(counted, options, has_quiz=has_quiz).select(pl.lit(name).alias("visitsOf"), pl.all())
        for name, has_quiz in splits.items()
    )


def landing_rows(counts: JourneyCounts) -> pl.DataFrame:
    """The outcome of visits by campaign, for all campaigns."""
    return landings(counts.frames["campaigns"])


def _as_counted(counts: JourneyCounts, still_active: pl.DataFrame) -> Counted:
    frames = counts.frames
    steps = (
        frames["steps"]
        .join(still_active, on=list(KEYS["steps"]), how="left")
        .with_columns(pl.col("still_active").fill_null(0))
        .with_columns(pl.col("dropped") - pl.col("still_active"))
    )
    waits = frames["waits"].select(
        pl.col("has_quiz").repeat_by("booked"),
        (pl.col("microseconds") / 1e6).repeat_by("booked").alias("seconds"),
    )
    return Counted(steps, frames["outcomes"], waits.explode("has_quiz", "seconds"))


def unapplied(query: FigureQuery) -> list[str]:
    """The filters that only apply to quiz sessions, by their API names."""
    names = [WIRE_NAMES[name] for name in query.filters.compared if COMPARES[name].visits is None]
    return [*names, "answers"] if query.filters.answers else names
