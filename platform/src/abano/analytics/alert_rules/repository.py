"""All SQL of alert rules and what they noticed."""

from collections.abc import Sequence
from datetime import date, datetime
from uuid import UUID

from sqlalchemy import delete, func, or_, select, text

from abano.analytics.alert_rules.models import AlertFiring, AlertRule
from abano.db.unit_of_work import UnitOfWork

# Serialises concurrent additions.
LOCK = text("select pg_advisory_xact_lock(hashtextextended('alert_rules:' || :tenant, 0))")
MAX_FIRINGS = 100


class AlertRuleRepository:
    """Of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def lock(self) -> None:
        await self._session.execute(LOCK, {"tenant": str(self._tenant)})

    async def count(self) -> int:
        query = select(func.count()).where(AlertRule.tenant_id == self._tenant)
        return await self._session.scalar(query) or 0

    async def rules(self) -> Sequence[AlertRule]:
        """By name."""
        query = select(AlertRule).where(AlertRule.tenant_id == self._tenant)
        return (await self._session.scalars(query.order_by(func.lower(AlertRule.name), AlertRule.id))).all()

    async def due(self, last: date) -> Sequence[AlertRule]:
        """Those on which no one looked at the day ``last``, the longest waiting first."""
        query = select(AlertRule).where(
            AlertRule.tenant_id == self._tenant,
            AlertRule.is_on,
            or_(AlertRule.looked_at_day.is_(None), AlertRule.looked_at_day < last),
        )
        oldest = query.order_by(AlertRule.looked_at_day.asc().nulls_first(), AlertRule.id)
        return (await self._session.scalars(oldest)).all()

    async def find(self, rule_id: UUID) -> AlertRule | None:
        """Locked until the transaction ends."""
        query = select(AlertRule).where(AlertRule.tenant_id == self._tenant, AlertRule.id == rule_id)
        return (await self._session.scalars(query.with_for_update())).one_or_none()

    async def add(self, row: AlertRule | AlertFiring) -> None:
        self._session.add(row)
        await self._session.flush()

    async def delete(self, rule_id: UUID) -> None:
        own = (AlertRule.tenant_id == self._tenant, AlertRule.id == rule_id)
        await self._session.execute(delete(AlertRule).where(*own))

    async def firings(self) -> Sequence[AlertFiring]:
        """The newest, of all rules."""
        query = select(AlertFiring).where(AlertFiring.tenant_id == self._tenant)
        newest = query.order_by(AlertFiring.last_day.desc(), AlertFiring.created_at.desc()).limit(MAX_FIRINGS)
        return (await self._session.scalars(newest)).all()

    async def open_firing(self, rule_id: UUID) -> AlertFiring | None:
        query = select(AlertFiring).where(
            AlertFiring.tenant_id == self._tenant,
            AlertFiring.rule_id == rule_id,
            AlertFiring.resolved_at.is_(None),
        )
        return (await self._session.scalars(query)).one_or_none()

    async def find_firing(self, firing_id: UUID) -> tuple[AlertRule, AlertFiring] | None:
        """With its rule."""
        query = (
            select(AlertRule, AlertFiring)
            .join(
                AlertFiring,
                (AlertFiring.tenant_id == AlertRule.tenant_id) & (AlertFiring.rule_id == AlertRule.id),
            )
            .where(AlertFiring.tenant_id == self._tenant, AlertFiring.id == firing_id)
        )
        row = (await self._session.execute(query)).one_or_none()
        return (row[0], row[1]) if row else None

    async def resolve(self, rule_id: UUID, now: datetime) -> None:
        """What is open of the rule ends; nothing where nothing is."""
        firing = await self.open_firing(rule_id)
        if firing is not None:
            firing.resolved_at = now
