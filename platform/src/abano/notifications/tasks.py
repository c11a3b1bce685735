"""The outbox's background task."""

from abano.db import Database
from abano.metrics import OUTBOX_DEAD, OUTBOX_OLDEST, OUTBOX_WAITING
from abano.notifications.repository import queue_figures, tenants_with_due_messages
from abano.notifications.service import deliver_due
from abano.notifications.transport import ChatWebhook, mail_transport
from abano.task_registry import TaskContext, TaskRegistry


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=2, name="notifications.deliver", run=deliver)


async def deliver(context: TaskContext) -> None:
    """Send everything that is due, company by company."""
    mail, chat = mail_transport(context.settings), ChatWebhook()
    for tenant_id in await tenants_with_due_messages(context.db, context.clock.now()):
        await deliver_due(context, tenant_id, mail, chat)


async def note_queue(db: Database) -> None:
    """Bring the queue's gauges up to date: asked by whoever scrapes, so that every worker tells the same."""
    figures = await queue_figures(db)
    OUTBOX_WAITING.set(figures.waiting)
    OUTBOX_DEAD.set(figures.dead)
    OUTBOX_OLDEST.set(figures.oldest_seconds)
