"""Retention of sessions, challenges, resets and attempts."""

from abano.accounts.access.repository import FailureRepository
from abano.accounts.users.repository import SessionRepository
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=3600, name="identity.delete_expired", run=delete_expired)


async def delete_expired(context: TaskContext, tenant_id: TenantId) -> None:
    """Delete expired sessions, challenges, resets and counts of attempts."""
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        await SessionRepository(uow).delete_expired(now)
        await FailureRepository(uow).delete_old(now)
