"""The registry in which domains register their background tasks. A task works for one tenant at a time."""

import math
import time
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal, LiteralString

from abano.core.clock import Clock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, tenant_id_from_database

# A job is cancelled after this time.
LIMIT_SECONDS = 120.0
# Even of a task that runs every second, a job may take on new work for this long.
MIN_TURN_SECONDS = 10.0

# Tasks of a lane share its slots, so that slow tasks do not delay fast ones: ``messages`` are sent
# immediately, ``photographs`` and ``documents`` need CPU time, ``requests`` wait for external servers,
# ``rows`` only use the database. ``webhooks`` wait for companies' servers, any of which may hang.
Lane = Literal["messages", "webhooks", "photographs", "documents", "requests", "rows"]


@dataclass(frozen=True, slots=True)
class TaskContext:
    """The dependencies of a task. ``turn_ends_at``: monotonic."""

    db: Database
    settings: Settings
    clock: Clock
    turn_ends_at: float = math.inf

    @property
    def has_time(self) -> bool:
        """False when the job has to end soon: what is left is for the next one."""
        return time.monotonic() < self.turn_ends_at

    def started(self, task: "Task", weight: int = 1) -> "TaskContext":
        """For a job of the task that begins now; ``weight``: of the tenant's plan."""
        return replace(self, turn_ends_at=time.monotonic() + task.turn(weight))


TaskFunction = Callable[[TaskContext, TenantId], Awaitable[object]]
FindTenants = Callable[[Database, datetime], Awaitable[Collection[TenantId]]]


@dataclass(frozen=True, slots=True)
class Task:
    """A background task. ``name`` is unique, such as ``bookings.cancel_unconfirmed``.

    Every ``seconds``, each tenant returned by ``due`` gets a job; without ``due``, every tenant. A job is
    cancelled after ``limit`` seconds and retried. ``sends``: the task sends or enqueues messages, so it does
    not run while the tenant is moved to another cluster. ``while_closing``: it runs for a company that is being
    deleted, too. ``in_directory``: it works with the directory of companies, for those on other clusters, too.
    """

    name: str
    seconds: float
    run: TaskFunction
    due: FindTenants | None = None
    lane: Lane = "rows"
    sends: bool = False
    limit: float = LIMIT_SECONDS
    while_closing: bool = False
    in_directory: bool = False

    def turn(self, weight: int = 1) -> float:
        """For so many seconds a job takes on more work; then other tenants' jobs get its slot."""
        return min(self.limit / 2, max(self.seconds, MIN_TURN_SECONDS) * weight)


@dataclass(slots=True)
class TaskRegistry:
    """Collects the tasks of all domains."""

    tasks: list[Task] = field(default_factory=list)

    def every(
        self,
        *,
        seconds: float,
        name: str,
        run: TaskFunction,
        due: FindTenants | None = None,
        lane: Lane = "rows",
        sends: bool = False,
        limit: float = LIMIT_SECONDS,
        while_closing: bool = False,
        in_directory: bool = False,
    ) -> None:
        """Register a task; the arguments are those of ``Task``."""
        if any(task.name == name for task in self.tasks):
            raise ValueError(f"Two background tasks are named {name}.")
        self.tasks.append(Task(name, seconds, run, due, lane, sends, limit, while_closing, in_directory))


def tenants_by(query: LiteralString) -> FindTenants:
    """Find the tenants that have something to do, by a query of the reporting role; ``%(now)s`` is the time."""

    async def find(db: Database, now: datetime) -> list[TenantId]:
        async with db.reporting() as conn:
            rows = await (await conn.execute(query, {"now": now})).fetchall()
        return [tenant_id_from_database(row[0]) for row in rows]

    return find
