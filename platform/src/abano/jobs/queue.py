"""The job queue: procrastinate on the cluster's own Postgres, one job at a time for each task and tenant.

Any worker's scheduler enqueues jobs, and any worker fetches them. No connection is held while a job runs, and
nothing depends on a session, so the queue works behind a transaction pooler. Workers poll, and are notified
immediately of jobs enqueued by their own process.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from functools import partial
from typing import Any, LiteralString, NamedTuple
from uuid import UUID

import psycopg
from procrastinate import App, BaseRetryStrategy, JobContext, PsycopgConnector, RetryDecision
from procrastinate.connector import Notify
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job

from abano.core.config import Settings
from abano.core.errors import DatabaseUnavailable
from abano.core.metrics import JOBS, JOBS_OLDEST, TASK_RUNS, TASK_SECONDS
from abano.db.driver_errors import StatementTimeout
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, tenant_id_from_database
from abano.jobs.registry import Lane, Task, TaskContext
from abano_shared.named_sql import load_named_sql
from abano_shared.traces import root_span

log = logging.getLogger(__name__)

QUERIES = load_named_sql("abano.jobs", "queue.sql")
# A tenant has at most one running job per task. A lane has a slot for each of its tasks, and enough further
# slots that one tenant cannot occupy all of them. Processing a photo takes most of a worker's memory, so only
# one runs at a time. Sending events mostly waits, so its lane has many slots.
SPARE_SLOTS: dict[Lane, int] = {
    "messages": 5,
    "webhooks": 19,
    "photographs": 0,
    "documents": 1,
    "requests": 5,
    "rows": 5,
}
# How soon jobs are noticed that another worker enqueued. Messages must not wait.
POLL_SECONDS: dict[Lane, float] = {
    "messages": 1.0,
    "webhooks": 1.0,
    "photographs": 5.0,
    "documents": 5.0,
    "requests": 5.0,
    "rows": 5.0,
}
HEARTBEAT_SECONDS = 10.0
# A worker without a heartbeat for so long is dead: its jobs are for others.
DEAD_AFTER_SECONDS = 40.0
# Longer than the slowest delivery.
GRACE_SECONDS = 20.0
RECONNECT_SECONDS = 1.0
MAX_RETRY_SECONDS = 600
# Failed attempts, about a minute's worth, after which operators are alerted.
FAILING_ATTEMPTS = 5


class Backoff(BaseRetryStrategy):
    """Every task is safe to repeat: try again after 2, 4, 8, … seconds, at most ten minutes, until it succeeds."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision:  # noqa: ARG002 - its interface
        return RetryDecision(retry_in={"seconds": min(2 ** min(job.attempts + 1, 16), MAX_RETRY_SECONDS)})


class _Connector(PsycopgConnector):
    """Replaces LISTEN: ``wake`` notifies the process's own workers of new jobs.

    ``is_lost`` is set when a statement failed because the database is unavailable: finished jobs may not be
    recorded.
    """

    def __init__(self) -> None:
        super().__init__()
        self.is_lost = asyncio.Event()
        self._waiting: dict[str, list[asyncio.Event]] = {}

    def wake(self, queue: str) -> None:
        """Have the worker of this queue look for jobs."""
        for event in self._waiting.get(f"procrastinate_queue_v1#{queue}", ()):
            event.set()

    async def listen_notify(self, on_notification: Notify, channels: Iterable[str]) -> None:
        named, new_job = list(channels), asyncio.Event()
        for channel in named:
            self._waiting.setdefault(channel, []).append(new_job)
        try:
            while True:
                await new_job.wait()
                new_job.clear()
                await on_notification(channel=named[0], payload='{"type": "job_inserted", "job_id": 0}')
        finally:
            for channel in named:
                self._waiting[channel].remove(new_job)

    async def execute_query_async(self, query: LiteralString, **arguments: Any) -> None:
        try:
            await super().execute_query_async(query, **arguments)
        except ConnectorException as error:
            self._note(error)
            raise

    async def execute_query_one_async(self, query: LiteralString, **arguments: Any) -> dict[str, Any]:
        try:
            row: dict[str, Any] = await super().execute_query_one_async(query, **arguments)
        except ConnectorException as error:
            self._note(error)
            raise
        return row

    def _note(self, error: ConnectorException) -> None:
        if isinstance(error.__cause__, psycopg.OperationalError):
            self.is_lost.set()


