"""All SQL of promo codes."""

from datetime import datetime

from abano.affiliates.promo_codes.rules import Promo
from abano.database.unit_of_work import PipelineTransaction

_FIND = """
select p.code, coalesce(p.discount_basis_points, s.promo_discount_basis_points), coalesce(a.name, '')
from promo_codes p
join tenant_settings s on s.tenant_id = p.tenant_id
left join affiliates a on a.tenant_id = p.tenant_id and a.id = p.affiliate_id
where p.tenant_id = %s and p.code = %s and promo_code_state(p, %s) = 'usable'
"""


class PromoCodeRepository:
    """Promo codes of one tenant, within the caller's transaction."""

    def __init__(self, transaction: PipelineTransaction) -> None:
        self._connection = transaction.connection
        self._tenant = transaction.tenant_id

    async def find_usable(self, code: str, now: datetime) -> Promo | None:
        """The code if it may be used at ``now``, which the schema's function ``promo_code_state`` decides."""
        row = await (await self._connection.execute(_FIND, (self._tenant, code, now))).fetchone()
        return Promo(*row) if row else None
