"""All SQL of promo codes."""

from datetime import datetime

from abano.affiliates.promo_codes.rules import Promo
from abano.database.engine import Connection
from abano.tenants.tenant import TenantId

_FIND = """
select p.code, coalesce(p.discount_basis_points, s.promo_discount_basis_points), coalesce(a.name, '')
from promo_codes p
join tenant_settings s on s.tenant_id = p.tenant_id
left join affiliates a on a.tenant_id = p.tenant_id and a.id = p.affiliate_id
where p.tenant_id = %s and p.code = %s and p.is_active
  and (p.starts_at is null or p.starts_at <= %s) and (p.expires_at is null or p.expires_at > %s)
  and (p.maximum_uses is null or p.uses < p.maximum_uses)
  and (p.affiliate_id is null or a.status = 'active')
"""


async def find_usable(conn: Connection, tenant: TenantId, code: str, now: datetime) -> Promo | None:
    row = await (await conn.execute(_FIND, (tenant, code, now, now))).fetchone()
    return Promo(*row) if row else None
