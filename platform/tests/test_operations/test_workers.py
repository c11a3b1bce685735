"""Background jobs run once, on one worker at a time, despite failing workers, tenants and connections."""

import asyncio
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest
import yaml
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from product_fixtures import AdminSql
from prometheus_client import REGISTRY
from running_stack import WAIT_SECONDS
from typer.testing import CliRunner

from abano import worker as worker_module
from abano.cli import app as commands
from abano.core.clock import SystemClock
from abano.core.config import Settings
from abano.core.metrics import TASK_RUNS
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano.jobs import queue as queue_module
from abano.jobs.queue import JobQueue, list_troubled_jobs, retry_jobs
from abano.jobs.registry import LIMIT_SECONDS, Task, TaskContext, TaskFunction
from abano.tenancy.directory.tenant import Tenant
from abano.worker import all_tasks, create_worker
from abano_shared.schedule import keep_in_time

pytestmark = pytest.mark.anyio
CHART = Path(__file__).parents[3] / "helm" / "abano" / "values.yaml"
POOL_OF_CHART = yaml.safe_load(CHART.read_text(encoding="utf-8"))["worker"]["poolSize"]
# Five times the connections of a worker.
TENANTS = 5 * POOL_OF_CHART
# A worker that is killed in the middle of a job.
KILLED = """
import asyncio, sys
from abano.core.config import Settings
from abano.core.metrics import TASK_RUNS
from abano.db.engine import Database
from abano.jobs.queue import JobQueue
from abano.jobs.registry import Task, TaskContext
from abano.core.clock import SystemClock

async def hang(context, tenant_id):
    print("started", flush=True)
    await asyncio.sleep(3600)

async def main():
    settings = Settings(database_url=sys.argv[1])
    db = Database(settings, in_background=True)
    await db.open()
    task = Task("test.killed", 60, hang, sends=True)
    queue = JobQueue(TaskContext(db, settings, SystemClock()), [task])
    await queue.open()
    await queue.enqueue(task)
    await queue.work()

asyncio.run(main())
"""


def ended(task: str) -> Counter[str]:
    """Number of jobs of the task by outcome."""
    return Counter(
        {
            sample.labels["outcome"]: int(sample.value)
            # Of this metric alone: all of them together take longer than the jobs.
            for metric in TASK_RUNS.collect()
            for sample in metric.samples
            if sample.name == "abano_task_runs_total" and sample.labels["task"] == task
        }
    )


@pytest.fixture(autouse=True)
def no_jobs(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from procrastinate_jobs")


SETTINGS = (
    "timezone, currency, languages, minimum_days, driver_minimum_age, driver_maximum_age, group_maximum,"
    " phone_prefix, unknown_car_daily_rate_minor, brand"
)


@pytest.fixture
def many_tenants(query_admin_sql: AdminSql) -> Iterator[None]:
    """With the seeded ones, many more than connections. Other tests do not see them."""
    query_admin_sql(
        "insert into tenants (id, slug, name, status, created_at)"
        " select gen_random_uuid(), 'many-' || n, 'Many', 'active', now() from generate_series(3, %s) n"
        " on conflict (slug) do update set placement = ''",
        TENANTS,
    )
    query_admin_sql(
        f"insert into tenant_settings (tenant_id, {SETTINGS}) select t.id, {SETTINGS}"
        " from tenants t, tenant_settings s where t.slug like 'many-' || '%%' and s.tenant_id = %s"
        " on conflict do nothing",
        query_admin_sql("select id from tenants where is_default")[0][0],
    )
    query_admin_sql("update tenant_settings set draw_brand_at = null")
    yield
    query_admin_sql("update tenants set placement = 'elsewhere' where slug like %s", "many-%")


@asynccontextmanager
async def opened(settings: Settings, *tasks: Task) -> AsyncIterator[JobQueue]:
    """The queue of a separate worker that runs nothing by itself."""
    db = Database(settings, in_background=True)
    await db.open()
    queue = JobQueue(TaskContext(db, settings, SystemClock()), tasks)
    await queue.open()
    yield queue
    await queue.close()
    await db.close()


@asynccontextmanager
async def working(queue: JobQueue) -> AsyncIterator[None]:
    work = asyncio.create_task(queue.work())
    yield
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)


def task_of(run: TaskFunction, *, name: str = "test.task", limit: float = LIMIT_SECONDS) -> Task:
    return Task(name, 60, run, limit=limit)


