"""Refreshed figures equal the slow computation after any sequence of changes."""

import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, get_args
from uuid import UUID
from zoneinfo import ZoneInfo

import duckdb
import orjson
import polars as pl
import pytest
from conftest import BOTH_STORES, NOW, Pipeline, Source, stores_and_seeds
from histories import ZONES, Asked, History, a_month, a_year, anything
from periods import TBILISI, month, whole_year
from slow_figures import SlowFigures
from test_against_slow_computation import BODY_NAME, assert_equal

from abano_analytics.figures import statements
from abano_analytics.figures.counts import Counts, Scope
from abano_analytics.figures.incremental import IncrementalCounter
from abano_analytics.figures.query import Counted, Filters, Key
from abano_analytics.figures.refresher import Refresher
from abano_analytics.figures.service import Figures
from abano_analytics.jobs.compact import Compaction
from abano_analytics.jobs.reconcile import Reconciliation
from abano_analytics.progress import COUNTED, REFRESH_FAILURES
from abano_analytics.store import reader
from abano_analytics.store.file import FileStore
from abano_analytics.store.reader import TenantState
from abano_shared.contract.figures import Figure

BOTH = pytest.mark.parametrize("store", BOTH_STORES)
JUNE = month(2026, 6)
YEAR = whole_year(2026)
A_JUNE = a_month(2026, 6)
FIGURES: tuple[Figure, ...] = get_args(Figure)
PHONES = Filters(device="phone")


def counted(how: str) -> float:
    return float(COUNTED.labels(how)._value.get())


