"""All SQL about admins, their sessions and failed sign-ins."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.sql import case

from abano.identity.rules import WINDOW
from abano.models.admins import AdminRow, AdminSession, SignInFailures
from abano.tenancy import TenantId


@dataclass(frozen=True, slots=True)
class Failures:
    count: int
    window_start: datetime


class IdentityRepository:
    """Admins of one tenant, within the caller's transaction."""

    def __init__(self, session: AsyncSession, tenant: TenantId) -> None:
        self._session = session
        self._tenant = tenant

    async def admin_by_email(self, email: str) -> AdminRow | None:
        query = select(AdminRow).where(AdminRow.tenant_id == self._tenant, AdminRow.email == email.lower())
        return await self._session.scalar(query)

    async def admin_by_token(self, token_hash: bytes, now: datetime) -> AdminRow | None:
        """The enabled admin whose session has this token and has not ended."""
        query = (
            select(AdminRow)
            .join(
                AdminSession,
                (AdminSession.tenant_id == AdminRow.tenant_id) & (AdminSession.admin_id == AdminRow.id),
            )
            .where(
                AdminSession.tenant_id == self._tenant,
                AdminSession.token_hash == token_hash,
                AdminSession.expires_at > now,
                AdminRow.disabled_at.is_(None),
            )
        )
        return await self._session.scalar(query)

    async def add_admin(self, admin: AdminRow) -> None:
        self._session.add(admin)
        await self._session.flush()

    async def add_session(
        self, token_hash: bytes, admin_id: UUID, now: datetime, expires_at: datetime
    ) -> None:
        self._session.add(
            AdminSession(
                tenant_id=self._tenant,
                token_hash=token_hash,
                admin_id=admin_id,
                created_at=now,
                expires_at=expires_at,
            )
        )
        await self._session.flush()

    async def delete_session(self, token_hash: bytes) -> None:
        await self._session.execute(
            delete(AdminSession).where(
                AdminSession.tenant_id == self._tenant, AdminSession.token_hash == token_hash
            )
        )

    async def delete_expired(self, now: datetime) -> None:
        """Forget ended sessions and old counts of failures."""
        await self._session.execute(
            delete(AdminSession).where(AdminSession.tenant_id == self._tenant, AdminSession.expires_at <= now)
        )
        await self._session.execute(
            delete(SignInFailures).where(
                SignInFailures.tenant_id == self._tenant, SignInFailures.window_start <= now - WINDOW
            )
        )

    async def failures(self, subject_hash: bytes) -> Failures | None:
        row = await self._session.get(SignInFailures, (self._tenant, subject_hash))
        return Failures(row.failures, row.window_start) if row else None

    async def reserve_attempt(self, subject_hash: bytes, now: datetime) -> Failures:
        """Count an attempt as failed before its password is looked at, so that many at once cannot slip through."""
        fresh = SignInFailures.window_start <= now - WINDOW
        statement = (
            insert(SignInFailures)
            .values(tenant_id=self._tenant, subject_hash=subject_hash, window_start=now, failures=1)
            .on_conflict_do_update(
                index_elements=["tenant_id", "subject_hash"],
                set_={
                    "failures": case((fresh, 1), else_=SignInFailures.failures + 1),
                    "window_start": case((fresh, now), else_=SignInFailures.window_start),
                },
            )
            .returning(SignInFailures.failures, SignInFailures.window_start)
        )
        count, window_start = (await self._session.execute(statement)).one()
        return Failures(count, window_start)

    async def forget_failures(self, subject_hash: bytes) -> None:
        await self._session.execute(
            delete(SignInFailures).where(
                SignInFailures.tenant_id == self._tenant, SignInFailures.subject_hash == subject_hash
            )
        )
