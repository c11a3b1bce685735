"""All access to promo codes, for frequent reads and for bookings that use them."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import func, literal_column, select, update
from sqlalchemy.dialects.postgresql import insert

from abano.db.unit_of_work import PipelineTransaction, UnitOfWork
from abano.marketing.promo_codes.models import Affiliate, PromoCode
from abano.marketing.promo_codes.rules import CodeState, Promo
from abano.tenancy.directory.models import TenantSettings
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano.marketing.promo_codes", "queries.sql")


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


# All SQL of managing promo codes.


class Listed(NamedTuple):
    """A code, whose it is, and whether it may be used."""

    code: PromoCode
    affiliate_name: str | None
    state: CodeState


class CodeRepository:
    """Promo codes of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def company_rates(self) -> tuple[int, int]:
        """The company's discount and commission rates, in basis points."""
        query = select(
            TenantSettings.promo_discount_basis_points, TenantSettings.commission_basis_points
        ).where(TenantSettings.tenant_id == self._tenant)
        discount, commission = (await self._session.execute(query)).one()
        return discount, commission

    async def affiliate_name(self, affiliate_id: UUID) -> str | None:
        query = select(Affiliate.name).where(
            Affiliate.tenant_id == self._tenant, Affiliate.id == affiliate_id
        )
        return await self._session.scalar(query)

    async def codes(self, affiliate_id: UUID | None, limit: int, now: datetime) -> list[Listed]:
        """Codes with their affiliates, newest first; only one affiliate's when ``affiliate_id`` is given.

        The schema's function ``promo_code_state`` decides whether a code may be used at ``now``.
        """
        state = func.promo_code_state(literal_column(PromoCode.__tablename__), now)
        query = (
            select(PromoCode, Affiliate.name, state)
            .outerjoin(
                Affiliate,
                (Affiliate.tenant_id == PromoCode.tenant_id) & (Affiliate.id == PromoCode.affiliate_id),
            )
            .where(PromoCode.tenant_id == self._tenant)
            .order_by(PromoCode.created_at.desc(), PromoCode.code)
            .limit(limit)
        )
        if affiliate_id is not None:
            query = query.where(PromoCode.affiliate_id == affiliate_id)
        return [Listed(*row) for row in await self._session.execute(query)]

    async def add(self, code: PromoCode) -> bool:
        """Insert the code; False when it is in use."""
        values = {column.name: getattr(code, column.key) for column in PromoCode.__table__.columns}
        given = {name: value for name, value in values.items() if value is not None}
        statement = insert(PromoCode).values(**given).on_conflict_do_nothing().returning(PromoCode.code)
        return await self._session.scalar(statement) is not None

    async def locked(self, code: str) -> PromoCode | None:
        """Lock the code against concurrent changes and bookings."""
        query = (
            select(PromoCode)
            .where(PromoCode.tenant_id == self._tenant, PromoCode.code == code)
            .with_for_update()
        )
        return await self._session.scalar(query)
