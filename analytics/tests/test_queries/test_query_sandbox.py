"""Attacks on the process that runs one's own SQL: it has a company's tables, and nothing else of this machine."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import orjson
import psutil
import pytest

from abano_analytics.queries.errors import QueryFailed
from abano_analytics.queries.sandbox import PROGRAM, Result, run_sandboxed
from abano_shared.contract.queries import MAX_SQL_LENGTH, QueryFormat, QueryRequest

SECRET = "very-secret-text"
ROWS = 20_000


@pytest.fixture(scope="module")
def secret_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("files") / "secret.csv"
    path.write_text(f"name\n{SECRET}\n")
    return path


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The rows of a company, as an open file without a name."""
    path = tmp_path_factory.mktemp("company") / "company.duckdb"
    with duckdb.connect(path) as conn:
        conn.execute(f"create table sessions as select range as id, 'x' || range as name from range({ROWS})")
    opened = os.open(path, os.O_RDONLY)
    path.unlink()
    yield opened
    os.close(opened)


def ask(file: int, sql: str, form: QueryFormat = "json", seconds: float = 60) -> Result:
    return run_sandboxed(QueryRequest(sql=sql or " "), form, file, "Asia/Tbilisi", seconds=seconds)


def failure(file: int, sql: str, form: QueryFormat = "json", seconds: float = 60) -> QueryFailed:
    with pytest.raises(QueryFailed) as caught:
        ask(file, sql, form, seconds)
    assert SECRET not in caught.value.message
    return caught.value


def problem(file: int, sql: str, seconds: float = 60) -> object:
    return failure(file, sql, seconds=seconds).details["problem"]


FILE_ATTACKS = [
    "select * from read_csv('{path}')",
    "select * from read_csv_auto('{path}')",
    "select * from read_text('{path}')",
    "select * from read_blob('{path}')",
    "select * from read_json('{path}')",
    "select * from read_parquet('{path}')",
    "select * from parquet_schema('{path}')",
    "select * from sniff_csv('{path}')",
    "select * from glob('{folder}/*')",
    "select * from glob('/proc/self/*')",
    "from '{path}'",
    'from "{path}"',
    "select * from query('from read_text(''{path}'')')",
    "select * from query_table('{path}')",
    "select * from read_text('/proc/self/environ')",
    "select * from read_text('/proc/self/cmdline')",
    "select * from read_csv('/dev/stdin')",
    "select * from read_blob('/dev/fd/0')",
    "select * from read_csv('https://example.com/x.csv')",
    "select * from read_parquet('s3://bucket/x')",
    "select * from 'https://example.com/x.parquet'",
    "select * from sqlite_scan('{path}', 'x')",
    "select * from postgres_scan('host=127.0.0.1', 'public', 'tenants')",
    "select * from postgres_query('source', 'select 1')",
    "select * from json_execute_serialized_sql(json_serialize_sql('from read_text(''{path}'')'))",
    "select getenv('ABANO_DATABASE_URL')",
    "select * from duckdb_extensions()",
    "with x as (from read_text('{path}')) select * from x",
    "select (select content from read_text('{path}'))",
    "select * from ｒｅａｄ_text('{path}')",
    "select * from read_text\u00a0('{path}')",
    "select * from read\\u005ftext('{path}')",
    "/* */ from /**/ read_text /**/ ('{path}')",
    "select * from \u202eread_text('{path}')",
]


@pytest.mark.parametrize("sql", FILE_ATTACKS)
def test_files_addresses_and_environment_are_out_of_reach(sql: str, file: int, secret_file: Path) -> None:
    written = sql.replace("{path}", str(secret_file)).replace("{folder}", str(secret_file.parent))
    assert problem(file, written) in {"access", "sql"}


