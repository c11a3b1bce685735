"""kill -9 at random moments during ingestion: no row is lost or duplicated."""

import os
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from comparison import postgres_rows, warehouse_rows
from conftest import NOW, Source, lake, lake_on_s3, s3_settings
from service_process import SERVICE, ServiceProcess

from abano_analytics.store.file import FileStore
from abano_analytics.store.protocol import Store

# `python -m loadtests.kill_analytics` runs the long form.
KILLS = int(os.environ.get("ANALYTICS_KILLS", "3"))
FEWER = max(2, KILLS // 2)
COMPACTING = Path(__file__).parents[1] / "compacting_service.py"


@contextmanager
def load(url: str, source: Source) -> Iterator[None]:
    """Continuous visitors, several statements per transaction, until the block ends."""
    tenant = source.tenant()
    done = threading.Event()

    def write() -> None:
        dice = random.Random(1)  # noqa: S311 - repeatable on purpose
        with psycopg.connect(url) as conn:
            visitor = Source(conn, url)
            number = 0
            while not done.is_set():
                visitor.session(tenant, f"s{number}", NOW)
                for question in range(dice.randrange(1, 8)):
                    visitor.answer(tenant, f"s{number}", f"q{question}", dice.choice("abc"))
                visitor.answer(tenant, f"s{dice.randrange(number + 1)}", "q0", dice.choice("abc"))
                if dice.random() < 0.2:
                    visitor.booking(tenant, f"s{number}")
                conn.commit()
                number += 1
                time.sleep(0.002)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def kill_again_and_again(
    source: Source,
    warehouse: Store,
    log: Path,
    kills: int,
    place: str,
    *,
    is_compacting: bool = False,
    **environ: str,
) -> None:
    dice = random.Random(kills)  # noqa: S311 - repeatable on purpose
    process = ServiceProcess(
        source.url,
        log,
        log=log,
        program=(str(COMPACTING),) if is_compacting else SERVICE,
        ABANO_INGEST_SECONDS="0.01",
        ABANO_WAREHOUSE=place,
        ABANO_DATA_DIR=str(log.parent / "data"),
        **environ,
    )
    try:
        with load(source.url, source):
            for _ in range(kills):
                process.start()
                if dice.random() < 0.3:
                    # During its start.
                    time.sleep(dice.uniform(0.8, 1.6))
                else:
                    process.wait_until_ready()
                    time.sleep(dice.uniform(0, 0.35))
                process.kill()
        process.start()
        process.wait_until_ready()
        time.sleep(0.5)
        process.end()
    finally:
        process.close()
    assert "rebuilding" not in process.log, process.log
    assert ("compacted" in process.log) is is_compacting
    warehouse.open()
    try:
        assert warehouse_rows(warehouse) == postgres_rows(source.url)
        with warehouse.reading() as conn:
            # Older versions are not duplicated either.
            doubled = conn.execute(
                "select 1 from quiz_answers group by tenant_id, session_id, question_id, row_xid having count(*) > 1"
            ).fetchall()
        assert doubled == []
    finally:
        warehouse.close()


def test_killed_again_and_again_it_ends_equal(source: Source, tmp_path: Path) -> None:
    path = tmp_path / "warehouse.duckdb"
    kill_again_and_again(source, FileStore(path, memory_mb=96), tmp_path / "log", KILLS, str(path))


@pytest.mark.slow
def test_so_does_a_lake_in_an_object_store(source: Source, object_store: str, tmp_path: Path) -> None:
    place = "s3://lake/killed"
    warehouse = lake_on_s3(place, source.url, object_store, tmp_path)
    kill_again_and_again(
        source,
        warehouse,
        tmp_path / "log",
        FEWER,
        f"ducklake:{place}",
        is_compacting=False,
        **s3_settings(object_store),
    )


@pytest.mark.slow
def test_so_does_one_that_is_being_compacted(source: Source, tmp_path: Path) -> None:
    path = tmp_path / "warehouse.duckdb"
    warehouse = FileStore(path, memory_mb=96)
    kill_again_and_again(source, warehouse, tmp_path / "log", KILLS, str(path), is_compacting=True)


@pytest.mark.slow
def test_so_does_a_lake_that_is_being_compacted(source: Source, tmp_path: Path) -> None:
    place = f"ducklake:{tmp_path / 'lake'}"
    warehouse = lake(tmp_path, source.url)
    kill_again_and_again(source, warehouse, tmp_path / "log", FEWER, place, is_compacting=True)
