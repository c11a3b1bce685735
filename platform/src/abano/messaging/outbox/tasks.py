"""The background task of the outbox."""

import asyncio
import time
from functools import partial

from abano.core.metrics import OUTBOX_DEAD, OUTBOX_OLDEST, OUTBOX_WAITING
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry, TenantsFailed
from abano.messaging.outbox.repository import queue_figures, tenants_with_due_messages
from abano.messaging.outbox.service import Composers, deliver_pending
from abano.messaging.outbox.transport import ChatWebhook, mail_transport


def register(registry: TaskRegistry, composers: Composers | None = None) -> None:
    """``composers``: as ``deliver_pending`` takes them."""
    registry.every(seconds=2, name="notifications.deliver", run=partial(deliver, composers=composers))


# Tenants served concurrently, so that one tenant's slow chat does not delay the others.
CONCURRENCY = 6
# How often to look for pending messages of other tenants while deliveries run.
POLL_SECONDS = 1.0


async def deliver(context: TaskContext, composers: Composers | None = None) -> None:
    """Send until nothing is pending: several tenants concurrently, each tenant's messages in order."""
    mail, chat = mail_transport(context.settings), ChatWebhook(context.settings.allowed_networks)
    running: dict[asyncio.Task[bool], TenantId] = {}
    # Tenants without messages left, because another worker sent them, are not tried again before then.
    resting: dict[TenantId, float] = {}
    failed = 0

    async def send(tenant_id: TenantId) -> None:
        if await deliver_pending(context, tenant_id, mail, chat, composers) == 0:
            resting[tenant_id] = time.monotonic() + POLL_SECONDS

    try:
        while True:
            due = await tenants_with_due_messages(context.db, context.clock.now()) if context.has_time else ()
            sending = set(await context.sending_tenant_ids()) if due else set()
            for tenant_id in filter(sending.__contains__, due):
                is_resting = time.monotonic() < resting.get(tenant_id, 0.0)
                if len(running) < CONCURRENCY and tenant_id not in running.values() and not is_resting:
                    running[asyncio.create_task(context.attempt(send, tenant_id))] = tenant_id
            if not running:
                break
            done, _ = await asyncio.wait(running, timeout=POLL_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            for work in done:
                tenant_id = running.pop(work)
                if not work.result():
                    failed, resting[tenant_id] = failed + 1, float("inf")
    except asyncio.CancelledError:
        for work in running:
            work.cancel()
        raise
    finally:
        await asyncio.gather(*running, return_exceptions=True)
        await mail.close()
    if failed:
        raise TenantsFailed(failed)


async def note_queue(db: Database) -> None:
    """Update the queue's gauges when metrics are scraped, so that every worker reports the same values."""
    figures = await queue_figures(db)
    OUTBOX_WAITING.set(figures.waiting)
    OUTBOX_DEAD.set(figures.dead)
    OUTBOX_OLDEST.set(figures.oldest_seconds)
