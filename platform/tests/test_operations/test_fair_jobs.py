"""A company with much background work delays no other company's job: counted by the order of service."""

import asyncio
import time
from collections.abc import AsyncIterator, Collection
from datetime import datetime
from uuid import uuid4

import pytest
from product_fixtures import AdminSql
from running_stack import WAIT_SECONDS

from abano.core.clock import SystemClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano.jobs.queue import SPARE_SLOTS, JobQueue, run_task
from abano.jobs.registry import Task, TaskContext
from abano.tenancy.directory.tenant import Tenant
from abano.tenancy.plans.rules import STANDARD
from abano.worker import all_tasks

pytestmark = pytest.mark.anyio
BACKLOG, PIECES_A_TURN, ROUNDS = 1000, 100, 3
LARGE = uuid4()


@pytest.fixture(autouse=True)
def no_jobs(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from procrastinate_jobs")


class Backlog:
    """Pieces of work by company, in the lane that has one slot. A job does some, as many as its turn allows."""

    def __init__(self) -> None:
        self.left: dict[TenantId, int] = {}
        self.served: list[TenantId] = []
        self.started, self.goes_on = asyncio.Event(), asyncio.Event()
        self.task = Task("test.backlog", 1, self.run, due=self.due, lane="photographs")

    async def due(self, _db: Database, _now: datetime) -> Collection[TenantId]:
        return [tenant_id for tenant_id, left in self.left.items() if left]

    async def run(self, _context: TaskContext, tenant_id: TenantId) -> None:
        self.served.append(tenant_id)
        self.started.set()
        await self.goes_on.wait()
        self.left[tenant_id] = max(0, self.left[tenant_id] - PIECES_A_TURN)


@pytest.fixture
async def backlog() -> Backlog:
    return Backlog()


@pytest.fixture
async def queue(settings: Settings, backlog: Backlog) -> AsyncIterator[JobQueue]:
    db = Database(settings, in_background=True)
    await db.open()
    queue = JobQueue(TaskContext(db, settings, SystemClock()), [backlog.task])
    await queue.open()
    yield queue
    await queue.close()
    await db.close()


async def test_a_company_with_a_thousand_pieces_of_work_delays_one_of_another_by_one_turn(
    queue: JobQueue, backlog: Backlog, georgia: Tenant, alps: Tenant, query_admin_sql: AdminSql
) -> None:
    backlog.left = {georgia.id: BACKLOG}
    await queue.enqueue(backlog.task)
    async with asyncio.timeout(WAIT_SECONDS):
        working = asyncio.create_task(queue.work_off())
        await backlog.started.wait()
        # While the first turn lasts, the clock looks again and again.
        backlog.left[alps.id] = 1
        for _ in range(5):
            await queue.enqueue(backlog.task)
        waiting = query_admin_sql("select args ->> 'tenant' from procrastinate_jobs where status = 'todo'")
        assert waiting == [(str(alps.id),)]
        backlog.goes_on.set()
        await working
        while any(backlog.left.values()):
            await queue.enqueue(backlog.task)
            await queue.work_off()
    assert backlog.served == [georgia.id, alps.id, *[georgia.id] * (BACKLOG // PIECES_A_TURN - 1)]


async def test_companies_with_backlogs_take_turns(
    queue: JobQueue, backlog: Backlog, georgia: Tenant, alps: Tenant
) -> None:
    backlog.left = {georgia.id: BACKLOG, alps.id: BACKLOG}
    backlog.goes_on.set()
    async with asyncio.timeout(WAIT_SECONDS):
        for _ in range(ROUNDS):
            await queue.enqueue(backlog.task)
            await queue.work_off()
    served = [set(backlog.served[at : at + 2]) for at in range(0, 2 * ROUNDS, 2)]
    assert served == [{georgia.id, alps.id}] * ROUNDS


async def test_a_job_takes_on_work_for_as_long_as_the_plan_of_its_company_weighs(
    settings: Settings, georgia: Tenant, alps: Tenant, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("insert into plans (id, name, weight) values (%s, 'Large', 3)", LARGE)
    query_admin_sql("update tenants set plan_id = %s where id = %s", LARGE, georgia.id)
    ends: dict[TenantId, float] = {}

    async def note(context: TaskContext, tenant_id: TenantId) -> None:
        ends[tenant_id] = context.turn_ends_at

    db = Database(settings, in_background=True)
    await db.open()
    task, began = Task("test.weighed", 10, note), time.monotonic()
    for tenant in (georgia, alps):
        await run_task(task, TaskContext(db, settings, SystemClock()), tenant.id)
    took = time.monotonic() - began
    await db.close()
    query_admin_sql("update tenants set plan_id = %s where id = %s", STANDARD, georgia.id)
    query_admin_sql("delete from plans where id = %s", LARGE)
    assert 30 <= ends[georgia.id] - began <= 30 + took
    assert 10 <= ends[alps.id] - began <= 10 + took
    assert (db.weights[georgia.id], db.weights[alps.id]) == (3, 1)


def test_a_job_takes_on_work_for_half_its_limit_at_most_and_a_lane_keeps_slots_for_others() -> None:
    tasks = all_tasks()
    assert all(task.turn(100) <= task.limit / 2 for task in tasks)
    # One slot for each task, which is all that one company has under way; the rest is for others. Of photographs,
    # which take most of a worker's memory, one company's turn is waited for.
    assert {lane for lane, spare in SPARE_SLOTS.items() if not spare} == {"photographs"}
    assert max(task.turn() for task in tasks if task.lane == "photographs") <= 60
