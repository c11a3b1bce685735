"""Retention of affiliates' sessions and reset links."""

from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.marketing.affiliates.repository import AffiliateRepository


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=3600, name="affiliates.delete_expired", run=delete_expired)


async def delete_expired(context: TaskContext, tenant_id: TenantId) -> None:
    """Delete expired sessions and links."""
    async with context.db.uow(tenant_id) as uow:
        await AffiliateRepository(uow).delete_expired(context.clock.now())
