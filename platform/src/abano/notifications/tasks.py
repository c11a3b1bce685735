"""The outbox's background task."""

import asyncio
import time

from abano.database.engine import Database
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.notifications.repository import queue_figures, tenants_with_due_messages
from abano.notifications.service import deliver_due
from abano.notifications.transport import ChatWebhook, mail_transport
from abano.observability.metrics import OUTBOX_DEAD, OUTBOX_OLDEST, OUTBOX_WAITING
from abano.tenants.tenant import TenantId


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=2, name="notifications.deliver", run=deliver)


# Of so many companies messages leave at once, so that a slow chat of one holds up nobody else.
LANES = 6
# While all that is under way hangs, others may have got something to send.
LOOK_SECONDS = 1.0


async def deliver(context: TaskContext) -> None:
    """Send until nothing is due, of several companies at once, each company's messages one after the other."""
    mail, chat = mail_transport(context.settings), ChatWebhook()
    at_work: dict[asyncio.Task[int], TenantId] = {}
    # Companies that had nothing left, as another worker sent it, are not asked again before then.
    resting: dict[TenantId, float] = {}
    try:
        while True:
            for tenant_id in await tenants_with_due_messages(context.db, context.clock.now()):
                is_resting = time.monotonic() < resting.get(tenant_id, 0.0)
                if len(at_work) < LANES and tenant_id not in at_work.values() and not is_resting:
                    work = asyncio.create_task(deliver_due(context, tenant_id, mail, chat))
                    at_work[work] = tenant_id
            if not at_work:
                return
            done, _ = await asyncio.wait(at_work, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            for work in done:
                tenant_id = at_work.pop(work)
                if work.result() == 0:
                    resting[tenant_id] = time.monotonic() + LOOK_SECONDS
    finally:
        await asyncio.gather(*at_work, return_exceptions=True)
        await mail.close()


async def note_queue(db: Database) -> None:
    """Bring the queue's gauges up to date: asked by whoever scrapes, so that every worker tells the same."""
    figures = await queue_figures(db)
    OUTBOX_WAITING.set(figures.waiting)
    OUTBOX_DEAD.set(figures.dead)
    OUTBOX_OLDEST.set(figures.oldest_seconds)
