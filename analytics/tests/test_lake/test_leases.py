"""Leases: what a leased snapshot needs stays through maintenance, and goes after the lease."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import duckdb
import pytest
from comparison import warehouse_rows
from conftest import NOW, Pipeline, Source, lake
from service_process import SERVICE, ServiceProcess

from abano_analytics import lease_command
from abano_analytics.config import BadSettings, load_settings
from abano_analytics.errors import InvalidInput, LeaseFailed, NotFound
from abano_analytics.feed_tables import FEED_TABLES
from abano_analytics.jobs.compact import Compaction
from abano_analytics.lease_command import copy_tables
from abano_analytics.main import lake_at
from abano_analytics.store import leases
from abano_analytics.store.lake import LakeStore
from abano_shared.contract.queries import TABLES

pytestmark = pytest.mark.parametrize("store", ["ducklake"])


@pytest.fixture
def warehouse(pipeline: Pipeline) -> LakeStore:
    assert isinstance(pipeline.warehouse, LakeStore)
    return pipeline.warehouse


def fill(source: Source, pipeline: Pipeline, tenant: UUID, rows: int = 20) -> None:
    for number in range(rows):
        name = f"s{number}-{uuid4().hex}"
        source.session(tenant, name)
        source.answer(tenant, name, "q1", "leisure")
    source.booking(tenant, name)
    assert pipeline.ingest.run()


def change_everything(source: Source, pipeline: Pipeline) -> None:
    """Rows get new versions, are deleted by reconciliation's statement, and are compacted into other files."""
    source.run("update quiz_sessions set completed_at = %s, updated_at = %s", NOW, NOW)
    source.run("update quiz_answers set value = 'changed'")
    assert pipeline.ingest.run()
    with pipeline.warehouse.writing() as conn:
        conn.execute("delete from quiz_answers where session_id like 's3-%'")
    Compaction(pipeline.warehouse, pipeline.progress).run(least_rows=1)


def lease(warehouse: LakeStore, hours: float = 1.0) -> dict[str, Any]:
    with warehouse.leasing() as conn:
        lease_id = leases.request(conn, hours)
    warehouse.grant_leases()
    with warehouse.leasing() as conn:
        return leases.content(conn, lease_id)


def rows_of(content: dict[str, Any], name: str, where: str = "true") -> list[tuple[Any, ...]]:
    """As another program reads them: plain Parquet."""
    table = next(one for one in content["tables"] if one["name"] == name)
    if not table["files"]:
        return []
    columns = ", ".join(f'"{column}"::varchar' for column in table["columns"])
    paths = [one["path"] for one in table["files"]]
    with duckdb.connect() as conn:
        sql = f"select {columns} from read_parquet($paths, union_by_name = true) where {where} order by all"
        return conn.execute(sql, {"paths": paths}).fetchall()


def rows_in_lake(warehouse: LakeStore, name: str, snapshot: int) -> list[tuple[Any, ...]]:
    table = next(one for one in FEED_TABLES if one.name == name)
    columns = ", ".join(f'"{column}"::varchar' for column in table.columns)
    with warehouse.reading() as conn:
        return conn.execute(
            f"select {columns} from {name} at (version => {snapshot}) order by all"
        ).fetchall()


def age(source: Source, lease_id: str) -> None:
    """Its time is over."""
    source.run(
        f"update {leases.LEASES} set ends_at = now() - interval '1 second' where lease_id = %s", lease_id
    )


def test_files_hold_what_the_snapshot_holds(source: Source, pipeline: Pipeline, warehouse: LakeStore) -> None:
    tenants = [source.tenant(), source.tenant("alps")]
    for tenant in tenants:
        fill(source, pipeline, tenant)
    warehouse.maintain()
    change_everything(source, pipeline)
    # Rows and deletions of now are still in the catalog, older ones in files and delete files.
    content = lease(warehouse)
    for table in FEED_TABLES:
        expected = rows_in_lake(warehouse, table.name, content["snapshot"])
        assert rows_of(content, table.name) == expected, table.name
    assert len(rows_of(content, "quiz_sessions")) == 40
    assert not [row for row in rows_of(content, "quiz_answers") if row[1].startswith("s3-")]


