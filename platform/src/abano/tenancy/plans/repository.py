"""All SQL of plans and usage: one company's, within the caller's transaction."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import LiteralString, cast
from uuid import UUID

from sqlalchemy import func, select, text
from sqlalchemy.dialects.postgresql import insert

from abano.db.repositories import Repository
from abano.tenancy.plans.models import UsageDay, UsageWarning
from abano.tenancy.plans.rules import UNLIMITED, Limit, Measure, Plan, begins

# What there is now, from the tables themselves.
NOW: Mapping[Measure, LiteralString] = {
    "vehicles": "select count(*) from vehicles where tenant_id = :tenant and state <> 'sold'",
    "staff": "select count(*) from admins where tenant_id = :tenant and disabled_at is null",
    "storage_bytes": "select coalesce(sum(bytes), 0) from media_files where tenant_id = :tenant",
    # Those that the operator gave it have no one who requested them.
    "domains": "select count(*) from domain_checks where tenant_id = :tenant and requested_by is not null",
}
# How many there were by day. Copies for the chat, and messages that were not sent after all, are no emails.
BY_DAY: Mapping[Measure, LiteralString] = {
    "emails": """
select cast(sent_at at time zone 'UTC' as date), count(*) from outbox_messages
where tenant_id = :tenant and sent_at >= :first and outcome is distinct from 'skipped' and last_error is null
  and kind not like 'chat:%' group by 1
""",
    "quiz_sessions": """
select cast(started_at at time zone 'UTC' as date), count(*) from quiz_sessions
where tenant_id = :tenant and started_at >= :first group by 1
""",
}
_PLAN = text("""
select p.id, p.name, p.weight, l.measure, l.soft_limit, l.hard_limit
from tenants t join plans p on p.id = t.plan_id left join plan_limits l on l.plan_id = p.id
where t.id = :tenant
""")
_HARD_LIMIT = text("""
select p.name, l.hard_limit from tenants t
join plans p on p.id = t.plan_id
join plan_limits l on l.plan_id = p.id and l.measure = :measure and l.hard_limit is not null
where t.id = :tenant
""")
_CALLS_BEYOND_LIMIT = text("""
select p.name, l.hard_limit from tenants t
join plans p on p.id = t.plan_id
join plan_limits l on l.plan_id = p.id and l.measure = 'api_calls' and l.hard_limit <= (
  select coalesce(sum(u.value), 0) from usage_days u
  where u.tenant_id = :tenant and u.measure = 'api_calls' and u.day >= :first and u.day <= :day
)
where t.id = :tenant
""")
_LOCK = text("select pg_advisory_xact_lock(hashtextextended('plan:' || :measure || ':' || :tenant, 0))")
# Of a month, what was used on this day beyond what the month's earlier days left of the limit.
_NOTE_BEYOND_LIMITS = text("""
with days as (
  select u.day, u.measure, u.value,
    case when u.measure in ('quiz_sessions', 'api_calls') then
      sum(u.value) over (partition by u.measure, date_trunc('month', u.day) order by u.day)
    else u.value end as total
  from usage_days u where u.tenant_id = :tenant and u.day >= date_trunc('month', cast(:first as date))
), beyond as (
  select d.day, d.measure, coalesce(
    greatest(d.total - l.hard_limit, 0) - greatest(d.total - d.value - l.hard_limit, 0), 0
  ) as value
  from days d join tenants t on t.id = :tenant
  left join plan_limits l on l.plan_id = t.plan_id and l.measure = d.measure
)
update usage_days u set over_limit = b.value from beyond b
where u.tenant_id = :tenant and u.day >= :first and u.day = b.day and u.measure = b.measure
  and u.over_limit <> b.value
