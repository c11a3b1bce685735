"""All SQL of promo codes."""

from datetime import datetime

from abano.affiliates.promo_codes.rules import Promo
from abano.database.unit_of_work import Connection, TenantId

_FIND = """
select p.code, coalesce(p.discount_basis_points, s.promo_discount_basis_points), coalesce(a.name, '')
from promo_codes p
join tenant_settings s on s.tenant_id = p.tenant_id
left join affiliates a on a.tenant_id = p.tenant_id and a.id = p.affiliate_id
where p.tenant_id = %s and p.code = %s and promo_code_state(p, %s) = 'usable'
"""


async def find_usable(conn: Connection, tenant: TenantId, code: str, now: datetime) -> Promo | None:
    """The code if it may be used at ``now``, which the schema's function ``promo_code_state`` decides."""
    row = await (await conn.execute(_FIND, (tenant, code, now))).fetchone()
    return Promo(*row) if row else None
