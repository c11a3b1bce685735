"""All access to promo codes, for frequent reads and for bookings that use them."""

from datetime import datetime

from sqlalchemy import func, literal_column, update

from abano.affiliates.promo_codes.rules import Promo
from abano.database.unit_of_work import PipelineTransaction, UnitOfWork
from abano.models.promo_codes import PromoCode
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


class PromoUseRepository:
    """Uses of one tenant's promo codes, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def use(self, code: str, now: datetime) -> bool:
        """Count one use if the code may be used at ``now``, as ``take_booking`` does."""
        state = func.promo_code_state(literal_column(PromoCode.__tablename__), now)
        used = await self._session.scalar(
            update(PromoCode)
            .where(PromoCode.tenant_id == self._tenant, PromoCode.code == code, state == "usable")
            .values(uses=PromoCode.uses + 1)
            .returning(PromoCode.code)
        )
        return used is not None