class JobQueue:
    """The jobs of ``tasks`` on one cluster. Opens nothing until ``open`` is called.

    ``others``: tasks of other workers, whose jobs are left to them.
    """

    def __init__(self, context: TaskContext, tasks: Sequence[Task], *, others: Sequence[Task] = ()) -> None:
        self._context = context
        self._tasks = tasks
        self._known = [task.name for task in (*tasks, *others)]
        self._pool = context.db.job_pool()
        self._connector = _Connector()
        self._app = App(connector=self._connector)
        for task in tasks:
            # A queue per task: during an upgrade, workers of the previous version ignore jobs of tasks they
            # do not know.
            self._app.task(name=task.name, queue=task.name, retry=Backoff(), pass_context=True)(
                partial(self._run, task)
            )
        # Failures are logged here, without the arguments of statements.
        logging.getLogger("procrastinate").setLevel(logging.CRITICAL)

    async def open(self) -> None:
        """Open the pool without waiting. ``work`` reports an unavailable database."""
        await self._pool.open(wait=False)
        await self._connector.open_async(self._pool)

    async def close(self) -> None:
        await self._pool.close()

    async def enqueue(self, task: Task) -> int:
        """Enqueue a job for each tenant that has something to do and no job yet. Returns how many.

        Raises DatabaseUnavailable.
        """
        db, due = self._context.db, None
        if task.due is not None:
            due = list(await task.due(db, self._context.clock.now()))
            if not due:
                return 0
        async with db.without_tenant() as conn:
            values = {
                "task": task.name,
                "due": due,
                "sends": task.sends,
                "while_closing": task.while_closing,
                "in_directory": task.in_directory,
            }
            enqueued = (await conn.execute(QUERIES["enqueue"], values)).rowcount
        if enqueued:
            self._connector.wake(task.name)
        return enqueued

    async def work(self) -> None:
        """Run jobs until cancelled; jobs under way are then finished, or cut off after GRACE_SECONDS."""
        while True:
            self._connector.is_lost.clear()
            workers = [
                asyncio.create_task(self._work_lane(lane)) for lane in SPARE_SLOTS if self._names(lane)
            ]
            lost = asyncio.create_task(self._connector.is_lost.wait())
            try:
                await asyncio.wait([*workers, lost], return_when=asyncio.FIRST_COMPLETED)
            finally:
                for each in (*workers, lost):
                    each.cancel()
                await asyncio.gather(*workers, lost, return_exceptions=True)
            # The loop registers a new worker, so that jobs whose end could not be recorded belong to a
            # stopped one.
            log.warning("job queue waits for the database")
            await asyncio.sleep(RECONNECT_SECONDS)

    async def work_off(self) -> None:
        """Run the jobs that are due, and return when there are no more."""
        await asyncio.gather(
            *(self._work_lane(lane, wait=False) for lane in SPARE_SLOTS if self._names(lane))
        )

    async def recover(self) -> int:
        """Requeue jobs of stopped workers. Returns their number. Raises DatabaseUnavailable."""
        recovered = 0
        try:
            stalled = await self._app.job_manager.get_stalled_jobs(seconds_since_heartbeat=DEAD_AFTER_SECONDS)
        except ConnectorException as error:
            raise DatabaseUnavailable from error
        for job in stalled:
            # Another worker may be faster.
            with suppress(ConnectorException):
                await self._app.job_manager.retry_job(job)
                recovered += 1
                TASK_RUNS.labels(job.task_name, "worker lost").inc()
                log.warning("job recovered: its worker is gone", extra={"task": job.task_name})
                self._connector.wake(job.queue)
        return recovered

    async def tidy(self) -> None:
        """Delete jobs of removed tasks. Raises DatabaseUnavailable."""
        async with self._context.db.without_tenant() as conn:
            await conn.execute(QUERIES["delete_unknown"], {"tasks": self._known})

    async def note_figures(self, db: Database) -> None:
        """Update the gauges of the queue when metrics are scraped, so that every worker reports the same values."""
        values = {"tasks": [task.name for task in self._tasks], "failing": FAILING_ATTEMPTS}
        async with db.without_tenant() as conn:
            rows = await (await conn.execute(QUERIES["figures"], values)).fetchall()
        figures = {name: counts for name, *counts in rows}
        for task in self._tasks:
            waiting, running, failing, oldest = figures.get(task.name, (0, 0, 0, 0.0))
            JOBS.labels(task.name, "waiting").set(waiting)
            JOBS.labels(task.name, "running").set(running)
            JOBS.labels(task.name, "failing").set(failing)
            JOBS_OLDEST.labels(task.name).set(oldest)

    def _names(self, lane: Lane) -> list[str]:
        return [task.name for task in self._tasks if task.lane == lane]

    async def _work_lane(self, lane: Lane, *, wait: bool = True) -> None:
        names = self._names(lane)
        await self._app.run_worker_async(
            queues=names,
            name=lane,
            concurrency=len(names) + SPARE_SLOTS[lane],
            wait=wait,
            fetch_job_polling_interval=POLL_SECONDS[lane],
            abort_job_polling_interval=3600.0,
            shutdown_graceful_timeout=GRACE_SECONDS,
            delete_jobs="successful",
            install_signal_handlers=False,
            update_heartbeat_interval=HEARTBEAT_SECONDS,
            stalled_worker_timeout=DEAD_AFTER_SECONDS,
        )

    async def _run(self, task: Task, _job: JobContext, *, tenant: str) -> None:
        await run_task(task, self._context, tenant_id_from_database(UUID(tenant)))


