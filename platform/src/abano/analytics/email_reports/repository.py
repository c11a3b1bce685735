"""All SQL of reports by email and alerts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import and_, delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from abano.accounts.access.models import AdminRow
from abano.accounts.access.rights import has_right
from abano.analytics.email_reports.models import (
    InsightAlert,
    InsightReportSent,
    InsightSubscription,
    InsightWatch,
)
from abano.analytics.email_reports.rules import SHOWN_WITHIN, SILENCE_WITHIN, Kind
from abano.db.unit_of_work import UnitOfWork
from abano.jobs.registry import tenants_by
from abano.messaging.outbox.kinds import InsightReportTest
from abano.messaging.outbox.models import OutboxMessage

# Who may see figures.
MAX_ALERTS = 20


tenants_with_reports = tenants_by(
    "select distinct tenant_id from insight_subscriptions where kind in ('week', 'month')"
)


@dataclass(frozen=True, slots=True)
class Subscribed:
    """A subscription and the colleague who gets it."""

    row: InsightSubscription
    admin: AdminRow


class InsightRepository:
    """Of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self.uow = uow
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def readers(self) -> list[AdminRow]:
        """Colleagues who may get reports."""
        query = select(AdminRow).where(_may_read(), AdminRow.tenant_id == self._tenant)
        return list(await self._session.scalars(query.order_by(AdminRow.name, AdminRow.email)))

    async def find_reader(self, admin_id: UUID) -> AdminRow | None:
        query = select(AdminRow).where(
            _may_read(), AdminRow.tenant_id == self._tenant, AdminRow.id == admin_id
        )
        found: AdminRow | None = await self._session.scalar(query)
        return found

    async def subscriptions(self, kinds: Sequence[Kind]) -> list[Subscribed]:
        """Those of colleagues who may still see figures."""
        query = (
            select(InsightSubscription, AdminRow)
            .join(
                AdminRow,
                and_(
                    AdminRow.tenant_id == InsightSubscription.tenant_id,
                    AdminRow.id == InsightSubscription.admin_id,
                ),
            )
            .where(
                InsightSubscription.tenant_id == self._tenant,
                InsightSubscription.kind.in_(kinds),
                _may_read(),
            )
            .order_by(InsightSubscription.created_at, InsightSubscription.id)
        )
        return [Subscribed(*row) for row in await self._session.execute(query)]

    async def find_subscription(self, subscription_id: UUID) -> InsightSubscription | None:
        query = select(InsightSubscription).where(
            InsightSubscription.tenant_id == self._tenant, InsightSubscription.id == subscription_id
        )
        found: InsightSubscription | None = await self._session.scalar(query)
        return found

    async def add_subscription(self, values: dict[str, Any]) -> bool:
        """False when there is the same already."""
        statement = insert(InsightSubscription).values(tenant_id=self._tenant, **values)
        return await self._added(statement.on_conflict_do_nothing().returning(InsightSubscription.id))

    async def delete_subscription(self, subscription_id: UUID) -> InsightSubscription | None:
        """What it was; None where there is none."""
        statement = delete(InsightSubscription).where(
            InsightSubscription.tenant_id == self._tenant, InsightSubscription.id == subscription_id
        )
        found: InsightSubscription | None = await self._session.scalar(
            statement.returning(InsightSubscription)
        )
        return found

    async def admin(self, admin_id: UUID) -> AdminRow | None:
        return await self._session.get(AdminRow, (self._tenant, admin_id))

    async def list_sent(self, first: date) -> set[UUID]:
        """Subscriptions whose mail of the period from that day on was sent."""
        sent = InsightReportSent
        query = select(sent.subscription_id).where(sent.tenant_id == self._tenant, sent.first_day == first)
        return set(await self._session.scalars(query))

    async def mark_sent(self, subscription_id: UUID, first: date, now: datetime) -> bool:
        """False when another worker did, or when someone has just unsubscribed."""
        still_there = await self._session.scalar(
            select(InsightSubscription.id)
            .where(InsightSubscription.tenant_id == self._tenant, InsightSubscription.id == subscription_id)
            .with_for_update(key_share=True)
        )
        if still_there is None:
            return False
        values = {"subscription_id": subscription_id, "first_day": first, "created_at": now}
        statement = insert(InsightReportSent).values(tenant_id=self._tenant, **values)
        return await self._added(statement.on_conflict_do_nothing().returning(InsightReportSent.first_day))

    async def last_sent_at(self, subscription_ids: Sequence[UUID]) -> dict[UUID, datetime]:
        """When each of these subscriptions was last sent, where it was."""
        sent = InsightReportSent
        query = (
            select(sent.subscription_id, func.max(sent.created_at))
            .where(sent.tenant_id == self._tenant, sent.subscription_id.in_(subscription_ids))
            .group_by(sent.subscription_id)
        )
        return {row[0]: row[1] for row in await self._session.execute(query)}

    async def tests_since(self, since: datetime) -> int:
        query = select(func.count()).where(
            OutboxMessage.tenant_id == self._tenant,
            OutboxMessage.kind == InsightReportTest.kind,
            OutboxMessage.created_at > since,
        )
        return int(await self._session.scalar(query) or 0)

    async def alerts(self, today: date) -> list[InsightAlert]:
        """Those that no one dismissed and that still hold, newest first."""
        query = select(InsightAlert).where(
            InsightAlert.tenant_id == self._tenant,
            InsightAlert.dismissed_at.is_(None),
            or_(
                and_(InsightAlert.measure != "silence", InsightAlert.last_seen_on >= today - SHOWN_WITHIN),
                InsightAlert.last_seen_on >= today - SILENCE_WITHIN,
            ),
        )
        newest = query.order_by(InsightAlert.first_seen_on.desc(), InsightAlert.created_at.desc())
        return list(await self._session.scalars(newest.limit(MAX_ALERTS)))

    async def newest_alert(self, measure: str, campaign: str) -> InsightAlert | None:
        query = select(InsightAlert).where(
            InsightAlert.tenant_id == self._tenant,
            InsightAlert.measure == measure,
            InsightAlert.campaign == campaign,
        )
        found: InsightAlert | None = await self._session.scalar(
            query.order_by(InsightAlert.first_seen_on.desc()).limit(1)
        )
        return found

    async def find_alert(self, alert_id: UUID) -> InsightAlert | None:
        query = select(InsightAlert).where(
            InsightAlert.tenant_id == self._tenant, InsightAlert.id == alert_id
        )
        found: InsightAlert | None = await self._session.scalar(query)
        return found

    async def add_alert(self, values: dict[str, Any]) -> None:
        statement = insert(InsightAlert).values(tenant_id=self._tenant, **values)
        await self._session.execute(statement.on_conflict_do_nothing())

    async def change_alert(self, alert_id: UUID, values: dict[str, Any]) -> None:
        await self._session.execute(
            update(InsightAlert)
            .where(InsightAlert.tenant_id == self._tenant, InsightAlert.id == alert_id)
            .values(**values)
        )

    async def end_silence(self) -> None:
        """Someone came: no one has to look any more."""
        await self._session.execute(
            delete(InsightAlert).where(
                InsightAlert.tenant_id == self._tenant, InsightAlert.measure == "silence"
            )
        )

    async def watch(self) -> tuple[bool, date | None]:
        """Whether the company is watched, and the last day that was looked at."""
        query = select(InsightWatch.is_on, InsightWatch.looked_at_day).where(
            InsightWatch.tenant_id == self._tenant
        )
        row = (await self._session.execute(query)).one_or_none()
        return (True, None) if row is None else (row.is_on, row.looked_at_day)

    async def set_watch(self, **values: Any) -> None:
        statement = insert(InsightWatch).values(tenant_id=self._tenant, **values)
        await self._session.execute(
            statement.on_conflict_do_update(index_elements=["tenant_id"], set_=values)
        )

    async def _added(self, statement: Any) -> bool:
        return (await self._session.execute(statement)).first() is not None


def _may_read() -> Any:
    return and_(has_right("analytics"), AdminRow.disabled_at.is_(None))
