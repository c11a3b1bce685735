"""Background tasks of the catalogue."""

from abano.catalog.editing.publishing import publish_planned
from abano.catalog.editing.repository import tenants_to_publish
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=20, name="catalog.publish_planned", run=publish, due=tenants_to_publish)


async def publish(context: TaskContext, tenant_id: TenantId) -> None:
    """Publish a draft whose moment has come."""
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        await publish_planned(uow, now)
