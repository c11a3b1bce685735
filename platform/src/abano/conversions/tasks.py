"""Background tasks: send conversions, and delete requests after two years."""

from abano.conversions.google import DataManager
from abano.conversions.rules import REQUEST_RETENTION
from abano.conversions.sending import check_outcomes, send_pending
from abano.conversions.uploads import UploadRepository
from abano.jobs.registry import TaskContext, TaskRegistry


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=600, name="conversions.send", run=send)
    registry.every(seconds=3600, name="conversions.delete_old", run=delete_old)


async def send(context: TaskContext) -> None:
    """Send pending conversions of each tenant, and check the outcome of earlier requests."""
    google = DataManager()
    for tenant_id in await context.sending_tenant_ids():
        await send_pending(context, tenant_id, google)
        await check_outcomes(context, tenant_id, google)


async def delete_old(context: TaskContext) -> None:
    """Delete each tenant's requests past their retention: a few rows a day."""
    before = context.clock.now() - REQUEST_RETENTION
    for tenant_id in await context.tenant_ids():
        async with context.db.uow(tenant_id) as uow:
            await UploadRepository(uow).delete_requests(before)
