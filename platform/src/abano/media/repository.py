"""SQL of media files."""

from uuid import UUID

from sqlalchemy import delete, func, select, text
from sqlalchemy.dialects.postgresql import insert

from abano.database.engine import Database
from abano.database.unit_of_work import TenantId, UnitOfWork
from abano.models.media import MediaFile, MediaRemoval
from abano.tenants.tenant import tenant_id_from_database

BATCH = 200


async def tenants_with_removals(db: Database) -> list[TenantId]:
    """Tenants of which some content may have to go."""
    async with db.reporting() as conn:
        cursor = await conn.execute("select distinct tenant_id from reporting.media_queue")
        return [tenant_id_from_database(row[0]) for row in await cursor.fetchall()]


class MediaRepository:
    """Files of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def lock(self, digest: str) -> None:
        """Until the transaction ends nobody else adds or removes this content."""
        key = f"{self._tenant}{digest}"
        await self._session.execute(
            text("select pg_advisory_xact_lock(hashtextextended(:key, 0))"), {"key": key}
        )

    async def find(self, file_id: UUID) -> MediaFile | None:
        return await self._session.get(MediaFile, (self._tenant, file_id))

    async def used_bytes(self) -> int:
        query = select(func.coalesce(func.sum(MediaFile.bytes), 0)).where(MediaFile.tenant_id == self._tenant)
        return int(await self._session.scalar(query) or 0)

    async def add(self, file: MediaFile) -> None:
        self._session.add(file)
        await self._session.flush()

    async def removals(self) -> list[str]:
        query = select(MediaRemoval.digest).where(MediaRemoval.tenant_id == self._tenant)
        return list(await self._session.scalars(query.order_by(MediaRemoval.created_at).limit(BATCH)))

    async def is_needed(self, digest: str) -> bool:
        query = select(MediaFile.id).where(MediaFile.tenant_id == self._tenant, MediaFile.digest == digest)
        return await self._session.scalar(query.limit(1)) is not None

    async def removed(self, digest: str) -> None:
        await self._session.execute(
            delete(MediaRemoval).where(MediaRemoval.tenant_id == self._tenant, MediaRemoval.digest == digest)
        )

    async def let_go(self, digest: str) -> None:
        """Have a content looked at that no row may need."""
        values = {"tenant_id": self._tenant, "digest": digest}
        await self._session.execute(insert(MediaRemoval).values(**values).on_conflict_do_nothing())
