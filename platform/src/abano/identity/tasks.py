"""Keeping the sign-in tables small."""

from abano.identity.repository import IdentityRepository
from abano.task_registry import TaskContext, TaskRegistry


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=3600, name="identity.delete_expired", run=delete_expired)


async def delete_expired(context: TaskContext) -> None:
    """Delete ended sessions and old counts of failed sign-ins, company by company."""
    for tenant_id in await context.tenant_ids():
        async with context.db.session(tenant_id) as session:
            await IdentityRepository(session, tenant_id).delete_expired(context.clock.now())
