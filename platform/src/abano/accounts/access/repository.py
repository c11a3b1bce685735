"""SQL of sessions and of counted attempts."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.sql import case

from abano.accounts.access.limits import MAX_WINDOW, Limit
from abano.accounts.access.models import AdminRow, AdminSession, CustomRole, SignInFailures
from abano.db.repositories import Repository


@dataclass(frozen=True, slots=True)
class Tries:
    count: int
    window_start: datetime


class FailureRepository(Repository):
    """Counted attempts of one tenant, within the caller's transaction."""

    async def of(self, subject_hash: bytes) -> Tries | None:
        row = await self._session.get(SignInFailures, (self._tenant, subject_hash))
        return Tries(row.failures, row.window_start) if row else None

    async def reserve(self, subject_hash: bytes, limit: Limit, now: datetime) -> Tries:
        """Count an attempt as failed before it is checked, so that concurrent ones cannot exceed the limit."""
        fresh = SignInFailures.window_start <= now - limit.window
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
        return Tries(count, window_start)

    async def forget(self, subject_hash: bytes) -> None:
        await self._session.execute(
            delete(SignInFailures).where(
                SignInFailures.tenant_id == self._tenant, SignInFailures.subject_hash == subject_hash
            )
        )

    async def delete_old(self, now: datetime) -> None:
        await self._session.execute(
            delete(SignInFailures).where(
                SignInFailures.tenant_id == self._tenant, SignInFailures.window_start <= now - MAX_WINDOW
            )
        )


class SignedInRepository(Repository):
    """Sessions of one tenant, within the caller's transaction."""

    async def admin_by_token(
        self, token_hash: bytes, now: datetime
    ) -> tuple[AdminRow, CustomRole | None] | None:
        """The enabled admin of the unexpired session with this token, and the company's own role that they have."""
        query = (
            select(AdminRow, CustomRole)
            .join(
                AdminSession,
                (AdminSession.tenant_id == AdminRow.tenant_id) & (AdminSession.admin_id == AdminRow.id),
            )
            .outerjoin(
                CustomRole,
                (CustomRole.tenant_id == AdminRow.tenant_id) & (CustomRole.id == AdminRow.role_id),
            )
            .where(
                AdminSession.tenant_id == self._tenant,
                AdminSession.token_hash == token_hash,
                AdminSession.expires_at > now,
                AdminRow.disabled_at.is_(None),
            )
        )
        row = (await self._session.execute(query)).one_or_none()
        return (row[0], row[1]) if row else None
