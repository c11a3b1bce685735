"""Retention of affiliates' sessions and reset links."""

from abano.affiliates.accounts.repository import AffiliateRepository
from abano.jobs.registry import TaskContext, TaskRegistry


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=3600, name="affiliates.delete_expired", run=delete_expired)


async def delete_expired(context: TaskContext) -> None:
    """Delete each tenant's expired sessions and links."""
    for tenant_id in await context.tenant_ids():
        async with context.db.uow(tenant_id) as uow:
            await AffiliateRepository(uow).delete_expired(context.clock.now())
