"""All SQL of the company's events."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import delete, func, select, text

from abano.analytics.own_events.models import OwnEvent
from abano.db.repositories import AddingRepository

# Serialises concurrent additions.
LOCK = text("select pg_advisory_xact_lock(hashtextextended('own_events:' || :tenant, 0))")


class OwnEventRepository(AddingRepository):
    """Of one tenant, within the caller's transaction."""

    async def lock(self) -> None:
        await self._session.execute(LOCK, {"tenant": str(self._tenant)})

    async def list_events(self) -> Sequence[OwnEvent]:
        """By name."""
        query = select(OwnEvent).where(OwnEvent.tenant_id == self._tenant)
        return (await self._session.scalars(query.order_by(func.lower(OwnEvent.name), OwnEvent.id))).all()

    async def of_ids(self, ids: Sequence[UUID]) -> Sequence[OwnEvent]:
        query = select(OwnEvent).where(OwnEvent.tenant_id == self._tenant, OwnEvent.id.in_(ids))
        return (await self._session.scalars(query)).all()

    async def find(self, event_id: UUID) -> OwnEvent | None:
        """Locked until the transaction ends."""
        query = select(OwnEvent).where(OwnEvent.tenant_id == self._tenant, OwnEvent.id == event_id)
        return (await self._session.scalars(query.with_for_update())).one_or_none()

    async def count(self) -> int:
        query = select(func.count()).where(OwnEvent.tenant_id == self._tenant)
        return await self._session.scalar(query) or 0

    async def delete(self, event_id: UUID) -> None:
        own = (OwnEvent.tenant_id == self._tenant, OwnEvent.id == event_id)
        await self._session.execute(delete(OwnEvent).where(*own))
