"""SQL of availability, holds and the calendar."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import text

from abano.db.repositories import PipelineRepository, Repository
from abano.fleet.availability.rules import Gap, Taken
from abano.fleet.reservations.rules import Period
from abano.jobs.registry import tenants_by
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano.fleet.availability", "queries.sql")
NO_TOKEN = b""


tenants_with_expired_holds = tenants_by(
    "select distinct tenant_id from car_holds where expires_at <= %(now)s"
)


class AvailabilityRepository(PipelineRepository):
    """What of one tenant's fleet is free, within the caller's transaction."""

    async def free(self, period: Period) -> dict[UUID, int]:
        """Free vehicles by car, for every car that has vehicles."""
        return dict(await self._rows("cars_free", **_of(period)))

    async def held(self, period: Period, now: datetime, own: bytes = NO_TOKEN) -> dict[UUID, int]:
        """Active holds of other visitors, by car."""
        rows = await self._rows("cars_held", **_of(period), now=now, own=own)
        return dict(rows)

    async def gaps(self, cars: Sequence[UUID], period: Period) -> dict[UUID, list[Gap]]:
        """When vehicles of the cars are free again for as long, in order."""
        length = period.blocked_until - period.starts_at
        found: dict[UUID, list[Gap]] = defaultdict(list)
        values = {"blocked_until": period.blocked_until, "cars": list(cars), "length": length}
        for car, free_since, taken_from in await self._rows("gaps", **values):
            found[car].append(Gap(free_since, taken_from))
        return found

    async def busy(
        self, cars: Sequence[UUID], starts_at: datetime, ends_at: datetime
    ) -> dict[UUID, dict[UUID, list[Taken]]]:
        """When each vehicle of these cars is taken within the window, by car and vehicle."""
        found: dict[UUID, dict[UUID, list[Taken]]] = defaultdict(lambda: defaultdict(list))
        values = {"cars": list(cars), "starts_at": starts_at, "ends_at": ends_at}
        for car, vehicle, start, end in await self._rows("busy", **values):
            times = found[car][vehicle]
            if start is not None:
                times.append(Taken(start, end))
        return found

    async def live_holds(self, ip_hash: bytes, own: bytes, now: datetime) -> int:
        """Active holds of an IP except the visitor's own. Locks the IP until the transaction ends."""
        await self._run("lock_holds_of_ip", ip_hash=ip_hash)
        rows = await self._rows("live_holds_of_ip", ip_hash=ip_hash, own=own, now=now)
        return int(rows[0][0])

    async def hold(
        self, own: bytes, car: UUID, period: Period, ip_hash: bytes | None, expires_at: datetime
    ) -> None:
        """One hold a visitor: the next one takes its place."""
        values = {"own": own, "car": car, "ip_hash": ip_hash, "expires_at": expires_at}
        await self._run("hold", **_of(period), **values)

    async def drop_hold(self, own: bytes) -> None:
        await self._run("drop_hold", own=own)

    async def drop_expired(self, now: datetime) -> None:
        await self._run("drop_expired_holds", now=now)

    async def _rows(self, query: str, **values: Any) -> list[Any]:
        cursor = await self._connection.execute(
            QUERIES[query], {"tenant": self._tenant} | values, prepare=True
        )
        return await cursor.fetchall()

    async def _run(self, query: str, **values: Any) -> None:
        await self._connection.execute(QUERIES[query], {"tenant": self._tenant} | values)


def _of(period: Period) -> dict[str, Any]:
    return {"starts_at": period.starts_at, "blocked_until": period.blocked_until}


# Of each vehicle what reaches into the period: from the last reservation that begins before it on, because those of a
# vehicle follow each other.
_BARS = text("""
select v.id as vehicle_id, r.id, r.kind, r.booking_id, r.title, r.starts_at, r.ends_at, r.blocked_until, r.is_firm,
  r.from_location, r.to_location, r.imported_calendar_id, b.reference, b.status, b.customer_name, b.car_id, b.car_name
from vehicles v
cross join lateral (
  select max(p.starts_at) as first from vehicle_reservations p
  where p.tenant_id = v.tenant_id and p.vehicle_id = v.id and p.starts_at <= :since
) first
join vehicle_reservations r on r.tenant_id = v.tenant_id and r.vehicle_id = v.id
  and r.starts_at >= coalesce(first.first, :since) and r.starts_at < :until
left join reserved_bookings b on b.tenant_id = r.tenant_id and b.booking_id = r.booking_id
where v.tenant_id = :tenant
order by v.number, r.starts_at
""")
_UNASSIGNED = text("""
select b.booking_id, b.reference, b.status, b.customer_name, b.car_id, b.car_name, b.pickup_at, b.return_at,
  b.pickup_location, b.dropoff_location
from reserved_bookings b
where b.tenant_id = :tenant and b.status in ('pending', 'confirmed', 'active')
  and b.pickup_at < :until and b.return_at > :since
  and not exists (
    select from vehicle_reservations r where r.tenant_id = b.tenant_id and r.booking_id = b.booking_id
  )
order by b.pickup_at limit 500
""")
_BOOKING = text("""
select booking_id, reference, status, customer_name, car_id, car_name, pickup_at, return_at, pickup_location,
  dropoff_location
from reserved_bookings where tenant_id = :tenant and booking_id = :booking
""")


class BarRow(NamedTuple):
    vehicle_id: UUID
    id: UUID
    kind: str
    booking_id: UUID | None
    title: str
    starts_at: datetime
    ends_at: datetime
    blocked_until: datetime
    is_firm: bool
    from_location: str | None
    to_location: str | None
    imported_calendar_id: UUID | None
    reference: str | None
    status: str | None
    customer_name: str | None
    car_id: UUID | None
    car_name: str | None


class BookingShown(NamedTuple):
    booking_id: UUID
    reference: str
    status: str
    customer_name: str
    car_id: UUID | None
    car_name: str
    pickup_at: datetime
    return_at: datetime
    pickup_location: str
    dropoff_location: str


class CalendarRepository(Repository):
    """What one tenant's vehicles are taken for, within the caller's transaction."""

    async def bars(self, since: datetime, until: datetime) -> list[BarRow]:
        """Reservations in order of vehicle and time; the first of a vehicle may end before ``since``."""
        values: dict[str, Any] = {"tenant": self._tenant, "since": since, "until": until}
        return [BarRow(*row) for row in await self._session.execute(_BARS, values)]

    async def unassigned(self, since: datetime, until: datetime) -> list[BookingShown]:
        """Open bookings of the period without a vehicle, at most 500."""
        values: dict[str, Any] = {"tenant": self._tenant, "since": since, "until": until}
        return [BookingShown(*row) for row in await self._session.execute(_UNASSIGNED, values)]

    async def booking(self, booking_id: UUID) -> BookingShown | None:
        values: dict[str, Any] = {"tenant": self._tenant, "booking": booking_id}
        row = (await self._session.execute(_BOOKING, values)).one_or_none()
        return BookingShown(*row) if row else None
