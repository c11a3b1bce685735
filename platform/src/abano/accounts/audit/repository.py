"""All SQL of the audit log."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import select

from abano.accounts.audit.models import AuditEntry
from abano.core.paging import Page, PageRequest
from abano.db.paging import SortKeys
from abano.db.repositories import AddingRepository

_SORT_KEYS = SortKeys({"happenedAt": AuditEntry.happened_at}, AuditEntry.id)


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Criteria for entries; None matches everything. ``action`` is an action or a prefix."""

    admin_id: UUID | None = None
    action: str | None = None
    subject_kind: str | None = None
    subject_id: str | None = None
    since: datetime | None = None
    before: datetime | None = None


class AuditRepository(AddingRepository):
    """One tenant's log, within the caller's transaction."""

    async def api_keys(self, subject_kind: str, subject_id: str) -> dict[datetime, UUID]:
        """The API keys that changed a subject, by when."""
        query = select(AuditEntry.happened_at, AuditEntry.api_key_id).where(
            AuditEntry.tenant_id == self._tenant,
            AuditEntry.subject_kind == subject_kind,
            AuditEntry.subject_id == subject_id,
            AuditEntry.api_key_id.is_not(None),
        )
        return {moment: key for moment, key in await self._session.execute(query) if key is not None}

    async def page(self, wanted: AuditFilter, request: PageRequest) -> Page[AuditEntry]:
        """Raises InvalidInput for the cursor."""
        conditions = [AuditEntry.tenant_id == self._tenant]
        if wanted.admin_id is not None:
            conditions.append(AuditEntry.admin_id == wanted.admin_id)
        if wanted.action is not None:
            conditions.append(AuditEntry.action.startswith(wanted.action, autoescape=True))
        if wanted.subject_kind is not None:
            conditions.append(AuditEntry.subject_kind == wanted.subject_kind)
        if wanted.subject_id is not None:
            conditions.append(AuditEntry.subject_id == wanted.subject_id)
        if wanted.since is not None:
            conditions.append(AuditEntry.happened_at >= wanted.since)
        if wanted.before is not None:
            conditions.append(AuditEntry.happened_at < wanted.before)
        query = select(AuditEntry).where(*conditions)
        return await _SORT_KEYS.fetch(self._session, query, lambda row: row, request)
