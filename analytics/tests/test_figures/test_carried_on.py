"""Counts that are carried on from change to change equal the slow computation, whatever happened in between."""

import random
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from conftest import BOTH_STORES, NOW, Pipeline, Source, stores_and_seeds
from histories import ZONES, History, any_view
from slow_figures import SlowFigures
from test_against_slow_computation import BODY_NAME, assert_equal

from abano_analytics.figures import Figures, Key
from abano_analytics.jobs.compact import Compaction
from abano_analytics.jobs.reconcile import Reconciliation
from abano_analytics.periods import Period
from abano_analytics.store.reader import Figure
from abano_analytics.telemetry import COUNTED
from abano_analytics.views import Filters, View

BOTH = pytest.mark.parametrize("store", BOTH_STORES)
JUNE = View(Period(2026, 6))


def counted(how: str) -> float:
    return COUNTED.labels(how)._value.get()


@pytest.mark.parametrize(("store", "seed"), stores_and_seeds(4))
def test_watched_figures_follow_every_change(source: Source, pipeline: Pipeline, seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 - repeatable on purpose
    tenant = source.tenant("company", ZONES[seed])
    history = History(source, tenant, ZoneInfo(ZONES[seed]), dice)
    watched = [View(Period(2026, None)), View(Period(2026, 3)), *(any_view(dice) for _ in range(4))]
    compaction = Compaction(pipeline.warehouse, pipeline.progress)
    before = counted("carried_on")
    for number in range(60):
        history.visit(number)
        if dice.random() < 0.6:
            history.change_of_mind(number + 1)
        if dice.random() < 0.2:
            pipeline.ingest.run()
        if dice.random() < 0.08:
            compaction.run(least_rows=1)
        if pipeline.progress.is_complete and dice.random() < 0.5:
            figure: Figure = dice.choice(list(BODY_NAME))
            pipeline.figures.count((tenant, figure, dice.choice(watched)))
    pipeline.ingest.run()
    slow = SlowFigures(source.url, tenant)
    for view in watched:
        assert_equal(pipeline, slow, tenant, view)
    assert counted("carried_on") > before


@BOTH
def test_a_session_that_leaves_a_view_takes_its_conversion_along(source: Source, pipeline: Pipeline) -> None:
    tenant = company(source)
    source.session(tenant, "s1", device="phone")
    source.booking(tenant, "s1")
    pipeline.ingest.run()
    phones = View(JUNE.period, Filters(device="phone"))
    assert_equal_to_slow(source, pipeline, tenant, phones)
    source.run("update quiz_sessions set device = 'tablet'")
    pipeline.ingest.run()
    assert_equal_to_slow(source, pipeline, tenant, phones)


@BOTH
def test_erased_sessions_are_not_carried_along(source: Source, pipeline: Pipeline) -> None:
    tenant = company(source)
    for number in range(4):
        source.session(tenant, f"s{number}")
        source.answer(tenant, f"s{number}", "q1", "leisure")
    pipeline.ingest.run()
    assert_equal_to_slow(source, pipeline, tenant, JUNE)
    source.run("delete from quiz_sessions where session_id = 's2'")
    assert Reconciliation(pipeline.feed, pipeline.warehouse, pipeline.progress).run() == 2
    assert_equal_to_slow(source, pipeline, tenant, JUNE)


def test_another_time_zone_counts_anew(source: Source, pipeline: Pipeline) -> None:
    tenant = company(source, "Pacific/Kiritimati")
    source.session(tenant, "s1", NOW.replace(day=30, hour=18))
    pipeline.ingest.run()
    assert_equal_to_slow(source, pipeline, tenant, JUNE)
    source.run("update tenant_settings set timezone = 'Europe/Vienna'")
    pipeline.ingest.run()
    assert_equal_to_slow(source, pipeline, tenant, JUNE)


@BOTH
def test_an_answer_from_before_its_session_is_found_again(source: Source, pipeline: Pipeline) -> None:
    """Clocks of several copies differ: the first answer may seem older than the session it belongs to."""
    tenant = company(source)
    source.session(tenant, "s1")
    source.answer(tenant, "s1", "q1", "leisure", NOW.replace(year=2025))
    pipeline.ingest.run()
    assert_equal_to_slow(source, pipeline, tenant, JUNE)
    source.booking(tenant, "s1")
    source.answer(tenant, "s1", "q4", "solo", NOW.replace(year=2024))
    pipeline.ingest.run()
    assert_equal_to_slow(source, pipeline, tenant, JUNE)
    source.answer(tenant, "s1", "q4", "couple", NOW)
    pipeline.ingest.run()
    assert_equal_to_slow(source, pipeline, tenant, JUNE)


def test_what_is_watched_is_counted_before_it_is_announced(source: Source, pipeline: Pipeline) -> None:
    tenant, other = source.tenant(), source.tenant("alps")
    now = 0.0
    figures = Figures(pipeline.warehouse, pipeline.progress, monotonic=lambda: now)
    pipeline.ingest.run()
    key: Key = (tenant, "overview", JUNE)
    unwatched: Key = (other, "overview", JUNE)
    figures.count(key)
    figures.count(unwatched)
    source.session(tenant, "s1")
    source.session(other, "s1")
    now = 5.0
    assert figures.remembered(key) is not None
    now = 13.0
    before = dict(pipeline.progress.versions)
    pipeline.ingest.run()
    after = pipeline.progress.versions
    assert after != before
    figures.count_ahead(after)
    ready = figures.remembered(key)
    assert ready is not None
    assert b'"totalSessions":1' in ready.body
    assert figures.remembered(unwatched) is None


def company(source: Source, timezone: str = "Asia/Tbilisi") -> UUID:
    """A company with a quiz and no visitors."""
    tenant: UUID = source.tenant("company", timezone)
    History(source, tenant, ZoneInfo(timezone), random.Random(1))  # noqa: S311 - repeatable on purpose
    return tenant


def assert_equal_to_slow(source: Source, pipeline: Pipeline, tenant: UUID, view: View) -> None:
    assert_equal(pipeline, SlowFigures(source.url, tenant), tenant, view)
