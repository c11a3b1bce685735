"""What click tracking knows of one person: page loads with their click ids or in their quiz sessions.

A device fingerprint alone is no link: it says a kind of device, which many people have.
"""

from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from abano.kit.person import Person
from abano.tenancy import TenantId

_OF_PERSON = """
tenant_id = :tenant and (session_id = any(:sessions) or gclid = any(:clicks) or gbraid = any(:clicks)
  or wbraid = any(:clicks))
"""
_EXPORT = text(f"""
select to_jsonb(c) - array['tenant_id', 'row_xid'] from click_records c where {_OF_PERSON}
order by c.created_at, c.id
""")  # noqa: S608 - a condition from above
# A visit is written with its click record, at the same moment: it goes with it.
_ERASE = text(f"""
with gone as (delete from click_records where {_OF_PERSON} returning ip_address, created_at),
visits as (
  delete from ip_visits v using gone
  where v.tenant_id = :tenant and v.ip_address = gone.ip_address and v.visited_at = gone.created_at
)
select count(*) from gone
""")  # noqa: S608 - a condition from above


async def export(session: AsyncSession, tenant_id: TenantId, person: Person) -> list[dict[str, Any]]:
    """Click records as they are stored."""
    return list(await session.scalars(_EXPORT, _values(tenant_id, person)))


async def erase(session: AsyncSession, tenant_id: TenantId, person: Person) -> int:
    """Delete the person's click records and visits; answers how many records."""
    return await session.scalar(_ERASE, _values(tenant_id, person)) or 0


def _values(tenant_id: TenantId, person: Person) -> dict[str, Any]:
    return {"tenant": tenant_id, "sessions": list(person.session_ids), "clicks": list(person.click_ids)}
