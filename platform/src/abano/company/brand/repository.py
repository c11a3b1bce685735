"""All SQL of a company's brand."""

from collections.abc import Collection
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import null, select, update

from abano.db.repositories import Repository
from abano.site.media_library.models import MediaItem
from abano.tenancy.directory.models import TenantSettings


class BrandRepository(Repository):
    """The brand of one tenant, within the caller's transaction."""

    async def get(self, *, locked: bool = False) -> TenantSettings:
        query = select(TenantSettings).where(TenantSettings.tenant_id == self._tenant)
        if locked:
            query = query.with_for_update()
        query = query.execution_options(populate_existing=True)
        return (await self._session.scalars(query)).one()

    async def unknown_media(self, ids: Collection[UUID]) -> set[UUID]:
        """Those of ``ids`` that are nothing in the company's media library."""
        query = select(MediaItem.id).where(MediaItem.tenant_id == self._tenant, MediaItem.id.in_(ids))
        return set(ids) - set(await self._session.scalars(query))

    async def change(self, now: datetime, **values: Any) -> None:
        stored = {name: null() if value is None else value for name, value in values.items()}
        await self._session.execute(
            update(TenantSettings)
            .where(TenantSettings.tenant_id == self._tenant)
            .values(**stored, updated_at=now)
        )
