"""All SQL of the quiz's experiments."""

from uuid import UUID

from sqlalchemy import select, text

from abano.accounts.access.models import AdminRow
from abano.db.unit_of_work import UnitOfWork
from abano.jobs.registry import tenants_by
from abano.marketing.quiz.models import QuizExperimentRow
from abano.marketing.quiz.rules import Count

MAX_SHOWN = 50
# Of the sessions that the experiment drew, and of them those with a booking that is not cancelled. Bookings are few
# beside sessions, which are counted in their index alone.
_COUNT = text("""
with drawn as (
  select quiz_version, count(*) as sessions from quiz_sessions
  where tenant_id = :tenant and experiment_id = :experiment group by quiz_version
),
booked as (
  select s.quiz_version, count(*) as conversions
  from (
    select distinct attributed_session_id as session_id from bookings
    where tenant_id = :tenant and attributed_session_id is not null and status <> 'cancelled'
      and created_at >= :started_at
  ) b
  join quiz_sessions s on s.tenant_id = :tenant and s.session_id = b.session_id and s.experiment_id = :experiment
  group by s.quiz_version
)
select quiz_version, sessions, coalesce(conversions, 0) from drawn left join booked using (quiz_version)
""")


tenants_with_experiments = tenants_by(
    "select distinct tenant_id from quiz_experiments where ended_at is null"
)


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
            .limit(MAX_SHOWN)
        )
        return list(await self._session.scalars(query))

    async def count(self, row: QuizExperimentRow) -> dict[str, Count]:
        """By version; one that no session was drawn to is not there."""
        values = {"tenant": self._tenant, "experiment": row.id, "started_at": row.started_at}
        found = await self._session.execute(_COUNT, values)
        return {version: Count(sessions, conversions) for version, sessions, conversions in found}

    async def add(self, row: QuizExperimentRow) -> None:
        self._session.add(row)
        await self._session.flush()

    async def flush(self) -> None:
        await self._session.flush()

    async def admin(self, admin_id: UUID) -> AdminRow | None:
        return await self._session.get(AdminRow, (self._tenant, admin_id))
