"""Retention of sessions, challenges, resets and attempts."""

from abano.auth.repository import FailureRepository
from abano.database.unit_of_work import UnitOfWork
from abano.identity.repository.sessions import SessionRepository
from abano.jobs.registry import TaskContext, TaskRegistry


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=3600, name="identity.delete_expired", run=delete_expired)


async def delete_expired(context: TaskContext) -> None:
    """Delete each tenant's expired sessions, challenges, resets and counts of attempts."""
    now = context.clock.now()
    for tenant_id in await context.tenant_ids():
        async with context.db.session(tenant_id) as session:
            await SessionRepository(session, tenant_id).delete_expired(now)
            await FailureRepository(UnitOfWork(tenant_id, session)).delete_old(now)
