"""Runs the statements of journeys: the counts of some visits, as they are below some transactions."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import polars as pl

from abano_analytics.figures.counts import Scope
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano_analytics.figures.journeys", "queries.sql")
PREPARED = ("visits", "told", "session_steps", "booked", "facts")
# What one row of each count is about; the rest of its columns are added up.
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
# The tables that journeys are counted from, and what their transactions are called in the statements.
TABLES = {
    "journey_events": "events",
    "quiz_sessions": "sessions",
    "quiz_answers": "answers",
    "quiz_question_views": "question_views",
    "bookings": "bookings",
}
# Of each table, by its name in the statements.
Bounds = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class JourneyCounts:
    """Counts by name, of the rows below ``watermarks``; ``epoch``: see TenantState."""

    frames: Mapping[str, pl.DataFrame]
    watermarks: Bounds
    epoch: int

    @property
    def visits(self) -> int:
        return int(self.frames["outcomes"]["visits"].sum())

    @property
    def size_bytes(self) -> int:
        return int(sum(frame.estimated_size() for frame in self.frames.values()))


def is_applied(name: str) -> bool:
    """The filter says something of visits."""
    return f"filter_{name}" in QUERIES


class Statements:
    """The statements of one scope."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        query = scope.query
        chosen = {name: value for name, value in asdict(query.filters).items() if value and is_applied(name)}
        self._filters = "\n".join(QUERIES[f"filter_{name}"] for name in chosen)
        self._given: dict[str, Any] = {
            "tenant": scope.tenant_id,
            "since": query.since,
            "until": query.until,
            **chosen,
        }

    def gather_changed(self, after: Bounds) -> int:
        """The visits with rows above ``after``, whether they are in the query or not; how many."""
        rows = self._run(QUERIES["changed"], {f"{name}_after": xid for name, xid in after.items()})
        return int(rows[0][0]) if rows else 0

    def frames(self, until: Bounds, *, only_changed: bool = False) -> dict[str, pl.DataFrame]:
        """The counts of the query's visits by the rows below ``until``."""
        changed = "and visit_id in (select visit_id from changed_visits)" if only_changed else ""
        ends = {f"{name}_end": xid for name, xid in until.items()}
        for name in PREPARED:
            self._run(QUERIES[name].format(filters=self._filters, changed=changed), ends)
        self._scope.steps.done += 1
        frames = {name: self._frame(name) for name in KEYS}
        self._scope.steps.done += 1
        return frames

    def _frame(self, name: str) -> pl.DataFrame:
        # By rows: there are few, and through Arrow DuckDB plans a statement twice.
        columns = KEYS[name] | dict.fromkeys(SUMS[name], pl.Int64)
        return pl.DataFrame(self._run(QUERIES[name], {}), schema=columns, orient="row")

    def _run(self, sql: str, bounds: Mapping[str, int]) -> list[tuple[Any, ...]]:
        given = self._given | dict(bounds)
        used = {name: value for name, value in given.items() if f"${name}" in sql}
        return self._scope.conn.execute(sql, used).fetchall()
