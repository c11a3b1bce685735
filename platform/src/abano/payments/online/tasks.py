"""Background tasks: ask Stripe about links and card holds, repeat refunds, remind of holds, forget old events."""

import logging
from datetime import timedelta
from functools import partial

from abano.catalog.published.service import CatalogService
from abano.core.errors import Conflict
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.messaging.outbox.booking_kinds import CardHoldExpiring
from abano.messaging.outbox.outbox import enqueue
from abano.payments.journal.service import get_booking
from abano.payments.online.account import find_account
from abano.payments.online.holds import check_hold, expiring
from abano.payments.online.refunds import Office, carry_out_refund
from abano.payments.online.repository import OnlineRepository, tenants_with_stripe
from abano.payments.online.service import check_link
from abano.payments.online.stripe import StripeFailed
from abano.tenancy.directory.tenant import load_tenant

log = logging.getLogger(__name__)

RECHECK_AFTER = timedelta(minutes=10)
# Someone at the desk waits for the answer.
HOLD_RECHECK_AFTER = timedelta(minutes=1)
BATCH = 50
EVENTS_KEPT = timedelta(days=60)


def register(registry: TaskRegistry) -> None:
    registry.every(
        seconds=300, name="payments.ask_stripe", run=ask_stripe, due=tenants_with_stripe, lane="requests"
    )
    registry.every(seconds=900, name="payments.remind_of_holds", run=remind_of_holds, due=tenants_with_stripe)
    registry.every(seconds=86_400, name="payments.forget_events", run=forget_events)


async def ask_stripe(context: TaskContext, tenant_id: TenantId) -> None:
    """Poll payment links without a webhook for ten minutes, and retry refunds that Stripe could not take."""
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        if await find_account(uow) is None:
            return
        repository = OnlineRepository(uow)
        links = await repository.waiting(now - RECHECK_AFTER, BATCH)
        refunds = await repository.waiting_refunds(now - RECHECK_AFTER, BATCH)
        holds = await repository.holds_to_check(now, now - HOLD_RECHECK_AFTER, BATCH)
    tenant = await load_tenant(context.db, tenant_id)
    if tenant is None:
        return
    office = Office(context.db, context.settings, tenant, await CatalogService(context.db).get(tenant_id))
    questions = (
        *(partial(check_hold, office, hold, now) for hold in holds),
        *(partial(check_link, office, link, now) for link in links),
        *(partial(carry_out_refund, office, entry_id, now) for entry_id in refunds),
    )
    for ask in questions:
        try:
            await ask()
        except (StripeFailed, Conflict) as error:
            # The next period tries again; the owner reads the problem beside the keys.
            log.warning("Stripe could not be asked: %s", error)
            # One that Stripe refuses does not keep the others waiting. Away, it is so for all.
            if isinstance(error, StripeFailed) and not error.is_final:
                return


async def remind_of_holds(context: TaskContext, tenant_id: TenantId) -> None:
    """Email the team about card holds that expire within two days, each once."""
    now = context.clock.now()
    tenant = await load_tenant(context.db, tenant_id)
    if tenant is None:
        return
    async with context.db.uow(tenant_id) as uow:
        for hold in await expiring(uow, now):
            if hold.reminded_at is not None or hold.capture_before is None:
                continue
            booking = await get_booking(uow, hold.booking_id)
            message = CardHoldExpiring(
                reference=booking.reference,
                customer_name=booking.customer_name,
                amount_minor=hold.amount_minor,
                currency=hold.currency,
                expires_at=hold.capture_before,
                timezone=tenant.timezone,
            )
            await enqueue(uow, message, now, booking_id=booking.id)
            hold.reminded_at = now


async def forget_events(context: TaskContext, tenant_id: TenantId) -> None:
    """Delete events that Stripe does not repeat any more."""
    before = context.clock.now() - EVENTS_KEPT
    async with context.db.uow(tenant_id) as uow:
        await OnlineRepository(uow).forget_events(before)
