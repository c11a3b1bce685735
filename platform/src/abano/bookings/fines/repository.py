"""SQL of fines, and of which booking had a vehicle when."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, Select, delete, select, text
from sqlalchemy.dialects.postgresql import insert

from abano.accounts.access.models import AdminRow
from abano.booking_record.models import BookingRow
from abano.bookings.fines.models import VehicleFine
from abano.bookings.fines.rules import Candidate, FineState, Rental, VehicleChange
from abano.catalog.published.models import CarRow
from abano.core.errors import NotFound
from abano.core.paging import Page, PageRequest
from abano.db.paging import SortKeys
from abano.db.repositories import Repository
from abano.fleet.reservations.models import VehicleRow

# Rentals that had one of the vehicles around that time. A handover or return is when it was recorded, in the yard or
# at the desk, else when it was planned; a vehicle that is still out has no end.
_RENTALS = text("""
with had as (
  select r.vehicle_id, r.booking_id from vehicle_reservations r
  where r.tenant_id = :tenant and r.vehicle_id = any(:vehicles) and r.booking_id is not null
  union
  select e.vehicle_id, b.id from vehicle_events e
  join bookings b on b.tenant_id = e.tenant_id and b.reference = e.after ->> 'booking'
  where e.tenant_id = :tenant and e.vehicle_id = any(:vehicles) and e.kind = 'assigned'
)
select h.vehicle_id, b.id, b.reference, b.customer_name,
  coalesce(handed_over.recorded_at, (
    select max(e.created_at) from booking_events e
    where e.tenant_id = b.tenant_id and e.booking_id = b.id and e.from_status = 'confirmed' and e.to_status = 'active'
      and b.status in ('active', 'completed')
  ), b.pickup_at) as starts_at,
  case when b.status = 'active' then returned.recorded_at else coalesce(returned.recorded_at, (
    select max(e.created_at) from booking_events e
    where e.tenant_id = b.tenant_id and e.booking_id = b.id and e.from_status = 'active' and e.to_status = 'completed'
      and b.status = 'completed'
  ), b.return_at) end as ends_at
from had h
join bookings b on b.tenant_id = :tenant and b.id = h.booking_id
left join handover_records handed_over on handed_over.tenant_id = b.tenant_id and handed_over.booking_id = b.id
  and handed_over.kind = 'handover' and handed_over.withdrawn_at is null
left join handover_records returned on returned.tenant_id = b.tenant_id and returned.booking_id = b.id
  and returned.kind = 'return' and returned.withdrawn_at is null
where b.status in ('confirmed', 'active', 'completed')
  and b.pickup_at < cast(:last as timestamptz) + interval '7 days'
  and (b.status = 'active' or b.return_at > cast(:first as timestamptz) - interval '90 days')
""")
_CHANGES = text("""
select vehicle_id, coalesce(after ->> 'booking', before ->> 'booking') as booking, created_at, kind = 'assigned'
from vehicle_events
where tenant_id = :tenant and vehicle_id = any(:vehicles) and kind in ('assigned', 'released')
  and coalesce(after ->> 'booking', before ->> 'booking') = any(:bookings)
