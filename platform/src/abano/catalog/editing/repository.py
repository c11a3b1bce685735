"""All SQL of drafts."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from abano.accounts.access.models import AdminRow
from abano.accounts.access.principals import OPERATOR, Actor, admin_of
from abano.catalog.published.models import CatalogDraftRow
from abano.db.repositories import Repository
from abano.jobs.registry import tenants_by

tenants_to_publish = tenants_by("select tenant_id from catalog_drafts where publishes_at <= %(now)s")


class DraftRepository(Repository):
    """The draft of one tenant, within the caller's transaction."""

    async def find(self) -> CatalogDraftRow | None:
        return await self._session.get(CatalogDraftRow, self._tenant)

    async def lock(self, now: datetime) -> CatalogDraftRow:
        """The draft, created if there is none. The row is locked: concurrent edits and publishing wait."""
        await self._session.execute(
            insert(CatalogDraftRow)
            .values(tenant_id=self._tenant, changes={}, updated_at=now)
            .on_conflict_do_nothing()
        )
        query = select(CatalogDraftRow).where(CatalogDraftRow.tenant_id == self._tenant).with_for_update()
        return (await self._session.scalars(query.execution_options(populate_existing=True))).one()

    async def lock_planned(self, now: datetime) -> CatalogDraftRow | None:
        """The draft whose time has come, unless another worker has it."""
        draft = CatalogDraftRow
        query = (
            select(draft)
            .where(draft.tenant_id == self._tenant, draft.publishes_at <= now)
            .with_for_update(skip_locked=True)
        )
        return (await self._session.scalars(query)).one_or_none()

    async def actor(self, admin_id: UUID | None) -> Actor:
        """The admin who planned something, without an address; else the operator."""
        row = await self._session.get(AdminRow, (self._tenant, admin_id)) if admin_id else None
        return Actor(admin_of(row, self._tenant)) if row else OPERATOR

    async def names(self, admins: Iterable[UUID]) -> dict[UUID, str]:
        query = select(AdminRow.id, AdminRow.name).where(
            AdminRow.tenant_id == self._tenant, AdminRow.id.in_(set(admins))
        )
        return {row.id: row.name for row in await self._session.execute(query)}
