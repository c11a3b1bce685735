"""All SQL of saved queries."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import delete, func, select, text

from abano.accounts.access.models import AdminRow
from abano.analytics.queries.models import SavedQuery
from abano.db.repositories import AddingRepository

# Serialises concurrent saves.
LOCK = text("select pg_advisory_xact_lock(hashtextextended('analytics_queries:' || :tenant, 0))")


class SavedQueryRepository(AddingRepository):
    """One tenant's saved queries, within the caller's transaction."""

    async def lock(self) -> None:
        await self._session.execute(LOCK, {"tenant": str(self._tenant)})

    async def list_queries(self) -> Sequence[SavedQuery]:
        """By name."""
        query = (
            select(SavedQuery)
            .where(SavedQuery.tenant_id == self._tenant)
            .order_by(func.lower(SavedQuery.name), SavedQuery.id)
        )
        return (await self._session.scalars(query)).all()

    async def find(self, query_id: UUID) -> SavedQuery | None:
        return await self._session.get(SavedQuery, (self._tenant, query_id), with_for_update=True)

    async def count(self) -> int:
        query = select(func.count()).where(SavedQuery.tenant_id == self._tenant)
        return await self._session.scalar(query) or 0

    async def delete(self, query_id: UUID) -> None:
        own = (SavedQuery.tenant_id == self._tenant, SavedQuery.id == query_id)
        await self._session.execute(delete(SavedQuery).where(*own))

    async def admin_names(self) -> dict[UUID, str]:
        query = select(AdminRow.id, AdminRow.name).where(AdminRow.tenant_id == self._tenant)
        return {row.id: row.name for row in await self._session.execute(query)}

    async def names(self, ids: Sequence[UUID]) -> dict[UUID, str]:
        """Names of queries that are still there."""
        query = select(SavedQuery.id, SavedQuery.name).where(
            SavedQuery.tenant_id == self._tenant, SavedQuery.id.in_(ids)
        )
        return {row.id: row.name for row in await self._session.execute(query)}