order by created_at, id
""")
_SORT_KEYS = SortKeys({"happenedAt": VehicleFine.happened_at}, VehicleFine.id)


class KnownVehicle(NamedTuple):
    id: UUID
    plate: str
    car: str


class ListedFine(NamedTuple):
    fine: VehicleFine
    plate: str
    car: str
    booking: BookingRow | None
    admin_name: str | None


@dataclass(frozen=True, slots=True)
class FineFilter:
    state: FineState | None = None
    vehicle_id: UUID | None = None
    booking_id: UUID | None = None


class FineRepository(Repository):
    """Fines of one tenant, within the caller's transaction."""

    async def vehicles(self, plate_keys: Collection[str]) -> dict[str, KnownVehicle]:
        query = (
            select(VehicleRow.plate_key, VehicleRow.id, VehicleRow.plate, CarRow.name)
            .join(CarRow, (CarRow.tenant_id == VehicleRow.tenant_id) & (CarRow.id == VehicleRow.car_id))
            .where(VehicleRow.tenant_id == self._tenant, VehicleRow.plate_key.in_(plate_keys))
        )
        rows = await self._session.execute(query)
        return {row.plate_key: KnownVehicle(row.id, row.plate, row.name) for row in rows}

    async def known(
        self, vehicles: Collection[UUID], first: datetime, last: datetime
    ) -> set[tuple[UUID, datetime, str]]:
        """Vehicle, time and reference of the fines of that time."""
        query = select(VehicleFine.vehicle_id, VehicleFine.happened_at, VehicleFine.reference).where(
            VehicleFine.tenant_id == self._tenant,
            VehicleFine.vehicle_id.in_(vehicles),
            VehicleFine.happened_at.between(first, last),
        )
        return {
            (row.vehicle_id, row.happened_at, row.reference) for row in await self._session.execute(query)
        }

    async def candidates(
        self, vehicles: Sequence[UUID], first: datetime, last: datetime
    ) -> dict[UUID, list[Candidate]]:
        """By vehicle, the rentals that may have had it in that time."""
        values: dict[str, Any] = {"tenant": self._tenant, "vehicles": list(vehicles)}
        rows = (await self._session.execute(_RENTALS, values | {"first": first, "last": last})).all()
        names = {name for row in rows for name in (row.reference, str(row.id))}
        changes: dict[tuple[UUID, str], list[VehicleChange]] = defaultdict(list)
        for vehicle_id, booking, at, is_assigned in await self._session.execute(
            _CHANGES, values | {"bookings": list(names)}
        ):
            changes[vehicle_id, booking].append(VehicleChange(at, is_assigned))
        found: dict[UUID, list[Candidate]] = defaultdict(list)
        for vehicle_id, booking_id, reference, customer_name, starts_at, ends_at in rows:
            # The log stores the booking's reference, or its id if the vehicle was only removed from it.
            own = [*changes[vehicle_id, reference], *changes[vehicle_id, str(booking_id)]]
            rental = Rental(booking_id, reference, customer_name, starts_at, ends_at)
            found[vehicle_id].append(Candidate(rental, sorted(own, key=lambda each: each.at)))
        return found

    async def add_all(self, rows: Sequence[dict[str, object]]) -> int:
        """How many are new; those of a known vehicle, time and reference are left out."""
        statement = insert(VehicleFine).on_conflict_do_nothing().returning(VehicleFine.id)
        return len((await self._session.scalars(statement, rows)).all()) if rows else 0

    async def find(self, fine_id: UUID) -> VehicleFine | None:
        return await self._session.get(VehicleFine, (self._tenant, fine_id))

    async def get_locked(self, fine_id: UUID) -> VehicleFine:
        """Raises NotFound."""
        query = select(VehicleFine).where(VehicleFine.tenant_id == self._tenant, VehicleFine.id == fine_id)
        fine = await self._session.scalar(query.with_for_update())
        if fine is None:
            raise NotFound
        return fine

    async def find_booking(self, reference: str) -> UUID | None:
        query = select(BookingRow.id).where(
            BookingRow.tenant_id == self._tenant, BookingRow.reference == reference
        )
        return await self._session.scalar(query)

    async def remove(self, fine: VehicleFine) -> None:
        await self._session.execute(
            delete(VehicleFine).where(VehicleFine.tenant_id == self._tenant, VehicleFine.id == fine.id)
        )

    async def page(self, criteria: FineFilter, request: PageRequest) -> Page[ListedFine]:
        """Raises InvalidInput for the cursor."""
        return await _SORT_KEYS.fetch(self._session, self._matching(criteria), ListedFine, request)

    def _matching(self, criteria: FineFilter) -> Select[VehicleFine, str, str, BookingRow | None, str | None]:
        conditions: list[ColumnElement[bool]] = [VehicleFine.tenant_id == self._tenant]
        if criteria.state is not None:
            conditions.append(VehicleFine.state == criteria.state)
        if criteria.vehicle_id is not None:
            conditions.append(VehicleFine.vehicle_id == criteria.vehicle_id)
        if criteria.booking_id is not None:
            conditions.append(VehicleFine.booking_id == criteria.booking_id)
        return (
            select(VehicleFine, VehicleRow.plate, CarRow.name, BookingRow, AdminRow.name)
            .join(
                VehicleRow,
                (VehicleRow.tenant_id == VehicleFine.tenant_id) & (VehicleRow.id == VehicleFine.vehicle_id),
            )
            .join(CarRow, (CarRow.tenant_id == VehicleRow.tenant_id) & (CarRow.id == VehicleRow.car_id))
            .outerjoin(
                BookingRow,
                (BookingRow.tenant_id == VehicleFine.tenant_id) & (BookingRow.id == VehicleFine.booking_id),
            )
            .outerjoin(
                AdminRow,
                (AdminRow.tenant_id == VehicleFine.tenant_id) & (AdminRow.id == VehicleFine.decided_by),
            )
            .where(*conditions)
        )
