"""All SQL of affiliates' accounts and of promo codes."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import delete, func, literal_column, select, update
from sqlalchemy.dialects.postgresql import insert

from abano.db.repositories import PipelineRepository, Repository
from abano.marketing.affiliates.models import Affiliate, AffiliatePasswordReset, AffiliateSession, PromoCode
from abano.marketing.affiliates.rules import CodeState, Promo
from abano.tenancy.directory.models import TenantSettings
from abano_shared.named_sql import load_named_sql


class AffiliateRepository(Repository):
    """Accounts of one tenant, within the caller's transaction."""

    async def by_email(self, email: str) -> Affiliate | None:
        query = select(Affiliate).where(Affiliate.tenant_id == self._tenant, Affiliate.email == email.lower())
        return await self._session.scalar(query)

    async def names(self, ids: Sequence[UUID]) -> dict[UUID, str]:
        """Names by id."""
        query = select(Affiliate.id, Affiliate.name).where(
            Affiliate.tenant_id == self._tenant, Affiliate.id.in_(ids)
        )
        return {row.id: row.name for row in await self._session.execute(query)}

    async def by_token(self, token_hash: bytes, now: datetime) -> Affiliate | None:
        """The affiliate of the unexpired session with this token."""
        query = (
            select(Affiliate)
            .join(
                AffiliateSession,
                (AffiliateSession.tenant_id == Affiliate.tenant_id)
                & (AffiliateSession.affiliate_id == Affiliate.id),
            )
            .where(
                AffiliateSession.tenant_id == self._tenant,
                AffiliateSession.token_hash == token_hash,
                AffiliateSession.expires_at > now,
            )
        )
        return await self._session.scalar(query)

    async def locked(self, affiliate_id: UUID) -> Affiliate | None:
        """Lock the account and read the current row."""
        query = (
            select(Affiliate)
            .where(Affiliate.tenant_id == self._tenant, Affiliate.id == affiliate_id)
            .with_for_update(key_share=True)
            .execution_options(populate_existing=True)
        )
        return await self._session.scalar(query)

    async def add(self, affiliate: Affiliate) -> bool:
        """Insert the account; False when the email address is in use."""
        values = {column.name: getattr(affiliate, column.key) for column in Affiliate.__table__.columns}
        given = {name: value for name, value in values.items() if value is not None}
        statement = insert(Affiliate).values(**given).on_conflict_do_nothing().returning(Affiliate.id)
        return await self._session.scalar(statement) is not None

    async def add_code(self, code: str, affiliate_id: UUID, now: datetime) -> bool:
        """Insert a code with the company's rates; False when it is in use."""
        statement = (
            insert(PromoCode)
            .values(tenant_id=self._tenant, code=code, affiliate_id=affiliate_id, created_at=now)
            .on_conflict_do_nothing()
            .returning(PromoCode.code)
        )
        return await self._session.scalar(statement) is not None

    async def add_row(self, row: AffiliateSession) -> None:
        self._session.add(row)
        await self._session.flush()

    async def end_session(self, token_hash: bytes) -> None:
        await self._session.execute(
            delete(AffiliateSession).where(
                AffiliateSession.tenant_id == self._tenant, AffiliateSession.token_hash == token_hash
            )
        )

    async def set_password(self, affiliate_id: UUID, password_hash: str) -> None:
        """Set the password and end all sessions and links. The caller has locked the account."""
        for table in (AffiliateSession, AffiliatePasswordReset):
            await self._session.execute(
                delete(table).where(table.tenant_id == self._tenant, table.affiliate_id == affiliate_id)
            )
        await self._session.execute(
            update(Affiliate)
            .where(Affiliate.tenant_id == self._tenant, Affiliate.id == affiliate_id)
            .values(password_hash=password_hash)
        )

    async def delete_expired(self, now: datetime) -> None:
        for table in (AffiliateSession, AffiliatePasswordReset):
            await self._session.execute(
                delete(table).where(table.tenant_id == self._tenant, table.expires_at <= now)
            )


QUERIES = load_named_sql("abano.marketing.affiliates", "queries.sql")


class PromoCodeRepository(PipelineRepository):
    """Promo codes of one tenant, within the caller's transaction."""

    async def find_usable(self, code: str, now: datetime) -> Promo | None:
        """The code if it may be used at ``now``, which the schema's function ``promo_code_state`` decides."""
        values = {"tenant": self._tenant, "code": code, "now": now}
        row = await (await self._connection.execute(QUERIES["find_usable"], values)).fetchone()
        return Promo(*row) if row else None


class PromoUseRepository(Repository):
    """Uses of one tenant's promo codes, within the caller's transaction."""

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


class CodeRepository(Repository):
    """Promo codes of one tenant, within the caller's transaction."""

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
