"""The registry in which domains register their background tasks."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from abano.config import Settings
from abano.database.engine import Database
from abano.database.unit_of_work import TenantId
from abano.kit.clock import Clock
from abano.tenants.tenant import tenant_id_from_database


@dataclass(frozen=True, slots=True)
class TaskContext:
    """The dependencies of a task."""

    db: Database
    settings: Settings
    clock: Clock

    async def tenant_ids(self) -> list[TenantId]:
        """All tenants, including suspended ones: retention applies to them too."""
        async with self.db.without_tenant() as conn:
            rows = await (await conn.execute("select id from tenants order by id")).fetchall()
        return [tenant_id_from_database(row[0]) for row in rows]


TaskFunction = Callable[[TaskContext], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Task:
    """One task: ``name`` is unique, such as ``bookings.cancel_unconfirmed``; it runs every ``seconds``."""

    name: str
    seconds: float
    run: TaskFunction


@dataclass(slots=True)
class TaskRegistry:
    """Collects the tasks of all domains."""

    tasks: list[Task] = field(default_factory=list)

    def every(self, *, seconds: float, name: str, run: TaskFunction) -> None:
        """Register a task. A run that takes longer than its period delays the next one; runs never overlap."""
        if any(task.name == name for task in self.tasks):
            raise ValueError(f"Two background tasks are named {name}.")
        self.tasks.append(Task(name, seconds, run))
