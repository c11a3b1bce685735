"""All SQL of sending conversions: the sender, claimed, sent and refused events, and requests."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert

from abano.conversions.google import Outcome
from abano.database.unit_of_work import UnitOfWork
from abano.models.conversions import ConversionEvent, ConversionRequest, ConversionSender

# Ordered, so that concurrent claims wait for each other instead of deadlocking.
_CLAIM = text("""
insert into conversion_events as e (tenant_id, booking_id, state, lease_until, updated_at)
select :tenant, id, 'sending', :lease_until, :now from unnest(cast(:ids as uuid[])) as id order by id
on conflict (tenant_id, booking_id) do update
  set state = 'sending', lease_until = excluded.lease_until, request_id = null, reason = null, updated_at = :now
  where (e.state = 'sending' and e.lease_until <= :now) or exists (
    select from conversion_retractions r
    where r.tenant_id = e.tenant_id and r.booking_id = e.booking_id and r.told_at > e.updated_at
  )
returning booking_id
""")


class UploadRepository:
    """One tenant's uploads, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def sender(self) -> ConversionSender | None:
        return await self._session.scalar(
            select(ConversionSender).where(ConversionSender.tenant_id == self._tenant)
        )

    async def keep_sender(self, **values: object) -> None:
        """Insert or update the sender with ``values``."""
        await self._session.execute(
            insert(ConversionSender)
            .values(tenant_id=self._tenant, **values)
            .on_conflict_do_update(index_elements=["tenant_id"], set_=values)
        )

    async def change_sender(self, **values: object) -> None:
        """Update the sender; does nothing when it was removed meanwhile."""
        await self._session.execute(
            update(ConversionSender).where(ConversionSender.tenant_id == self._tenant).values(**values)
        )

    async def drop_sender(self) -> None:
        await self._session.execute(
            delete(ConversionSender).where(ConversionSender.tenant_id == self._tenant)
        )

    async def claim(self, ids: Sequence[UUID], now: datetime, lease: timedelta) -> set[UUID]:
        """Claim those of ``ids`` that are neither sent nor claimed. Claims expire after ``lease``."""
        values = {"tenant": self._tenant, "ids": list(ids), "lease_until": now + lease, "now": now}
        return set(await self._session.scalars(_CLAIM, values))

    async def release(self, ids: Sequence[UUID], now: datetime) -> None:
        """Release claims for the sender's next attempt."""
        await self._mark(ids, lease_until=now, updated_at=now)

    async def note_sent(
        self, ids: Sequence[UUID], request_id: str, now: datetime, check_at: datetime
    ) -> None:
        await self._mark(ids, state="sent", request_id=request_id, updated_at=now)
        values = {"events": len(ids), "state": "processing", "sent_at": now, "check_at": check_at}
        await self._session.execute(
            insert(ConversionRequest)
            .values(tenant_id=self._tenant, request_id=request_id, **values)
            .on_conflict_do_nothing()
        )

    async def note_refused(self, reasons: Mapping[UUID, str], now: datetime) -> None:
        for booking_id, reason in reasons.items():
            await self._mark([booking_id], state="refused", reason=reason, updated_at=now)

    async def sent(self) -> int:
        """The number of bookings that Google has accepted."""
        count = await self._session.scalar(
            select(func.count()).where(
                ConversionEvent.tenant_id == self._tenant, ConversionEvent.state == "sent"
            )
        )
        return count or 0

    async def reasons(self) -> list[tuple[str, int]]:
        """Google's reasons for rejecting events, immediately or later, most frequent first."""
        refused = (
            select(ConversionEvent.reason.label("reason"), func.count().label("events"))
            .where(ConversionEvent.tenant_id == self._tenant, ConversionEvent.state == "refused")
            .group_by(ConversionEvent.reason)
        )
        later = (
            select(ConversionRequest.reasons, func.sum(ConversionRequest.not_taken))
            .where(ConversionRequest.tenant_id == self._tenant, ConversionRequest.not_taken > 0)
            .group_by(ConversionRequest.reasons)
        )
        both = refused.union_all(later).subquery()
        rows = await self._session.execute(
            select(func.coalesce(both.c.reason, "no reason given"), func.sum(both.c.events))
            .group_by(both.c.reason)
            .order_by(func.sum(both.c.events).desc())
        )
        return [(str(reason), int(events)) for reason, events in rows]

    async def unchecked(self, now: datetime) -> list[tuple[str, datetime]]:
        """Requests whose outcome has to be checked, and when they were sent."""
        rows = await self._session.execute(
            select(ConversionRequest.request_id, ConversionRequest.sent_at)
            .where(ConversionRequest.tenant_id == self._tenant, ConversionRequest.check_at <= now)
            .order_by(ConversionRequest.check_at)
        )
        return [(request_id, sent_at) for request_id, sent_at in rows]

    async def note_outcome(self, request_id: str, outcome: Outcome, check_at: datetime | None) -> None:
        """Store an outcome; ``check_at`` is None when it is final."""
        await self._session.execute(
            update(ConversionRequest)
            .where(ConversionRequest.tenant_id == self._tenant, ConversionRequest.request_id == request_id)
            .values(
                state=outcome.state, not_taken=outcome.not_taken, reasons=outcome.reasons, check_at=check_at
            )
        )

    async def delete_requests(self, before: datetime) -> None:
        """Delete requests sent before ``before``. Bookings stay marked as sent, so none is sent twice."""
        await self._session.execute(
            delete(ConversionRequest).where(
                ConversionRequest.tenant_id == self._tenant, ConversionRequest.sent_at < before
            )
        )

    async def _mark(self, ids: Sequence[UUID], **values: object) -> None:
        await self._session.execute(
            update(ConversionEvent)
            .where(
                ConversionEvent.tenant_id == self._tenant,
                ConversionEvent.booking_id.in_(ids),
                ConversionEvent.state == "sending",
            )
            .values(**values)
        )
