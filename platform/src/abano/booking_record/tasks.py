"""Background tasks of bookings."""

from datetime import timedelta

from abano.booking_record.repository import BookingRepository, RetentionRepository, tenants_to_cancel
from abano.booking_record.service import change_status
from abano.catalog.published.service import load_rules
from abano.core.errors import Message
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry

BATCH = 100
KEY_LIFETIME = timedelta(days=7)
NOT_CONFIRMED_IN_TIME = Message(
    "not_confirmed_in_time",
    "It was not confirmed within {hours, plural, one {# hour} other {# hours}}.",
)


def register(registry: TaskRegistry) -> None:
    registry.every(
        seconds=60, name="bookings.cancel_unconfirmed", run=cancel_unconfirmed, due=tenants_to_cancel
    )
    registry.every(seconds=3600, name="bookings.delete_old", run=delete_old)


async def cancel_unconfirmed(context: TaskContext, tenant_id: TenantId) -> None:
    """Cancel bookings that were not confirmed in time."""
    while await _cancel_batch(context, tenant_id) == BATCH and context.has_time:
        pass


async def _cancel_batch(context: TaskContext, tenant_id: TenantId) -> int:
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        rules = await load_rules(uow)
        bookings = BookingRepository(uow)
        expired = await bookings.lock_unconfirmed(now - timedelta(hours=rules.unconfirmed_hours), BATCH)
        hours = rules.unconfirmed_hours
        note = NOT_CONFIRMED_IN_TIME(hours=hours)
        for booking in expired:
            await change_status(
                uow,
                booking,
                "cancelled",
                actor="system",
                reason="",
                note=note,
                unconfirmed_hours=hours,
                now=now,
            )
        return len(expired)


async def delete_old(context: TaskContext, tenant_id: TenantId) -> None:
    """Delete drafts and address hashes past the retention days, and idempotency keys past their lifetime."""
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        rules = await load_rules(uow)
    async with context.db.pipeline_transaction(tenant_id) as transaction:
        drafts = now - timedelta(days=rules.retention_days)
        await RetentionRepository(transaction).delete_old(drafts=drafts, keys=now - KEY_LIFETIME)
