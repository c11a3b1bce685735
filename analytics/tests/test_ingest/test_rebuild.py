"""The warehouse is a copy: after any failure of it or of Postgres, it converges automatically."""

import subprocess
import sys
from pathlib import Path

import duckdb
import psycopg
import pytest
from comparison import postgres_rows, warehouse_rows
from conftest import Pipeline, PipelineOf, Source, fresh_database
from periods import month
from psycopg import sql

from abano.ops.local.embedded_postgres import EmbeddedPostgres
from abano_analytics.errors import UnknownTenant, WarehouseNotReady, WarehouseUnusable
from abano_analytics.store.file import FileStore


def fill(source: Source) -> None:
    tenant = source.tenant()
    for number in range(30):
        source.session(tenant, f"s{number}")
        source.answer(tenant, f"s{number}", "q1", "leisure")
    source.booking(tenant, "s1")


def test_a_restart_goes_on_where_it_was(source: Source, pipeline_of: PipelineOf) -> None:
    fill(source)
    first = pipeline_of(source.url)
    first.ingest.run()
    store = first.warehouse.store_id
    again = pipeline_of(source.url)
    assert again.progress.is_complete
    assert again.progress.data_through is not None
    source.tenant("alps")
    again.ingest.run()
    assert again.warehouse.store_id == store
    assert warehouse_rows(again.warehouse) == postgres_rows(source.url)


@pytest.mark.parametrize("place", ["head", "middle", "everything", "wal"])
def test_a_damaged_file_is_put_aside_and_rebuilt(
    source: Source, pipeline_of: PipelineOf, tmp_path: Path, place: str
) -> None:
    fill(source)
    first = pipeline_of(source.url)
    first.ingest.run()
    path = first.file.path
    first.feed.close()
    first.warehouse.close()
    content = bytearray(path.read_bytes())
    if place == "head":
        content[:4096] = b"\x00" * 4096
    elif place == "middle":
        content[12_000:] = b"\xa5" * (len(content) - 12_000)
    elif place == "everything":
        content = bytearray(b"this is no database")
    else:
        path.with_name(path.name + ".wal").write_bytes(b"\x13" * 4000)
    path.write_bytes(content)
    again = pipeline_of(source.url)
    again.ingest.run()
    again.ingest.run()
    assert warehouse_rows(again.warehouse) == postgres_rows(source.url)


def test_a_rebuild_that_was_asked_for(source: Source, pipeline: Pipeline) -> None:
    fill(source)
    pipeline.ingest.run()
    store = pipeline.warehouse.store_id
    pipeline.ingest.ask_for_rebuild()
    pipeline.ingest.run()
    assert pipeline.warehouse.store_id != store
    assert pipeline.progress.is_complete
    assert pipeline.progress.rows == 30 * 2 + 2
    assert warehouse_rows(pipeline.warehouse) == postgres_rows(source.url)
    pipeline.ingest.run()
    assert pipeline.progress.rows == 30 * 2 + 2


