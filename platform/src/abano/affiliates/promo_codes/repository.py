"""All access to promo codes, for frequent reads."""

from datetime import datetime

from abano.affiliates.promo_codes.rules import Promo
from abano.database.unit_of_work import PipelineTransaction
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano.affiliates.promo_codes", "queries.sql")


class PromoCodeRepository:
    """Promo codes of one tenant, within the caller's transaction."""

    def __init__(self, transaction: PipelineTransaction) -> None:
        self._connection = transaction.connection
        self._tenant = transaction.tenant_id

    async def find_usable(self, code: str, now: datetime) -> Promo | None:
        """The code if it may be used at ``now``, which the schema's function ``promo_code_state`` decides."""
        values = {"tenant": self._tenant, "code": code, "now": now}
        row = await (await self._connection.execute(QUERIES["find_usable"], values)).fetchone()
        return Promo(*row) if row else None
