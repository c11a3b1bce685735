"""Counts journeys in one read transaction."""

from dataclasses import asdict
from typing import Any
from uuid import UUID

import duckdb
import polars as pl

from abano_analytics.figures.query import FigureQuery
from abano_analytics.metrics.journeys import Counted
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano_analytics.figures.journeys", "queries.sql")
PREPARED = ("visits", "told", "session_steps", "booked", "facts")
SCHEMAS: dict[str, dict[str, type[pl.DataType]]] = {
    "steps": {
        "step": pl.String, "question_id": pl.String, "has_quiz": pl.Boolean, "visits": pl.Int64, "dropped": pl.Int64,
    },
    "outcomes": {
        "has_quiz": pl.Boolean, "visits": pl.Int64, "booked": pl.Int64, "confirmed": pl.Int64, "cancelled": pl.Int64,
    },
    "waits": {"has_quiz": pl.Boolean, "seconds": pl.Float64},
    "campaigns": {
        "source": pl.String, "medium": pl.String, "campaign": pl.String, "visits": pl.Int64, "clicks": pl.Int64,
        "began": pl.Int64, "booked": pl.Int64, "booked_without_quiz": pl.Int64,
    },
}  # fmt: skip


def read_counts(
    conn: duckdb.DuckDBPyConnection, tenant_id: UUID, query: FigureQuery
) -> tuple[Counted, pl.DataFrame]:
    """The counts of the visits that landed in the period and that the filters leave; and those by campaign."""
    chosen = applied(query)
    filters = "\n".join(QUERIES[f"filter_{name}"] for name in chosen)
    given: dict[str, Any] = {"tenant": tenant_id, "since": query.since, "until": query.until, **chosen}
    for name in PREPARED:
        sql = QUERIES[name].format(filters=filters)
        conn.execute(sql, {key: value for key, value in given.items() if f"${key}" in sql})
    frames = {name: _frame(conn, name) for name in SCHEMAS}
    return Counted(frames["steps"], frames["outcomes"], frames["waits"]), frames["campaigns"]


def applied(query: FigureQuery) -> dict[str, str]:
    """The filters that say something of visits."""
    return {name: value for name, value in _given(query).items() if f"filter_{name}" in QUERIES}


def unapplied(query: FigureQuery) -> list[str]:
    """The filters that say something of quiz sessions alone, as the API names them."""
    names = [name for name in _given(query) if f"filter_{name}" not in QUERIES]
    return [
        "".join([first, *(part.title() for part in rest)]) for first, *rest in (n.split("_") for n in names)
    ]


def _given(query: FigureQuery) -> dict[str, Any]:
    return {name: value for name, value in asdict(query.filters).items() if value}


def _frame(conn: duckdb.DuckDBPyConnection, name: str) -> pl.DataFrame:
    # By rows: there are few, and through Arrow DuckDB plans a statement twice.
    return pl.DataFrame(conn.execute(QUERIES[name]).fetchall(), schema=SCHEMAS[name], orient="row")
