"""Retention: delete clicks and visits after the company's retention days, and write counts after minutes."""

from datetime import timedelta

from abano.catalog.service import load_rules
from abano.database.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.traffic.clicks.repository import BATCH, ClickRepository

ERASURE_RETENTION = timedelta(days=90)


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=3600, name="clicks.delete_old", run=delete_old)
    registry.every(seconds=300, name="clicks.delete_write_counts", run=delete_write_counts)


async def delete_old(context: TaskContext) -> None:
    """Delete each tenant's old records in batches, one transaction each.

    Erasures are kept long enough for a warehouse that is repaired after weeks.
    """

    async def delete(tenant_id: TenantId) -> None:
        async with context.db.uow(tenant_id) as uow:
            rules = await load_rules(uow)
        before = context.clock.now() - timedelta(days=rules.retention_days)
        deleted = BATCH
        while deleted >= BATCH and context.has_time:
            async with context.db.pipeline_transaction(tenant_id) as transaction:
                deleted = await ClickRepository(transaction).delete_before(before)
        async with context.db.pipeline_transaction(tenant_id) as transaction:
            await ClickRepository(transaction).delete_erasures(context.clock.now() - ERASURE_RETENTION)

    await context.for_each_tenant(delete)


async def delete_write_counts(context: TaskContext) -> None:
    """Delete the counts of past minutes."""
    before = context.clock.now() - timedelta(minutes=5)

    async def delete(tenant_id: TenantId) -> None:
        async with context.db.pipeline_transaction(tenant_id) as transaction:
            await ClickRepository(transaction).delete_write_counts(before)

    await context.for_each_tenant(delete)
