"""SQL of media files."""

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, func, select, text

from abano.db.repositories import AddingRepository
from abano.jobs.registry import tenants_by
from abano.storage.models import MediaFile, MediaPart, MediaRemoval

BATCH = 200
_REMOVE_UNNEEDED = text("""
insert into media_removals (tenant_id, digest)
select :tenant, o.digest from unnest(cast(:digests as text[])) as o (digest)
where not exists (
  select from media_files f where f.tenant_id = :tenant and f.digest = o.digest
)
on conflict do nothing
""")
_ADD_PART = text("""
insert into media_parts (tenant_id, digest, bytes, created_at) values (:tenant, :digest, :bytes, :now)
on conflict (tenant_id, digest) do update set created_at = excluded.created_at returning xmax = 0
""")


# Tenants of which some content may have to go.
tenants_with_removals = tenants_by("select distinct tenant_id from reporting.media_queue")


class MediaRepository(AddingRepository):
    """Files of one tenant, within the caller's transaction."""

    async def lock(self, digest: str) -> None:
        """Until the transaction ends no one else adds or removes this content."""
        key = f"{self._tenant}{digest}"
        await self._session.execute(
            text("select pg_advisory_xact_lock(hashtextextended(:key, 0))"), {"key": key}
        )

    async def find(self, file_id: UUID) -> MediaFile | None:
        return await self._session.get(MediaFile, (self._tenant, file_id))

    async def used_bytes(self) -> int:
        """Of what the team stored, with parts of files that are being sent."""
        query = select(func.coalesce(func.sum(MediaFile.bytes), 0)).where(
            MediaFile.tenant_id == self._tenant, MediaFile.by_customer.is_(False)
        )
        return int(await self._session.scalar(query) or 0) + await self.bytes_of_parts()

    async def bytes_of_customers(self, booking_id: UUID | None = None) -> int:
        """Of what customers sent, to one booking or to all."""
        query = select(func.coalesce(func.sum(MediaFile.bytes), 0)).where(
            MediaFile.tenant_id == self._tenant, MediaFile.by_customer
        )
        if booking_id is not None:
            query = query.where(MediaFile.booking_id == booking_id)
        return int(await self._session.scalar(query) or 0)

    async def bytes_of_parts(self) -> int:
        query = select(func.coalesce(func.sum(MediaPart.bytes), 0)).where(MediaPart.tenant_id == self._tenant)
        return int(await self._session.scalar(query) or 0)

    async def add_part(self, digest: str, size: int, now: datetime) -> bool:
        """Whether it is new. The same part again only begins its hour again."""
        values = {"tenant": self._tenant, "digest": digest, "bytes": size, "now": now}
        return bool(await self._session.scalar(_ADD_PART, values))

    async def delete_parts(
        self, digests: Collection[str] | None = None, *, before: datetime | None = None
    ) -> None:
        """The worker deletes their contents, but for those that a file has."""
        query = delete(MediaPart).where(MediaPart.tenant_id == self._tenant)
        if digests is not None:
            query = query.where(MediaPart.digest.in_(digests))
        if before is not None:
            query = query.where(MediaPart.created_at < before)
        await self._session.execute(query)

    async def delete_files(self, file_ids: Collection[UUID]) -> None:
        await self._session.execute(
            delete(MediaFile).where(MediaFile.tenant_id == self._tenant, MediaFile.id.in_(file_ids))
        )

    async def removals(self) -> list[str]:
        query = select(MediaRemoval.digest).where(MediaRemoval.tenant_id == self._tenant)
        return list(await self._session.scalars(query.order_by(MediaRemoval.created_at).limit(BATCH)))

    async def is_needed(self, digest: str) -> bool:
        query = select(MediaFile.id).where(MediaFile.tenant_id == self._tenant, MediaFile.digest == digest)
        if await self._session.scalar(query.limit(1)) is not None:
            return True
        return await self._session.get(MediaPart, (self._tenant, digest)) is not None

    async def removed(self, digest: str) -> None:
        await self._session.execute(
            delete(MediaRemoval).where(MediaRemoval.tenant_id == self._tenant, MediaRemoval.digest == digest)
        )

    async def remove_unneeded(self, digests: Sequence[str]) -> None:
        """Have those contents looked at that no row needs."""
        await self._session.execute(_REMOVE_UNNEEDED, {"tenant": self._tenant, "digests": list(digests)})