@pytest.mark.slow
def test_a_lease_keeps_its_files_through_maintenance_until_it_ends(
    source: Source, pipeline: Pipeline, warehouse: LakeStore
) -> None:
    tenant = source.tenant()
    fill(source, pipeline, tenant)
    content = lease(warehouse)
    before = {table.name: rows_of(content, table.name) for table in FEED_TABLES}
    paths = {one["path"] for table in content["tables"] for one in table["files"]}
    for _ in range(2):
        change_everything(source, pipeline)
        warehouse.maintain(keep="0 seconds")
        fill(source, pipeline, tenant)
        warehouse.maintain(keep="0 seconds")
    assert all(Path(path).exists() for path in paths)
    for name, rows in before.items():
        assert rows_of(content, name) == rows
        assert rows_in_lake(warehouse, name, content["snapshot"]) == rows
    with warehouse.leasing() as conn:
        leases.end(conn, UUID(content["lease"]))
    for _ in range(2):
        warehouse.maintain(keep="0 seconds")
    changed = {
        one["path"] for table in content["tables"] for one in table["files"] if table["name"] in CHANGED
    }
    assert changed
    assert not any(Path(path).exists() for path in changed)


CHANGED = ("quiz_sessions", "quiz_answers")


@pytest.mark.slow
def test_a_lease_that_no_one_renews_ends_by_itself(
    source: Source, pipeline: Pipeline, warehouse: LakeStore
) -> None:
    fill(source, pipeline, source.tenant())
    content = lease(warehouse)
    age(source, content["lease"])
    with warehouse.leasing() as conn:
        assert leases.list_leases(conn) == []
        with pytest.raises(NotFound):
            leases.renew(conn, UUID(content["lease"]), 1)
    for _ in range(2):
        change_everything(source, pipeline)
        warehouse.maintain(keep="0 seconds")
    paths = [one["path"] for table in content["tables"] for one in table["files"] if table["name"] in CHANGED]
    assert not any(Path(path).exists() for path in paths)
    assert source.run(f"select count(*) from {leases.LEASES}") == [(0,)]


def test_a_lease_lasts_a_day_at_most(source: Source, pipeline: Pipeline, warehouse: LakeStore) -> None:
    fill(source, pipeline, source.tenant())
    content = lease(warehouse)
    lease_id = UUID(content["lease"])
    with warehouse.leasing() as conn:
        for hours in (0, -1, 25):
            with pytest.raises(InvalidInput, match="at most 24 hours"):
                leases.request(conn, hours)
        leases.renew(conn, lease_id, 24)
        source.run(f"update {leases.LEASES} set requested_at = now() - interval '23 hours'")
        leases.renew(conn, lease_id, 24)
    left = source.run(f"select extract(epoch from ends_at - now()) / 3600 from {leases.LEASES}")[0][0]
    assert 0.9 < left <= 1


def test_one_company_gets_its_files_and_in_copies_only_its_rows(
    source: Source, pipeline: Pipeline, warehouse: LakeStore, tmp_path: Path
) -> None:
    ours, theirs = source.tenant(), source.tenant("alps")
    for tenant in (ours, theirs):
        fill(source, pipeline, tenant)
    content = lease(warehouse)
    slug = source.run("select slug from tenants where id = %s", ours)[0][0]
    found = leases.of_tenant(content, slug)
    assert [tenant["tenant_id"] for tenant in found["tenants"]] == [str(ours)]
    where = f"tenant_id = '{ours}'"
    for table in FEED_TABLES:
        assert rows_of(found, table.name, where) == rows_of(content, table.name, where)
    with pytest.raises(NotFound, match="no company nowhere"):
        leases.of_tenant(content, "nowhere")
    # At the snapshot, though rows came since.
    fill(source, pipeline, ours)
    past = LakeStore(
        str(tmp_path / "lake"),
        source.url,
        memory_mb=96,
        spill=tmp_path / "past",
        snapshot=content["snapshot"],
    )
    target = tmp_path / "copy"
    target.mkdir()
    copy_tables(past, ours, target)
    with duckdb.connect() as conn:
        for documented in TABLES:
            columns = conn.execute(f"describe from '{target}/{documented.name}/rows.parquet'").fetchall()
            expected = [(column.name, column.type) for column in documented.columns]
            assert [(name, kind) for name, kind, *_ in columns] == expected
        sessions = conn.execute(f"select session_id from '{target}/sessions/rows.parquet'").fetchall()
    assert {name for (name,) in sessions} == {row[1] for row in rows_of(content, "quiz_sessions", where)}
    assert len(sessions) == 20


