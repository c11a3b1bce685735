"""SQL of sign-in sessions and second factors."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import Delete, delete, func, select, update
from sqlalchemy.orm import InstrumentedAttribute

from abano.accounts.access.models import (
    AdminChallenge,
    AdminPasswordReset,
    AdminRecoveryCode,
    AdminRow,
    AdminSecondFactor,
    AdminSession,
)
from abano.core.errors import Conflict
from abano.db.driver_errors import map_db_error
from abano.db.repositories import AddingRepository


@map_db_error("admin_second_factors_pkey")
class SecondFactorBeingSetUp(Conflict):
    """Two-factor authentication is being set up in another window."""


class SecondFactorRepository(AddingRepository):
    """Second factors of one tenant, within the caller's transaction."""

    async def is_asked_for(self, admin_id: UUID) -> bool:
        """Whether this admin has a confirmed second factor."""
        query = select(AdminSecondFactor.confirmed_at).where(
            AdminSecondFactor.tenant_id == self._tenant, AdminSecondFactor.admin_id == admin_id
        )
        return await self._session.scalar(query) is not None

    async def admins_with_one(self) -> set[UUID]:
        query = select(AdminSecondFactor.admin_id).where(
            AdminSecondFactor.tenant_id == self._tenant, AdminSecondFactor.confirmed_at.is_not(None)
        )
        return set(await self._session.scalars(query))

    async def lock(self, admin_id: UUID) -> AdminSecondFactor | None:
        """Lock the factor and read the current row, so that of two concurrent uses of a code the second fails."""
        query = select(AdminSecondFactor).where(
            AdminSecondFactor.tenant_id == self._tenant, AdminSecondFactor.admin_id == admin_id
        )
        return await self._session.scalar(query.with_for_update().execution_options(populate_existing=True))

    async def remove(self, admin_id: UUID) -> bool:
        """Remove an admin's factor with its codes; False when there is none."""
        result = await self._session.execute(
            delete(AdminSecondFactor)
            .where(AdminSecondFactor.tenant_id == self._tenant, AdminSecondFactor.admin_id == admin_id)
            .returning(AdminSecondFactor.confirmed_at)
        )
        removed = result.all()
        return any(confirmed_at is not None for (confirmed_at,) in removed)

    async def replace_codes(self, admin_id: UUID, hashes: Iterable[bytes]) -> None:
        await self._session.execute(
            delete(AdminRecoveryCode).where(
                AdminRecoveryCode.tenant_id == self._tenant, AdminRecoveryCode.admin_id == admin_id
            )
        )
        self._session.add_all(
            AdminRecoveryCode(tenant_id=self._tenant, admin_id=admin_id, code_hash=code_hash)
            for code_hash in hashes
        )
        await self._session.flush()

    async def use_code(self, admin_id: UUID, code_hash: bytes, now: datetime) -> bool:
        """Mark a recovery code as used; False when it is unknown or already used."""
        statement = (
            update(AdminRecoveryCode)
            .where(
                AdminRecoveryCode.tenant_id == self._tenant,
                AdminRecoveryCode.admin_id == admin_id,
                AdminRecoveryCode.code_hash == code_hash,
                AdminRecoveryCode.used_at.is_(None),
            )
            .values(used_at=now)
            .returning(AdminRecoveryCode.code_hash)
        )
        return await self._session.scalar(statement) is not None

    async def codes_left(self, admin_id: UUID) -> int:
        query = select(func.count()).where(
            AdminRecoveryCode.tenant_id == self._tenant,
            AdminRecoveryCode.admin_id == admin_id,
            AdminRecoveryCode.used_at.is_(None),
        )
        return await self._session.scalar(query) or 0


class SessionRepository(AddingRepository):
    """Sessions and challenges of one tenant, within the caller's transaction."""

    async def of_admin(self, admin_id: UUID, now: datetime) -> Sequence[AdminSession]:
        """An admin's unexpired sessions, newest first."""
        query = (
            select(AdminSession)
            .where(
                AdminSession.tenant_id == self._tenant,
                AdminSession.admin_id == admin_id,
                AdminSession.expires_at > now,
            )
            .order_by(AdminSession.created_at.desc(), AdminSession.id)
        )
        return (await self._session.scalars(query)).all()

    async def end(self, token_hash: bytes) -> None:
        await self._run(delete(AdminSession).where(AdminSession.token_hash == token_hash))

    async def end_by_id(self, admin_id: UUID, session_id: UUID) -> bool:
        """End one session of an admin; False when they have none with this id."""
        statement = delete(AdminSession).where(
            AdminSession.admin_id == admin_id, AdminSession.id == session_id
        )
        return await self._run(statement) == 1

    async def end_all(self, admin_id: UUID, *, keep: bytes | None = None) -> int:
        """End an admin's sessions except that with token hash ``keep``, and delete pending challenges."""
        await self._run(delete(AdminChallenge).where(AdminChallenge.admin_id == admin_id))
        statement = delete(AdminSession).where(AdminSession.admin_id == admin_id)
        if keep is not None:
            statement = statement.where(AdminSession.token_hash != keep)
        return await self._run(statement)

    async def challenge(self, token_hash: bytes, now: datetime) -> AdminRow | None:
        """The enabled admin of an unexpired challenge."""
        query = (
            select(AdminRow)
            .join(
                AdminChallenge,
                (AdminChallenge.tenant_id == AdminRow.tenant_id) & (AdminChallenge.admin_id == AdminRow.id),
            )
            .where(
                AdminChallenge.tenant_id == self._tenant,
                AdminChallenge.token_hash == token_hash,
                AdminChallenge.expires_at > now,
                AdminRow.disabled_at.is_(None),
            )
        )
        return await self._session.scalar(query)

    async def end_challenge(self, token_hash: bytes) -> bool:
        """Delete a challenge; False when it was deleted concurrently."""
        return await self._run(delete(AdminChallenge).where(AdminChallenge.token_hash == token_hash)) == 1

    async def delete_expired(self, now: datetime) -> None:
        """Delete expired sessions, challenges and resets."""
        ends: tuple[tuple[Delete, InstrumentedAttribute[datetime]], ...] = (
            (delete(AdminSession), AdminSession.expires_at),
            (delete(AdminChallenge), AdminChallenge.expires_at),
            (delete(AdminPasswordReset), AdminPasswordReset.expires_at),
        )
        for statement, expires_at in ends:
            await self._run(statement.where(expires_at <= now))

    async def _run(self, statement: Delete) -> int:
        table = statement.table
        result = await self._session.execute(statement.where(table.c.tenant_id == self._tenant))
        return int(getattr(result, "rowcount", 0))
