"""Thread pool of counts that callers wait for, fair between tenants.

Tenants take turns, by the weights of their plans; each has a limit of concurrent counts, and its other counts
queue. The latest request is counted first: an analyst who changes filters needs the current ones. A count that no
caller waits for is dropped, also while it runs.
"""

import logging
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import UUID

import duckdb

from abano_analytics.errors import CountingBusy
from abano_analytics.figures.cache import Answer
from abano_analytics.figures.counts import Steps
from abano_analytics.figures.query import FigureQuery, Key

log = logging.getLogger(__name__)

THREADS = 2
MAX_RUNNING_PER_TENANT = 1
# Maximum queued figures of one tenant and of all tenants. A page has about ten.
MAX_WAITING_PER_TENANT = 60
MAX_WAITING = 1000
# A slow count is dropped when it was not requested again within this time: a waiting page polls each second.
ABANDONED_AFTER_SECONDS = 4.0


@dataclass(slots=True, eq=False)
class Running:
    """A batch of one tenant and query that is being counted. ``conn`` is set once it reads."""

    tenant_id: UUID
    figures: int
    steps: Steps = field(default_factory=Steps)
    conn: duckdb.DuckDBPyConnection | None = None
    is_abandoned: bool = False

    def share(self) -> float:
        """Progress from 0 to 1: finished statements, and the rows read by the current one."""
        conn, done = self.conn, self.steps.done
        try:
            present = max(0.0, conn.query_progress()) / 100 if conn else 0.0
        except duckdb.Error:
            present = 0.0
        # Sessions, their sum, and each figure's own counts.
        return min(0.99, (done + min(1.0, present)) / (2 + self.figures))

    def interrupt(self) -> None:
        """Between two statements an interrupt has no effect, so it is repeated until the batch has ended."""
        self.is_abandoned = True
        if (conn := self.conn) is not None:
            try:
                conn.interrupt()
            except duckdb.Error as error:
                log.debug("nothing to interrupt: %s", error)


@dataclass(slots=True, eq=False)
class _Job:
    key: Key
    asked_at: float
    waiting: int = 0
    future: "Future[Answer]" = field(default_factory=Future)
    running: Running | None = None

    @property
    def query(self) -> FigureQuery:
        return self.key[2]


Count = Callable[[UUID, Sequence[Key], Running], dict[Key, Answer]]


