"""The order of counts. A count here ends when the test allows it."""

import threading
from collections.abc import Hashable, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest

from abano_analytics.errors import CountingBusy, UnknownTenant
from abano_analytics.figures.cache import Answer
from abano_analytics.figures.pool import (
    ABANDONED_AFTER_SECONDS,
    MAX_WAITING_PER_TENANT,
    CountingPool,
    Running,
)
from abano_analytics.figures.query import FigureQuery, Filters, Key

PATIENCE = 120.0
JUNE = FigureQuery(datetime(2026, 6, 1, tzinfo=UTC), datetime(2026, 7, 1, tzinfo=UTC))
ANSWER = Answer(1, "tag", b"{", None, None)


def key_of(company: UUID, campaign: str) -> Key:
    return (company, "answers", replace(JUNE, filters=Filters(utm_campaign=campaign)))


class Counting:
    """Counts start and wait until they are released."""

    def __init__(self, threads: int) -> None:
        self.now = 0.0
        self.weights: dict[Hashable, int] = {}
        self.pool = CountingPool(
            self._count, threads=threads, weights=self.weights, monotonic=lambda: self.now
        )
        self.started: list[Key] = []
        self.running: dict[Key, Running] = {}
        self._released: dict[Key, threading.Event] = {}
        self._changed = threading.Condition()

    def _count(self, company: UUID, keys: Sequence[Key], running: Running) -> dict[Key, Answer]:
        with self._changed:
            self.started += keys
            self.running |= dict.fromkeys(keys, running)
            self._changed.notify_all()
        for key in keys:
            assert self._event(key).wait(PATIENCE)
        if company.int == 0:
            raise UnknownTenant
        return dict.fromkeys(keys, ANSWER)

    def wait_for(self, number: int) -> list[Key]:
        """The first started counts, once there are this many."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.started) >= number, PATIENCE)
        return self.started[:number]

    def release(self, key: Key) -> None:
        self._event(key).set()

    def _event(self, key: Key) -> threading.Event:
        with self._changed:
            return self._released.setdefault(key, threading.Event())


def test_one_companys_many_counts_hold_up_no_one_else() -> None:
    counting, busy, other = Counting(2), uuid4(), uuid4()
    many = [key_of(busy, f"campaign-{number}") for number in range(5)]
    [*mine] = [key_of(other, "a"), key_of(other, "b")]
    with ExitStack() as stack:
        for key in many:
            stack.enter_context(counting.pool.waiting_for([key]))
            counting.now += 1
            assert counting.wait_for(1) == many[:1]
        futures = stack.enter_context(counting.pool.waiting_for(mine[:1]))
        # The second thread was free: only one count of the busy company runs.
        assert counting.wait_for(2) == [many[0], mine[0]]
        counting.release(mine[0])
        assert futures[mine[0]].result(PATIENCE) is ANSWER
        stack.enter_context(counting.pool.waiting_for(mine[1:]))
        assert counting.wait_for(3)[2] == mine[1]
        # The latest request of the busy company is next.
        counting.release(many[0])
        assert counting.wait_for(4)[3] == many[4]
        for key in (*many, *mine):
            counting.release(key)
    counting.pool.stop()


def test_companies_take_turns_where_there_is_one_thread() -> None:
    counting, first, second, third = Counting(1), uuid4(), uuid4(), uuid4()
    keys = [key_of(company, name) for company in (first, second, third) for name in "ab"]
    with ExitStack() as stack:
        for key in keys:
            stack.enter_context(counting.pool.waiting_for([key]))
            counting.wait_for(1)
        for key in keys:
            counting.release(key)
        assert [key[0] for key in counting.wait_for(6)] == [first, second, third, first, second, third]
    counting.pool.stop()


def test_a_company_has_turns_by_the_weight_of_its_plan() -> None:
    counting, light, heavy = Counting(1), uuid4(), uuid4()
    counting.weights[heavy] = 2
    keys = [key_of(company, str(number)) for company in (light, heavy) for number in range(4)]
    with ExitStack() as stack:
        for key in keys:
            stack.enter_context(counting.pool.waiting_for([key]))
            counting.wait_for(1)
        for key in keys:
            counting.release(key)
        served = [key[0] for key in counting.wait_for(6)]
        assert served[:3].count(heavy) == served[3:].count(heavy) == 2
    counting.pool.stop()


def test_what_no_one_waits_for_is_dropped_also_while_it_runs() -> None:
    counting, company = Counting(1), uuid4()
    runs, waits, wanted = (key_of(company, name) for name in ("runs", "waits", "wanted"))
    with ExitStack() as stack:
        with counting.pool.waiting_for([runs]):
            counting.wait_for(1)
            with counting.pool.waiting_for([waits]) as left:
                kept = stack.enter_context(counting.pool.waiting_for([wanted]))
        assert not counting.pool.drop_abandoned()
        assert not counting.running[runs].is_abandoned
        counting.now += ABANDONED_AFTER_SECONDS
        assert counting.pool.drop_abandoned()
        assert counting.running[runs].is_abandoned
        with pytest.raises(CancelledError):
            left[waits].result(0)
        for key in (runs, waits, wanted):
            counting.release(key)
        assert kept[wanted].result(PATIENCE) is ANSWER
        assert counting.started == [runs, wanted]
    assert not counting.pool.drop_abandoned()
    counting.pool.stop()


def test_an_asker_that_comes_too_often_is_refused_and_others_are_not() -> None:
    counting, company, other = Counting(1), uuid4(), uuid4()
    with ExitStack() as stack:
        stack.enter_context(counting.pool.waiting_for([key_of(company, "runs")]))
        counting.wait_for(1)
        keys = [key_of(company, str(number)) for number in range(MAX_WAITING_PER_TENANT)]
        stack.enter_context(counting.pool.waiting_for(keys))
        with pytest.raises(CountingBusy), counting.pool.waiting_for([key_of(company, "more")]):
            pass
        # Requests for the same figure wait for one count.
        stack.enter_context(counting.pool.waiting_for(keys[:1]))
        futures = stack.enter_context(counting.pool.waiting_for([key_of(other, "a")]))
        for key in (key_of(company, "runs"), *keys, *futures):
            counting.release(key)
        assert all(future.result(PATIENCE) is ANSWER for future in futures.values())
    counting.pool.stop()


def test_a_failure_is_raised_for_waiters_and_ends_no_thread() -> None:
    counting, unknown, known = Counting(1), UUID(int=0), uuid4()
    for key in (key_of(unknown, "a"), key_of(known, "a")):
        counting.release(key)
    with counting.pool.waiting_for([key_of(unknown, "a")]) as futures:
        failed: Future[Answer] = futures[key_of(unknown, "a")]
        assert isinstance(failed.exception(PATIENCE), UnknownTenant)
    with counting.pool.waiting_for([key_of(known, "a")]) as futures:
        assert futures[key_of(known, "a")].result(PATIENCE) is ANSWER
    counting.pool.stop()
