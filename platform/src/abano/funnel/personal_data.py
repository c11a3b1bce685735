"""What the quiz knows of one person: sessions that led to their bookings. Answers stay, as figures without them."""

from datetime import datetime
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
select to_jsonb(s) - array['tenant_id', 'row_xid'] || jsonb_build_object('answers', (
  select coalesce(jsonb_agg(to_jsonb(a) - array['tenant_id', 'row_xid', 'session_id'] order by a.answered_at), '[]')
  from quiz_answers a where a.tenant_id = s.tenant_id and a.session_id = s.session_id
))
from quiz_sessions s where {_OF_PERSON} order by s.started_at, s.session_id
""")  # noqa: S608 - a condition from above
_ERASE = text(f"""
update quiz_sessions set device_fingerprint = null, gclid = null, gbraid = null, wbraid = null, source_url = null,
  referrer = null, entry_path = null, user_agent = null, updated_at = :now
where {_OF_PERSON}
""")  # noqa: S608 - a condition from above


async def export(session: AsyncSession, tenant_id: TenantId, person: Person) -> list[dict[str, Any]]:
    """Sessions with their answers, as they are stored."""
    return list(await session.scalars(_EXPORT, _values(tenant_id, person)))


async def erase(session: AsyncSession, tenant_id: TenantId, person: Person, now: datetime) -> int:
    """Take away what recognises the visitor; answers how many sessions were theirs."""
    result = await session.execute(_ERASE, _values(tenant_id, person) | {"now": now})
    return int(getattr(result, "rowcount", 0))


def _values(tenant_id: TenantId, person: Person) -> dict[str, Any]:
    return {"tenant": tenant_id, "sessions": list(person.session_ids), "clicks": list(person.click_ids)}