STATEMENTS = [
    "copy sessions to '{folder}/out.csv'",
    "copy (select 1) to '/dev/stdout'",
    "export database '{folder}/out'",
    "attach '{folder}/other.duckdb'",
    "detach company",
    "use memory",
    "install httpfs",
    "load httpfs",
    "load '{path}'",
    "set enable_external_access = true",
    "set threads = 8",
    "set memory_limit = '8GB'",
    "reset lock_configuration",
    "pragma enable_external_access = true",
    "pragma enable_profiling",
    "call enable_logging()",
    "create table x as select 1",
    "create temp table x as select 1",
    "create secret x (type s3)",
    "insert into sessions values (1, 'x')",
    "update sessions set name = 'x'",
    "delete from sessions",
    "drop table sessions",
    "begin",
    "checkpoint",
    "explain analyze select 1",
    "prepare x as select 1",
    "select 1; select 2",
    "select 1; set threads = 8",
    "select 1;; attach 'x'",
    "with x as (select 1) insert into sessions select 1, 'x'",
    "",
    ";",
    "-- only a comment",
]


@pytest.mark.parametrize("sql", STATEMENTS)
def test_only_one_select_is_run(sql: str, file: int, secret_file: Path) -> None:
    written = sql.replace("{path}", str(secret_file)).replace("{folder}", str(secret_file.parent))
    assert problem(file, written) in {"statement", "sql"}
    assert list(secret_file.parent.iterdir()) == [secret_file]
    assert orjson.loads(ask(file, "select count(*) from sessions").body) == [[ROWS]]


def test_a_trailing_semicolon_and_comments_are_fine(file: int) -> None:
    assert orjson.loads(ask(file, " \n select 1 -- one\n ;\n -- done").body) == [[1]]


@pytest.mark.parametrize(
    "sql",
    [
        "select * from duckdb_databases()",
        "pragma database_list",
        "select * from duckdb_secrets()",
        "select * from duckdb_settings()",
        "select * from duckdb_tables()",
        "select * from duckdb_functions()",
        "select * from duckdb_memory()",
        "select * from duckdb_logs()",
        "select * from duckdb_variables()",
        "select * from duckdb_temporary_files()",
        "select * from information_schema.tables",
        "select * from information_schema.schemata",
        "select * from pg_catalog.pg_settings",
        "select current_setting('secret_directory'), current_setting('temp_directory'), current_user, version()",
        "show all tables",
        "describe sessions",
        "summarize sessions",
    ],
)
def test_what_duckdb_says_of_itself_names_nothing_of_this_machine(sql: str, file: int) -> None:
    try:
        shown = ask(file, sql).body.decode()
    except QueryFailed as error:
        shown = error.message
    account = (str(Path.home()), str(Path.cwd()), tempfile.gettempdir(), "/var", "postgres://")
    assert [name for name in account if name in shown] == []


def test_what_duckdb_says_of_itself_is_no_way_to_the_file(file: int) -> None:
    (paths,) = zip(
        *orjson.loads(ask(file, "select path from duckdb_databases() where path is not null").body),
        strict=True,
    )
    for path in paths:
        assert problem(file, f"select * from read_blob('{path}')") in {"access", "sql"}


def test_names_of_python_are_no_tables(file: int) -> None:
    for name in ("frame", "conn", "asked", "sys", "os", "pl", "SETTINGS"):
        assert problem(file, f"select * from {name}") == "sql"


LONG = "select count(*) from range(1000000000000)"
ENDLESS = [
    LONG,
    "select count(*) from sessions a, sessions b, sessions c, sessions d",
    "with recursive t as (select 1 as x union all select x + 1 from t) select max(x) from t",
    "select a.* from sessions a, sessions b order by random()",
    "select max(sqrt(a.id) * sqrt(b.id)) from sessions a, sessions b, sessions c",
]


@pytest.mark.parametrize("sql", ENDLESS)
def test_endless_queries_end(sql: str, file: int) -> None:
    before = children()
    assert problem(file, sql, seconds=3) in {"time", "memory"}
    assert children() <= before


