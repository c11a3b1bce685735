"""All SQL of annotations."""

from collections.abc import Sequence
from datetime import date, datetime
from uuid import UUID

from sqlalchemy import delete, func, select, text

from abano.accounts.access.models import AdminRow
from abano.analytics.annotations.models import Annotation
from abano.catalog.published.models import CatalogVersionRow
from abano.db.unit_of_work import UnitOfWork
from abano.marketing.quiz.models import QuizDefinitionRow

# Two who add at once come one after the other.
LOCK = text("select pg_advisory_xact_lock(hashtextextended('annotations:' || :tenant, 0))")
MOST_SHOWN = 500


class AnnotationRepository:
    """One tenant's annotations, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def lock(self) -> None:
        await self._session.execute(LOCK, {"tenant": str(self._tenant)})

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

    async def add(self, row: Annotation) -> None:
        self._session.add(row)
        await self._session.flush()

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
            .limit(MOST_SHOWN)
        )
        return [(str(number), at) for number, at in await self._session.execute(query)]

    async def quizzes_published(self, since: datetime, until: datetime) -> Sequence[tuple[str, datetime]]:
        """The quiz's versions and when they were published, the newest ones of the period."""
        row = QuizDefinitionRow
        query = (
            select(row.version, row.created_at)
            .where(row.tenant_id == self._tenant, row.created_at >= since, row.created_at < until)
            .order_by(row.created_at.desc())
            .limit(MOST_SHOWN)
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
