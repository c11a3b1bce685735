"""Retention: delete the steps of old visits."""

from datetime import timedelta

from abano.database.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.traffic.journeys.repository import BATCH, JourneyRepository

# Two years and a quarter: any period of a year can be compared with the one before.
RETENTION = timedelta(days=820)


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=3600, name="journeys.delete_old", run=delete_old)


async def delete_old(context: TaskContext) -> None:
    """Delete each tenant's old steps in batches, one transaction each."""
    before = context.clock.now() - RETENTION

    async def delete(tenant_id: TenantId) -> None:
        deleted = BATCH
        while deleted >= BATCH and context.has_time:
            async with context.db.pipeline_transaction(tenant_id) as transaction:
                deleted = await JourneyRepository(transaction).delete_before(before)

    await context.for_each_tenant(delete)
