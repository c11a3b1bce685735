"""Transactions that commit out of order, held open across ingests: the warehouse still equals Postgres exactly."""

import random
from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import psycopg
import pytest
from comparison import postgres_rows, warehouse_rows
from conftest import BOTH_STORES, NOW, Pipeline, Source, stores_and_seeds

from abano_analytics.jobs.compact import Compaction

BOTH = pytest.mark.parametrize("store", BOTH_STORES)


@BOTH
def test_a_row_committed_late_is_not_lost(source: Source, pipeline: Pipeline) -> None:
    """The case that "id greater than the last one" misses: an older transaction commits after a newer one."""
    tenant = source.tenant()
    with psycopg.connect(source.url) as slow:
        Source(slow, source.url).session(tenant, "slow")
        source.session(tenant, "quick")
        pipeline.ingest.run()
        slow.commit()
    pipeline.ingest.run()
    assert warehouse_rows(pipeline.warehouse) == postgres_rows(source.url)
    assert [row[1] for row in warehouse_rows(pipeline.warehouse)["quiz_sessions"]] == ["quick", "slow"]


@BOTH
def test_newest_answer_wins_whichever_order_it_was_read_in(source: Source, pipeline: Pipeline) -> None:
    tenant = source.tenant()
    source.session(tenant, "s")
    for value in ("city", "nature", "both", "nature"):
        source.answer(tenant, "s", "q13", value)
        pipeline.ingest.run()
    assert [row[3] for row in warehouse_rows(pipeline.warehouse)["quiz_answers"]] == ["nature"]


def test_a_rolled_back_transaction_leaves_no_trace(source: Source, pipeline: Pipeline) -> None:
    tenant = source.tenant()
    with psycopg.connect(source.url) as undecided:
        Source(undecided, source.url).session(tenant, "never")
        pipeline.ingest.run()
        undecided.rollback()
    pipeline.ingest.run()
    assert warehouse_rows(pipeline.warehouse)["quiz_sessions"] == []


class Writer:
    """A connection that is inside a transaction most of the time, writing its own rows."""

    def __init__(self, url: str, tenant: UUID, name: str, dice: random.Random) -> None:
        self._conn = psycopg.connect(url)
        # Two writers may touch the same row: the one that would wait is aborted instead.
        self._conn.execute("set lock_timeout = '20ms'")
        self._conn.commit()
        self._source = Source(self._conn, url)
        self._tenant, self._name, self._dice = tenant, name, dice
        self._count = 0
        self._bookings: list[UUID] = []

    def step(self) -> None:
        steps: list[Callable[[], None]] = [
            self._start,
            self._answer,
            self._answer,
            self._view,
            self._complete,
            self._book,
            self._change_status,
            self._click,
            self._conn.commit,
            self._conn.commit,
            self._conn.rollback,
        ]
        try:
            self._dice.choice(steps)()
        except (psycopg.errors.LockNotAvailable, psycopg.errors.ForeignKeyViolation):
            self._conn.rollback()

    def finish(self) -> None:
        self._conn.commit()
        self._conn.close()

    def _any(self) -> str:
        return f"{self._dice.choice(['a', 'b', 'c'])}{self._dice.randrange(max(1, self._count))}"

    def _start(self) -> None:
        self._source.session(self._tenant, f"{self._name}{self._count}", NOW + timedelta(seconds=self._count))
        self._count += 1

    def _answer(self) -> None:
        value = self._dice.choice(["yes", "no", "maybe"])
        self._source.answer(self._tenant, self._any(), f"q{self._dice.randrange(4)}", value)

    def _view(self) -> None:
        self._source.view(self._tenant, self._any(), f"q{self._dice.randrange(4)}")

    def _complete(self) -> None:
        self._source.complete(self._tenant, self._any(), NOW + timedelta(minutes=self._dice.randrange(90)))

    def _book(self) -> None:
        self._bookings.append(self._source.booking(self._tenant, self._any()))

    def _change_status(self) -> None:
        if self._bookings:
            status = self._dice.choice(["confirmed", "cancelled", "active"])
            self._source.set_status(self._tenant, self._dice.choice(self._bookings), status)

    def _click(self) -> None:
        self._source.click(self._tenant)


@pytest.mark.parametrize(("store", "seed"), stores_and_seeds(3))
def test_random_interleavings_end_equal(
    source: Source, pipeline: Pipeline, store: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Tiny batches, so that catching up takes several of them.
    monkeypatch.setattr("abano_analytics.jobs.ingest.BATCH_ROWS", 3)
    monkeypatch.setattr("abano_analytics.jobs.ingest.SMALL_GAP", 4)
    dice = random.Random(seed)  # noqa: S311 - repeatable on purpose
    tenants = [source.tenant(), source.tenant("alps", "Europe/Vienna")]
    writers = [Writer(source.url, dice.choice(tenants), name, dice) for name in "abc"]
    compaction = Compaction(pipeline.warehouse, pipeline.progress)
    # Each batch of a lake takes its time.
    for _ in range(80 if store == "ducklake" else 160):
        dice.choice(writers).step()
        if dice.random() < 0.12:
            pipeline.ingest.run()
            # Never ahead of Postgres: nothing uncommitted, nothing that was rolled back.
            inside = {row[1] for row in warehouse_rows(pipeline.warehouse)["quiz_sessions"]}
            assert inside <= {row[1] for row in postgres_rows(source.url)["quiz_sessions"]}
        if dice.random() < 0.03:
            compaction.run(least_rows=1)
    for writer in writers:
        writer.finish()
    pipeline.ingest.run()
    assert warehouse_rows(pipeline.warehouse) == postgres_rows(source.url)
    compaction.run(least_rows=1)
    assert warehouse_rows(pipeline.warehouse) == postgres_rows(source.url)
