"""All SQL of affiliates' accounts. It also inserts promo codes, because each account begins with one."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import insert

from abano.db.unit_of_work import UnitOfWork
from abano.marketing.affiliates.models import AffiliatePasswordReset, AffiliateSession
from abano.marketing.promo_codes.models import Affiliate, PromoCode


class AffiliateRepository:
    """Accounts of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

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
        """Insert the account; False when the e-mail address is in use."""
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

    async def add_row(self, row: AffiliateSession | AffiliatePasswordReset) -> None:
        self._session.add(row)
        await self._session.flush()

    async def end_session(self, token_hash: bytes) -> None:
        await self._session.execute(
            delete(AffiliateSession).where(
                AffiliateSession.tenant_id == self._tenant, AffiliateSession.token_hash == token_hash
            )
        )

    async def reset_of(self, token_hash: bytes, now: datetime) -> UUID | None:
        """The affiliate of an unexpired link."""
        query = select(AffiliatePasswordReset.affiliate_id).where(
            AffiliatePasswordReset.tenant_id == self._tenant,
            AffiliatePasswordReset.token_hash == token_hash,
            AffiliatePasswordReset.expires_at > now,
        )
        return await self._session.scalar(query)

    async def use_reset(self, token_hash: bytes, now: datetime) -> UUID | None:
        """Delete an unexpired link and return its affiliate; of two concurrent calls one gets None."""
        statement = (
            delete(AffiliatePasswordReset)
            .where(
                AffiliatePasswordReset.tenant_id == self._tenant,
                AffiliatePasswordReset.token_hash == token_hash,
                AffiliatePasswordReset.expires_at > now,
            )
            .returning(AffiliatePasswordReset.affiliate_id)
        )
        return await self._session.scalar(statement)

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
