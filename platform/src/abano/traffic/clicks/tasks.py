"""Forgetting clicks and visits after the company's retention days, and counts of writes after minutes."""

from datetime import timedelta

from abano.catalog.service import load_rules
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.traffic.clicks import repository

ERASURES_KEPT = timedelta(days=90)


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=3600, name="clicks.delete_old", run=delete_old)
    registry.every(seconds=300, name="clicks.delete_write_counts", run=delete_write_counts)


async def delete_old(context: TaskContext) -> None:
    """Delete in batches, each a transaction of its own, company by company.

    What the warehouse was told to forget is kept long enough for one that is repaired after weeks.
    """
    for tenant_id in await context.tenant_ids():
        async with context.db.session(tenant_id) as session:
            rules = await load_rules(session, tenant_id)
        before = context.clock.now() - timedelta(days=rules.retention_days)
        deleted = repository.BATCH
        while deleted >= repository.BATCH:
            async with context.db.hot(tenant_id) as conn:
                deleted = await repository.delete_before(conn, tenant_id, before)
        async with context.db.hot(tenant_id) as conn:
            await repository.delete_erasures(conn, tenant_id, context.clock.now() - ERASURES_KEPT)


async def delete_write_counts(context: TaskContext) -> None:
    """A minute's counts are of no use after it."""
    before = context.clock.now() - timedelta(minutes=5)
    for tenant_id in await context.tenant_ids():
        async with context.db.hot(tenant_id) as conn:
            await repository.delete_write_counts(conn, tenant_id, before)
