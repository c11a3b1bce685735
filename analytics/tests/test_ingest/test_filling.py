"""An empty warehouse is filled in bulk and equals Postgres despite concurrent writes, aborts and kills."""

import random
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import duckdb
import psycopg
import pytest
from comparison import Rows, postgres_rows, warehouse_rows
from conftest import BOTH_STORES, NOW, Pipeline, Source
from periods import month
from service_process import ServiceProcess

from abano_analytics.feed_tables import BOOKINGS, FEED_TABLES, QUIZ_ANSWERS, FeedTable
from abano_analytics.jobs.compact import Compaction
from abano_analytics.jobs.ingest import BATCH_ROWS, Ingest
from abano_analytics.store import bulk, reader
from abano_analytics.store.file import FileStore

BOTH = pytest.mark.parametrize("store", BOTH_STORES)
JUNE = month(2026, 6)
FillOne = Callable[[duckdb.DuckDBPyConnection, FeedTable, int], int]


def bulky(pipeline: Pipeline) -> Ingest:
    """The pipeline's ingest, which fills in bulk for any number of rows."""
    ingest = Ingest(pipeline.feed, pipeline.warehouse, pipeline.progress, bulk_rows=0)
    ingest.prepare()
    return ingest


def visitors(source: Source) -> UUID:
    tenant: UUID = source.tenant()
    for number in range(30):
        source.session(tenant, f"s{number}", utm=("google", None, "summer"))
        source.answer(tenant, f"s{number}", "q1", "leisure")
        source.click(tenant, NOW)
    source.booking(tenant, "s1")
    return tenant


def without_versions(rows: dict[str, Rows]) -> dict[str, Rows]:
    """Bulk-filled rows have no transaction of their own."""
    places = {table.name: list(table.columns).index("row_xid") for table in FEED_TABLES}
    return {
        name: sorted((row[: places[name]] + row[places[name] + 1 :] for row in those), key=repr)
        for name, those in rows.items()
    }


def assert_equal(pipeline: Pipeline, source: Source) -> None:
    assert without_versions(warehouse_rows(pipeline.warehouse)) == without_versions(postgres_rows(source.url))


def at_table(
    monkeypatch: pytest.MonkeyPatch, chosen: FeedTable, action: Callable[[], object], *, times: int = 1
) -> None:
    """Run a hook just before a table is filled."""
    fill_one: FillOne = bulk._fill_one
    left = [action] * times

    def wrapped(cursor: duckdb.DuckDBPyConnection, table: FeedTable, until: int) -> int:
        if table is chosen and left:
            left.pop()()
        return fill_one(cursor, table, until)

    monkeypatch.setattr(bulk, "_fill_one", wrapped)


@BOTH
def test_it_is_equal_and_goes_on_from_there(source: Source, pipeline: Pipeline) -> None:
    tenant = visitors(source)
    ingest = bulky(pipeline)
    assert ingest.run()
    assert pipeline.progress.is_complete
    assert pipeline.progress.rows == 30 * 3 + 2
    assert_equal(pipeline, source)
    with pipeline.warehouse.reading() as conn:
        assert reader.warehouse_state(conn).is_complete
        assert pipeline.progress.versions == reader.tenant_versions(conn) == {tenant: 2}
    assert b'"totalSessions":30' in pipeline.figures.count((tenant, "overview", JUNE)).body
    source.answer(tenant, "s1", "q1", "work")
    source.session(tenant, "s30")
    assert ingest.run()
    assert_equal(pipeline, source)
    assert b'"totalSessions":31' in pipeline.figures.count((tenant, "overview", JUNE)).body
    assert b'"work"' in pipeline.figures.count((tenant, "answers", JUNE)).body
    Compaction(pipeline.warehouse, pipeline.progress).run(least_rows=1)
    assert_equal(pipeline, source)


