"""Reads what money figures are made of, as frames."""

from dataclasses import dataclass
from typing import Any

import polars as pl

from abano_analytics.figures.counts import Scope
from abano_analytics.figures.money.query import Credit, MoneyQuery
from abano_analytics.figures.recount import gather_sessions
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano_analytics.figures.money", "queries.sql")
# What of a booking's amount counts for a session, as a part of one booking, and for which of its sessions.
_WHOLE = {"part": "total_minor", "share": "1.0::double"}
CREDITS: dict[Credit, dict[str, str]] = {
    "first": {**_WHOLE, "chosen": "place = 1"},
    "last": {**_WHOLE, "chosen": "last_place = 1"},
    "linear": {
        "part": "total_minor // touches + (place <= total_minor % touches)::bigint",
        "share": "1.0::double / touches",
        "chosen": "true",
    },
}
KINDS: dict[str, type[pl.DataType]] = {"BIGINT": pl.Int64, "DOUBLE": pl.Float64, "VARCHAR": pl.String}


@dataclass(frozen=True, slots=True)
class Rows:
    """Sums as ``queries.sql`` has them: in one row, by campaign, and by answer."""

    in_all: pl.DataFrame
    by_campaign: pl.DataFrame
    by_answer: pl.DataFrame


def read_rows(scope: Scope, query: MoneyQuery) -> Rows:
    gather_sessions(scope)
    given = {"tenant": scope.tenant_id, "currency": scope.tenant.currency, "window": query.window}
    _run(scope, QUERIES["credits"].format(**CREDITS[query.credit]), given)
    return Rows(*(_sums(scope, name, given) for name in ("in_all", "by_campaign", "by_answer")))


def _sums(scope: Scope, members: str, given: dict[str, Any]) -> pl.DataFrame:
    rows = _run(scope, QUERIES["sums"].format(members=QUERIES[members].rstrip(";\n ")), given)
    kinds = {column: KINDS[str(kind)] for column, kind, *_ in scope.conn.description}
    return pl.DataFrame(rows, schema=kinds, orient="row")


def _run(scope: Scope, sql: str, given: dict[str, Any]) -> list[tuple[Any, ...]]:
    used = {name: value for name, value in given.items() if f"${name}" in sql}
    return scope.conn.execute(sql, used).fetchall()
