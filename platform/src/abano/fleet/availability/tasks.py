"""Background task of holds."""

from abano.db.unit_of_work import TenantId
from abano.fleet.availability.repository import AvailabilityRepository, tenants_with_expired_holds
from abano.jobs.registry import TaskContext, TaskRegistry


def register(registry: TaskRegistry) -> None:
    registry.every(
        seconds=600, name="fleet.drop_expired_holds", run=drop_expired_holds, due=tenants_with_expired_holds
    )


async def drop_expired_holds(context: TaskContext, tenant_id: TenantId) -> None:
    """Delete holds whose ten minutes have passed; they count for nothing already."""
    now = context.clock.now()
    async with context.db.pipeline_transaction(tenant_id) as transaction:
        await AvailabilityRepository(transaction).drop_expired(now)
