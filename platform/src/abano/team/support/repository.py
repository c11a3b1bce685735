"""SQL of support access."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import exists, select, text

from abano.accounts.audit.models import AuditEntry
from abano.db.unit_of_work import UnitOfWork
from abano.team.support.models import SupportSession
from abano.team.support.policy import SupportAccess

SUBJECT = "support_session"
_ACCESS = text("select support_access from tenant_settings where tenant_id = :tenant")
_LOCK_ACCESS = text("select support_access from tenant_settings where tenant_id = :tenant for update")
_SET_ACCESS = text(
    "update tenant_settings set support_access = :access, updated_at = :now where tenant_id = :tenant"
)


class SupportRepository:
    """Support sessions of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def access(self, *, lock: bool = False) -> SupportAccess:
        """The owner's setting. Locked, sessions are added and accepted one after the other."""
        found = await self._session.execute(_LOCK_ACCESS if lock else _ACCESS, {"tenant": self._tenant})
        access: SupportAccess = found.scalar_one()
        return access

    async def set_access(self, access: SupportAccess, now: datetime) -> None:
        await self._session.execute(_SET_ACCESS, {"tenant": self._tenant, "access": access, "now": now})

    async def add(self, row: SupportSession) -> None:
        self._session.add(row)
        await self._session.flush()

    async def find(self, session_id: UUID) -> SupportSession | None:
        return await self._session.get(SupportSession, (self._tenant, session_id))

    async def lock(self, session_id: UUID) -> SupportSession | None:
        query = select(SupportSession).where(
            SupportSession.tenant_id == self._tenant, SupportSession.id == session_id
        )
        return (await self._session.execute(query.with_for_update())).scalar_one_or_none()

    async def lock_by_link(self, link_hash: bytes) -> SupportSession | None:
        query = select(SupportSession).where(
            SupportSession.tenant_id == self._tenant, SupportSession.link_hash == link_hash
        )
        return (await self._session.execute(query.with_for_update())).scalar_one_or_none()

    async def by_token(self, token_hash: bytes) -> SupportSession | None:
        query = select(SupportSession).where(
            SupportSession.tenant_id == self._tenant, SupportSession.token_hash == token_hash
        )
        return (await self._session.execute(query)).scalar_one_or_none()

    async def newest(self, limit: int) -> Sequence[SupportSession]:
        query = (
            select(SupportSession)
            .where(SupportSession.tenant_id == self._tenant)
            .order_by(SupportSession.requested_at.desc(), SupportSession.id.desc())
            .limit(limit)
        )
        return (await self._session.execute(query)).scalars().all()

    async def lock_unfinished(self) -> Sequence[SupportSession]:
        """Those that neither ended nor were declined; some may have expired."""
        query = select(SupportSession).where(
            SupportSession.tenant_id == self._tenant,
            SupportSession.ended_at.is_(None),
            SupportSession.is_declined.is_(False),
        )
        return (await self._session.execute(query.with_for_update())).scalars().all()

    async def has_entry(self, session_id: UUID, action: str, call: str) -> bool:
        """Whether the audit log has this call of the session."""
        query = select(
            exists().where(
                AuditEntry.tenant_id == self._tenant,
                AuditEntry.subject_kind == SUBJECT,
                AuditEntry.subject_id == str(session_id),
                AuditEntry.action == action,
                AuditEntry.after["call"].astext == call,
            )
        )
        return bool((await self._session.execute(query)).scalar_one())

    async def calls(self, session_id: UUID, limit: int) -> Sequence[AuditEntry]:
        """What was looked at, changed or blocked in a session, the newest first."""
        query = (
            select(AuditEntry)
            .where(
                AuditEntry.tenant_id == self._tenant,
                AuditEntry.subject_kind == SUBJECT,
                AuditEntry.subject_id == str(session_id),
                AuditEntry.action.in_(("support.read", "support.changed", "support.blocked")),
            )
            .order_by(AuditEntry.happened_at.desc(), AuditEntry.id.desc())
            .limit(limit)
        )
        return (await self._session.execute(query)).scalars().all()
