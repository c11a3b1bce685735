"""Background tasks: send conversions, and delete requests after two years."""

from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.marketing.conversions.google import DataManager
from abano.marketing.conversions.rules import REQUEST_RETENTION
from abano.marketing.conversions.sending import (
    UploadRepository,
    check_outcomes,
    send_pending,
    tenants_that_send,
)


def register(registry: TaskRegistry) -> None:
    registry.every(
        seconds=600,
        name="conversions.send",
        run=send,
        due=tenants_that_send,
        lane="requests",
        sends=True,
        limit=720,
    )
    registry.every(seconds=3600, name="conversions.delete_old", run=delete_old)


async def send(context: TaskContext, tenant_id: TenantId) -> None:
    """Send pending conversions, and check the outcome of earlier requests."""
    google = DataManager()
    await send_pending(context, tenant_id, google)
    await check_outcomes(context, tenant_id, google)


async def delete_old(context: TaskContext, tenant_id: TenantId) -> None:
    """Delete requests past their retention: a few rows a day."""
    before = context.clock.now() - REQUEST_RETENTION
    async with context.db.uow(tenant_id) as uow:
        await UploadRepository(uow).delete_requests(before)