class CountingPool:
    """``count`` counts figures of one tenant and query; several threads call it concurrently."""

    def __init__(
        self,
        count: Count,
        *,
        threads: int = THREADS,
        weights: Mapping[Hashable, int] | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._count = count
        self._max_threads = threads
        self._monotonic = monotonic
        self._jobs: dict[Key, _Job] = {}
        # Queued figures by tenant.
        self._queues: dict[UUID, list[_Job]] = {}
        self._weights: Mapping[Hashable, int] = {} if weights is None else weights
        # The virtual time: up to which each tenant was served, and the last one before its turn.
        self._served: dict[UUID, float] = {}
        self._time = 0.0
        self._running: list[Running] = []
        self._threads: list[threading.Thread] = []
        self._changed = threading.Condition()
        self._is_stopping = False

    @contextmanager
    def waiting_for(self, keys: Sequence[Key]) -> Iterator[dict[Key, "Future[Answer]"]]:
        """Queue counts of ``keys`` for the duration of the block. Raises CountingBusy."""
        with self._changed:
            jobs = [self._jobs.get(key) or self._add(key) for key in keys]
            for job in jobs:
                job.waiting += 1
            self._changed.notify_all()
        try:
            yield {job.key: job.future for job in jobs}
        finally:
            with self._changed:
                for job in jobs:
                    job.waiting -= 1
                    job.asked_at = self._monotonic()

    def share(self, key: Key) -> float:
        """Progress of the count of ``key``; 0 while it is queued."""
        job = self._jobs.get(key)
        running = job.running if job else None
        return running.share() if running else 0.0

    def drop_abandoned(self) -> bool:
        """Drop counts without a waiting caller. Returns True while one of them still runs."""
        with self._changed:
            latest = self._monotonic() - ABANDONED_AFTER_SECONDS
            abandoned = {job for job in self._jobs.values() if not job.waiting and job.asked_at <= latest}
            for job in abandoned:
                if job.running is None:
                    self._queues[job.key[0]].remove(job)
                    self._end(job)
            self._queues = {tenant_id: jobs for tenant_id, jobs in self._queues.items() if jobs}
            batches = [
                running
                for running in self._running
                if all(job in abandoned for job in self._jobs.values() if job.running is running)
            ]
        for running in batches:
            running.interrupt()
        return bool(batches)

    def waiting(self) -> int:
        """The number of queued figures."""
        with self._changed:
            return sum(map(len, self._queues.values()))

    def stop(self) -> None:
        """Drop queued counts and wait for the running ones."""
        with self._changed:
            self._is_stopping = True
            for job in [job for jobs in self._queues.values() for job in jobs]:
                self._end(job)
            self._queues.clear()
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _add(self, key: Key) -> _Job:
        queue = self._queues.get(key[0], [])
        if (
            self._is_stopping
            or len(queue) >= MAX_WAITING_PER_TENANT
            or sum(map(len, self._queues.values())) >= MAX_WAITING
        ):
            raise CountingBusy
        job = self._jobs[key] = _Job(key, self._monotonic())
        self._queues.setdefault(key[0], queue).append(job)
        if len(self._threads) < self._max_threads:
            thread = threading.Thread(target=self._work, name=f"counting-{len(self._threads)}", daemon=True)
            self._threads.append(thread)
            thread.start()
        return job

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._is_stopping or self._next_company() is not None)
                tenant_id = self._next_company()
                if self._is_stopping or tenant_id is None:
                    return
                batch = self._take(tenant_id)
                running = Running(tenant_id, len(batch))
                for job in batch:
                    job.running = running
                self._running.append(running)
            self._run(batch, running)

    def _run(self, batch: Sequence[_Job], running: Running) -> None:
        answers: dict[Key, Answer] = {}
        failure: BaseException | None = None
        try:
            answers = self._count(running.tenant_id, [job.key for job in batch], running)
        except BaseException as error:  # noqa: BLE001 - waiting callers get the error, a panic of Polars too
            failure = error
        with self._changed:
            self._running.remove(running)
            for job in batch:
                # Callers that arrived while it was being dropped request it again.
                if failure is not None and not running.is_abandoned:
                    job.future.set_exception(failure)
                elif job.key in answers:
                    job.future.set_result(answers[job.key])
                self._end(job)
            self._changed.notify_all()

    def _next_company(self) -> UUID | None:
        """The waiting tenant that was served least for its weight."""
        full = [
            tenant_id for tenant_id in self._queues if self._running_of(tenant_id) >= MAX_RUNNING_PER_TENANT
        ]
        free = [tenant_id for tenant_id in self._queues if tenant_id not in full]
        return min(free, key=lambda tenant_id: self._served.get(tenant_id, 0), default=None)

    def _running_of(self, tenant_id: UUID) -> int:
        return sum(running.tenant_id == tenant_id for running in self._running)

    def _take(self, tenant_id: UUID) -> list[_Job]:
        """The latest request of the tenant, with all queued figures over the same sessions."""
        queue = self._queues.pop(tenant_id)
        query = max(queue, key=lambda job: job.asked_at).query
        rest = [job for job in queue if job.query != query]
        if rest:
            self._queues[tenant_id] = rest
        if not self._queues:
            # A new caller takes turns only with tenants whose counts are running.
            self._served = {running.tenant_id: self._served[running.tenant_id] for running in self._running}
        # What it did not use before is not made up for.
        self._time = max(self._time, self._served.get(tenant_id, 0))
        self._served[tenant_id] = self._time + 1 / self._weights.get(tenant_id, 1)
        return [job for job in queue if job.query == query]

    def _end(self, job: _Job) -> None:
        del self._jobs[job.key]
        job.future.cancel()
