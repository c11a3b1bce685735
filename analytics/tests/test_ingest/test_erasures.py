"""Erased personal data leaves every version in the warehouse with the next ingestion."""

from uuid import UUID, uuid5

import psycopg
import pytest
from comparison import postgres_rows, warehouse_rows
from conftest import BOTH_STORES, NOW, Pipeline, PipelineOf, Source
from periods import month

from abano_analytics.figures.query import Key
from abano_analytics.store.protocol import Store

PLANTED = "planted-by-the-person"
VISITS = UUID("11111111-2222-4333-8444-555555555555")


def fill(source: Source) -> tuple[UUID, UUID, UUID]:
    """One visitor with everything in two versions, and someone else; returns company, booking and click."""
    georgia = source.tenant()
    for session, word in (("theirs", PLANTED), ("other", "stays")):
        source.session(georgia, session, utm=("google", "cpc", word))
        source.run(
            "update quiz_sessions set utm_term = %s, utm_content = %s, entry_path = %s, gclid = %s,"
            " is_returning = true where session_id = %s",
            *[word] * 4, session,
        )  # fmt: skip
        source.answer(georgia, session, "q1", "leisure")
        source.step(georgia, uuid5(VISITS, session), "landing", utm=("google", "cpc", word))
    booking, click = source.booking(georgia, "theirs"), source.click(georgia)
    source.run("update bookings set gclid = %s, car_name = %s", PLANTED, PLANTED)
    source.run("update click_records set gclid = %s", PLANTED)
    return georgia, booking, click


def erase(source: Source, georgia: UUID, booking: UUID, click: UUID) -> None:
    """The writes of the platform's erasure, in one transaction."""
    with source.conn.transaction():
        source.run(
            "update quiz_sessions set utm_campaign = null, utm_term = null, utm_content = null, entry_path = null,"
            " gclid = null, is_returning = null where session_id = 'theirs'"
        )
        source.run("update bookings set gclid = null, car_name = 'Unknown car' where id = %s", booking)
        source.run("delete from click_records where id = %s", click)
        visit = str(uuid5(VISITS, "theirs"))
        source.run("delete from journey_events where visit_id = %s", visit)
        erased = (("session", "theirs"), ("booking", str(booking)), ("click", str(click)), ("visit", visit))
        for kind, subject in erased:
            source.run(
                "insert into warehouse_erasures (tenant_id, kind, subject, created_at) values (%s, %s, %s, %s)",
                georgia, kind, subject, NOW,
            )  # fmt: skip


def planted_in(warehouse: Store) -> list[str]:
    """The columns of the whole warehouse, in any version of any row, that contain the person's text."""
    with warehouse.reading() as conn:
        columns = conn.execute(
            "select table_name, column_name from duckdb_columns() where database_name = current_database()"
            " and schema_name = current_schema() and not internal"
        ).fetchall()
        assert ("quiz_sessions", "utm_term") in columns
        return [
            f"{table}.{column}"
            for table, column in columns
            if conn.execute(
                f"select 1 from {table} where {column}::varchar like '%{PLANTED}%' limit 1"
            ).fetchone()
        ]


@pytest.mark.parametrize("store", BOTH_STORES)
def test_an_erasure_leaves_no_version_and_the_figures_stay(source: Source, pipeline: Pipeline) -> None:
    georgia, booking, click = fill(source)
    pipeline.ingest.run()
    source.set_status(georgia, booking, "confirmed")
    pipeline.ingest.run()
    key: Key = (georgia, "overview", month(2026, 6))
    before = pipeline.figures.count(key).body
    assert len(planted_in(pipeline.warehouse)) >= 6

    erase(source, georgia, booking, click)
    pipeline.ingest.run()
    assert planted_in(pipeline.warehouse) == []
    with pipeline.warehouse.reading() as conn:
        assert conn.execute("select session_id from quiz_sessions where is_returning").fetchall() == [
            ("other",)
        ]
    assert warehouse_rows(pipeline.warehouse) == postgres_rows(source.url)
    assert pipeline.figures.count(key).body == before
    campaigns: Key = (georgia, "campaigns", month(2026, 6))
    assert PLANTED.encode() not in pipeline.figures.count(campaigns).body
    assert b"stays" in pipeline.figures.count(campaigns).body


def test_a_long_transaction_does_not_hold_an_erasure_up(source: Source, pipeline: Pipeline) -> None:
    georgia, booking, click = fill(source)
    pipeline.ingest.run()
    with psycopg.connect(source.url) as other:
        other.execute("select pg_current_xact_id()")
        erase(source, georgia, booking, click)
        pipeline.ingest.run()
        assert planted_in(pipeline.warehouse) == []
        pipeline.ingest.run()
    source.session(georgia, "later")
    pipeline.ingest.run()
    assert planted_in(pipeline.warehouse) == []
    assert warehouse_rows(pipeline.warehouse) == postgres_rows(source.url)


@pytest.mark.parametrize("store", BOTH_STORES)
def test_an_erasure_while_analytics_was_away_is_followed_at_its_start(
    source: Source, pipeline_of: PipelineOf
) -> None:
    georgia, booking, click = fill(source)
    first = pipeline_of(source.url)
    first.ingest.run()
    assert planted_in(first.warehouse)
    erase(source, georgia, booking, click)
    again = pipeline_of(source.url)
    again.ingest.run()
    assert planted_in(again.warehouse) == []
    assert warehouse_rows(again.warehouse) == postgres_rows(source.url)


def test_an_erasure_that_could_not_be_written_is_followed_at_the_next_try(
    source: Source, pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    georgia, booking, click = fill(source)
    pipeline.ingest.run()
    erase(source, georgia, booking, click)

    def fail(*_: object) -> None:
        raise RuntimeError("no")

    with monkeypatch.context() as patch:
        patch.setattr("abano_analytics.store.writer.move_watermarks", fail)
        with pytest.raises(RuntimeError):
            pipeline.ingest.run()
    assert planted_in(pipeline.warehouse)
    pipeline.ingest.run()
    assert planted_in(pipeline.warehouse) == []
