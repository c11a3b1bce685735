"""Reads from the warehouse other than counting, and exports: CSV or Parquet."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

import duckdb
import polars as pl

from abano_analytics.errors import UnknownTenant
from abano_shared.contract.figures import FileFormat
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano_analytics.store", "queries.sql")


class Watermarks(NamedTuple):
    """A transaction id for each table that figures are counted from."""

    bookings: int
    answers: int
    question_views: int
    sessions: int


COUNTED_TABLES = ("bookings", "quiz_answers", "quiz_question_views", "quiz_sessions")


@dataclass(frozen=True, slots=True)
class TenantState:
    """What a tenant's figures depend on: its zone, its currency, and how often its data changed.

    ``epoch`` changes when rows were dropped without a trace. Below ``watermarks`` all rows are in; versions
    superseded before ``floors`` may be gone; below ``compacted`` each key is there in one version only.
    """

    timezone: str
    currency: str
    version: int
    epoch: int
    watermarks: Watermarks
    floors: Watermarks
    compacted: Watermarks


@dataclass(frozen=True, slots=True)
class WarehouseState:
    """The Postgres that the warehouse copies (None before the first pass), and its progress."""

    source_id: str | None
    is_complete: bool
    data_through: datetime | None


def warehouse_state(conn: duckdb.DuckDBPyConnection) -> WarehouseState:
    # Through Arrow: DuckDB's own rows require pytz for timestamps with a zone.
    frame = pl.DataFrame(conn.sql("select source_id, is_complete, data_through from warehouse"))
    return WarehouseState(*frame.row(0))


def tenant_state(conn: duckdb.DuckDBPyConnection, tenant_id: UUID) -> TenantState:
    """Raises UnknownTenant."""
    # Three short statements: planned as one they take twice as long.
    row = conn.execute(QUERIES["tenant"], {"tenant": tenant_id}).fetchone()
    if row is None:
        raise UnknownTenant
    changes = conn.execute(QUERIES["changes"], {"tenant": tenant_id}).fetchone() or (None, None)
    bounds = bounds_by_table(conn)
    columns = zip(*(bounds[table] for table in COUNTED_TABLES), strict=True)
    return TenantState(*row, *(count or 0 for count in changes), *(Watermarks(*column) for column in columns))


def bounds_by_table(conn: duckdb.DuckDBPyConnection) -> dict[str, list[int]]:
    """The watermark, floor and compaction limit of each table, as in ``TenantState``."""
    return {table: rest for table, *rest in conn.execute(QUERIES["watermarks"]).fetchall()}


def tenant_versions(conn: duckdb.DuckDBPyConnection) -> dict[UUID, int]:
    """The change counter of every known tenant."""
    rows = conn.execute(
        "select tenant_id, coalesce(version, 0) from tenants left join tenant_changes using (tenant_id)"
    ).fetchall()
    return dict(rows)


def definitions(conn: duckdb.DuckDBPyConnection, tenant_id: UUID) -> dict[str, str]:
    """The tenant's quiz definitions as JSON texts by version: the current one first, then the newest."""
    rows = conn.execute(QUERIES["definitions"], {"tenant": tenant_id}).fetchall()
    return {version: definition for definition, version in rows}


# Spreadsheets treat cells with these first characters as formulas, including East Asian full-width and
# half-width forms. A spreadsheet that splits at semicolons or tabs finds cell starts inside ours, too.
FORMULA = r"(^[\s\x22]*|[;\t\r\n][\s\x22]*)([=+@＝＋－＠﹦﹢﹣﹫−-])"
BREAK = r"^[\t\r\n]"
# The byte order mark, by which spreadsheets detect UTF-8.
UTF8_MARK = b"\xef\xbb\xbf"


def write_rows(
    conn: duckdb.DuckDBPyConnection,
    query: str,
    parameters: Mapping[str, object],
    target: Path,
    *,
    form: FileFormat,
    timezone: str,
) -> None:
    """Write the result of ``query`` to ``target``, spilling to disk instead of memory.

    Parquet keeps types, with timestamps in UTC. In CSV, timestamps are wall-clock times of ``timezone``,
    which is in the column name, and an apostrophe is put before anything a spreadsheet would read as a
    formula.
    """
    if form == "parquet":
        conn.execute(f"copy ({query}) to '{target}' (format parquet, compression zstd)", dict(parameters))
        return
    columns = conn.execute(f"describe {query}", dict(parameters)).fetchall()
    shown = ", ".join(_as_text(name, kind, timezone) for name, kind, *_ in columns)
    text = f"select {shown} from ({query})"  # noqa: S608 - our own statements, names and a zone we looked up
    conn.execute(f"copy ({text}) to '{target}' (format csv, header)", dict(parameters))


def _as_text(name: str, kind: str, timezone: str) -> str:
    column = f'"{name}"'
    if kind == "VARCHAR":
        inside = f"regexp_replace({column}, '{FORMULA}', '\\1''\\2', 'g')"
        guarded = f"case when regexp_matches({column}, '{BREAK}') then '''' || {inside} else {inside} end"
        return f"{guarded} as {column}"
    if kind == "TIMESTAMP WITH TIME ZONE":
        local = f"strftime(timezone('{timezone}', {column}), '%Y-%m-%d %H:%M:%S')"
        return f'{local} as "{name} ({timezone})"'
    return column
