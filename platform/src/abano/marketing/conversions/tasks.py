"""Background tasks: send conversions, and delete requests after two years."""

from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.marketing.conversions.google import DataManager
from abano.marketing.conversions.rules import REQUEST_RETENTION
from abano.marketing.conversions.sending import UploadRepository, check_outcomes, send_pending


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=600, name="conversions.send", run=send, limit=3600)
    registry.every(seconds=3600, name="conversions.delete_old", run=delete_old)


async def send(context: TaskContext) -> None:
    """Send pending conversions of each tenant, and check the outcome of earlier requests."""
    google = DataManager()

    async def send_and_check(tenant_id: TenantId) -> None:
        await send_pending(context, tenant_id, google)
        await check_outcomes(context, tenant_id, google)

    await context.for_each_tenant(send_and_check, await context.sending_tenant_ids())


async def delete_old(context: TaskContext) -> None:
    """Delete each tenant's requests past their retention: a few rows a day."""
    before = context.clock.now() - REQUEST_RETENTION

    async def delete(tenant_id: TenantId) -> None:
        async with context.db.uow(tenant_id) as uow:
            await UploadRepository(uow).delete_requests(before)

    await context.for_each_tenant(delete)