HUNGRY = [
    "select repeat('x', 1000000000)",
    "select range(1000000000)",
    "select list(a.id || b.name) from sessions a, sessions b",
    "select string_agg(a.name || b.name, '') from sessions a, sessions b",
    "select array_agg(repeat('x', 1000000)) from sessions",
    "select repeat('x', 100000) || id from sessions",
    "select count(distinct hash(a.id, b.id)) from sessions a, sessions b",
    "with recursive t as (select 'x' as s union all select s || s from t) select max(length(s)) from t",
]


@pytest.mark.parametrize("sql", HUNGRY)
def test_memory_is_limited(sql: str, file: int) -> None:
    assert problem(file, sql, seconds=15) in {"memory", "size", "time", "sql", "crash"}


def test_the_result_is_limited(file: int) -> None:
    assert problem(file, "select repeat('x', 2000) from sessions") == "size"
    wide = ", ".join(f"{number} as c{number}" for number in range(600))
    assert problem(file, f"select {wide}") == "size"
    assert len(ask(file, "select repeat('x', 900) from sessions").body) < 10_000_000


def nested(levels: int) -> Iterator[str]:
    yield "select " + "(" * levels + "1" + ")" * levels
    yield "select " + "[" * levels + "1" + "]" * levels
    yield "select " + "not " * levels + "true"
    yield "select " + "abs(" * levels + "1" + ")" * levels
    yield "select " + "-" + "(-" * levels + "1" + ")" * levels
    yield "select * from " + "(select * from " * levels + "sessions" + ")" * levels
    yield "select 1 " + "union all select 1 " * levels
    yield "select 1" + "+1" * levels
    yield "select " + "case when true then " * levels + "1" + " end" * levels
    yield "select " + "{'a':" * levels + "1" + "}" * levels
    yield "select '" + "[" * levels + "]" * levels + "'::json"
    yield "select " + "(select " * levels + "1" + ")" * levels


@pytest.mark.parametrize("levels", [20, 64, 199, 201, 1000, 4000])
def test_deeply_nested_sql_has_a_result_or_an_error(levels: int, file: int) -> None:
    for sql in nested(levels):
        if len(sql) <= MAX_SQL_LENGTH:
            assert outcome(file, sql) in {"done", "depth", "sql", "memory", "time", "crash"}


def outcome(file: int, sql: str) -> object:
    try:
        ask(file, sql, seconds=10)
    except QueryFailed as error:
        return error.details["problem"]
    return "done"


def test_errors_say_where(file: int) -> None:
    missing = failure(file, "select id,\n  foo\nfrom sessions")
    assert missing.message.startswith('Referenced column "foo" not found')
    assert (missing.details["line"], missing.details["column"]) == (2, 3)
    syntax = failure(file, "select 'ä',\nfrom from")
    assert (syntax.details["line"], syntax.message) == (2, 'syntax error at or near "from"')
    assert failure(file, "select 'x'::integer").details["problem"] == "sql"
    assert failure(file, "select * from sesions").message.endswith('Did you mean "sessions"?')


@pytest.mark.parametrize("form", ["json", "csv", "parquet"])
def test_each_form_works_without_rights(form: QueryFormat, file: int) -> None:
    kinds = (
        "select *, 1.5::decimal(5, 2) as d, now() as t, current_date as e, true as b, 0.5e0 as f"
        " from sessions limit 3"
    )
    assert ask(file, kinds, form).head["rowCount"] == 3
    assert ask(file, "select 1 as a where false", form).head["rowCount"] == 0


def children() -> int:
    """Processes of queries."""
    found = psutil.Process().children(recursive=True)
    return sum(PROGRAM in " ".join(each.cmdline()) for each in found if each.is_running())


