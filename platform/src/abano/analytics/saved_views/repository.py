"""All SQL of saved views with their links, and of annotations."""

from collections.abc import Sequence
from datetime import date, datetime
from uuid import UUID

from sqlalchemy import ColumnElement, delete, exists, func, or_, select, text, update

from abano.accounts.access.models import AdminRow
from abano.analytics.saved_views.models import Annotation, InsightLink, InsightView
from abano.catalog.published.models import CatalogVersionRow
from abano.db.repositories import AddingRepository
from abano.marketing.quiz.models import QuizDefinitionRow

# Serialises concurrent saves.
LOCK = text("select pg_advisory_xact_lock(hashtextextended('insight_views:' || :tenant, 0))")


class InsightViewRepository(AddingRepository):
    """One tenant's views, within the caller's transaction."""

    async def lock(self) -> None:
        await self._session.execute(LOCK, {"tenant": str(self._tenant)})

    async def views(self, admin_id: UUID) -> Sequence[InsightView]:
        """The admin's own views and those shared by colleagues, by name."""
        query = (
            select(InsightView)
            .where(self._visible(admin_id))
            .order_by(func.lower(InsightView.name), InsightView.id)
        )
        return (await self._session.scalars(query)).all()

    async def find(self, view_id: UUID, admin_id: UUID) -> InsightView | None:
        query = select(InsightView).where(self._visible(admin_id), InsightView.id == view_id)
        return (await self._session.scalars(query.with_for_update())).one_or_none()

    async def count(self) -> int:
        query = select(func.count()).where(InsightView.tenant_id == self._tenant)
        return await self._session.scalar(query) or 0

    async def delete_view(self, view_id: UUID) -> None:
        own = (InsightView.tenant_id == self._tenant, InsightView.id == view_id)
        await self._session.execute(delete(InsightView).where(*own))

    async def links(self, views: Sequence[UUID], now: datetime) -> Sequence[InsightLink]:
        """Those of the views that still open, the last to end first."""
        query = (
            select(InsightLink)
            .where(
                InsightLink.tenant_id == self._tenant,
                InsightLink.view_id.in_(views),
                InsightLink.expires_at > now,
            )
            .order_by(InsightLink.expires_at.desc(), InsightLink.id)
        )
        return (await self._session.scalars(query)).all()

    async def delete_link(self, view_id: UUID, link_id: UUID) -> bool:
        gone = (
            delete(InsightLink)
            .where(
                InsightLink.tenant_id == self._tenant,
                InsightLink.view_id == view_id,
                InsightLink.id == link_id,
            )
            .returning(InsightLink.id)
        )
        return await self._session.scalar(gone) is not None

    async def delete_ended(self, view_id: UUID, now: datetime) -> None:
        """Forget the links of a view that open nothing any more."""
        await self._session.execute(
            delete(InsightLink).where(
                InsightLink.tenant_id == self._tenant,
                InsightLink.view_id == view_id,
                InsightLink.expires_at <= now,
            )
        )

    async def read(self, token_hash: bytes, now: datetime, most: int) -> tuple[InsightView, datetime] | None:
        """The view that a link opens, and until when; the reading is counted, up to ``most``."""
        counted = (
            update(InsightLink)
            .where(
                InsightLink.tenant_id == self._tenant,
                InsightLink.token_hash == token_hash,
                InsightLink.expires_at > now,
                InsightLink.reads < most,
                # Who made it may still sign in.
                exists().where(
                    AdminRow.tenant_id == self._tenant,
                    AdminRow.id == InsightLink.created_by,
                    AdminRow.disabled_at.is_(None),
                ),
            )
            .values(reads=InsightLink.reads + 1, last_read_at=now)
            .returning(InsightLink.view_id, InsightLink.expires_at)
        )
        row = (await self._session.execute(counted)).one_or_none()
        if row is None:
            return None
        view = await self._session.get(InsightView, (self._tenant, row.view_id))
        return (view, row.expires_at) if view else None

    async def admin_names(self) -> dict[UUID, str]:
        query = select(AdminRow.id, AdminRow.name).where(AdminRow.tenant_id == self._tenant)
        return {row.id: row.name for row in await self._session.execute(query)}

    async def names(self, ids: Sequence[UUID]) -> dict[UUID, str]:
        """Names of views that are still there."""
        query = select(InsightView.id, InsightView.name).where(
            InsightView.tenant_id == self._tenant, InsightView.id.in_(ids)
        )
        return {row.id: row.name for row in await self._session.execute(query)}

    def _visible(self, admin_id: UUID) -> ColumnElement[bool]:
        return (InsightView.tenant_id == self._tenant) & or_(
            InsightView.is_shared, InsightView.created_by == admin_id
        )


# Serialises concurrent additions.
LOCK_ANNOTATIONS = text("select pg_advisory_xact_lock(hashtextextended('annotations:' || :tenant, 0))")
MAX_SHOWN = 500


class AnnotationRepository(AddingRepository):
    """One tenant's annotations, within the caller's transaction."""

    async def lock(self) -> None:
        await self._session.execute(LOCK_ANNOTATIONS, {"tenant": str(self._tenant)})

    async def between(self, first: date, last: date) -> Sequence[Annotation]:
        query = (
            select(Annotation)
            .where(Annotation.tenant_id == self._tenant, Annotation.day.between(first, last))
            .order_by(Annotation.day, Annotation.created_at, Annotation.id)
        )
        return (await self._session.scalars(query)).all()

    async def find(self, annotation_id: UUID) -> Annotation | None:
        return await self._session.get(Annotation, (self._tenant, annotation_id), with_for_update=True)

    async def count(self) -> int:
        query = select(func.count()).where(Annotation.tenant_id == self._tenant)
        return await self._session.scalar(query) or 0

    async def delete(self, annotation_id: UUID) -> None:
        own = (Annotation.tenant_id == self._tenant, Annotation.id == annotation_id)
        await self._session.execute(delete(Annotation).where(*own))

    async def prices_published(self, since: datetime, until: datetime) -> Sequence[tuple[str, datetime]]:
        """Numbers of the catalogue's versions and when they were published, the newest ones of the period."""
        row = CatalogVersionRow
        query = (
            select(row.number, row.published_at)
            .where(row.tenant_id == self._tenant, row.published_at >= since, row.published_at < until)
            .order_by(row.number.desc())
            .limit(MAX_SHOWN)
        )
        return [(str(number), at) for number, at in await self._session.execute(query)]

    async def quizzes_published(self, since: datetime, until: datetime) -> Sequence[tuple[str, datetime]]:
        """The quiz's versions and when they were published, the newest ones of the period."""
        row = QuizDefinitionRow
        query = (
            select(row.version, row.created_at)
            .where(row.tenant_id == self._tenant, row.created_at >= since, row.created_at < until)
            .order_by(row.created_at.desc())
            .limit(MAX_SHOWN)
        )
        return [(version, at) for version, at in await self._session.execute(query)]

    async def admin_names(self) -> dict[UUID, str]:
        query = select(AdminRow.id, AdminRow.name).where(AdminRow.tenant_id == self._tenant)
        return {row.id: row.name for row in await self._session.execute(query)}

    async def names(self, ids: Sequence[UUID]) -> dict[UUID, str]:
        """Texts of those that are still there."""
        query = select(Annotation.id, Annotation.text).where(
            Annotation.tenant_id == self._tenant, Annotation.id.in_(ids)
        )
        return {row.id: row.text for row in await self._session.execute(query)}
