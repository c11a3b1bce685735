"""SQL of channels."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import func, select, text

from abano.core.errors import Conflict, NotFound
from abano.db.driver_errors import map_db_error
from abano.db.repositories import Repository
from abano.marketing.channels.models import ChannelRow

_LOCK = text("select pg_advisory_xact_lock(hashtextextended('channels:' || :tenant, 0))")


@map_db_error("channels_name")
class ChannelNameTaken(Conflict):
    """There is already a channel with this name. Choose another."""


class ChannelRepository(Repository):
    """Channels of one tenant, within the caller's transaction."""

    async def lock(self) -> None:
        """Serialise concurrent additions of channels."""
        await self._session.execute(_LOCK, {"tenant": str(self._tenant)})

    async def count(self) -> int:
        query = select(func.count()).where(ChannelRow.tenant_id == self._tenant)
        return await self._session.scalar(query) or 0

    async def list_all(self) -> Sequence[ChannelRow]:
        """Active ones first, by name."""
        query = (
            select(ChannelRow)
            .where(ChannelRow.tenant_id == self._tenant)
            .order_by(ChannelRow.is_active.desc(), func.lower(ChannelRow.name))
        )
        return list(await self._session.scalars(query))

    async def find(self, channel_id: UUID) -> ChannelRow | None:
        return await self._session.get(ChannelRow, (self._tenant, channel_id))

    async def get_locked(self, channel_id: UUID) -> ChannelRow:
        """Raises NotFound."""
        row = await self._session.get(ChannelRow, (self._tenant, channel_id), with_for_update=True)
        if row is None:
            raise NotFound
        return row

    async def names(self, ids: Sequence[UUID]) -> dict[UUID, str]:
        query = select(ChannelRow.id, ChannelRow.name).where(
            ChannelRow.tenant_id == self._tenant, ChannelRow.id.in_(ids)
        )
        return {row[0]: row[1] for row in await self._session.execute(query)}

    async def save(self, row: ChannelRow) -> None:
        """Raises ChannelNameTaken."""
        self._session.add(row)
        await self._session.flush()
