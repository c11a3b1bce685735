"""The registry in which domains register their background tasks."""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Iterable
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import LiteralString

from abano.core.clock import Clock
from abano.core.config import Settings
from abano.core.errors import DatabaseUnavailable
from abano.core.metrics import TASK_TENANT_FAILURES
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano.tenancy.directory.tenant import tenant_id_from_database

log = logging.getLogger(__name__)

# A run is cancelled after this time; when half of it has passed it takes on nothing new.
TASK_SECONDS = 600.0
# What one tenant may take of that; when half of it has passed the tenant has had its turn.
TENANT_SHARE = 0.2
_tenant_ends_at: ContextVar[float] = ContextVar("tenant_ends_at", default=float("inf"))
TENANTS = "select id from tenants where placement = '' order by id"
SENDING_TENANTS = """
select id from tenants where placement = '' and coalesce(moving_until <= now(), true) order by id
"""


class TenantsFailed(Exception):
    """A task failed for some tenants, each logged; it was done for the others."""

    def __init__(self, tenants: int) -> None:
        super().__init__(f"failed for {tenants} tenants")


@dataclass(frozen=True, slots=True)
class TaskContext:
    """The dependencies of a task. ``limit``: seconds of its run, which began at ``started_at`` (monotonic)."""

    db: Database
    settings: Settings
    clock: Clock
    task: str = ""
    limit: float = TASK_SECONDS
    started_at: float = float("inf")

    @property
    def has_time(self) -> bool:
        """False when the run, or the tenant's turn in it, has to end: what is left is for the next run."""
        return time.monotonic() < min(self.started_at + self.limit / 2, _tenant_ends_at.get())

    def started(self, task: "Task") -> "TaskContext":
        """For a run of the task that begins now."""
        return replace(self, task=task.name, limit=task.limit, started_at=time.monotonic())

    async def tenant_ids(self) -> list[TenantId]:
        """All tenants of this cluster, including suspended ones: retention applies to them too."""
        return await self._tenant_ids(TENANTS)

    async def sending_tenant_ids(self) -> list[TenantId]:
        """Those for whom messages may leave. While a tenant is moved none does: it could be sent at both places."""
        return await self._tenant_ids(SENDING_TENANTS)

    async def for_each_tenant(
        self,
        work: Callable[[TenantId], Awaitable[object]],
        tenant_ids: Iterable[TenantId] | None = None,
        *,
        at_once: int = 1,
    ) -> None:
        """Do ``work`` for each tenant, ``at_once`` of them concurrently. One that fails does not stop the others.

        Raises TenantsFailed when all have been tried, DatabaseUnavailable at once.
        """
        tenants = list(await self.tenant_ids() if tenant_ids is None else tenant_ids)
        # Runs that end early leave out others each time.
        random.shuffle(tenants)
        waiting = iter(tenants)
        failed = 0

        async def take_turns() -> None:
            nonlocal failed
            for tenant_id in waiting:
                if not self.has_time:
                    log.warning("task leaves tenants to its next run", extra={"task": self.task})
                    return
                if not await self.attempt(work, tenant_id):
                    failed += 1

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(at_once):
                    group.create_task(take_turns())
        except BaseExceptionGroup as errors:
            raise errors.exceptions[0] from None
        if failed:
            raise TenantsFailed(failed)

    async def attempt(self, work: Callable[[TenantId], Awaitable[object]], tenant_id: TenantId) -> bool:
        """Whether it succeeded; a failure is logged. Raises DatabaseUnavailable when the database answers nobody."""
        seconds = self.limit * TENANT_SHARE
        turn = _tenant_ends_at.set(time.monotonic() + seconds / 2)
        try:
            async with asyncio.timeout(seconds):
                await work(tenant_id)
        except Exception as error:
            if isinstance(error, DatabaseUnavailable):
                # A timeout of this tenant's statement is mapped to the same error.
                async with self.db.without_tenant() as conn:
                    await conn.execute("select 1")
            TASK_TENANT_FAILURES.labels(self.task).inc()
            log.exception("task failed for a tenant", extra={"task": self.task, "tenant": str(tenant_id)})
            return False
        finally:
            _tenant_ends_at.reset(turn)
        return True

    async def _tenant_ids(self, query: LiteralString) -> list[TenantId]:
        async with self.db.without_tenant() as conn:
            rows = await (await conn.execute(query)).fetchall()
        return [tenant_id_from_database(row[0]) for row in rows]


TaskFunction = Callable[[TaskContext], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Task:
    """One task: ``name`` is unique, such as ``bookings.cancel_unconfirmed``; it runs every ``seconds``.

    A run is cancelled after ``limit`` seconds.
    """

    name: str
    seconds: float
    run: TaskFunction
    limit: float = TASK_SECONDS


@dataclass(slots=True)
class TaskRegistry:
    """Collects the tasks of all domains."""

    tasks: list[Task] = field(default_factory=list)

    def every(self, *, seconds: float, name: str, run: TaskFunction, limit: float = TASK_SECONDS) -> None:
        """Register a task. A run that takes longer than its period delays the next one; runs never overlap."""
        if any(task.name == name for task in self.tasks):
            raise ValueError(f"Two background tasks are named {name}.")
        self.tasks.append(Task(name, seconds, run, limit))
