"""Several workers side by side: a task runs once, and what is under way at the end is finished."""

import asyncio
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import yaml
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from product_fixtures import AdminSql
from prometheus_client import REGISTRY
from running_stack import WAIT_SECONDS

from abano import worker as worker_module
from abano.core.clock import SystemClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs import leases
from abano.jobs.registry import Task, TaskContext
from abano.jobs.schedule import keep_in_time
from abano.worker import all_tasks, create_worker, run_elected

pytestmark = pytest.mark.anyio
CHART = Path(__file__).parents[3] / "helm" / "abano" / "values.yaml"
# A worker that is killed in the middle of a task.
KILLED = """
import asyncio, sys
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs import leases
from abano.jobs.registry import Task, TaskContext
from abano.core.clock import SystemClock
from abano.worker import run_elected

leases.LEASE_SECONDS = 3.0

async def hang(context):
    print("begun", flush=True)
    await asyncio.sleep(3600)

async def main():
    settings = Settings(database_url=sys.argv[1])
    db = Database(settings)
    await db.open()
    await run_elected(Task("test.killed", 60, hang), TaskContext(db, settings, SystemClock()))

asyncio.run(main())
"""


def runs(task: str) -> Counter[str]:
    """How many runs of the task ended how."""
    return Counter(
        {
            sample.labels["outcome"]: int(sample.value)
            for metric in REGISTRY.collect()
            for sample in metric.samples
            if sample.name == "abano_task_runs_total" and sample.labels["task"] == task
        }
    )


# With a single connection a task that takes a second one while it holds the first one waits for itself.
@pytest.mark.parametrize(
    "pool_size", [1, yaml.safe_load(CHART.read_text(encoding="utf-8"))["worker"]["poolSize"]]
)
async def test_all_tasks_due_at_once_on_the_connections_of_the_chart(
    pool_size: int, settings: Settings, monkeypatch: pytest.MonkeyPatch, query_admin_sql: AdminSql
) -> None:
    monkeypatch.setattr(worker_module, "FIRST_RUN_SECONDS", 0.0, raising=False)
    before = {task.name: runs(task.name) for task in all_tasks()}
    worker = create_worker(settings.model_copy(update={"pool_size": pool_size}))
    ended: dict[str, Counter[str]] = {}
    async with asyncio.timeout(WAIT_SECONDS), worker.router.lifespan_context(worker):
        while not all(ended.values()) or not ended:
            await asyncio.sleep(0.05)
            ended = {name: runs(name) - counted for name, counted in before.items()}
            idle = query_admin_sql(
                "select query from pg_stat_activity where datname = current_database()"
                " and state like 'idle in transaction%%' and query like '%%task_leases%%'"
                " and now() - xact_start > interval '5 s'"
            )
            assert idle == []
    assert {name: set(outcomes) for name, outcomes in ended.items()} == {name: {"done"} for name in before}


async def test_of_five_workers_one_runs_the_task(settings: Settings) -> None:
    runs = 0
    begun, others_tried = asyncio.Event(), asyncio.Event()

    async def count(_context: TaskContext) -> None:
        nonlocal runs
        runs += 1
        begun.set()
        await others_tried.wait()

    task = Task("test.count", 60, count)
    databases = [Database(settings) for _ in range(5)]
    for db in databases:
        await db.open()
    contexts = [TaskContext(db, settings, SystemClock()) for db in databases]
    first = asyncio.create_task(run_elected(task, contexts[0]))
    await begun.wait()
    await asyncio.gather(*(run_elected(task, context) for context in contexts[1:]))
    assert runs == 1
    others_tried.set()
    await first
    # Its turn is over: the next period is anybody's.
    await run_elected(task, contexts[4])
    assert runs == 2
    for db in databases:
        await db.close()


async def test_a_running_task_keeps_no_connection(settings: Settings, db: Database) -> None:
    async def look(context: TaskContext) -> None:
        stats = context.db.pools["abano-app"]
        assert stats["pool_available"] == stats["pool_size"]

    before = runs("test.look")
    await run_elected(Task("test.look", 60, look), TaskContext(db, settings, SystemClock()))
    assert runs("test.look") - before == {"done": 1}


