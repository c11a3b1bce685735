"""The registry in which domains register their background tasks."""

import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import LiteralString

from abano.config import Settings
from abano.database.engine import Database
from abano.database.unit_of_work import TenantId
from abano.kit.clock import Clock
from abano.tenants.tenant import tenant_id_from_database

TENANTS = "select id from tenants where placement = '' order by id"
SENDING_TENANTS = """
select id from tenants where placement = '' and coalesce(moving_until <= now(), true) order by id
"""


@dataclass(frozen=True, slots=True)
class TaskContext:
    """The dependencies of a task."""

    db: Database
    settings: Settings
    clock: Clock

    async def tenant_ids(self) -> list[TenantId]:
        """All tenants of this cluster, including suspended ones: retention applies to them too."""
        return await self._tenant_ids(TENANTS)

    async def sending_tenant_ids(self) -> list[TenantId]:
        """Those for whom messages may leave. While a tenant is moved none does: it could be sent at both places."""
        return await self._tenant_ids(SENDING_TENANTS)

    async def _tenant_ids(self, query: LiteralString) -> list[TenantId]:
        async with self.db.without_tenant() as conn:
            rows = await (await conn.execute(query)).fetchall()
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


def lock_key(name: str) -> int:
    """The advisory lock key of a task: 63 bits of its name's hash."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8]) >> 1
