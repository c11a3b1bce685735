"""All SQL of experiments."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import select, text, update

from abano.accounts.access.models import AdminRow
from abano.db.repositories import AddingRepository
from abano.jobs.registry import tenants_by
from abano.marketing.experiments.models import ExperimentRow
from abano.marketing.quiz.rules import Count
from abano.tenancy.directory.models import TenantSettings

MAX_SHOWN = 50
# Sessions assigned by the experiment, and those with a booking that is not cancelled. Bookings are few
# compared to sessions, which are counted by an index-only scan.
_COUNT_QUIZ = text("""
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
# The same for visits that reached the booking form in each order, and those that booked.
_COUNT_FORM = text("""
with drawn as (
  select visit_id, step from journey_events
  where tenant_id = :tenant and step = any(:steps) and reached_at >= :started_at and reached_at < :ended_at
)
select d.step, count(*), count(*) filter (where exists (
  select from journey_events e join bookings b on b.tenant_id = e.tenant_id and b.id = e.booking_id
  where e.tenant_id = :tenant and e.visit_id = d.visit_id and e.step = 'booking' and b.status <> 'cancelled'
))
from drawn d group by d.step
""")
_PAST_FORM = text("""
select count(*), count(*) filter (where exists (
  select from journey_events b where b.tenant_id = e.tenant_id and b.visit_id = e.visit_id and b.step = 'booking'
))
from journey_events e where e.tenant_id = :tenant and e.step = 'wizard_1' and e.reached_at >= :since
""")
# The visit step that stores the assigned form order.
FORM_STEPS = {"tripFirst": "form_trip_first", "contactFirst": "form_contact_first"}


tenants_with_experiments = tenants_by("select distinct tenant_id from experiments where ended_at is null")


class ExperimentRepository(AddingRepository):
    """Experiments of one tenant, within the caller's transaction."""

    async def running(self, subject: str) -> ExperimentRow | None:
        query = select(ExperimentRow).where(
            ExperimentRow.tenant_id == self._tenant,
            ExperimentRow.subject == subject,
            ExperimentRow.outcome == "running",
        )
        return (await self._session.scalars(query.execution_options(populate_existing=True))).one_or_none()

    async def newest(self, subject: str) -> list[ExperimentRow]:
        """The newest first, the running one included."""
        query = (
            select(ExperimentRow)
            .where(ExperimentRow.tenant_id == self._tenant, ExperimentRow.subject == subject)
            .order_by(ExperimentRow.started_at.desc(), ExperimentRow.id)
            .limit(MAX_SHOWN)
        )
        return list(await self._session.scalars(query))

    async def count(self, row: ExperimentRow) -> dict[str, Count]:
        """Counts by version. Versions without sessions or visits are missing."""
        values: dict[str, Any] = {"tenant": self._tenant, "started_at": row.started_at}
        if row.subject == "quiz":
            found = await self._session.execute(_COUNT_QUIZ, values | {"experiment": row.id})
            return {version: Count(sessions, conversions) for version, sessions, conversions in found}
        values |= {"steps": list(FORM_STEPS.values()), "ended_at": row.ended_at or row.ends_at}
        by_step = {step: Count(*counts) for step, *counts in await self._session.execute(_COUNT_FORM, values)}
        return {version: by_step[step] for version, step in FORM_STEPS.items() if step in by_step}

    async def past_form(self, since: datetime) -> Count:
        """Visits that reached the booking form, and those with a booking."""
        values = {"tenant": self._tenant, "since": since}
        return Count(*(await self._session.execute(_PAST_FORM, values)).one())

    async def integrations(self, *, locked: bool = False) -> dict[str, Any]:
        """Of the company's settings. ``locked``: lock the row until the transaction ends."""
        query = select(TenantSettings.integrations).where(TenantSettings.tenant_id == self._tenant)
        found = await self._session.scalars(query.with_for_update() if locked else query)
        return dict(found.one())

    async def set_integrations(self, integrations: dict[str, Any], now: datetime) -> None:
        await self._session.execute(
            update(TenantSettings)
            .where(TenantSettings.tenant_id == self._tenant)
            .values(integrations=integrations, updated_at=now)
        )

    async def admin(self, admin_id: UUID) -> AdminRow | None:
        return await self._session.get(AdminRow, (self._tenant, admin_id))