async def test_another_worker_follows_one_that_is_killed_in_the_middle_of_a_task(
    settings: Settings, db: Database
) -> None:
    ran = asyncio.Event()

    async def run(_context: TaskContext) -> None:
        ran.set()

    task, context = Task("test.killed", 60, run), TaskContext(db, settings, SystemClock())
    arguments = [sys.executable, "-c", KILLED, settings.database_url]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as killed:  # noqa: ASYNC220
        assert killed.stdout is not None
        assert await asyncio.to_thread(killed.stdout.readline) == "begun\n"
        await run_elected(task, context)
        assert not ran.is_set()
        killed.kill()
    async with asyncio.timeout(WAIT_SECONDS):
        while not ran.is_set():
            await run_elected(task, context)
            await asyncio.sleep(0.1)


async def test_a_task_that_takes_longer_than_a_lease_is_not_run_twice(
    settings: Settings, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "LEASE_SECONDS", 1.5)
    monkeypatch.setattr(leases, "CANCEL_SECONDS", 0.5)
    monkeypatch.setattr(leases, "RENEW_SECONDS", 0.2)
    running = 0

    async def slow(_context: TaskContext) -> None:
        nonlocal running
        running += 1
        assert running == 1
        await asyncio.sleep(3)

    task, context = Task("test.long", 60, slow), TaskContext(db, settings, SystemClock())
    first = asyncio.create_task(run_elected(task, context))
    while not first.done():
        await asyncio.sleep(0.1)
        if running:
            await run_elected(task, context)
            assert running == 1 or first.done()


async def test_a_task_whose_lease_was_lost_is_cancelled(
    settings: Settings, db: Database, monkeypatch: pytest.MonkeyPatch, query_admin_sql: AdminSql
) -> None:
    monkeypatch.setattr(leases, "RENEW_SECONDS", 0.05)
    ended = asyncio.Event()

    async def lose(_context: TaskContext) -> None:
        try:
            query_admin_sql("update task_leases set holder = gen_random_uuid() where task = 'test.lost'")
            await asyncio.sleep(3600)
        finally:
            ended.set()

    before = runs("test.lost")
    async with asyncio.timeout(WAIT_SECONDS):
        await run_elected(Task("test.lost", 60, lose), TaskContext(db, settings, SystemClock()))
    assert ended.is_set()
    assert runs("test.lost") - before == {"lease lost": 1}


async def test_a_run_that_takes_too_long_ends_and_lets_the_next_one_begin(
    settings: Settings, db: Database
) -> None:
    async def hang(_context: TaskContext) -> None:
        await asyncio.sleep(3600)

    before, context = runs("test.hang"), TaskContext(db, settings, SystemClock())
    for _ in range(2):
        await run_elected(Task("test.hang", 60, hang, limit=0.1), context)
    assert runs("test.hang") - before == {"failed": 2}


async def test_a_task_under_way_is_finished_before_the_worker_ends(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, finished = asyncio.Event(), asyncio.Event()

    async def slow(context: TaskContext) -> None:
        begun.set()
        await asyncio.sleep(0.3)
        async with context.db.without_tenant() as conn:
            await conn.execute("select 1")
        finished.set()

    monkeypatch.setattr(worker_module, "all_tasks", lambda: [Task("test.slow", 0.05, slow)])
    worker = create_worker(settings)
    async with worker.router.lifespan_context(worker):
        await begun.wait()
        assert not finished.is_set()
    assert finished.is_set()


async def test_a_clock_set_back_does_not_hold_tasks_up() -> None:
    ran = asyncio.Event()

    async def job() -> None:
        ran.set()

    scheduler = AsyncIOScheduler(timezone="UTC")
    scheduler.start()
    # Due in two hours, though it runs every minute: planned before the clock was set back by two hours.
    scheduler.add_job(job, "interval", minutes=1, next_run_time=datetime.now(UTC) + timedelta(hours=2))
    in_order = scheduler.add_job(job, "interval", hours=3)
    planned = in_order.next_run_time
    timekeeper = asyncio.create_task(keep_in_time(scheduler, seconds=0.01))
    await asyncio.wait_for(ran.wait(), 240)
    assert in_order.next_run_time == planned
    timekeeper.cancel()
    scheduler.shutdown()