# With a single connection, a job that takes a second one while holding the first waits for itself.
@pytest.mark.timeout(4 * WAIT_SECONDS)
@pytest.mark.parametrize(("pool_size", "tenants"), [(1, 2), (POOL_OF_CHART, TENANTS)])
async def test_all_tasks_due_at_once_on_the_connections_of_the_chart(
    pool_size: int,
    tenants: int,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    query_admin_sql: AdminSql,
) -> None:
    if tenants == TENANTS:
        request.getfixturevalue("many_tenants")
    monkeypatch.setattr(worker_module, "FIRST_RUN_SECONDS", 0.0)
    # Every company has work for every task.
    tasks = [
        Task(task.name, 86_400, task.run, None, task.lane, task.sends, task.limit) for task in all_tasks()
    ]
    monkeypatch.setattr(worker_module, "all_tasks", lambda: tasks)
    before = {task.name: ended(task.name) for task in tasks}
    worker = create_worker(settings.model_copy(update={"pool_size": pool_size}))
    done: dict[str, Counter[str]] = {}
    # Hundreds of jobs take minutes beside other work.
    async with asyncio.timeout(3 * WAIT_SECONDS), worker.router.lifespan_context(worker):
        while not done or any(outcomes.total() < tenants for outcomes in done.values()):
            await asyncio.sleep(0.2)
            done = {name: ended(name) - counted for name, counted in before.items()}
            if failed := {name: each for name, each in done.items() if each.keys() - {"done"}}:
                pytest.fail(f"failed: {failed}")
    assert done == {name: {"done": tenants} for name in before}
    assert query_admin_sql("select count(*) from procrastinate_jobs") == [(0,)]


async def test_a_job_runs_once_for_each_tenant_whatever_the_number_of_workers(
    settings: Settings, georgia: Tenant, alps: Tenant
) -> None:
    runs: Counter[TenantId] = Counter()
    started, others_tried = asyncio.Event(), asyncio.Event()

    async def count(_context: TaskContext, tenant_id: TenantId) -> None:
        runs[tenant_id] += 1
        if runs.keys() == {georgia.id, alps.id}:
            started.set()
        await others_tried.wait()

    task = task_of(count)
    async with opened(settings, task) as first, opened(settings, task) as second:
        assert await first.enqueue(task) == 2
        assert await second.enqueue(task) == 0
        async with working(first), working(second):
            await asyncio.wait_for(started.wait(), WAIT_SECONDS)
            # Nor while they are running.
            assert await first.enqueue(task) == await second.enqueue(task) == 0
            others_tried.set()
            await first.work_off()
        assert runs == {georgia.id: 1, alps.id: 1}
        assert await second.enqueue(task) == 2


async def test_a_working_job_keeps_no_connection(settings: Settings) -> None:
    inside, seen = asyncio.Event(), asyncio.Event()

    async def look(context: TaskContext, tenant_id: TenantId) -> None:
        async with context.db.uow(tenant_id):
            pass
        inside.set()
        await seen.wait()

    task = task_of(look)
    name = f"of {uuid4().hex}"
    named = settings.model_copy(
        update={
            "database_app_url": f"{settings.app_url}{'&' if '?' in settings.app_url else '?'}application_name={name}",
        }
    )
    async with opened(named, task) as queue:
        await queue.enqueue(task)
        async with working(queue):
            await asyncio.wait_for(inside.wait(), WAIT_SECONDS)
            # Every held connection is in a transaction or in the middle of a statement.
            with psycopg.connect(settings.database_url, autocommit=True) as conn:
                busy = "select from pg_stat_activity where application_name = %s and state <> 'idle'"
                async with asyncio.timeout(WAIT_SECONDS):
                    is_busy = True
                    while is_busy:
                        await asyncio.sleep(0.05)
                        is_busy = conn.execute(busy, (name,)).fetchone() is not None
            seen.set()


async def test_another_worker_takes_over_from_one_that_is_killed_in_the_middle_of_a_job(
    settings: Settings, georgia: Tenant, alps: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue_module, "DEAD_AFTER_SECONDS", 2.0)
    ran: Counter[TenantId] = Counter()

    async def run(_context: TaskContext, tenant_id: TenantId) -> None:
        ran[tenant_id] += 1

    task = task_of(run, name="test.killed")
    arguments = [sys.executable, "-c", KILLED, settings.database_url]
    async with opened(settings, task) as queue:
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as killed:  # noqa: ASYNC220
            assert killed.stdout is not None
            for _ in range(2):
                assert await asyncio.to_thread(killed.stdout.readline) == "started\n"
            await queue.enqueue(task)
            await queue.work_off()
            assert not ran
            killed.kill()
        async with asyncio.timeout(WAIT_SECONDS):
            while ran.total() < 2:
                await queue.recover()
                await queue.work_off()
                await asyncio.sleep(0.1)
        # Nothing of it is left.
        assert await queue.enqueue(task) == 2
    assert ran == {georgia.id: 1, alps.id: 1}


