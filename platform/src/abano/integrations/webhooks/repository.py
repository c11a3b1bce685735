"""All SQL of webhooks."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, bindparam, delete, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import UUID as UUID_TYPE

from abano.accounts.access.models import AdminRow
from abano.accounts.access.rights import has_right
from abano.core.ids import new_id
from abano.core.paging import Page, PageRequest
from abano.db.engine import Database
from abano.db.paging import SortKeys
from abano.db.repositories import AddingRepository
from abano.integrations.webhooks.models import WebhookAttempt, WebhookDelivery, WebhookEndpoint
from abano.jobs.registry import tenants_by

LOCK = text("select pg_advisory_xact_lock(hashtextextended('webhook_endpoints:' || :tenant, 0))")
# The oldest due deliveries of each endpoint without a running one. None while the tenant is moved to another
# cluster: the target could send them too.
_CLAIM = text("""
with due as (
  select d.id, e.url, e.sealed_secret, e.sealed_previous_secret, e.previous_secret_until
  from webhook_endpoints e cross join lateral (
    select w.id from webhook_deliveries w
    where w.tenant_id = e.tenant_id and w.endpoint_id = e.id
      and w.delivered_at is null and w.dead_at is null and w.due_at <= :now
    order by w.due_at limit :batch for update skip locked
  ) as d
  where e.tenant_id = :tenant and e.is_enabled and e.id <> all(:busy)
    and not exists (select from tenants t where t.id = :tenant and t.moving_until > now())
)
update webhook_deliveries w set due_at = :until, attempts = w.attempts + 1
from due where w.tenant_id = :tenant and w.id = due.id
returning w.id, w.endpoint_id, w.event_id, w.event_type, w.object_id, w.details, w.created_at, w.attempts,
  due.url, due.sealed_secret, due.sealed_previous_secret, due.previous_secret_until
""").bindparams(bindparam("busy", type_=ARRAY(UUID_TYPE)))

tenants_with_due_deliveries = tenants_by("""
select tenant_id from reporting.webhook_queue
where delivered_at is null and dead_at is null and due_at <= %(now)s
group by tenant_id order by min(due_at)
""")

# KEPT of the rules, in SQL.
tenants_with_old_deliveries = tenants_by(
    "select distinct tenant_id from reporting.webhook_queue where created_at < %(now)s - interval '30 days'"
)

DeliveryState = Literal["pending", "delivered", "failed"]
_SORT_KEYS = SortKeys({"createdAt": WebhookDelivery.created_at}, WebhookDelivery.id)
_STATES = {
    "pending": (WebhookDelivery.delivered_at.is_(None), WebhookDelivery.dead_at.is_(None)),
    "delivered": (WebhookDelivery.delivered_at.is_not(None),),
    "failed": (WebhookDelivery.dead_at.is_not(None),),
}
# Deliveries to one endpoint that a replay sends again at most.
MAX_REPLAYED = 10_000
DELETED_AT_ONCE = 5_000


class Claimed(NamedTuple):
    """A delivery attempt with its endpoint's current settings. ``attempts`` includes this one."""

    id: UUID
    endpoint_id: UUID
    event_id: UUID
    event_type: str
    object_id: str
    details: dict[str, Any] | None
    created_at: datetime
    attempts: int
    url: str
    sealed_secret: bytes
    sealed_previous_secret: bytes | None
    previous_secret_until: datetime | None


@dataclass(frozen=True, slots=True)
class QueueFigures:
    """``oldest_seconds``: how long the oldest delivery has been due; 0 when there is none."""

    waiting: int
    oldest_seconds: float


async def queue_figures(db: Database) -> QueueFigures:
    """The pending deliveries of all tenants."""
    async with db.reporting() as conn:
        cursor = await conn.execute(
            "select count(*), coalesce(extract(epoch from greatest(now() - min(due_at), '0 s')), 0)::float"
            " from reporting.webhook_queue where delivered_at is null and dead_at is null"
        )
        row = await cursor.fetchone()
    return QueueFigures(*row) if row else QueueFigures(0, 0.0)


