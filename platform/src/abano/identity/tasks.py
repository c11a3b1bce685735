"""Keeping the sign-in tables small."""

from abano.auth.repository import FailureRepository
from abano.identity.repository.sessions import SessionRepository
from abano.jobs.registry import TaskContext, TaskRegistry


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=3600, name="identity.delete_expired", run=delete_expired)


async def delete_expired(context: TaskContext) -> None:
    """Delete ended sessions, challenges and resets, and old counts of tries, company by company."""
    now = context.clock.now()
    for tenant_id in await context.tenant_ids():
        async with context.db.session(tenant_id) as session:
            await SessionRepository(session, tenant_id).delete_expired(now)
            await FailureRepository(session, tenant_id).delete_old(now)
