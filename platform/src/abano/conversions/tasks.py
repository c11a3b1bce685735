"""Sending conversions in the background, and forgetting what became of them after two years."""

from abano.conversions.google import DataManager
from abano.conversions.rules import REQUEST_RETENTION
from abano.conversions.sending import check_outcomes, send_due
from abano.conversions.uploads import UploadRepository
from abano.jobs.registry import TaskContext, TaskRegistry


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=600, name="conversions.send", run=send)
    registry.every(seconds=3600, name="conversions.delete_old", run=delete_old)


async def send(context: TaskContext) -> None:
    """Send, company by company, what is old enough, and ask what became of what was sent."""
    google = DataManager()
    for tenant_id in await context.tenant_ids():
        await send_due(context, tenant_id, google)
        await check_outcomes(context, tenant_id, google)


async def delete_old(context: TaskContext) -> None:
    """Delete the requests past their retention, company by company: a few rows a day each."""
    before = context.clock.now() - REQUEST_RETENTION
    for tenant_id in await context.tenant_ids():
        async with context.db.session(tenant_id) as session:
            await UploadRepository(session, tenant_id).delete_requests(before)
