"""SQL of sessions and of sign-ins that wait for the second step."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import Delete, delete, select
from sqlalchemy.orm import InstrumentedAttribute

from abano.database.unit_of_work import UnitOfWork
from abano.models.admins import AdminChallenge, AdminPasswordReset, AdminRow, AdminSession


class SessionRepository:
    """Sessions and challenges of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def add(self, row: AdminSession | AdminChallenge) -> None:
        self._session.add(row)
        await self._session.flush()

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
