"""The process that runs one query, and is killed after it.

It gets a company's rows as an open file that has no name any more, an empty environment, and the query on standard
input. Before the query is even parsed, it gives up everything else: it can open no file or socket, write no file, and
its memory and processor time are limited. Standard output gets an empty line when the query
begins, one line of JSON, and then the result.
"""

import contextlib
import ctypes
import gc
import io
import os
import re
import resource
import signal
import sys
import time
from pathlib import Path
from typing import Any, Literal, NoReturn, TypedDict

import duckdb
import orjson
import polars as pl

MAX_SQL_DEPTH = 200
MEMORY_MB = 192
# Beside DuckDB's own limit: its buffers outside it, and the result in its formats.
FURTHER_BYTES = 256 * 1024 * 1024
MAX_NAME_LENGTH = 120
MAX_COLUMNS = 500
MAX_MESSAGE_LENGTH = 500
MAX_SAFE_INTEGER = 2**53
READY = b"\n"
KILLED_WITH_PARENT, NO_NEW_PRIVILEGES = 1, 38
SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "threads": "1",
    "memory_limit": f"{MEMORY_MB}MiB",
    # Nothing spills.
    "temp_directory": "",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "python_enable_replacements": "false",
    "python_scan_all_frames": "false",
    # Otherwise they name the account's home.
    "secret_directory": "/nowhere",
    "extension_directory": "/nowhere",
    "home_directory": "/nowhere",
    "allow_persistent_secrets": "false",
    "max_expression_depth": str(MAX_SQL_DEPTH),
    "errors_as_json": "true",
}
# Types that are kept; others become text, and larger integers BIGINT.
KEPT = {
    "boolean", "tinyint", "smallint", "integer", "bigint", "utinyint", "usmallint", "uinteger", "float", "double",
    "decimal", "varchar", "date", "timestamp",
}  # fmt: skip
INTEGERS = {"hugeint", "uhugeint", "ubigint"}
MOMENTS = {"timestamp with time zone", "timestamp_s", "timestamp_ms", "timestamp_ns"}
Form = Literal["json", "csv", "parquet"]


class Asked(TypedDict):
    """``file``: the descriptor of the company's rows. ``formula``, ``leading``: what a spreadsheet would run."""

    sql: str
    form: Form
    file: int
    timezone: str
    max_rows: int
    max_bytes: int
    cpu_seconds: int
    formula: str
    leading: str


class Refused(Exception):
    """``problem``: as in the contract."""

    def __init__(self, problem: str, message: str = "") -> None:
        self.problem = problem
        super().__init__(message)


def main() -> None:
    asked: Asked = orjson.loads(sys.stdin.buffer.read())
    end_with_parent()
    conn = opened(asked)
    # What is imported on first use, while files can still be opened.
    warm_up(conn, asked["form"])
    give_up_rights(asked["cpu_seconds"])
    with contextlib.suppress(AttributeError, OSError):
        # Runs only while nothing else wants the processor, and stops at once when something does.
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    # The query's time begins.
    os.write(1, READY)
    try:
        head, body = run(conn, asked)
    except BaseException as error:  # noqa: BLE001 - a panic of Polars is no Exception
        head, body = explained(conn, asked["sql"], error), b""
    finish(head, body)


