"""Rows deleted in Postgres are deleted in the warehouse, too."""

from datetime import timedelta

import pytest
from comparison import postgres_rows, warehouse_rows
from conftest import BOTH_STORES, NOW, Pipeline, Source
from periods import month

from abano_analytics.figures.query import Key
from abano_analytics.jobs.reconcile import Reconciliation


@pytest.mark.parametrize("store", BOTH_STORES)
def test_deleted_rows_are_dropped_and_the_figures_follow(source: Source, pipeline: Pipeline) -> None:
    georgia, alps = source.tenant(), source.tenant("alps", "Europe/Vienna")
    for tenant in (georgia, alps):
        for number in range(5):
            source.session(tenant, f"s{number}")
            source.answer(tenant, f"s{number}", "q1", "leisure")
            source.click(tenant, NOW - timedelta(days=20 * number))
    pipeline.ingest.run()
    key: Key = (georgia, "overview", month(2026, 6))
    assert b'"totalSessions":5' in pipeline.figures.count(key).body
    reconciliation = Reconciliation(pipeline.feed, pipeline.warehouse, pipeline.progress)
    assert reconciliation.run() == 0

    source.run("delete from click_records where created_at < %s", NOW - timedelta(days=50))
    source.run("delete from quiz_sessions where tenant_id = %s and session_id = 's1'", georgia)
    # Others are added and changed in parallel, so that the counts alone would match.
    source.session(georgia, "s9")
    source.answer(georgia, "s2", "q1", "family")
    assert reconciliation.run() == 2 * 2 + 2
    assert pipeline.figures.cache.for_poll(key) is None
    pipeline.ingest.run()
    assert warehouse_rows(pipeline.warehouse) == postgres_rows(source.url)
    assert b'"totalSessions":5' in pipeline.figures.count(key).body
    assert reconciliation.run() == 0


@pytest.mark.parametrize("store", BOTH_STORES)
def test_click_ids_of_an_erased_customer_stay_in_no_version(source: Source, pipeline: Pipeline) -> None:
    georgia = source.tenant()
    source.session(georgia, "s1")
    erased, other = source.booking(georgia, "s1"), source.booking(georgia, "s1")
    source.run("update bookings set gclid = 'click-of-' || id, wbraid = 'w'")
    pipeline.ingest.run()
    source.run("update bookings set status = 'confirmed'")
    pipeline.ingest.run()
    # The columns of a booking after the platform's erasure.
    source.run("update bookings set gclid = null, gbraid = null, wbraid = null where id = %s", erased)
    pipeline.ingest.run()
    key: Key = (georgia, "overview", month(2026, 6))
    before = pipeline.figures.count(key).body
    versions = "select distinct booking_id, gclid, wbraid from bookings"
    others = (other, f"click-of-{other}", "w")
    with pipeline.warehouse.reading() as conn:
        assert len(conn.execute(versions).fetchall()) == 3
    Reconciliation(pipeline.feed, pipeline.warehouse, pipeline.progress).run()
    with pipeline.warehouse.reading() as conn:
        assert set(conn.execute(versions).fetchall()) == {(erased, None, None), others}
    assert pipeline.figures.count(key).body == before
