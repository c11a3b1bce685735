"""Background tasks: sending due messages by WhatsApp and SMS, and deleting old ones; personal data."""

from abano.bookings.phone_messages.repository import PhoneRepository, tenants_with_due_phone_messages
from abano.bookings.phone_messages.rules import KEPT
from abano.bookings.phone_messages.sending import deliver
from abano.db.personal_data import PersonalRecords
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry


def register(registry: TaskRegistry) -> None:
    registry.every(
        seconds=2,
        name="phone_messages.deliver",
        run=deliver,
        due=tenants_with_due_phone_messages,
        lane="requests",
        sends=True,
    )
    registry.every(seconds=3600, name="phone_messages.delete_old", run=delete_old)


async def delete_old(context: TaskContext, tenant_id: TenantId) -> None:
    """Delete messages after a year, as emails about bookings."""
    async with context.db.uow(tenant_id) as uow:
        await PhoneRepository(uow).delete_old(context.clock.now() - KEPT)


_MESSAGES_OF = "tenant_id = :tenant and (booking_id = any(:booking_ids) or phone = any(:phones))"
_CONSENTS_OF = "tenant_id = :tenant and phone = any(:phones)"

PERSONAL_RECORDS = (
    PersonalRecords(
        "phoneMessages",
        find=f"""
select jsonb_build_object(
  'channel', channel, 'isInbound', is_inbound, 'phone', phone, 'body', body, 'state', state, 'reason', reason,
  'createdAt', created_at
)
from phone_messages where {_MESSAGES_OF} order by created_at, id
""",  # noqa: S608 - a condition from above
        erase=f"delete from phone_messages where {_MESSAGES_OF} returning id",  # noqa: S608 - from above
    ),
    PersonalRecords(
        "phoneConsents",
        find=f"""
select jsonb_build_object(
  'channel', channel, 'phone', phone, 'isOptedIn', is_opted_in, 'source', source, 'changedAt', changed_at
)
from phone_consents where {_CONSENTS_OF} order by channel, phone
""",  # noqa: S608 - a condition from above
        # An opt-out stays: without it the number could be written to again.
        erase=f"delete from phone_consents where {_CONSENTS_OF} and is_opted_in returning phone",  # noqa: S608
    ),
)
