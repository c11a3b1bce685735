"""All SQL of alert rules and what they noticed."""

from collections.abc import Sequence
from datetime import date, datetime
from uuid import UUID

from sqlalchemy import Select, case, delete, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import distinct_on

from abano.analytics.alert_rules.models import AlertFiring, AlertRule
from abano.db.repositories import AddingRepository

# Serialises concurrent additions.
LOCK = text("select pg_advisory_xact_lock(hashtextextended('alert_rules:' || :tenant, 0))")
MAX_FIRINGS = 200
MAX_OPEN = 50


class AlertRuleRepository(AddingRepository):
    """Of one tenant, within the caller's transaction."""

    async def lock(self) -> None:
        await self._session.execute(LOCK, {"tenant": str(self._tenant)})

    async def count(self) -> int:
        query = select(func.count()).where(AlertRule.tenant_id == self._tenant)
        return await self._session.scalar(query) or 0

    async def rules(self) -> Sequence[AlertRule]:
        """By name."""
        query = select(AlertRule).where(AlertRule.tenant_id == self._tenant)
        return (await self._session.scalars(query.order_by(func.lower(AlertRule.name), AlertRule.id))).all()

    async def due(self, day: datetime, hour: datetime, today: date) -> Sequence[AlertRule]:
        """Those that were not judged up to the end of the last ``day``, or ``hour``; the longest waiting first."""
        through = AlertRule.checked_through
        until = case((AlertRule.condition == "missing", hour), else_=day)
        query = select(AlertRule).where(
            AlertRule.tenant_id == self._tenant,
            AlertRule.is_on,
            or_(AlertRule.snoozed_until.is_(None), AlertRule.snoozed_until <= today),
            or_(through.is_(None), through < until),
        )
        oldest = query.order_by(through.asc().nulls_first(), AlertRule.id)
        return (await self._session.scalars(oldest)).all()

    async def find(self, rule_id: UUID) -> AlertRule | None:
        """Locked until the transaction ends."""
        query = select(AlertRule).where(AlertRule.tenant_id == self._tenant, AlertRule.id == rule_id)
        return (await self._session.scalars(query.with_for_update())).one_or_none()

    async def delete(self, rule_id: UUID) -> None:
        own = (AlertRule.tenant_id == self._tenant, AlertRule.id == rule_id)
        await self._session.execute(delete(AlertRule).where(*own))

    async def delete_firings(self, rule_id: UUID) -> None:
        own = (AlertFiring.tenant_id == self._tenant, AlertFiring.rule_id == rule_id)
        await self._session.execute(delete(AlertFiring).where(*own))

    async def firings(self) -> Sequence[AlertFiring]:
        """The newest, of all rules."""
        query = select(AlertFiring).where(AlertFiring.tenant_id == self._tenant)
        # What is open is listed, however old.
        newest = query.order_by(
            AlertFiring.resolved_at.is_(None).desc(),
            AlertFiring.last_day.desc(),
            AlertFiring.opened_at.desc(),
        )
        return (await self._session.scalars(newest.limit(MAX_FIRINGS))).all()

    async def newest_firings(self, rule_id: UUID) -> dict[str, AlertFiring]:
        """The newest of each part of the rule."""
        query = (
            select(AlertFiring)
            .where(AlertFiring.tenant_id == self._tenant, AlertFiring.rule_id == rule_id)
            .ext(distinct_on(AlertFiring.part))
            .order_by(
                AlertFiring.part, AlertFiring.resolved_at.is_(None).desc(), AlertFiring.opened_at.desc()
            )
        )
        return {firing.part: firing for firing in await self._session.scalars(query)}

    async def find_firings(self, firing_ids: Sequence[UUID]) -> list[tuple[AlertRule, AlertFiring]]:
        """With their rules."""
        query = self._with_rules().where(AlertFiring.id.in_(firing_ids)).order_by(AlertFiring.part)
        return [(row[0], row[1]) for row in await self._session.execute(query)]

    async def open_firings(self, today: date) -> list[tuple[AlertRule, AlertFiring]]:
        """Those that no one acknowledged, of rules that are not snoozed; the newest first."""
        query = self._with_rules().where(
            AlertRule.is_on,
            or_(AlertRule.snoozed_until.is_(None), AlertRule.snoozed_until <= today),
            AlertFiring.resolved_at.is_(None),
            AlertFiring.acknowledged_at.is_(None),
        )
        newest = query.order_by(AlertFiring.opened_at.desc(), AlertFiring.part).limit(MAX_OPEN)
        return [(row[0], row[1]) for row in await self._session.execute(newest)]

    def _with_rules(self) -> Select[AlertRule, AlertFiring]:
        return (
            select(AlertRule, AlertFiring)
            .join(
                AlertFiring,
                (AlertFiring.tenant_id == AlertRule.tenant_id) & (AlertFiring.rule_id == AlertRule.id),
            )
            .where(AlertFiring.tenant_id == self._tenant)
        )

    async def resolve(self, rule_id: UUID, now: datetime) -> None:
        """What is open of the rule ends; nothing where nothing is."""
        await self._session.execute(
            update(AlertFiring)
            .where(
                AlertFiring.tenant_id == self._tenant,
                AlertFiring.rule_id == rule_id,
                AlertFiring.resolved_at.is_(None),
            )
            .values(resolved_at=now)
        )
