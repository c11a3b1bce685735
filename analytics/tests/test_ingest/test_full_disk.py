"""A full disk: stored data stays readable, and ingestion resumes once there is room."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

import duckdb
import pytest
from comparison import postgres_rows, warehouse_rows
from conftest import Pipeline, Source
from periods import month

from abano_analytics.errors import DiskFull, WarehouseUnusable
from abano_analytics.jobs.compact import Compaction
from abano_analytics.store.file import CHECKPOINT_WRITES, FileStore

JUNE = month(2026, 6)
KIB = 1024


@contextmanager
def no_file_grows_over(size: int) -> Iterator[None]:
    """Limits this process's files to that size, like a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def visit(source: Source, tenant: UUID, start: int, sessions: int) -> None:
    """Sessions with an answer each that compress badly."""
    for table, columns, values in (
        ("quiz_sessions", "quiz_version, device, started_at, updated_at", "'v1', 'phone', now(), now()"),
        (
            "quiz_answers",
            "question_id, value, question_text, answer_text, is_counted, answered_at",
            "'q1', md5(random()::text), md5(random()::text), md5(random()::text), true, now()",
        ),
    ):
        source.run(
            f"insert into {table} (tenant_id, session_id, {columns})"
            f" select %s, 's' || n, {values} from generate_series(%s, %s) n",
            tenant,
            start,
            start + sessions - 1,
        )


def sizes(warehouse: FileStore) -> tuple[int, int]:
    """Size of the file and of its log, in bytes."""
    log = warehouse.path.with_name(warehouse.path.name + ".wal")
    return warehouse.path.stat().st_size, log.stat().st_size if log.exists() else 0


def sessions_counted(pipeline: Pipeline, tenant: UUID) -> int:
    with pipeline.file.reading() as conn:
        row = conn.execute("select count(*) from quiz_sessions where tenant_id = ?", [tenant]).fetchone()
    return row[0] if row else 0


def filled(source: Source, pipeline: Pipeline) -> UUID:
    """A warehouse with a large file and no log."""
    tenant: UUID = source.tenant()
    visit(source, tenant, 0, 40_000)
    assert pipeline.ingest.run()
    pipeline.file.close()
    pipeline.file.open()
    return tenant


def write_until_a_checkpoint_is_due(warehouse: FileStore) -> None:
    for _ in range(CHECKPOINT_WRITES):
        with warehouse.writing() as conn:
            conn.execute("update warehouse set data_through = now()")


def test_a_checkpoint_without_room_loses_nothing(source: Source, pipeline: Pipeline) -> None:
    tenant = filled(source, pipeline)
    store = pipeline.file.store_id
    visit(source, tenant, 40_000, 5_000)
    with no_file_grows_over(sizes(pipeline.file)[0] + 64 * KIB):
        assert pipeline.ingest.run()
        write_until_a_checkpoint_is_due(pipeline.file)
        # The log could not be checkpointed, and is still the only copy of its data.
        assert sizes(pipeline.file)[1] > 500 * KIB
        assert sessions_counted(pipeline, tenant) == 45_000
        visit(source, tenant, 45_000, 10)
        assert pipeline.ingest.run()
        assert sessions_counted(pipeline, tenant) == 45_010
    write_until_a_checkpoint_is_due(pipeline.file)
    assert sizes(pipeline.file)[1] < 100 * KIB
    assert pipeline.file.store_id == store
    assert warehouse_rows(pipeline.file) == postgres_rows(source.url)


def test_nor_does_one_that_comes_with_a_large_batch(source: Source, pipeline: Pipeline) -> None:
    """The commit was acknowledged: its rows must not be ingested twice."""
    tenant = filled(source, pipeline)
    store = pipeline.file.store_id
    with pipeline.file.reading() as conn:
        conn.execute("set global checkpoint_threshold = '100KB'")
    visit(source, tenant, 40_000, 5_000)
    with no_file_grows_over(sizes(pipeline.file)[0] + 64 * KIB):
        assert pipeline.ingest.run()
        assert sizes(pipeline.file)[1] > 500 * KIB
        assert sessions_counted(pipeline, tenant) == 45_000
    visit(source, tenant, 45_000, 10)
    assert pipeline.ingest.run()
    assert pipeline.file.store_id == store
    assert warehouse_rows(pipeline.file) == postgres_rows(source.url)


def test_a_batch_without_room_waits(
    source: Source, pipeline: Pipeline, caplog: pytest.LogCaptureFixture
) -> None:
    tenant = filled(source, pipeline)
    store = pipeline.file.store_id
    visit(source, tenant, 40_000, 40_000)
    with no_file_grows_over(sizes(pipeline.file)[0]):
        for _ in range(3):
            assert not pipeline.ingest.run()
        Compaction(pipeline.file, pipeline.progress).run(least_rows=1)
        assert not pipeline.file.is_broken
        assert sessions_counted(pipeline, tenant) == 40_000
        # Figures counted before can be counted again.
        pipeline.figures.count((tenant, "overview", JUNE))
    assert pipeline.ingest.run()
    assert pipeline.file.store_id == store
    assert warehouse_rows(pipeline.file) == postgres_rows(source.url)
    messages = [record.message for record in caplog.records]
    assert messages.count("no room on the disk for the warehouse") == 1


def test_a_file_that_cannot_be_opened_for_want_of_room_is_kept(
    source: Source, pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    tenant = filled(source, pipeline)
    store = pipeline.file.store_id
    visit(source, tenant, 40_000, 5_000)

    def fail(*_arguments: object, **_settings: object) -> None:
        raise duckdb.IOException('Could not write file "warehouse.duckdb": No space left on device')

    with no_file_grows_over(sizes(pipeline.file)[0] + 64 * KIB), monkeypatch.context() as patch:
        assert pipeline.ingest.run()
        patch.setattr(duckdb, "connect", fail)
        with pytest.raises(DiskFull):
            while True:
                write_until_a_checkpoint_is_due(pipeline.file)
        assert not pipeline.ingest.run()
        with pytest.raises(DiskFull), pipeline.file.reading():
            pass
        with pytest.raises(WarehouseUnusable, match="no room"):
            FileStore(pipeline.file.path, memory_mb=64).open()
    assert pipeline.ingest.run()
    assert pipeline.file.store_id == store
    assert not list(pipeline.file.path.parent.glob("*.damaged"))
    assert warehouse_rows(pipeline.file) == postgres_rows(source.url)


def test_a_rebuild_without_room_is_tried_again(source: Source, pipeline: Pipeline) -> None:
    tenant = filled(source, pipeline)
    with no_file_grows_over(8 * KIB):
        pipeline.ingest.ask_for_rebuild()
        for _ in range(2):
            assert not pipeline.ingest.run()
    while not pipeline.ingest.run():
        pass
    assert sessions_counted(pipeline, tenant) == 40_000
    assert warehouse_rows(pipeline.file) == postgres_rows(source.url)