def test_a_lease_waits_for_a_complete_warehouse(source: Source, tmp_path: Path, store: str) -> None:
    assert store == "ducklake"
    source.tenant()
    empty = lake(tmp_path, source.url)
    empty.open()
    empty.take_over()
    with empty.leasing() as conn:
        lease_id = leases.request(conn, 1)
        empty.grant_leases()
        assert leases.find(conn, lease_id).snapshot is None
        with pytest.raises(NotFound, match="has not been granted"):
            leases.content(conn, lease_id)
    assert all(not rows for rows in warehouse_rows(empty).values())
    empty.close()


def test_the_command_takes_lists_and_ends_a_lease_of_the_running_service(
    source: Source, tmp_path: Path, store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert store == "ducklake"
    tenant = source.tenant()
    source.session(tenant, "s1")
    slug = source.run("select slug from tenants")[0][0]
    settings = {
        "ABANO_DATABASE_URL": source.url,
        "ABANO_WAREHOUSE": f"ducklake:{tmp_path / 'lake'}",
        "ABANO_DATA_DIR": str(tmp_path / "data"),
    }

    def here(*words: str) -> str:
        """What it prints, without the start of a process."""
        lease_command.run(["lease", *words], lambda: load_settings(settings), lake_at)
        return capsys.readouterr().out

    def command(*words: str) -> "subprocess.CompletedProcess[str]":
        environ = {name: value for name, value in os.environ.items() if not name.startswith("ABANO_")}
        return subprocess.run(
            [sys.executable, "-m", "abano_analytics.main", "lease", *words],
            env={**environ, **settings},
            check=False,
            capture_output=True,
            text=True,
            timeout=600,
        )

    early = command("take", "--wait", "0")
    assert early.returncode == 1
    assert "No copy of this version" in early.stderr
    service = ServiceProcess(
        source.url, tmp_path / "unused", log=tmp_path / "service.log", program=SERVICE, **settings
    )
    try:
        service.start()
        service.wait_until_ready()
        taken = command("take", "--hours", "1")
        assert taken.returncode == 0, taken.stderr
        lease_id = json.loads(taken.stdout)["lease_id"]
        assert [one["lease_id"] for one in json.loads(here("list"))] == [lease_id]
        listed = json.loads(here("files", lease_id, "--tenant", slug))
        assert [row[1] for row in rows_of(listed, "quiz_sessions")] == ["s1"]
        here("copy", lease_id, "--tenant", slug, str(tmp_path / "copy"))
        assert (tmp_path / "copy" / "sessions" / "rows.parquet").exists()
        assert json.loads(here("renew", lease_id, "--hours", "2"))["lease_id"] == lease_id
        here("end", lease_id)
        assert json.loads(here("list")) == []
        again = command("end", lease_id)
        assert again.returncode == 1
        assert again.stderr == f"abano-analytics: There is no lease {lease_id}, or it has ended.\n"
        assert "Traceback" not in early.stderr + service.log
    finally:
        service.close()
    with pytest.raises(LeaseFailed, match="No copy of analytics granted the lease in 1 seconds"):
        here("take", "--wait", "1")
    settings["ABANO_WAREHOUSE"] = str(tmp_path / "warehouse.duckdb")
    with pytest.raises(BadSettings, match="names no DuckLake"):
        here("list")
