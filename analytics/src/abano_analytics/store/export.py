"""Rows out of a reading connection into a file: CSV for spreadsheets, Parquet for everything else."""

from collections.abc import Mapping
from pathlib import Path

import duckdb

from abano_shared.contract.figures import FileFormat

# A spreadsheet takes a cell that begins so for a formula, the wide and small forms of East Asian keyboards included.
# One that splits at semicolons or tabs sees cells begin within ours, too.
FORMULA = r"(^[\s\x22]*|[;\t\r\n][\s\x22]*)([=+@＝＋－＠﹦﹢﹣﹫−-])"
BREAK = r"^[\t\r\n]"
# By this mark spreadsheets know that the text is UTF-8.
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
    """Write what ``query`` finds to ``target``, spilling to disk rather than growing.

    Parquet keeps types, moments in UTC. In CSV moments are wall-clock times of ``timezone``, which the column's name
    tells, and an apostrophe stands before whatever a spreadsheet would take for the beginning of a formula.
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
