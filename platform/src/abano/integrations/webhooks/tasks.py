"""Background tasks: sending events to webhook endpoints, deleting old deliveries, and the figures of the queue."""

from abano.core.metrics import WEBHOOKS_OLDEST, WEBHOOKS_WAITING
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano.integrations.webhooks.delivery import deliver
from abano.integrations.webhooks.repository import (
    WebhookRepository,
    queue_figures,
    tenants_with_due_deliveries,
    tenants_with_old_deliveries,
)
from abano.integrations.webhooks.rules import KEPT
from abano.jobs.registry import TaskContext, TaskRegistry


def register(registry: TaskRegistry) -> None:
    registry.every(
        seconds=1,
        name="webhooks.deliver",
        run=deliver,
        due=tenants_with_due_deliveries,
        lane="webhooks",
        sends=True,
    )
    registry.every(seconds=3600, name="webhooks.delete_old", run=delete_old, due=tenants_with_old_deliveries)


async def delete_old(context: TaskContext, tenant_id: TenantId) -> None:
    """Delete deliveries that are over and older than the log is kept."""
    async with context.db.uow(tenant_id) as uow:
        await WebhookRepository(uow).delete_old(context.clock.now() - KEPT)


async def note_queue(db: Database) -> None:
    """Update the queue's gauges when metrics are scraped, so that every worker reports the same values."""
    figures = await queue_figures(db)
    WEBHOOKS_WAITING.set(figures.waiting)
    WEBHOOKS_OLDEST.set(figures.oldest_seconds)
