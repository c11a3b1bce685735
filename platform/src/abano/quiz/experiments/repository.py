"""All SQL of the quiz's experiments."""

from uuid import UUID

from sqlalchemy import select

from abano.database.unit_of_work import UnitOfWork
from abano.models.admins import AdminRow
from abano.models.quiz import QuizExperimentRow

MOST_SHOWN = 50


class ExperimentRepository:
    """Experiments of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def running(self) -> QuizExperimentRow | None:
        query = select(QuizExperimentRow).where(
            QuizExperimentRow.tenant_id == self._tenant, QuizExperimentRow.outcome == "running"
        )
        return (await self._session.scalars(query.execution_options(populate_existing=True))).one_or_none()

    async def newest(self) -> list[QuizExperimentRow]:
        """The newest first, the running one included."""
        query = (
            select(QuizExperimentRow)
            .where(QuizExperimentRow.tenant_id == self._tenant)
            .order_by(QuizExperimentRow.started_at.desc(), QuizExperimentRow.id)
            .limit(MOST_SHOWN)
        )
        return list(await self._session.scalars(query))

    async def add(self, row: QuizExperimentRow) -> None:
        self._session.add(row)
        await self._session.flush()

    async def flush(self) -> None:
        await self._session.flush()

    async def admin(self, admin_id: UUID) -> AdminRow | None:
        return await self._session.get(AdminRow, (self._tenant, admin_id))
