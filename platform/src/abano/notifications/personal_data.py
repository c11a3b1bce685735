"""What messages say of one person: those with their address in a field of its own, or about their bookings."""

from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from abano.config import Settings
from abano.kit.person import Person
from abano.notifications.transport import written_letter
from abano.tenancy import TenantId

_OF_PERSON = """
tenant_id = :tenant
and (payload ->> 'reference' = any(:references) or exists (
  select from jsonb_path_query(payload, '$.** ? (@.type() == "string")') as found where lower(found #>> '{}') = :email
))
"""
_EXPORT = text(f"""
select jsonb_build_object('kind', kind, 'createdAt', created_at, 'sentAt', sent_at, 'payload', payload)
from outbox_messages where {_OF_PERSON} order by created_at, id
""")  # noqa: S608 - a condition from above
_ERASE = text(f"delete from outbox_messages where {_OF_PERSON} returning id")  # noqa: S608 - a condition from above


async def export(session: AsyncSession, tenant_id: TenantId, person: Person) -> list[dict[str, Any]]:
    """Messages to the company about the person, and to the person."""
    return list(await session.scalars(_EXPORT, _values(tenant_id, person)))


async def erase(session: AsyncSession, tenant_id: TenantId, person: Person) -> list[UUID]:
    """Delete the messages, unsent ones too; answers their ids, whose letters ``forget_letters`` deletes."""
    return list(await session.scalars(_ERASE, _values(tenant_id, person)))


def forget_letters(settings: Settings, message_ids: list[UUID]) -> None:
    """Delete letters that were written to files, as development does. What a mail server took is gone from here."""
    for message_id in message_ids:
        written_letter(settings, message_id).unlink(missing_ok=True)


def _values(tenant_id: TenantId, person: Person) -> dict[str, Any]:
    return {"tenant": tenant_id, "references": list(person.references), "email": person.email}