def test_a_killed_process_is_an_error(file: int) -> None:
    def kill_soon() -> None:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            for each in psutil.Process().children():
                if PROGRAM in " ".join(each.cmdline()):
                    each.send_signal(signal.SIGSEGV)
                    return

    killer = threading.Thread(target=kill_soon)
    killer.start()
    assert problem(file, LONG) == "crash"
    killer.join()


def test_queries_at_the_same_time_do_not_meet(file: int) -> None:
    with ThreadPoolExecutor(4) as pool:
        answers = list(
            pool.map(lambda number: ask(file, f"select {number}, count(*) from sessions").body, range(8))
        )
    assert [orjson.loads(body) for body in answers] == [[[number, ROWS]] for number in range(8)]


def test_the_process_has_no_environment_and_no_other_files(
    file: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the operating system sees it while a query runs."""
    monkeypatch.setenv("ABANO_INTERNAL_SECRET", SECRET)
    seen: dict[str, object] = {}

    def look() -> None:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and not seen:
            for each in psutil.Process().children():
                if PROGRAM in " ".join(each.cmdline()) and os.sched_getscheduler(each.pid) == os.SCHED_IDLE:
                    folder = Path(f"/proc/{each.pid}/fd")
                    seen.update(
                        environ=each.environ(),
                        files=[str(entry.readlink()) for entry in folder.iterdir()],
                        fsize=each.rlimit(psutil.RLIMIT_FSIZE),
                        nice=each.nice(),
                        session=os.getsid(each.pid),
                        connections=each.net_connections(),
                    )

    looking = threading.Thread(target=look)
    looking.start()
    assert problem(file, LONG, seconds=5) == "time"
    looking.join()
    assert SECRET not in str(seen["environ"])
    assert isinstance(seen["files"], list)
    assert all(
        name.startswith(("pipe:", "/dev/null", "anon_inode:")) or "company.duckdb (deleted)" in name
        for name in seen["files"]
    ), seen["files"]
    assert (seen["fsize"], seen["connections"]) == ((0, 0), [])
    assert isinstance(seen["nice"], int)
    assert seen["nice"] >= 10
    # Linux may share processors between sessions: its rank counts within this one only.
    assert seen["session"] == os.getsid(0)


ORPHAN = """
import os, sys
from abano_analytics.queries.sandbox import run_sandboxed
from abano_shared.contract.queries import QueryRequest
run_sandboxed(QueryRequest(sql=sys.argv[2]), "json", os.open(sys.argv[1], os.O_RDONLY), "UTC", seconds=300)
"""


def test_queries_end_with_the_service(tmp_path: Path) -> None:
    path = tmp_path / "company.duckdb"
    with duckdb.connect(path) as conn:
        conn.execute("create table sessions as select range as id, 'x' as name from range(20000)")
    service = subprocess.Popen([sys.executable, "-c", ORPHAN, str(path), LONG])
    deadline = time.monotonic() + 60
    running: list[psutil.Process] = []
    while not running and time.monotonic() < deadline:
        running = [each for each in psutil.Process(service.pid).children() if limited(each)]
    assert running
    service.kill()
    service.wait()
    _, alive = psutil.wait_procs(running, timeout=60)
    assert alive == []


def limited(process: psutil.Process) -> bool:
    try:
        return bool(process.rlimit(psutil.RLIMIT_NOFILE) == (0, 0))
    except psutil.Error:
        return False


def test_output_of_a_process_gone_wrong_is_an_error(file: int, monkeypatch: pytest.MonkeyPatch) -> None:
    real = subprocess.Popen

    def program(source: str) -> None:
        started = [sys.executable, "-c", source]
        monkeypatch.setattr("subprocess.Popen", lambda _asked, **options: real(started, **options))

    program("print(); print('no JSON'); print('x')")
    assert problem(file, "select 1") == "crash"
    program("pass")
    assert problem(file, "select 1") == "crash"
    program("import os; [os.write(1, b'x' * 1000000) for _ in range(100)]")
    assert problem(file, "select 1") == "size"
