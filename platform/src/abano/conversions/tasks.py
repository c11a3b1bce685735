"""Sending conversions in the background."""

from abano.conversions.google import DataManager
from abano.conversions.sending import check_outcomes, send_due
from abano.task_registry import TaskContext, TaskRegistry


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=600, name="conversions.send", run=send)


async def send(context: TaskContext) -> None:
    """Send, company by company, what is old enough, and ask what became of what was sent."""
    google = DataManager()
    for tenant_id in await context.tenant_ids():
        await send_due(context, tenant_id, google)
        await check_outcomes(context, tenant_id, google)