def test_a_warehouse_that_lacks_columns_reads_those_tables_again_and_nothing_else(
    source: Source, pipeline_of: PipelineOf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The state of a release before reports: columns and tables are missing."""
    fill(source)
    first = pipeline_of(source.url)
    first.ingest.run()
    store = first.warehouse.store_id
    with first.warehouse.writing() as conn:
        for column in (
            "car_id",
            "source",
            "no_show",
            "affiliate_id",
            "pickup_location",
            "pickup_at",
            "return_at",
            "cancellation_fee_minor",
        ):
            conn.execute(f"alter table bookings drop column {column}")
        for column in ("language", "country", "is_returning"):
            conn.execute(f"alter table quiz_sessions drop column {column}")
        for table in ("vehicles", "vehicle_states", "vehicle_reservations"):
            conn.execute(f"drop table {table}")
            conn.execute("delete from watermarks where table_name = ?", [table])
    again = pipeline_of(source.url)
    assert again.warehouse.store_id == store
    before = again.progress.is_complete
    again.ingest.run()
    assert (before, again.progress.is_complete) == (False, True)
    assert again.progress.rows == 1 + 30
    assert warehouse_rows(again.warehouse) == postgres_rows(source.url)


def test_a_file_that_vanishes_while_running_is_rebuilt(source: Source, pipeline: Pipeline) -> None:
    fill(source)
    pipeline.ingest.run()
    store = pipeline.warehouse.store_id
    pipeline.file.path.unlink()
    pipeline.ingest.run()
    assert pipeline.warehouse.store_id != store
    assert warehouse_rows(pipeline.warehouse) == postgres_rows(source.url)


def test_another_database_is_noticed(
    source: Source, pipeline_of: PipelineOf, analytics_postgres: EmbeddedPostgres
) -> None:
    fill(source)
    pipeline_of(source.url).ingest.run()
    other = pipeline_of(fresh_database(analytics_postgres))
    other.ingest.run()
    assert warehouse_rows(other.warehouse)["quiz_sessions"] == []


def test_a_dump_of_another_server_is_read_completely(source: Source, pipeline: Pipeline) -> None:
    """Restored rows keep transaction ids of the old server, which this one may reach only in years."""
    tenant = source.tenant()
    source.session(tenant, "restored")
    source.run("alter table quiz_sessions disable trigger stamp_row_xid")
    source.run("update quiz_sessions set row_xid = '900000000000'")
    source.run("alter table quiz_sessions enable trigger stamp_row_xid")
    pipeline.ingest.run()
    assert [row[1] for row in warehouse_rows(pipeline.warehouse)["quiz_sessions"]] == ["restored"]
    source.complete(tenant, "restored")
    pipeline.ingest.run()
    assert warehouse_rows(pipeline.warehouse) == postgres_rows(source.url)


def test_a_second_process_reports_that_the_file_is_in_use(pipeline: Pipeline, tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from abano_analytics.store.file import FileStore\n"
        "FileStore(Path(sys.argv[1]), memory_mb=64).open()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(pipeline.file.path)],
        check=False,
        capture_output=True,
        text=True,
    )
    assert WarehouseUnusable.__name__ in done.stderr
    assert "in use by another process" in done.stderr
    assert pipeline.warehouse.is_in_place()


def test_a_warehouse_of_a_newer_program_is_rebuilt(source: Source, pipeline_of: PipelineOf) -> None:
    fill(source)
    first = pipeline_of(source.url)
    first.ingest.run()
    with first.warehouse.writing() as conn:
        conn.execute("insert into schema_version values (999)")
    again = pipeline_of(source.url)
    assert not again.progress.is_complete
    again.ingest.run()
    assert warehouse_rows(again.warehouse) == postgres_rows(source.url)


def test_no_figures_before_the_first_complete_pass(source: Source, pipeline: Pipeline) -> None:
    tenant = source.tenant()
    with pytest.raises(WarehouseNotReady):
        pipeline.figures.count((tenant, "overview", month(2026, 6)))
    pipeline.ingest.run()
    pipeline.figures.count((tenant, "overview", month(2026, 6)))


def test_companies_come_change_and_go(source: Source, pipeline: Pipeline) -> None:
    tenant = source.tenant()
    source.session(tenant, "s")
    pipeline.ingest.run()
    before = pipeline.progress.versions[tenant]
    source.run("update tenant_settings set timezone = 'Europe/Vienna'")
    pipeline.ingest.run()
    assert pipeline.progress.versions[tenant] > before
    # A company can only be deleted after disabling the schema's rule.
    source.run("alter table tenants disable trigger tenants_stay")
    source.run("delete from tenants")
    pipeline.ingest.run()
    assert warehouse_rows(pipeline.warehouse)["quiz_sessions"] == []
    with pytest.raises(UnknownTenant):
        pipeline.figures.count((tenant, "overview", month(2026, 6)))


def test_postgres_going_away_and_coming_back(source: Source, pipeline: Pipeline) -> None:
    fill(source)
    pipeline.ingest.run()
    name = source.run("select current_database()")[0][0]
    # New connections are refused, and open ones are closed.
    with psycopg.connect(source.url.replace(name, "postgres"), autocommit=True) as admin:
        allow = sql.SQL("alter database {} with allow_connections {}")
        admin.execute(allow.format(sql.Identifier(name), sql.SQL("false")))
        admin.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname = %s and application_name = %s",
            (name, "abano-analytics"),
        )
        source.tenant("alps")
        for _ in range(3):
            pipeline.ingest.run()
        assert len(warehouse_rows(pipeline.warehouse)["quiz_sessions"]) == 30
        admin.execute(allow.format(sql.Identifier(name), sql.SQL("true")))
    source.session(source.tenant("third"), "later")
    pipeline.ingest.run()
    assert warehouse_rows(pipeline.warehouse) == postgres_rows(source.url)


def test_batches_are_all_or_nothing(
    source: Source, pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failure between the batch and its watermark rolls back both."""
    fill(source)

    def fail(*_arguments: object) -> None:
        raise duckdb.IOException("No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("abano_analytics.store.writer.move_watermarks", fail)
        assert not pipeline.ingest.run()
    assert all(rows == [] for rows in warehouse_rows(pipeline.warehouse).values())
    pipeline.ingest.run()
    assert warehouse_rows(pipeline.warehouse) == postgres_rows(source.url)


def test_an_unwritable_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(WarehouseUnusable, match="cannot be made"):
        FileStore(tmp_path / "file" / "warehouse.duckdb", memory_mb=64).open()