async def test_a_tenant_whose_job_always_raises_stops_no_one_else_and_is_tried_again_later(
    settings: Settings, georgia: Tenant, alps: Tenant, query_admin_sql: AdminSql
) -> None:
    served: Counter[TenantId] = Counter()

    async def run(_context: TaskContext, tenant_id: TenantId) -> None:
        served[tenant_id] += 1
        if tenant_id == georgia.id:
            raise ValueError("broken data")

    task, before = task_of(run), ended("test.task")
    async with opened(settings, task) as queue:
        for turn in range(1, 6):
            await queue.enqueue(task)
            await queue.work_off()
            assert served[alps.id] == turn
        pause = "scheduled_at - (select max(at) from procrastinate_events where type = 'started')"
        [(attempts, waits)] = query_admin_sql(
            f"select attempts, {pause} > '1 second' from procrastinate_jobs"
        )
        assert attempts == served[georgia.id]
        assert waits
        # Simulates a later attempt: the pause is longer.
        query_admin_sql("update procrastinate_jobs set scheduled_at = now(), attempts = 6")
        await queue.work_off()
        [(attempts, waits)] = query_admin_sql(
            f"select attempts, {pause} between '1 minute' and '10 minutes' from procrastinate_jobs"
        )
        assert (attempts, waits) == (7, True)
    assert (ended("test.task") - before)["failed"] == served[georgia.id]


async def test_slow_jobs_of_a_tenant_leave_slots_to_others(
    settings: Settings, georgia: Tenant, alps: Tenant
) -> None:
    served, over = asyncio.Event(), asyncio.Event()
    hung: set[str] = set()

    def slow(name: str) -> Task:
        async def run(_context: TaskContext, tenant_id: TenantId) -> None:
            if tenant_id == georgia.id:
                hung.add(name)
                await over.wait()
            elif len(hung) == len(tasks):
                served.set()

        return task_of(run, name=name)

    tasks = [slow(f"test.slow_{number}") for number in range(20)]
    async with opened(settings, *tasks) as queue:
        for task in tasks:
            await queue.enqueue(task)
        async with asyncio.timeout(WAIT_SECONDS), working(queue):
            while not served.is_set():
                await asyncio.sleep(0.05)
                if len(hung) == len(tasks):
                    await queue.enqueue(tasks[0])
            over.set()