async def run_task(task: Task, context: TaskContext, tenant_id: TenantId) -> None:
    """Run ``task`` for a tenant, unless its rows are not here any more. A failure is counted, logged and raised."""
    started = time.perf_counter()
    extra = {"task": task.name, "tenant": str(tenant_id)}
    outcome = "failed"
    try:
        with root_span(task.name):
            async with asyncio.timeout(task.limit):
                if weight := await _weight_if_due_here(task, context.db, tenant_id):
                    if task.in_directory:
                        await context.db.check_reaches(tenant_id)
                    await task.run(context.started(task, weight), tenant_id)
        outcome = "done"
    except asyncio.CancelledError:
        outcome = "cut off"
        raise
    except StatementTimeout:
        log.exception("task failed: a statement took too long", extra=extra)
        raise
    except DatabaseUnavailable:
        outcome = "database away"
        log.warning("task waits for the database", extra=extra)
        raise
    except Exception:
        log.exception("task failed", extra=extra)
        raise
    finally:
        TASK_RUNS.labels(task.name, outcome).inc()
        TASK_SECONDS.labels(task.name).observe(time.perf_counter() - started)


async def _weight_if_due_here(task: Task, db: Database, tenant_id: TenantId) -> int:
    """Of the tenant's plan; 0 when the job has nothing to do here."""
    values = {
        "tenant": tenant_id,
        "sends": task.sends,
        "while_closing": task.while_closing,
        "in_directory": task.in_directory,
    }
    row = await db.read_row(QUERIES["is_due_here"], values)
    if row is None or not row[0]:
        return 0
    db.weights[tenant_id] = row[1]
    return int(row[1])


class ListedJob(NamedTuple):
    """A job that failed, or has been running for long."""

    id: int
    task: str
    tenant: str | None
    status: str
    attempts: int
    due_at: datetime | None
    started_at: datetime | None

    def __str__(self) -> str:
        failed = f"failed {self.attempts} time{'' if self.attempts == 1 else 's'}"
        state = {
            "todo": f"next attempt {_shown(self.due_at)}",
            "doing": f"running since {_shown(self.started_at)}",
        }
        return (
            f"{self.id}  {self.task}  {self.tenant or '-'}  {failed}, {state.get(self.status, self.status)}"
        )


async def list_troubled_jobs(settings: Settings, running_minutes: float) -> list[ListedJob]:
    """Jobs that failed at least once, and those that have been running for longer. Raises DatabaseUnavailable."""
    async with _opened(settings) as db, db.without_tenant() as conn:
        cursor = await conn.execute(QUERIES["list_jobs"], {"seconds": running_minutes * 60})
        return [ListedJob(*row) for row in await cursor.fetchall()]


async def retry_jobs(settings: Settings, job_id: int | None) -> int:
    """Have one job, or all that failed, tried again now. Returns how many. Raises DatabaseUnavailable."""
    async with _opened(settings) as db, db.without_tenant() as conn:
        return (await conn.execute(QUERIES["retry"], {"job": job_id})).rowcount


@asynccontextmanager
async def _opened(settings: Settings) -> AsyncIterator[Database]:
    db = Database(settings, in_background=True)
    await db.open()
    try:
        yield db
    finally:
        await db.close()


def _shown(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S %Z}" if moment else "now"
