"""Background tasks of the catalogue."""

from abano.catalog.editing.publishing import publish_planned
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry

SECONDS = 20


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=SECONDS, name="catalog.publish_planned", run=publish_all_planned)


async def publish_all_planned(context: TaskContext) -> None:
    """Publish the drafts whose moment has come. A worker that dies leaves them for the next run."""
    now = context.clock.now()

    async def publish(tenant_id: TenantId) -> None:
        async with context.db.uow(tenant_id) as uow:
            await publish_planned(uow, now)

    await context.for_each_tenant(publish)