async def test_a_job_that_takes_too_long_is_cancelled_and_tried_again(
    settings: Settings, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    async def hang(_context: TaskContext, _tenant_id: TenantId) -> None:
        await asyncio.sleep(3600)

    before, task = ended("test.hang"), task_of(hang, name="test.hang", limit=0.1)
    async with opened(settings, task) as queue:
        await queue.enqueue(task)
        await queue.work_off()
    assert ended("test.hang") - before == {"failed": 2}
    assert query_admin_sql("select distinct status::text, attempts from procrastinate_jobs") == [("todo", 1)]


async def test_a_job_under_way_is_finished_before_the_worker_ends(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, query_admin_sql: AdminSql
) -> None:
    started, finished = asyncio.Event(), asyncio.Event()

    async def slow(context: TaskContext, tenant_id: TenantId) -> None:
        started.set()
        await asyncio.sleep(0.3)
        async with context.db.uow(tenant_id):
            pass
        finished.set()

    monkeypatch.setattr(worker_module, "all_tasks", lambda: [Task("test.slow", 0.05, slow)])
    worker = create_worker(settings)
    async with worker.router.lifespan_context(worker):
        await asyncio.wait_for(started.wait(), WAIT_SECONDS)
        assert not finished.is_set()
    assert finished.is_set()
    assert query_admin_sql("select count(*) from procrastinate_jobs where status = 'doing'") == [(0,)]


async def test_jobs_that_a_worker_cannot_finish_are_left_to_the_next(
    settings: Settings,
    georgia: Tenant,
    alps: Tenant,
    monkeypatch: pytest.MonkeyPatch,
    query_admin_sql: AdminSql,
) -> None:
    monkeypatch.setattr(queue_module, "GRACE_SECONDS", 0.1)
    started, is_second = asyncio.Event(), False
    done: set[TenantId] = set()

    async def run(_context: TaskContext, tenant_id: TenantId) -> None:
        if not is_second:
            started.set()
            await asyncio.sleep(3600)
        done.add(tenant_id)

    task = task_of(run)
    async with opened(settings, task) as queue:
        await queue.enqueue(task)
        async with working(queue):
            await asyncio.wait_for(started.wait(), WAIT_SECONDS)
        is_second = True
        query_admin_sql("update procrastinate_jobs set scheduled_at = null")
        await queue.work_off()
    assert done == {georgia.id, alps.id}


async def test_a_worker_works_on_when_the_database_comes_back(
    settings: Settings,
    georgia: Tenant,
    alps: Tenant,
    monkeypatch: pytest.MonkeyPatch,
    query_admin_sql: AdminSql,
) -> None:
    monkeypatch.setattr(queue_module, "GRACE_SECONDS", 0.5)
    started, goes_on = asyncio.Event(), asyncio.Event()
    done: Counter[TenantId] = Counter()

    async def run(_context: TaskContext, tenant_id: TenantId) -> None:
        started.set()
        await goes_on.wait()
        done[tenant_id] += 1

    task = task_of(run)
    async with opened(settings, task) as queue, working(queue):
        await queue.enqueue(task)
        await asyncio.wait_for(started.wait(), WAIT_SECONDS)
        # As on a server restart.
        query_admin_sql(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid()"
        )
        goes_on.set()
        async with asyncio.timeout(WAIT_SECONDS):
            while query_admin_sql("select 1 from procrastinate_jobs"):
                await queue.recover()
                await asyncio.sleep(0.2)
    assert done.keys() == {georgia.id, alps.id}


async def test_a_job_of_a_tenant_that_is_moved_or_gone_does_nothing(
    settings: Settings, georgia: Tenant, alps: Tenant, query_admin_sql: AdminSql
) -> None:
    ran: set[TenantId] = set()

    async def run(_context: TaskContext, tenant_id: TenantId) -> None:
        ran.add(tenant_id)

    sending, other = Task("test.sends", 60, run, sends=True), Task("test.keeps", 60, run)
    async with opened(settings, sending, other) as queue:
        assert await queue.enqueue(sending) == 2
        query_admin_sql(
            "update tenants set moving_until = now() + interval '1 hour' where id = %s", georgia.id
        )
        await queue.work_off()
        assert ran == {alps.id}
        assert await queue.enqueue(sending) == 1
        # Jobs that do not send continue until the tenant's rows have been moved.
        assert await queue.enqueue(other) == 2
        query_admin_sql("update tenants set moving_until = null, placement = 'new' where id = %s", georgia.id)
        await queue.work_off()
        assert ran == {alps.id}
        assert await queue.enqueue(other) == 1
        query_admin_sql("update tenants set placement = '' where id = %s", georgia.id)


async def test_jobs_that_another_version_knows_are_left_alone(
    settings: Settings, query_admin_sql: AdminSql
) -> None:
    async def run(_context: TaskContext, _tenant_id: TenantId) -> None:
        pass

    new, old = task_of(run, name="test.new"), task_of(run, name="test.old")
    async with opened(settings, new) as newer, opened(settings, old) as older:
        await newer.enqueue(new)
        await older.work_off()
        await older.tidy()
        assert query_admin_sql("select count(*) from procrastinate_jobs") == [(2,)]
        # A task that no version has any more.
        query_admin_sql("update procrastinate_events set at = now() - interval '2 days'")
        await older.tidy()
        assert query_admin_sql("select count(*) from procrastinate_jobs") == [(0,)]


async def test_jobs_go_to_the_companies_that_have_something_to_do(
    settings: Settings, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    by_name = {task.name: task for task in all_tasks()}
    frequent = [task for task in by_name.values() if task.seconds <= 60]
    assert all(task.due for task in frequent)
    tasks = {
        "bookings.cancel_unconfirmed": "update bookings set status = 'pending', waiting_since = null,"
        " created_at = now() - interval '99 days' where id = (select id from bookings where tenant_id = %s limit 1)",
        "catalog.publish_planned": "insert into catalog_drafts (tenant_id, updated_at, publishes_at)"
        " values (%s, now(), now())",
        "customers.assign_new": "delete from customer_bookings where tenant_id = %s",
        "fleet.drop_expired_holds": "update car_holds set expires_at = now() where tenant_id = %s",
    }
    async with opened(settings, *by_name.values()) as queue:
        for task in frequent:
            await queue.enqueue(task)
        query_admin_sql("delete from procrastinate_jobs")
        for name, statement in tasks.items():
            query_admin_sql(statement, georgia.id)
            await queue.enqueue(by_name[name])
        found = query_admin_sql("select task_name, args ->> 'tenant' from procrastinate_jobs")
    assert {UUID(tenant) for _, tenant in found} == {georgia.id}


async def test_an_operator_sees_failing_jobs_and_has_them_tried_again(
    settings: Settings, georgia: Tenant, monkeypatch: pytest.MonkeyPatch, query_admin_sql: AdminSql
) -> None:
    monkeypatch.setattr("abano.cli.processes.load_settings", lambda: settings)
    monkeypatch.setattr("abano.cli.processes.with_database", lambda settings: settings)
    is_broken = True

    async def printed(*arguments: str) -> str:
        return (await asyncio.to_thread(CliRunner().invoke, commands, ["jobs", *arguments])).output

    async def run(_context: TaskContext, tenant_id: TenantId) -> None:
        if is_broken and tenant_id == georgia.id:
            raise ValueError("broken data")

    task = task_of(run)
    async with opened(settings, task) as queue:
        await queue.enqueue(task)
        await queue.work_off()
        query_admin_sql(
            "update procrastinate_jobs set attempts = 6, scheduled_at = now() + interval '9 minutes'"
        )
        [listed] = await list_troubled_jobs(settings, running_minutes=10)
        assert (listed.task, listed.tenant, listed.attempts) == (task.name, georgia.slug, 6)
        assert "failed 6 times, next attempt" in str(listed)
        assert await gauges(queue, settings) == {"waiting": 0, "running": 0, "failing": 1}
        assert f"{listed.id}  test.task  georgia  failed 6 times" in await printed("list")
        unknown = listed.id + 1
        assert f"no job that waits or runs has the number {unknown}" in await printed("retry", str(unknown))
        assert await printed("retry", str(listed.id)) == "1 job is tried again now.\n"
        assert await gauges(queue, settings) == {"waiting": 1, "running": 0, "failing": 1}
        is_broken = False
        await queue.work_off()
        assert await gauges(queue, settings) == {"waiting": 0, "running": 0, "failing": 0}
        assert await printed("list") == "No job has failed, and none is stuck.\n"
        # A hanging job is listed, too, and given to another worker.
        await queue.enqueue(task)
        query_admin_sql("update procrastinate_jobs set status = 'doing'")
        query_admin_sql("update procrastinate_events set at = now() - interval '11 minutes'")
        assert await list_troubled_jobs(settings, running_minutes=30) == []
        stuck = await list_troubled_jobs(settings, running_minutes=10)
        assert [job.status for job in stuck] == ["doing", "doing"]
        assert await retry_jobs(settings, None) == 0
        assert await retry_jobs(settings, stuck[0].id) == 1


async def gauges(queue: JobQueue, settings: Settings) -> dict[str, float | None]:
    db = Database(settings)
    await db.open()
    await queue.note_figures(db)
    await db.close()
    return {
        state: REGISTRY.get_sample_value("abano_jobs", {"task": "test.task", "state": state})
        for state in ("waiting", "running", "failing")
    }


async def test_an_idle_worker_has_no_failed_job(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(worker_module, "FIRST_RUN_SECONDS", 2.0)
    before = {task.name: ended(task.name) for task in all_tasks()}
    worker = create_worker(settings.model_copy(update={"pool_size": POOL_OF_CHART}))
    done: dict[str, Counter[str]] = {}
    with caplog.at_level("WARNING"):
        async with asyncio.timeout(WAIT_SECONDS), worker.router.lifespan_context(worker):
            # Tasks without their own tenant query run for every tenant.
            while not done or not all(done[task.name] for task in all_tasks() if not task.due):
                await asyncio.sleep(0.2)
                done = {name: ended(name) - counted for name, counted in before.items()}
            await asyncio.sleep(2)
    done = {name: ended(name) - counted for name, counted in before.items()}
    assert {name: set(outcomes) - {"done"} for name, outcomes in done.items()} == {
        name: set() for name in done
    }
    assert [record.getMessage() for record in caplog.records if record.name.startswith("abano")] == []


async def test_a_clock_set_back_does_not_hold_tasks_up() -> None:
    ran = asyncio.Event()

    async def job() -> None:
        ran.set()

    scheduler = AsyncIOScheduler(timezone="UTC")
    scheduler.start()
    # Due in two hours, though it runs every minute: scheduled before the clock was set back by two hours.
    scheduler.add_job(job, "interval", minutes=1, next_run_time=datetime.now(UTC) + timedelta(hours=2))
    in_order = scheduler.add_job(job, "interval", hours=3)
    planned = in_order.next_run_time
    timekeeper = asyncio.create_task(keep_in_time(scheduler, seconds=0.01))
    await asyncio.wait_for(ran.wait(), 240)
    assert in_order.next_run_time == planned
    timekeeper.cancel()
    scheduler.shutdown()
