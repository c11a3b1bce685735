"""Several workers side by side: a task runs once, and what is under way at the end is finished."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from abano import worker as worker_module
from abano.config import Settings
from abano.database.engine import Database
from abano.jobs.registry import Task, TaskContext
from abano.jobs.schedule import keep_in_time
from abano.kit.clock import SystemClock
from abano.worker import create_worker, run_elected

pytestmark = pytest.mark.anyio


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
