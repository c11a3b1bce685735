"""Compares the warehouse with Postgres, row by row and column by column."""

from typing import Any

import psycopg

from abano_analytics.feed_tables import FEED_TABLES
from abano_analytics.store.protocol import Store

Rows = list[tuple[Any, ...]]


def postgres_rows(url: str) -> dict[str, Rows]:
    """Everything the reporting views hold, sorted, with moments as microseconds."""
    found: dict[str, Rows] = {}
    with psycopg.connect(url) as conn:
        for table in FEED_TABLES:
            columns = ", ".join(_postgres(name, kind) for name, kind in table.columns.items())
            rows = conn.execute(f"select {columns} from reporting.{table.name}".encode()).fetchall()
            found[table.name] = sorted(rows, key=repr)
    return found


def warehouse_rows(warehouse: Store) -> dict[str, Rows]:
    """The newest versions in the warehouse, in the same format."""
    found: dict[str, Rows] = {}
    with warehouse.reading() as conn:
        for table in FEED_TABLES:
            columns = ", ".join(_duckdb(name, kind) for name, kind in table.columns.items())
            rows = conn.execute(
                f"select {columns} from {table.name} qualify row_number()"
                f" over (partition by {table.identity} order by row_xid desc) = 1"
            ).fetchall()
            found[table.name] = sorted(rows, key=repr)
    return found


def _postgres(name: str, kind: str) -> str:
    if kind == "timestamptz":
        return f"(extract(epoch from {name}) * 1000000)::bigint"
    return f"{name}::text::bigint" if name == "row_xid" else f"{name}::text" if kind == "uuid" else name


def _duckdb(name: str, kind: str) -> str:
    if kind == "timestamptz":
        return f"epoch_us({name})"
    return f"{name}::varchar" if kind == "uuid" else name
