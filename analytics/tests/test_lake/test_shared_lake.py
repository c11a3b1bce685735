"""Several copies over one DuckLake: one writes, all answer, and another takes over when it dies."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from threading import Barrier, Event
from unittest.mock import patch

import pytest
from comparison import postgres_rows, warehouse_rows
from conftest import Pipeline, Source, lake
from periods import month
from service_process import SECRET, ServiceProcess

from abano_analytics import main
from abano_analytics.config import Settings
from abano_analytics.errors import StoreUnavailable, WarehouseUnusable
from abano_analytics.figures.query import Key
from abano_analytics.jobs.ingest import Ingest
from abano_analytics.progress import Progress
from abano_analytics.source.feed import ChangeFeed
from abano_analytics.store import lake as lake_module
from abano_analytics.store.lake import LakeStore

WAIT_SECONDS = 240.0


def fill(source: Source, sessions: int = 20) -> None:
    tenant = source.tenant()
    for number in range(sessions):
        source.session(tenant, f"s{number}")
        source.answer(tenant, f"s{number}", "q1", "leisure")
    source.booking(tenant, "s1")


def files(tmp_path: Path) -> list[Path]:
    return list((tmp_path / "lake").rglob("*.parquet"))


@pytest.mark.parametrize("store", ["ducklake"])
def test_maintenance_writes_out_joins_and_drops(source: Source, pipeline: Pipeline, tmp_path: Path) -> None:
    warehouse = pipeline.warehouse
    assert isinstance(warehouse, LakeStore)
    for _ in range(3):
        fill(source, 5)
        pipeline.ingest.run()
        warehouse.maintain(keep="0 seconds")
    # Each merged file was a snapshot, too.
    warehouse.maintain(keep="0 seconds")
    assert warehouse_rows(warehouse) == postgres_rows(source.url)
    answers = [file for file in files(tmp_path) if "quiz_answers" in str(file)]
    assert len(answers) == 1
    assert warehouse.size_bytes() > 0
    with warehouse.reading() as conn:
        snapshots = conn.execute("select count(*) from ducklake_snapshots('lake')").fetchone()
    assert snapshots is not None
    assert snapshots[0] <= 3


def write_small_files(source: Source, pipeline: Pipeline, number: int) -> None:
    """That many of each table."""
    assert isinstance(pipeline.warehouse, LakeStore)
    for _ in range(number):
        fill(source, 5)
        pipeline.ingest.run()
        with pipeline.warehouse.leasing() as conn:
            conn.execute("call ducklake_flush_inlined_data('lake')")


@pytest.mark.slow
@pytest.mark.parametrize("store", ["ducklake"])
def test_a_backlog_is_merged_between_other_writes(source: Source, pipeline: Pipeline, tmp_path: Path) -> None:
    """One merged file at a time: what is written in between is not waiting for the rest."""
    warehouse = pipeline.warehouse
    assert isinstance(warehouse, LakeStore)
    write_small_files(source, pipeline, 4)
    is_done = warehouse.maintain(keep="0 seconds", seconds=0)
    turns = 1
    while not is_done:
        fill(source, 1)
        pipeline.ingest.run()
        assert warehouse_rows(warehouse) == postgres_rows(source.url)
        is_done = warehouse.merge(seconds=0)
        turns += 1
    # Answers, sessions, bookings and companies have several files each.
    assert turns > 3
    warehouse.maintain(keep="0 seconds")
    assert len([file for file in files(tmp_path) if "quiz_answers" in str(file)]) == 1
    assert warehouse_rows(warehouse) == postgres_rows(source.url)


@pytest.mark.parametrize("store", ["ducklake"])
def test_two_copies_that_merge_at_once_lose_and_double_nothing(
    source: Source, pipeline: Pipeline, tmp_path: Path
) -> None:
    """A copy that has just lost its lock may still merge: the lake refuses the second commit."""
    write_small_files(source, pipeline, 4)
    assert isinstance(pipeline.warehouse, LakeStore)
    other = lake(tmp_path, source.url)
    other.open()
    together = Barrier(2)

    def merge(copy: LakeStore) -> None:
        together.wait(WAIT_SECONDS)
        is_done = False
        while not is_done:
            with suppress(StoreUnavailable):
                is_done = copy.merge(seconds=0)

    with ThreadPoolExecutor(2) as pool:
        for merged in [pool.submit(merge, copy) for copy in (pipeline.warehouse, other)]:
            merged.result()
    for copy in (pipeline.warehouse, other):
        assert warehouse_rows(copy) == postgres_rows(source.url)
    with other.reading() as conn:
        doubled = "select count(*) - count(distinct (tenant_id, session_id, question_id)) from quiz_answers"
        assert conn.execute(doubled).fetchone() == (0,)
    other.close()


@pytest.mark.parametrize("store", ["ducklake"])
def test_the_service_goes_on_merging_until_nothing_is_left(
    source: Source, pipeline: Pipeline, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_small_files(source, pipeline, 2)
    monkeypatch.setattr(main, "MAINTENANCE_SECONDS", 1)
    monkeypatch.setattr(main, "MAINTENANCE_TURN_SECONDS", 0)
    monkeypatch.setattr(main, "MERGE_PAUSE", timedelta(0))
    settings = Settings(
        database_url=source.url,
        warehouse=f"ducklake:{tmp_path / 'lake'}",
        data_dir=tmp_path,
        ingest_seconds=0.1,
    )
    service = main.Service(settings)
    is_merged, merge = Event(), service.role.merge

    def noted(seconds: float) -> bool:
        is_done = merge(seconds)
        if is_done:
            is_merged.set()
        return is_done

    service.start()
    with patch.object(service.role, "merge", noted):
        service.start_jobs()
        try:
            assert is_merged.wait(WAIT_SECONDS)
        finally:
            service.stop()


@pytest.mark.parametrize("store", ["ducklake"])
def test_large_files_are_not_written_again_for_each_small_one(
    source: Source, pipeline: Pipeline, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lake_module, "MERGED_BYTES", 2)
    warehouse = pipeline.warehouse
    assert isinstance(warehouse, LakeStore)
    for _ in range(2):
        fill(source, 5)
        pipeline.ingest.run()
        warehouse.maintain(keep="0 seconds")
    assert len([file for file in files(tmp_path) if "quiz_answers" in str(file)]) == 2


@pytest.mark.parametrize("store", ["ducklake"])
def test_a_lost_file_is_noticed_and_the_lake_rebuilt(
    source: Source, pipeline: Pipeline, tmp_path: Path
) -> None:
    fill(source)
    pipeline.ingest.run()
    warehouse = pipeline.warehouse
    assert isinstance(warehouse, LakeStore)
    warehouse.maintain()
    before = warehouse.store_id
    for file in files(tmp_path):
        file.unlink()
    tenant = source.run("select id from tenants")[0][0]
    key: Key = (tenant, "overview", month(2026, 6))
    with pytest.raises(Exception, match="gathered"):
        pipeline.figures.count(key)
    assert pipeline.warehouse.is_broken
    pipeline.ingest.run()
    pipeline.ingest.run()
    assert warehouse.store_id != before
    assert warehouse_rows(warehouse) == postgres_rows(source.url)


def test_two_writers_never_double_a_row(source: Source, tmp_path: Path) -> None:
    """If a copy that lost its lock still writes, the lake refuses the second commit."""
    fill(source)
    opened: list[tuple[LakeStore, ChangeFeed, Ingest]] = []
    for _ in range(2):
        warehouse, feed = lake(tmp_path, source.url), ChangeFeed(source.url)
        warehouse.open()
        warehouse.take_over()
        ingest = Ingest(feed, warehouse, Progress())
        ingest.prepare()
        opened.append((warehouse, feed, ingest))
    (first, _, quick), (second, _, slow) = opened
    assert quick.run()
    # The second one has an outdated position.
    assert not slow.run()
    # Concurrently: the later commit is refused.
    with pytest.raises(StoreUnavailable), second.writing() as late:
        late.execute("update watermarks set next_xid = next_xid + 1")
        fill(source)
        assert quick.run()
    assert warehouse_rows(first) == postgres_rows(source.url)
    slow.prepare()
    fill(source)
    assert slow.run()
    assert warehouse_rows(second) == postgres_rows(source.url)
    with second.reading() as conn:
        doubled = "select count(*) - count(distinct (tenant_id, session_id, question_id)) from quiz_answers"
        assert conn.execute(doubled).fetchone() == (0,)
    for warehouse, feed, _ in opened:
        feed.close()
        warehouse.close()


def test_copies_that_start_at_once_share_one_new_catalog(source: Source, tmp_path: Path) -> None:
    """Postgres refuses the second of two concurrent schema creations, even with "if not exists"."""
    copies = [lake(tmp_path, source.url) for _ in range(4)]
    together = Barrier(len(copies))

    def start(copy: LakeStore) -> None:
        together.wait(240)
        copy.open()

    with ThreadPoolExecutor(len(copies)) as pool:
        for started in [pool.submit(start, copy) for copy in copies]:
            started.result()
    copies[0].take_over()
    for copy in copies:
        copy.refresh()
        assert copy.store_id == copies[0].store_id
        copy.close()


def test_an_unusable_location_is_reported(source: Source, tmp_path: Path) -> None:
    (tmp_path / "lake").write_text("no folder")
    with pytest.raises(WarehouseUnusable, match="cannot be opened"):
        lake(tmp_path, source.url).open()


@pytest.mark.slow
def test_the_writer_is_killed_and_another_takes_over(source: Source, tmp_path: Path) -> None:
    fill(source)
    copies = [
        ServiceProcess(
            source.url,
            tmp_path / f"copy{number}",
            log=tmp_path / f"copy{number}.log",
            ABANO_WAREHOUSE=f"ducklake:{tmp_path / 'lake'}",
            ABANO_DATA_DIR=str(tmp_path / f"data{number}"),
            ABANO_INGEST_SECONDS="0.3",
        )
        for number in range(2)
    ]
    tenant = source.run("select id from tenants")[0][0]

    def sessions(copy: ServiceProcess) -> int:
        answer = copy.ask(tenant)
        return int(answer.json()["analytics"]["totalSessions"]) if answer.status_code == 200 else -1

    def wait_for(copy: ServiceProcess, count: int) -> None:
        deadline = time.monotonic() + WAIT_SECONDS
        while sessions(copy) != count:
            assert time.monotonic() < deadline, copy.log
            time.sleep(0.05)

    try:
        for copy in copies:
            copy.start()
        for copy in copies:
            copy.wait_until_ready()
            wait_for(copy, 20)
        writer, follower = sorted(copies, key=lambda copy: "this copy writes" not in copy.log)
        assert "this copy writes" in writer.log
        assert "this copy writes" not in follower.log
        # Both answer, and rows ingested by the writer reach the other.
        source.session(tenant, "while both are there")
        wait_for(follower, 21)
        writer.kill()
        source.session(tenant, "after the writer died")
        wait_for(follower, 22)
        assert "this copy writes" in follower.log
        # The returning copy follows, and the writer performs a rebuild requested from it.
        writer.start()
        writer.wait_until_ready()
        wait_for(writer, 22)
        headers = {"Authorization": f"Bearer {SECRET}"}
        store = writer.http.get("/internal/warehouse", headers=headers).json()["storeId"]
        assert writer.http.post("/internal/warehouse/rebuild", headers=headers).status_code == 202
        deadline = time.monotonic() + WAIT_SECONDS
        while writer.http.get("/internal/warehouse", headers=headers).json()["storeId"] == store:
            assert time.monotonic() < deadline, follower.log
            time.sleep(0.05)
        wait_for(writer, 22)
        assert "Traceback" not in writer.log + follower.log
    finally:
        for copy in copies:
            copy.close()
