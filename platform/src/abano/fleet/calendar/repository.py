"""SQL of the calendar."""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import text

from abano.db.unit_of_work import UnitOfWork

# Of each vehicle what reaches into the period: from the last reservation that begins before it on, because those of a
# vehicle follow each other.
_BARS = text("""
select v.id as vehicle_id, r.id, r.kind, r.booking_id, r.title, r.starts_at, r.ends_at, r.blocked_until, r.is_firm,
  r.from_location, r.to_location, b.reference, b.status, b.customer_name, b.car_id, b.car_name
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


class CalendarRepository:
    """What one tenant's vehicles are taken for, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

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
