"""SQL of calendar feeds."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, func, or_, select, text, update

from abano.db.repositories import AddingRepository
from abano.fleet.calendar_feeds.models import CalendarFeed
from abano.fleet.calendar_feeds.rules import FUTURE, MAX_ENTRIES, PAST, READ_NOTED_EVERY, Entry
from abano.fleet.reservations.models import VehicleRow

_LOCK = text("select pg_advisory_xact_lock(hashtextextended('calendar_feeds:' || :tenant, 0))")
# Open bookings without a vehicle are in the feed of all vehicles.
_ENTRIES = text("""
select r.id, r.starts_at, r.blocked_until as ends_at, r.is_firm, b.reference, v.plate as vehicle,
  greatest(r.created_at, b.updated_at) as changed_at
from vehicle_reservations r
join vehicles v on v.tenant_id = r.tenant_id and v.id = r.vehicle_id
left join reserved_bookings b on b.tenant_id = r.tenant_id and b.booking_id = r.booking_id
where r.tenant_id = :tenant and (cast(:vehicle as uuid) is null or r.vehicle_id = :vehicle)
  and r.starts_at < :until and r.blocked_until > :since
union all
select b.booking_id, b.pickup_at, b.return_at, b.status <> 'pending', b.reference, b.car_name, b.updated_at
from reserved_bookings b
where b.tenant_id = :tenant and cast(:vehicle as uuid) is null and b.status in ('pending', 'confirmed', 'active')
  and b.pickup_at < :until and b.return_at > :since
  and not exists (
    select from vehicle_reservations r where r.tenant_id = b.tenant_id and r.booking_id = b.booking_id
  )
order by 2, 1 limit :most
""")


class CalendarFeedRepository(AddingRepository):
    """Feeds of one tenant, within the caller's transaction."""

    async def lock(self) -> None:
        """Serialise concurrent additions of feeds."""
        await self._session.execute(_LOCK, {"tenant": str(self._tenant)})

    async def count(self) -> int:
        query = select(func.count()).where(CalendarFeed.tenant_id == self._tenant)
        return await self._session.scalar(query) or 0

    async def list_all(self) -> Sequence[tuple[CalendarFeed, str | None]]:
        """Feeds with their vehicle's plate, newest first."""
        query = (
            select(CalendarFeed, VehicleRow.plate)
            .outerjoin(
                VehicleRow,
                (VehicleRow.tenant_id == CalendarFeed.tenant_id) & (VehicleRow.id == CalendarFeed.vehicle_id),
            )
            .where(CalendarFeed.tenant_id == self._tenant)
            .order_by(CalendarFeed.created_at.desc(), CalendarFeed.id.desc())
        )
        return [(row[0], row[1]) for row in await self._session.execute(query)]

    async def find(self, feed_id: UUID) -> CalendarFeed | None:
        """Lock the feed."""
        return await self._session.get(CalendarFeed, (self._tenant, feed_id), with_for_update=True)

    async def find_by_hash(self, token_hash: bytes) -> CalendarFeed | None:
        query = select(CalendarFeed).where(
            CalendarFeed.tenant_id == self._tenant, CalendarFeed.token_hash == token_hash
        )
        return await self._session.scalar(query)

    async def find_plate(self, vehicle_id: UUID) -> str | None:
        """Lock the vehicle against deletion."""
        query = select(VehicleRow.plate).where(
            VehicleRow.tenant_id == self._tenant, VehicleRow.id == vehicle_id
        )
        return await self._session.scalar(query.with_for_update(read=True, key_share=True))

    async def delete(self, feed_id: UUID) -> None:
        statement = delete(CalendarFeed).where(
            CalendarFeed.tenant_id == self._tenant, CalendarFeed.id == feed_id
        )
        await self._session.execute(statement)

    async def note_read(self, feed_id: UUID, now: datetime) -> None:
        """Of concurrent readers one writes."""
        statement = (
            update(CalendarFeed)
            .where(
                CalendarFeed.tenant_id == self._tenant,
                CalendarFeed.id == feed_id,
                or_(CalendarFeed.last_read_at.is_(None), CalendarFeed.last_read_at <= now - READ_NOTED_EVERY),
            )
            .values(last_read_at=now)
        )
        await self._session.execute(statement.execution_options(synchronize_session=False))

    async def entries(self, vehicle_id: UUID | None, now: datetime) -> list[Entry]:
        """Reservations of one vehicle or all of them around the current date, in order of time."""
        values = {
            "tenant": self._tenant,
            "vehicle": vehicle_id,
            "since": now - PAST,
            "until": now + FUTURE,
            "most": MAX_ENTRIES,
        }
        return [Entry(*row) for row in await self._session.execute(_ENTRIES, values)]