@BOTH
def test_what_is_written_meanwhile_comes_after(
    source: Source, pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    tenant = visitors(source)
    at_table(monkeypatch, QUIZ_ANSWERS, lambda: source.answer(tenant, "s2", "q1", "work"))
    at_table(monkeypatch, BOOKINGS, lambda: source.booking(tenant, "s2"))
    assert bulky(pipeline).run()
    assert_equal(pipeline, source)


@BOTH
def test_a_connection_that_breaks_is_tried_again(
    source: Source, pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitors(source)
    with psycopg.connect(source.url) as holding:
        breaking = threading.Thread(target=end_who_waits, args=(source.url, holding))

        def break_off() -> None:
            # The COPY waits for the table until its connection is closed.
            holding.execute("lock table quiz_answers in access exclusive mode")
            breaking.start()

        at_table(monkeypatch, QUIZ_ANSWERS, break_off)
        ingest = bulky(pipeline)
        assert not ingest.run()
        breaking.join()
    assert not pipeline.warehouse.is_broken
    assert any(ingest.run() for _ in range(5))
    assert_equal(pipeline, source)


def test_a_look_that_breaks_off_is_no_failure_of_ours(source: Source, pipeline: Pipeline) -> None:
    visitors(source)
    with psycopg.connect(source.url) as holding:
        holding.execute("lock table quiz_answers in access exclusive mode")
        breaking = threading.Thread(target=end_who_waits, args=(source.url, holding))
        breaking.start()
        assert not pipeline.ingest.run()
        breaking.join()
    assert pipeline.ingest.run()
    assert_equal(pipeline, source)


def end_who_waits(url: str, holding: psycopg.Connection[Any]) -> None:
    ended: list[Any] = []
    with psycopg.connect(url, autocommit=True) as conn:
        deadline = time.monotonic() + 240
        while not ended and time.monotonic() < deadline:
            ended = conn.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where datname = current_database() and wait_event_type = 'Lock'"
            ).fetchall()
            time.sleep(0.02)
    holding.rollback()


def test_each_table_comes_with_its_watermark_or_not_at_all(
    source: Source, pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitors(source)
    ingest = bulky(pipeline)
    at_table(monkeypatch, QUIZ_ANSWERS, ingest.stop)
    ingest.run()
    with pipeline.warehouse.reading() as conn:
        for table in FEED_TABLES:
            rows = conn.execute(f"select count(*) from {table.name}").fetchone()
            mark = conn.execute(
                "select next_xid from watermarks where table_name = ?", [table.name]
            ).fetchone()
            in_postgres = source.run(f"select count(*) from reporting.{table.name}")
            assert rows == (in_postgres[0] if mark and mark[0] else (0,)), table.name
    assert bulky(pipeline).run()
    assert_equal(pipeline, source)


def test_killed_while_it_fills(source: Source, tmp_path: Path) -> None:
    """The service itself, with enough rows for bulk filling, killed at different times."""
    tenant = source.tenant()
    sessions = BATCH_ROWS // 10
    source.run(
        "insert into quiz_sessions (tenant_id, session_id, quiz_version, started_at, updated_at)"
        " select %s, 's' || n, 'v1', %s, %s from generate_series(1, %s) n",
        *(tenant, NOW, NOW, sessions),
    )
    source.run(
        "insert into quiz_answers (tenant_id, session_id, question_id, value, question_text, answer_text,"
        " answered_at) select %s, 's' || n, 'q' || q, 'v' || q %% 3, 'Q?', 'A', %s"
        " from generate_series(1, %s) n, generate_series(1, 10) q",
        *(tenant, NOW, sessions),
    )
    source.run("analyze")
    dice = random.Random(1)  # noqa: S311 - repeatable on purpose
    path = tmp_path / "warehouse.duckdb"
    process = ServiceProcess(source.url, path, ABANO_INGEST_SECONDS="0.01")
    for _ in range(3):
        process.start()
        began = time.monotonic()
        # From before the first row to after the last.
        until = began + 240
        while not path.exists() and time.monotonic() < until:
            time.sleep(0.01)
        time.sleep(dice.random() * 1.5)
        process.kill()
    process.start()
    process.wait_until_ready()
    process.end()
    process.close()
    warehouse = FileStore(path, memory_mb=256)
    warehouse.open()
    with warehouse.reading() as conn:
        for table, rows in (("quiz_sessions", sessions), ("quiz_answers", sessions * 10)):
            found = (
                f"select count(*), count(distinct (session_id, {'question_id' if rows > sessions else '1'}))"
            )
            assert conn.execute(f"{found} from {table}").fetchone() == (rows, rows)
            assert conn.execute(f"select max(row_xid) from {table}").fetchone() == (bulk.OLDEST_XID,)
    warehouse.close()
