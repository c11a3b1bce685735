"""The background task of the outbox."""

from functools import partial

from abano.core.metrics import OUTBOX_DEAD, OUTBOX_OLDEST, OUTBOX_WAITING
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.messaging.outbox.repository import queue_figures, tenants_with_due_messages
from abano.messaging.outbox.service import Composers, deliver_pending
from abano.messaging.outbox.transport import ChatWebhook, mail_transport


def register(registry: TaskRegistry, composers: Composers | None = None) -> None:
    """``composers``: as ``deliver_pending`` takes them."""
    registry.every(
        seconds=1,
        name="notifications.deliver",
        run=partial(deliver, composers=composers),
        due=tenants_with_due_messages,
        lane="messages",
        sends=True,
    )


async def deliver(context: TaskContext, tenant_id: TenantId, composers: Composers | None = None) -> None:
    """Send a tenant's pending messages in order, until none is left or its turn is over."""
    mail, chat = mail_transport(context.settings), ChatWebhook(context.settings.allowed_networks)
    try:
        await deliver_pending(context, tenant_id, mail, chat, composers)
    finally:
        await mail.close()


async def note_queue(db: Database) -> None:
    """Update the queue's gauges when metrics are scraped, so that every worker reports the same values."""
    figures = await queue_figures(db)
    OUTBOX_WAITING.set(figures.waiting)
    OUTBOX_DEAD.set(figures.dead)
    OUTBOX_OLDEST.set(figures.oldest_seconds)
