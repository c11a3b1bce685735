"""The time of a snapshot: nothing that commits after the snapshot may have an earlier time."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import psycopg
import pytest
from conftest import Pipeline, Source

from abano_analytics.source import feed

GATE = 4711
WAIT_SECONDS = 240.0
# The product's statement, which here waits for a lock between taking its snapshot and returning.
GATED = f"""
with gate as materialized (select pg_advisory_xact_lock_shared({GATE})::text as passed), asked as ({{statement}})
select asked.* from gate left join lateral (select * from asked where gate.passed is not null) asked on true
"""


@contextmanager
def closed_gate(url: str) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute("select pg_advisory_lock(%s)", [GATE])
        yield conn


def wait_until_someone_waits(conn: psycopg.Connection[Any]) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        row = conn.execute(
            "select count(*) from pg_locks where locktype = 'advisory' and objid = %s and not granted", [GATE]
        ).fetchone()
        if row is not None and row[0]:
            return
        time.sleep(0.01)
    pytest.fail("No one waits at the gate.")


def moment(conn: psycopg.Connection[Any]) -> datetime:
    row = conn.execute("select clock_timestamp()").fetchone()
    assert row is not None
    return row[0]  # type: ignore[no-any-return]


def test_what_commits_between_snapshot_and_answer_is_not_called_included(
    source: Source, pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    tenant = source.tenant()
    pipeline.ingest.run()
    gated = GATED.format(statement=feed.QUERIES["snapshot"].rstrip().rstrip(";"))
    monkeypatch.setitem(feed.QUERIES, "snapshot", gated)
    with closed_gate(source.url) as gate:
        ingest = threading.Thread(target=pipeline.ingest.run)
        ingest.start()
        try:
            wait_until_someone_waits(gate)
            before = moment(gate)
            source.session(tenant, "in-between")
        finally:
            gate.execute("select pg_advisory_unlock(%s)", [GATE])
            ingest.join(WAIT_SECONDS)
    with pipeline.warehouse.reading() as conn:
        rows = conn.execute("select count(*) from quiz_sessions").fetchone()
    through = pipeline.progress.data_through
    assert through is not None
    # Either the row is included, or the moment is before it.
    assert rows == (1,) or through <= before
    assert rows == (0,), "the snapshot was taken before the row, or this test proves nothing"