""")
_FORGET_DAYS = text("delete from usage_days where tenant_id = :tenant and day < :first")
_FORGET_WARNINGS = text("delete from usage_warnings where tenant_id = :tenant and period < :first")


class PlanRepository(Repository):
    """The plan of one tenant, and what it uses."""

    async def plan(self) -> Plan:
        rows = (await self._session.execute(_PLAN, {"tenant": self._tenant})).all()
        plan_id, name, weight = rows[0][:3]
        limits: dict[Measure, Limit] = {row[3]: Limit(row[4], row[5]) for row in rows if row[3]}
        return Plan(UUID(str(plan_id)), name, weight, limits)

    async def hard_limit(self, measure: Measure) -> tuple[str, int] | None:
        """The plan's name and its limit; None: unlimited."""
        values = {"tenant": self._tenant, "measure": measure}
        row = (await self._session.execute(_HARD_LIMIT, values)).one_or_none()
        return None if row is None else (row[0], row[1])

    async def calls_beyond_limit(self, day: date) -> tuple[str, int] | None:
        """The plan's name and its limit, once the month's calls are used up."""
        values = {"tenant": self._tenant, "first": day.replace(day=1), "day": day}
        row = (await self._session.execute(_CALLS_BEYOND_LIMIT, values)).one_or_none()
        return None if row is None else (row[0], row[1])

    async def lock(self, measure: Measure) -> None:
        """Until the transaction ends no one else adds something of this measure."""
        await self._session.execute(_LOCK, {"tenant": str(self._tenant), "measure": measure})

    async def count_now(self, measure: Measure) -> int:
        return int(await self._session.scalar(text(NOW[measure]), {"tenant": self._tenant}) or 0)

    async def count_days(self, measure: Measure, first: date) -> dict[date, int]:
        """Of emails and quiz sessions, from ``first`` on; days without any are missing."""
        values = {"tenant": self._tenant, "first": begins(first)}
        return {row[0]: row[1] for row in await self._session.execute(text(BY_DAY[measure]), values)}

    async def stored_days(self, first: date) -> dict[tuple[Measure, date], int]:
        query = select(UsageDay.measure, UsageDay.day, UsageDay.value).where(
            UsageDay.tenant_id == self._tenant, UsageDay.day >= first
        )
        rows = await self._session.execute(query)
        return {(cast(Measure, row[0]), row[1]): row[2] for row in rows}

    async def last_day(self) -> date | None:
        """The last day that was counted."""
        query = select(func.max(UsageDay.day)).where(
            UsageDay.tenant_id == self._tenant, UsageDay.measure == "vehicles"
        )
        return await self._session.scalar(query)

    async def store(self, values: Mapping[tuple[Measure, date], int]) -> None:
        """A day never has less than was counted before: rows are deleted later, by their retention or on request."""
        rows = [
            {"tenant_id": self._tenant, "day": day, "measure": measure, "value": value}
            for (measure, day), value in sorted(values.items())
        ]
        new = insert(UsageDay)
        most = func.greatest(UsageDay.value, new.excluded.value)
        await self._session.execute(
            new.on_conflict_do_update(
                index_elements=["tenant_id", "day", "measure"],
                set_={"value": most},
                where=UsageDay.value < new.excluded.value,
            ),
            rows,
        )

    async def note_beyond_limits(self, first: date) -> None:
        """Of the days from ``first`` on, by the plan as it is now."""
        await self._session.execute(_NOTE_BEYOND_LIMITS, {"tenant": self._tenant, "first": first})

    async def note_warning(self, measure: Measure, period: date, now: datetime) -> bool:
        """Whether it is the first one of this measure and period."""
        new = insert(UsageWarning).values(
            tenant_id=self._tenant, measure=measure, period=period, created_at=now
        )
        return (
            await self._session.scalar(new.on_conflict_do_nothing().returning(UsageWarning.measure))
            is not None
        )

    async def forget_before(self, days: date, warnings: date) -> None:
        await self._session.execute(_FORGET_DAYS, {"tenant": self._tenant, "first": days})
        await self._session.execute(_FORGET_WARNINGS, {"tenant": self._tenant, "first": warnings})


def limit_of(plan: Plan, measure: Measure) -> Limit:
    return plan.limits.get(measure, UNLIMITED)