@pytest.mark.parametrize(("store", "seed"), stores_and_seeds(2))
def test_watched_figures_follow_every_change(
    source: Source, pipeline: Pipeline, store: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if seed % 2:
        monkeypatch.setattr(statements, "MANY_SESSIONS", 0)
    dice = random.Random(seed)  # noqa: S311 - repeatable on purpose
    tenant = source.tenant("company", ZONES[seed])
    history = History(source, tenant, ZoneInfo(ZONES[seed]), dice)
    watched = [a_year(2026), a_month(2026, 3), *(anything(dice) for _ in range(4))]
    compaction = Compaction(pipeline.warehouse, pipeline.progress)
    before = counted("incremental")
    # Each batch of a lake takes its time.
    for number in range(30 if store == "ducklake" else 60):
        history.visit(number)
        if dice.random() < 0.6:
            history.change_of_mind(number + 1)
        if dice.random() < 0.2:
            pipeline.ingest.run()
        if dice.random() < 0.08:
            compaction.run(least_rows=1)
        if pipeline.progress.is_complete and dice.random() < 0.5:
            figure: Figure = dice.choice([*BODY_NAME, "timeline-day", "weekhours"])
            pipeline.figures.count((tenant, figure, dice.choice(watched).query(ZONES[seed])))
    pipeline.ingest.run()
    slow = SlowFigures(source.url, tenant)
    for asked in watched:
        assert_equal(pipeline, slow, tenant, asked)
    assert counted("incremental") > before


@BOTH
def test_a_session_that_leaves_a_filter_takes_its_conversion_along(
    source: Source, pipeline: Pipeline
) -> None:
    tenant = company(source)
    source.session(tenant, "s1", device="phone")
    source.booking(tenant, "s1")
    pipeline.ingest.run()
    phones = a_month(2026, 6, PHONES)
    assert_equal_to_slow(source, pipeline, tenant, phones)
    source.run("update quiz_sessions set device = 'tablet'")
    pipeline.ingest.run()
    assert_equal_to_slow(source, pipeline, tenant, phones)


@BOTH
def test_an_answer_takes_its_session_into_a_filter_and_out_of_it(source: Source, pipeline: Pipeline) -> None:
    tenant = company(source)
    source.session(tenant, "s1")
    source.answer(tenant, "s1", "q4", "solo", NOW.replace(year=2025))
    source.session(tenant, "s2")
    source.booking(tenant, "s1")
    source.answer(tenant, "s1", "q1", "leisure")
    pipeline.ingest.run()
    leisure = a_month(2026, 6, Filters(answers=("q1:leisure", "q9:(none)")))
    for value, is_counted, sessions in (
        ("leisure", True, 1),
        ("family", True, 0),
        ("leisure", False, 0),
        ("leisure", True, 1),
    ):
        source.answer(tenant, "s1", "q1", value, is_counted=is_counted)
        pipeline.ingest.run()
        assert_equal_to_slow(source, pipeline, tenant, leisure)
        key: Key = (tenant, "overview", leisure.query(TBILISI))
        assert f'"totalSessions":{sessions}'.encode() in pipeline.figures.count(key).body
    source.answer(tenant, "s1", "q9", "hotel")
    pipeline.ingest.run()
    assert_equal_to_slow(source, pipeline, tenant, leisure)


@BOTH
def test_a_booking_whose_cancellation_is_taken_back_converts_again(
    source: Source, pipeline: Pipeline
) -> None:
    tenant = company(source)
    source.session(tenant, "s1")
    booking = source.booking(tenant, "s1")
    for status, converted in (("pending", 1), ("cancelled", 0), ("pending", 1)):
        source.set_status(tenant, booking, status)
        pipeline.ingest.run()
        assert_equal_to_slow(source, pipeline, tenant, A_JUNE)
        body = orjson.loads(pipeline.figures.count((tenant, "overview", JUNE)).body + b"}")
        assert body[BODY_NAME["overview"]]["conversionCount"] == converted


@BOTH
def test_erased_sessions_are_not_counted_any_more(source: Source, pipeline: Pipeline) -> None:
    tenant = company(source)
    for number in range(4):
        source.session(tenant, f"s{number}")
        source.answer(tenant, f"s{number}", "q1", "leisure")
    pipeline.ingest.run()
    assert_equal_to_slow(source, pipeline, tenant, A_JUNE)
    source.run("delete from quiz_sessions where session_id = 's2'")
    assert Reconciliation(pipeline.feed, pipeline.warehouse, pipeline.progress).run() == 2
    assert_equal_to_slow(source, pipeline, tenant, A_JUNE)


def test_another_time_zone_asks_for_other_instants(source: Source, pipeline: Pipeline) -> None:
    tenant = company(source, "Pacific/Kiritimati")
    source.session(tenant, "s1", NOW.replace(day=30, hour=18))
    pipeline.ingest.run()
    assert_equal_to_slow(source, pipeline, tenant, A_JUNE)
    source.run("update tenant_settings set timezone = 'Europe/Vienna'")
    pipeline.ingest.run()
    assert_equal_to_slow(source, pipeline, tenant, A_JUNE)


@BOTH
def test_an_answer_from_before_its_session_is_found_again(source: Source, pipeline: Pipeline) -> None:
    """Clocks of several copies differ: the first answer may seem older than its session."""
    tenant = company(source)
    source.session(tenant, "s1")
    source.answer(tenant, "s1", "q1", "leisure", NOW.replace(year=2025))
    pipeline.ingest.run()
    assert_equal_to_slow(source, pipeline, tenant, A_JUNE)
    source.booking(tenant, "s1")
    source.answer(tenant, "s1", "q4", "solo", NOW.replace(year=2024))
    pipeline.ingest.run()
    assert_equal_to_slow(source, pipeline, tenant, A_JUNE)
    source.answer(tenant, "s1", "q4", "couple", NOW)
    pipeline.ingest.run()
    assert_equal_to_slow(source, pipeline, tenant, A_JUNE)


class Watching:
    """Figures with the test's clock and one company's cached overview."""

    def __init__(self, source: Source, pipeline: Pipeline) -> None:
        self.source, self.pipeline = source, pipeline
        self.now = 0.0
        self.figures = Figures(pipeline.warehouse, pipeline.progress, monotonic=lambda: self.now)
        self.tenant = source.tenant()
        pipeline.ingest.run()
        self.key: Key = (self.tenant, "overview", JUNE)
        self.figures.count(self.key)

    def visit(self, session_id: str) -> None:
        """Ingest and announce one more visitor."""
        self.source.session(self.tenant, session_id)
        self.pipeline.ingest.run()
        self.figures.cache.notice()

    def polled(self) -> bytes | None:
        answer = self.figures.cache.for_poll(self.key)
        return answer.body if answer else None


def test_what_is_watched_is_counted_without_being_asked_for(source: Source, pipeline: Pipeline) -> None:
    watching = Watching(source, pipeline)
    figures = watching.figures
    other = source.tenant("alps")
    pipeline.ingest.run()
    unwatched: Key = (other, "overview", JUNE)
    figures.count(unwatched)
    assert watching.polled()
    source.session(other, "s1")
    watching.visit("s1")
    # Until it has been counted, a poll returns the last result and its time.
    body = watching.polled()
    assert body is not None
    assert b'"totalSessions":0' in body
    answer = figures.cache.for_poll(watching.key)
    assert answer is not None
    through = figures.data_through(watching.key, answer)
    newest = pipeline.progress.data_through
    assert newest is not None
    assert through is None or through < newest
    assert figures.count_pending()
    assert not figures.count_pending()
    answer = figures.cache.for_poll(watching.key)
    assert answer is not None
    assert b'"totalSessions":1' in answer.body
    assert figures.data_through(watching.key, answer) == newest
    # The other one is not watched, so its poll has to count.
    assert figures.cache.for_poll(unwatched) is None


class FailingCounter(IncrementalCounter):
    """Fails to count one company."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self.error = error
        self.broken: UUID | None = None
        self.failed = 0

    def count(self, scope: Scope, figures: Sequence[Counted]) -> dict[Counted, Counts]:
        if scope.tenant_id == self.broken:
            self.failed += 1
            raise self.error
        return super().count(scope, figures)


@pytest.mark.parametrize(
    "error",
    [
        pl.exceptions.ComputeError("cannot compare"),
        pl.exceptions.PanicException("index out of bounds"),
        duckdb.OutOfMemoryException("failed to allocate"),
        MemoryError(),
        ValueError("a figure that is none"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_company_that_cannot_be_counted_holds_up_no_one_else(
    source: Source, pipeline: Pipeline, error: BaseException
) -> None:
    now, counter = 0.0, FailingCounter(error)
    figures = Figures(pipeline.warehouse, pipeline.progress, lambda: now, counter)
    broken, other = source.tenant("georgia"), source.tenant("alps")
    pipeline.ingest.run()
    keys: list[Key] = [(broken, "overview", JUNE), (other, "overview", JUNE)]
    for key in keys:
        figures.count(key)
        assert figures.cache.for_poll(key)
    counter.broken = broken
    failures = REFRESH_FAILURES._value.get()
    refresher = Refresher(figures)
    refresher.start()
    try:
        for number in range(3):
            source.session(broken, f"b{number}")
            source.session(other, f"o{number}")
            pipeline.ingest.run()
            refresher.announced()
            wait_until(lambda: is_current(figures, pipeline, keys[1]))
        # Each failure doubles the delay, and this clock has not moved since the first one.
        assert counter.failed == 1
        # A failure is recorded after the company is postponed: only then may the clock move.
        wait_until(lambda: REFRESH_FAILURES._value.get() == failures + 1)
        now = 2.0
        wait_until(lambda: REFRESH_FAILURES._value.get() == failures + 2)
        now = 6.0
        wait_until(lambda: REFRESH_FAILURES._value.get() == failures + 3)
        assert counter.failed == 3
        counter.broken, now = None, 14.0
        figures.cache.for_poll(keys[0])
        wait_until(lambda: is_current(figures, pipeline, keys[0]))
    finally:
        refresher.stop()
    assert REFRESH_FAILURES._value.get() == failures + 3


def is_current(figures: Figures, pipeline: Pipeline, key: Key) -> bool:
    answer = figures.cache.for_poll(key)
    return answer is not None and answer.version >= pipeline.progress.versions[key[0]]


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_who_polls_counts_when_nothing_is_refreshed(source: Source, pipeline: Pipeline) -> None:
    watching = Watching(source, pipeline)
    assert watching.polled()
    watching.visit("s1")
    for watching.now in (5.0, 10.0, 15.0):
        assert watching.polled()
        assert watching.figures.cache.behind_seconds() == watching.now
    watching.now = 15.1
    assert watching.polled() is None
    assert b'"totalSessions":1' in watching.figures.count(watching.key).body
    assert watching.polled()
    assert watching.figures.cache.behind_seconds() == 0


def test_a_page_opened_after_a_while_is_current(source: Source, pipeline: Pipeline) -> None:
    watching = Watching(source, pipeline)
    assert watching.polled()
    watching.now = 60.0
    watching.visit("s1")
    watching.now = 90.0
    # No longer watched: polls get no outdated answer.
    assert watching.polled() is None
    assert watching.polled() is None
    assert watching.figures.count_pending()
    assert watching.polled()


class LookedAt(dict[UUID, int]):
    """Versions with a hook that runs directly after they are read."""

    def __init__(self, versions: dict[UUID, int], then: Callable[[], None]) -> None:
        super().__init__(versions)
        self._then = then

    def get(self, *arguments: Any) -> Any:
        found = super().get(*arguments)
        self._then()
        return found


def test_what_comes_in_while_a_poll_is_answered_is_not_called_included(
    source: Source, pipeline: Pipeline
) -> None:
    watching = Watching(source, pipeline)
    answer = watching.figures.cache.for_poll(watching.key)
    assert answer is not None
    before = pipeline.progress.data_through
    pipeline.progress.versions = LookedAt(pipeline.progress.versions, lambda: watching.visit("s1"))
    assert watching.figures.data_through(watching.key, answer) == before
    assert pipeline.progress.data_through != before


def test_what_comes_in_while_counting_is_pending_again(source: Source, pipeline: Pipeline) -> None:
    watching = Watching(source, pipeline)
    assert watching.polled()
    watching.visit("s1")
    state = reader.tenant_state

    def slowly(*arguments: Any) -> TenantState:
        seen = state(*arguments)
        watching.visit("s2")
        return seen

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "tenant_state", slowly)
        assert watching.figures.count_pending()
    assert b'"totalSessions":1' in (watching.polled() or b"")
    assert watching.figures.count_pending()
    assert b'"totalSessions":2' in (watching.polled() or b"")
    assert not watching.figures.count_pending()


def test_what_comes_in_during_a_first_count_is_counted_after_it(source: Source, pipeline: Pipeline) -> None:
    tenant = company(source)
    pipeline.ingest.run()
    figures = pipeline.figures
    key: Key = (tenant, "overview", JUNE)
    state = reader.tenant_state

    def slowly(*arguments: Any) -> TenantState:
        seen = state(*arguments)
        source.session(tenant, "s1")
        pipeline.ingest.run()
        figures.cache.notice()
        return seen

    assert figures.cache.for_poll(key) is None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "tenant_state", slowly)
        figures.count(key)
    # Nothing else is announced; the next poll gets the last result and triggers a count.
    given = figures.cache.for_poll(key)
    assert given is not None
    assert b'"totalSessions":0' in given.body
    assert figures.count_pending()
    given = figures.cache.for_poll(key)
    assert given is not None
    assert b'"totalSessions":1' in given.body
    assert not figures.count_pending()


def test_who_waits_at_the_same_time_is_counted_for_together(
    source: Source, pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    tenant = company(source)
    pipeline.ingest.run()
    queries = (YEAR, month(2026, 6, filters=PHONES))
    keys: list[Key] = [(tenant, figure, query) for figure in FIGURES for query in queries]
    state = reader.tenant_state
    counts: list[int] = []

    def noted(*arguments: Any) -> TenantState:
        counts.append(1)
        return state(*arguments)

    monkeypatch.setattr(reader, "tenant_state", noted)
    assert isinstance(pipeline.warehouse, FileStore)
    with ThreadPoolExecutor(len(keys)) as pool:
        with pipeline.warehouse._connection.no_readers():
            waiting = [pool.submit(pipeline.figures.count, key) for key in keys]
            until = time.monotonic() + 240
            while len(pipeline.figures.pool._jobs) < len(keys):
                assert time.monotonic() < until
                time.sleep(0.01)
        answers = [one.result() for one in waiting]
    # The first request, and then once for each query.
    assert len(counts) <= 1 + len(queries)
    assert not pipeline.figures.pool._jobs
    alone = Figures(pipeline.warehouse, pipeline.progress)
    for key, answer in zip(keys, answers, strict=True):
        fresh = alone.count(key)
        assert (answer.tag, answer.body) == (fresh.tag, fresh.body), key


def test_all_of_a_page_is_counted_together(source: Source, pipeline: Pipeline) -> None:
    watching = Watching(source, pipeline)
    # Filter options are the same for each filter.
    queries = (YEAR, month(2026, 6, filters=PHONES), month(2026, 6, filters=Filters(device="tablet")))
    keys: list[Key] = [(watching.tenant, figure, query) for figure in FIGURES for query in queries]
    with watching.figures.pool.waiting_for(keys) as futures:
        for key in keys:
            futures[key].result()
            watching.figures.cache.for_poll(key)
    watching.visit("s1")
    source.answer(watching.tenant, "s1", "q1", "solo")
    watching.visit("s2")
    assert watching.figures.count_pending()
    assert not watching.figures.count_pending()
    alone = Figures(pipeline.warehouse, pipeline.progress)
    for key in keys:
        answer = watching.figures.cache.for_poll(key)
        assert answer is not None
        fresh = alone.count(key)
        assert (answer.tag, answer.body) == (fresh.tag, fresh.body), key


def company(source: Source, timezone: str = TBILISI) -> UUID:
    """A company with a quiz and no visitors."""
    tenant: UUID = source.tenant("company", timezone)
    History(source, tenant, ZoneInfo(timezone), random.Random(1))  # noqa: S311 - repeatable on purpose
    return tenant


def assert_equal_to_slow(source: Source, pipeline: Pipeline, tenant: UUID, asked: Asked) -> None:
    assert_equal(pipeline, SlowFigures(source.url, tenant), tenant, asked)