class WebhookRepository(AddingRepository):
    """Endpoints and deliveries of one tenant, within the caller's transaction."""

    async def lock(self) -> None:
        """Serialise concurrent additions of endpoints."""
        await self._session.execute(LOCK, {"tenant": str(self._tenant)})

    async def count(self) -> int:
        query = select(func.count()).where(WebhookEndpoint.tenant_id == self._tenant)
        return await self._session.scalar(query) or 0

    async def list_endpoints(self) -> Sequence[WebhookEndpoint]:
        """Oldest first."""
        query = select(WebhookEndpoint).where(WebhookEndpoint.tenant_id == self._tenant)
        query = query.order_by(WebhookEndpoint.created_at, WebhookEndpoint.id)
        return (await self._session.scalars(query)).all()

    async def find(self, endpoint_id: UUID, *, locked: bool = False) -> WebhookEndpoint | None:
        query = select(WebhookEndpoint).where(
            WebhookEndpoint.tenant_id == self._tenant, WebhookEndpoint.id == endpoint_id
        )
        if locked:
            # Triggers that add deliveries refer to the row: they need not wait for this lock.
            query = query.with_for_update(key_share=True)
        return await self._session.scalar(query.execution_options(populate_existing=True))

    async def delete(self, endpoint_id: UUID) -> None:
        own = (WebhookEndpoint.tenant_id == self._tenant, WebhookEndpoint.id == endpoint_id)
        await self._session.execute(delete(WebhookEndpoint).where(*own))

    async def owners(self) -> Sequence[AdminRow]:
        """Owners who can sign in."""
        query = select(AdminRow).where(
            AdminRow.tenant_id == self._tenant, has_right("integrations"), AdminRow.disabled_at.is_(None)
        )
        return (await self._session.scalars(query.order_by(AdminRow.email))).all()

    # Sending.

    async def claim(
        self, now: datetime, lease: timedelta, batch: int, busy: Collection[UUID]
    ) -> Sequence[Claimed]:
        """Claim due deliveries: at most ``batch`` per endpoint, except endpoints in ``busy``."""
        values = {
            "tenant": self._tenant,
            "now": now,
            "until": now + lease,
            "batch": batch,
            "busy": list(busy),
        }
        return [Claimed(*row) for row in await self._session.execute(_CLAIM, values)]

    async def add_attempt(
        self, delivery_id: UUID, at: datetime, status: int | None, duration_ms: int, problem: str | None
    ) -> None:
        self._session.add(
            WebhookAttempt(
                tenant_id=self._tenant,
                id=new_id(),
                delivery_id=delivery_id,
                attempted_at=at,
                status=status,
                duration_ms=duration_ms,
                problem=problem,
            )
        )

    async def mark_delivered(self, delivery_id: UUID, now: datetime) -> None:
        await self._update(delivery_id, delivered_at=now)

    async def mark_failed(self, delivery_id: UUID, due_at: datetime | None, now: datetime) -> None:
        """``due_at``: of the next attempt. None: give up."""
        await self._update(delivery_id, **({"due_at": due_at} if due_at else {"dead_at": now}))

    async def give_up_pending(self, endpoint_id: UUID, now: datetime) -> None:
        """Of an endpoint that is disabled. They can be replayed later."""
        await self._session.execute(
            update(WebhookDelivery).where(*self._of(endpoint_id), *_STATES["pending"]).values(dead_at=now)
        )

    async def give_up_disabled(self, now: datetime) -> None:
        """What was written while its endpoint was being disabled."""
        disabled = select(WebhookEndpoint.id).where(
            WebhookEndpoint.tenant_id == self._tenant, WebhookEndpoint.is_enabled.is_(False)
        )
        await self._session.execute(
            update(WebhookDelivery)
            .where(
                WebhookDelivery.tenant_id == self._tenant,
                WebhookDelivery.endpoint_id.in_(disabled),
                *_STATES["pending"],
            )
            .values(dead_at=now)
        )

    async def _update(self, delivery_id: UUID, **values: object) -> None:
        await self._session.execute(
            update(WebhookDelivery)
            .where(WebhookDelivery.tenant_id == self._tenant, WebhookDelivery.id == delivery_id)
            .values(**values)
        )

    # The log.

    def _of(self, endpoint_id: UUID) -> tuple[ColumnElement[bool], ...]:
        return (WebhookDelivery.tenant_id == self._tenant, WebhookDelivery.endpoint_id == endpoint_id)

    async def page(
        self, endpoint_id: UUID, state: DeliveryState | None, event_type: str | None, request: PageRequest
    ) -> Page[WebhookDelivery]:
        """Raises InvalidInput for the cursor."""
        conditions = [*self._of(endpoint_id), *(_STATES[state] if state else ())]
        if event_type is not None:
            conditions.append(WebhookDelivery.event_type == event_type)
        query = select(WebhookDelivery).where(*conditions)
        return await _SORT_KEYS.fetch(self._session, query, lambda row: row, request)

    async def attempts(self, delivery_ids: Collection[UUID]) -> Mapping[UUID, list[WebhookAttempt]]:
        """Of each delivery, the oldest first."""
        query = (
            select(WebhookAttempt)
            .where(WebhookAttempt.tenant_id == self._tenant, WebhookAttempt.delivery_id.in_(delivery_ids))
            .order_by(WebhookAttempt.attempted_at, WebhookAttempt.id)
        )
        found: dict[UUID, list[WebhookAttempt]] = {}
        for row in await self._session.scalars(query):
            found.setdefault(row.delivery_id, []).append(row)
        return found

    async def resend(self, endpoint_id: UUID, delivery_id: UUID, now: datetime) -> bool:
        """Send a delivery again, with all attempts. False if it does not exist."""
        result = await self._session.scalar(
            update(WebhookDelivery)
            .where(*self._of(endpoint_id), WebhookDelivery.id == delivery_id)
            .values(due_at=now, attempts=0, delivered_at=None, dead_at=None)
            .returning(WebhookDelivery.id)
        )
        return result is not None

    async def replay(
        self, endpoint_id: UUID, since: datetime, until: datetime, *, only_failed: bool, now: datetime
    ) -> int:
        """Send those again that are over, the oldest first. Returns how many."""
        over = or_(WebhookDelivery.delivered_at.is_not(None), WebhookDelivery.dead_at.is_not(None))
        wanted = (
            select(WebhookDelivery.id)
            .where(
                *self._of(endpoint_id),
                WebhookDelivery.created_at >= since,
                WebhookDelivery.created_at <= until,
                WebhookDelivery.dead_at.is_not(None) if only_failed else over,
            )
            .order_by(WebhookDelivery.created_at, WebhookDelivery.id)
            .limit(MAX_REPLAYED)
            .with_for_update()
        )
        again = await self._session.scalars(
            update(WebhookDelivery)
            .where(WebhookDelivery.tenant_id == self._tenant, WebhookDelivery.id.in_(wanted))
            .values(due_at=now, attempts=0, delivered_at=None, dead_at=None)
            .returning(WebhookDelivery.id)
        )
        return len(again.all())

    async def delete_old(self, before: datetime) -> None:
        """Delete deliveries of before, with their attempts, a bounded number at a time."""
        old = (
            select(WebhookDelivery.id)
            .where(
                WebhookDelivery.tenant_id == self._tenant,
                WebhookDelivery.created_at < before,
                or_(WebhookDelivery.delivered_at.is_not(None), WebhookDelivery.dead_at.is_not(None)),
            )
            .limit(DELETED_AT_ONCE)
        )
        await self._session.execute(
            delete(WebhookDelivery).where(
                WebhookDelivery.tenant_id == self._tenant, WebhookDelivery.id.in_(old)
            )
        )
