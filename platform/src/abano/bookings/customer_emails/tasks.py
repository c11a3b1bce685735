"""Background tasks: reminders and thanks when they are due, and removing old messages."""

from datetime import timedelta
from zoneinfo import ZoneInfo

from abano.bookings.customer_emails.repository import REMINDER_KEY, MessageRepository
from abano.bookings.customer_emails.rules import THANKS_LATE, is_reminder_due, is_thanks_due
from abano.bookings.customer_emails.service import load_settings
from abano.catalog.published.service import load_rules
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.messaging.outbox.booking_kinds import CustomerNotice
from abano.messaging.outbox.outbox import enqueue

# The maximum time between a reminder and the pickup: reminders are sent on the day before.
AHEAD = timedelta(hours=48)
BATCH = 1_000
KEPT_OF_BOOKINGS = timedelta(days=365)


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=120, name="messages.remind", run=remind, sends=True)
    registry.every(seconds=600, name="messages.thank", run=thank, sends=True)
    registry.every(seconds=3600, name="messages.delete_old", run=delete_old)


async def remind(context: TaskContext, tenant_id: TenantId) -> None:
    """Send reminders of tomorrow's rentals. The schema allows one per planned pickup day."""
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        email_settings = await load_settings(uow)
        if "reminder" in email_settings.switched_off:
            return
        rules = await load_rules(uow)
        zone = ZoneInfo(rules.timezone)
        for booking in await MessageRepository(uow).coming_up(now, now + AHEAD, rules.timezone):
            if not is_reminder_due(
                booking.pickup_at, booking.created_at, zone, email_settings.reminder_hour, now
            ):
                continue
            day = booking.pickup_at.astimezone(zone).date().isoformat()
            notice = CustomerNotice(occasion="reminder", day=day)
            await enqueue(uow, notice, now, booking_id=booking.id, once_key=f"{REMINDER_KEY}{day}")


async def thank(context: TaskContext, tenant_id: TenantId) -> None:
    """Thank for rentals that are over, once each, and ask how they were."""
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        email_settings = await load_settings(uow)
        if "thanks" in email_settings.switched_off:
            return
        zone = ZoneInfo((await load_rules(uow)).timezone)
        # One extra day on both sides. ``is_thanks_due`` makes the decision.
        since = now - timedelta(days=email_settings.thanks_days + 1) - THANKS_LATE
        until = now - timedelta(days=email_settings.thanks_days - 1)
        for done in await MessageRepository(uow).completed(since, until):
            if is_thanks_due(done.completed_at, zone, email_settings.thanks_days, now):
                notice = CustomerNotice(occasion="thanks")
                await enqueue(uow, notice, now, booking_id=done.booking_id, once_key="thanks")


async def delete_old(context: TaskContext, tenant_id: TenantId) -> None:
    """Delete finished messages: after a year if about a booking, otherwise by the company's setting."""
    while await _delete_batch(context, tenant_id) == BATCH and context.has_time:
        pass


async def _delete_batch(context: TaskContext, tenant_id: TenantId) -> int:
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        rules = await load_rules(uow)
        before = now - timedelta(days=rules.retention_days)
        return await MessageRepository(uow).delete_old(before, now - KEPT_OF_BOOKINGS, BATCH)