def end_with_parent() -> None:
    """Ended with its parent, and the first to be when memory is short."""
    libc = ctypes.CDLL(None, use_errno=True)
    # Other systems than Linux have neither.
    with contextlib.suppress(AttributeError, OSError):
        libc.prctl(KILLED_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
        libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def opened(asked: Asked) -> duckdb.DuckDBPyConnection:
    """A DuckDB that has the company's tables and nothing else."""
    conn = duckdb.connect(config=SETTINGS)
    conn.execute(f"attach '/dev/fd/{asked['file']}' as company (type duckdb, read_only)")
    conn.execute("use company")
    conn.execute("set TimeZone = " + "'" + asked["timezone"].replace("'", "''") + "'")
    conn.execute("set enable_external_access = false")
    conn.execute("set lock_configuration = true")
    return conn


def warm_up(conn: duckdb.DuckDBPyConnection, form: Form) -> None:
    sample = "select 1 as a, 1.5::decimal(18, 2) as b, 'x' as c, now()::timestamp as d, current_date as e, 1.5e0 as f"
    frame = pl.DataFrame(conn.sql(sample))
    written(frame, form, "=", "=")
    with contextlib.suppress(duckdb.Error):
        conn.sql("select x from nowhere")


def give_up_rights(cpu_seconds: int) -> None:
    """From here on nothing can be opened, connected to or written, but standard output."""
    limits = {
        resource.RLIMIT_NOFILE: 0,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_CPU: cpu_seconds,
    }
    statm = Path("/proc/self/statm")
    if statm.exists():
        mapped = int(statm.read_text().split()[0]) * resource.getpagesize()
        limits[resource.RLIMIT_AS] = mapped + MEMORY_MB * 1024 * 1024 + FURTHER_BYTES
    for limit, value in limits.items():
        resource.setrlimit(limit, (value, value))


def run(conn: duckdb.DuckDBPyConnection, asked: Asked) -> tuple[dict[str, Any], bytes]:
    """Raises Refused, duckdb.Error."""
    began = time.perf_counter()
    statements = conn.extract_statements(asked["sql"])
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        raise Refused("statement")
    found = conn.sql(statements[0].query)
    names = unique(found.columns)
    if len(names) > MAX_COLUMNS:
        raise Refused("size")
    kinds = [str(kind.id) for kind in found.types]
    columns = ", ".join(column(place, kind) for place, kind in enumerate(kinds))
    aliases = ", ".join(f"c{place}" for place in range(len(kinds)))
    # A row more shows that there are more.
    rest = asked["max_rows"] + 1
    wrapped = f"select {columns} from found as shown({aliases}) limit {rest}"  # noqa: S608 - names of ours
    shown = found.query("found", wrapped)
    types = [str(kind) for kind in shown.types]
    frame = pl.DataFrame(shown)
    seconds = time.perf_counter() - began
    truncated = len(frame) > asked["max_rows"]
    frame = frame.head(asked["max_rows"])
    frame.columns = names
    body = written(frame, asked["form"], asked["formula"], asked["leading"])
    if len(body) > asked["max_bytes"]:
        raise Refused("size")
    head = {
        "columns": [{"name": name, "type": kind} for name, kind in zip(names, types, strict=True)],
        "rowCount": len(frame),
        "truncated": truncated,
        "seconds": round(seconds, 3),
    }
    return head, body


def unique(names: list[str]) -> list[str]:
    """Not too long, and a number after those that are there twice."""
    taken: dict[str, None] = {}
    for name in names:
        short = name[:MAX_NAME_LENGTH]
        number, given = 2, short
        while given in taken:
            given, number = f"{short}_{number}", number + 1
        taken[given] = None
    return list(taken)


def column(place: int, kind: str) -> str:
    name = f"c{place}"
    if kind in KEPT:
        return name
    if kind in INTEGERS:
        return f"{name}::bigint as {name}"
    return f"{name}::{'timestamp' if kind in MOMENTS else 'varchar'} as {name}"


def written(frame: pl.DataFrame, form: Form, formula: str, leading: str) -> bytes:
    if form == "parquet":
        buffer = io.BytesIO()
        frame.write_parquet(buffer, compression="zstd")
        return buffer.getvalue()
    plain = frame.with_columns(
        pl.col(pl.Datetime).dt.strftime("%Y-%m-%d %H:%M:%S%.f"), pl.col(pl.Date).cast(pl.String)
    )
    if form == "csv":
        guarded = [guard(name, formula, leading) for name, kind in frame.schema.items() if kind == pl.String]
        return plain.with_columns(guarded).write_csv(include_bom=True).encode()
    shown = plain.with_columns(
        pl.col(pl.Decimal).cast(pl.Float64),
        *(
            pl.col(name).cast(pl.String)
            for name, kind in plain.schema.items()
            if kind == pl.Int64 and (plain[name].abs() > MAX_SAFE_INTEGER).any()
        ),
    )
    # Numbers that JSON lacks are null.
    return orjson.dumps(shown.rows())


def guard(name: str, formula: str, leading: str) -> pl.Expr:
    """An apostrophe before what a spreadsheet would run."""
    inside = pl.col(name).str.replace_all(formula, "${1}'${2}")
    return pl.when(pl.col(name).str.contains(leading)).then("'" + inside).otherwise(inside).alias(name)


def explained(conn: duckdb.DuckDBPyConnection, sql: str, error: BaseException) -> dict[str, Any]:
    """The problem as the contract names it, and DuckDB's words where they help."""
    if isinstance(error, Refused):
        return {"problem": error.problem}
    if isinstance(error, MemoryError | duckdb.OutOfMemoryException) or "Out of Memory" in str(error):
        return {"problem": "memory"}
    if isinstance(error, duckdb.PermissionException):
        return {"problem": "access"}
    if isinstance(error, RecursionError) or "expression depth" in str(error):
        return {"problem": "depth"}
    if not isinstance(error, duckdb.Error):
        return {"problem": "crash"}
    detailed = error
    if "position" not in str(error) and isinstance(error, duckdb.BinderException | duckdb.CatalogException):
        # Only a statement that is executed says where; it fails before it does anything.
        try:
            conn.execute(sql)
        except duckdb.Error as again:
            detailed = again
    return described(sql, str(detailed))


def described(sql: str, text: str) -> dict[str, Any]:
    match = re.search(r"\{.*\}", text, re.DOTALL)
    details: dict[str, Any] = {}
    if match:
        with contextlib.suppress(orjson.JSONDecodeError):
            details = orjson.loads(match[0])
    message = str(details.get("exception_message", text)).strip()
    if "/proc/" in message or "/dev/fd" in message:
        return {"problem": "access"}
    head: dict[str, Any] = {"problem": "sql", "message": message[:MAX_MESSAGE_LENGTH]}
    if str(details.get("position", "")).isdigit():
        before = sql.encode()[: int(details["position"])].decode(errors="ignore")
        head |= {"line": before.count("\n") + 1, "column": len(before) - before.rfind("\n")}
    return head


def finish(head: dict[str, Any], body: bytes) -> NoReturn:
    """Written at once; nothing of what the query left is cleaned up."""
    gc.disable()
    left = memoryview(orjson.dumps(head) + b"\n" + body)
    while left:
        left = left[os.write(1, left) :]
    os._exit(0)


if __name__ == "__main__":
    main()
