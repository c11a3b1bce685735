"""All SQL of the audit log."""

from sqlalchemy.ext.asyncio import AsyncSession

from abano.models.audit import AuditEntry
from abano.tenancy import TenantId


class AuditRepository:
    """One tenant's log, within the caller's transaction."""

    def __init__(self, session: AsyncSession, tenant: TenantId) -> None:
        self._session = session
        self._tenant = tenant

    async def add(self, entry: AuditEntry) -> None:
        self._session.add(entry)
        await self._session.flush()
