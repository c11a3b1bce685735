"""Background tasks of clicks and journeys."""

from datetime import timedelta

from abano.catalog.published.service import load_rules
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.marketing.traffic.repository import (
    BATCH,
    ClickRepository,
    JourneyRepository,
    tenants_with_write_counts,
)

ERASURE_RETENTION = timedelta(days=90)


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=3600, name="clicks.delete_old", run=delete_old)
    registry.every(
        seconds=300, name="clicks.delete_write_counts", run=delete_write_counts, due=tenants_with_write_counts
    )


async def delete_old(context: TaskContext, tenant_id: TenantId) -> None:
    """Delete old records in batches, one transaction each.

    Erasures are kept long enough for a warehouse that is repaired after weeks.
    """
    async with context.db.uow(tenant_id) as uow:
        rules = await load_rules(uow)
    before = context.clock.now() - timedelta(days=rules.retention_days)
    deleted = BATCH
    while deleted >= BATCH and context.has_time:
        async with context.db.pipeline_transaction(tenant_id) as transaction:
            deleted = await ClickRepository(transaction).delete_before(before)
    async with context.db.pipeline_transaction(tenant_id) as transaction:
        await ClickRepository(transaction).delete_erasures(context.clock.now() - ERASURE_RETENTION)


async def delete_write_counts(context: TaskContext, tenant_id: TenantId) -> None:
    """Delete the counts of past minutes."""
    before = context.clock.now() - timedelta(minutes=5)
    async with context.db.pipeline_transaction(tenant_id) as transaction:
        await ClickRepository(transaction).delete_write_counts(before)


# Retention: delete the steps of old visits.

# Two years and a quarter: any period of a year can be compared with the one before.
RETENTION = timedelta(days=820)


def journeys_register(registry: TaskRegistry) -> None:
    registry.every(seconds=3600, name="journeys.delete_old", run=journeys_delete_old)


async def journeys_delete_old(context: TaskContext, tenant_id: TenantId) -> None:
    """Delete old steps in batches, one transaction each."""
    before = context.clock.now() - RETENTION
    deleted = BATCH
    while deleted >= BATCH and context.has_time:
        async with context.db.pipeline_transaction(tenant_id) as transaction:
            deleted = await JourneyRepository(transaction).delete_before(before)
