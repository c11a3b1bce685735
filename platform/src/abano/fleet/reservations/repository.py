"""SQL of reservations."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import delete, func, select, text, update

from abano.core.errors import Conflict
from abano.db.driver_errors import map_db_error
from abano.db.repositories import Repository
from abano.fleet.reservations.models import VehicleReservation, VehicleRow
from abano.fleet.reservations.rules import FreeVehicle, Period


@map_db_error("vehicle_reservations_taken_once")
class VehicleAlreadyBooked(Conflict):
    """This vehicle isn't available then."""


@map_db_error("vehicle_reservations_out_once")
class VehicleStillOut(VehicleAlreadyBooked):
    """This vehicle is still out with another customer. Record its return or choose another vehicle first."""


@map_db_error("vehicle_reservations_pkey", "vehicle_reservations_booking_key")
class BookingHasVehicle(Conflict):
    """Someone else has already assigned a vehicle to this booking."""


# Reservations of a vehicle never overlap, so its neighbours in time are the last that begins before the end of the
# period and the first that begins after it.
_FREE = text("""
select v.id, v.number, v.plate, v.car_id, coalesce(before.to_location, v.home_location) as stands_at,
  before.blocked_until as free_since, later.starts_at as taken_from
from vehicles v
left join lateral (
  select r.blocked_until, r.to_location from vehicle_reservations r
  where r.tenant_id = v.tenant_id and r.vehicle_id = v.id and r.starts_at < :blocked_until
    and r.id is distinct from :ignored
  order by r.starts_at desc limit 1
) before on true
left join lateral (
  select r.starts_at from vehicle_reservations r
  where r.tenant_id = v.tenant_id and r.vehicle_id = v.id and r.starts_at >= :blocked_until
    and r.id is distinct from :ignored
  order by r.starts_at limit 1
) later on true
where v.tenant_id = :tenant and v.state = 'in_service'
  and (cast(:car as uuid) is null or v.car_id = :car) and (cast(:vehicle as uuid) is null or v.id = :vehicle)
  and coalesce(before.blocked_until <= :starts_at, true)
""")
_OVERLAPPING = text("""
select r.id, r.kind, r.booking_id, r.title, r.starts_at, r.ends_at, r.blocked_until, b.reference, b.status, b.car_id,
  b.pickup_location
from vehicle_reservations r
left join reserved_bookings b on b.tenant_id = r.tenant_id and b.booking_id = r.booking_id
where r.tenant_id = :tenant and r.vehicle_id = :vehicle
  and r.starts_at < :blocked_until and r.blocked_until > :starts_at
order by r.starts_at
""")


class Overlap(NamedTuple):
    """A vehicle's reservation in a period. The booking's columns are None for a block."""

    id: UUID
    kind: str
    booking_id: UUID | None
    title: str
    starts_at: datetime
    ends_at: datetime
    blocked_until: datetime
    reference: str | None
    status: str | None
    car_id: UUID | None
    pickup_location: str | None


class ReservationRepository(Repository):
    """Reservations of one tenant, within the caller's transaction."""

    async def free(
        self,
        period: Period,
        *,
        car_id: UUID | None = None,
        vehicle_id: UUID | None = None,
        ignored: UUID | None = None,
    ) -> list[FreeVehicle]:
        """Vehicles in service that are free for the whole period. ``ignored``: the reservation to move."""
        values: dict[str, Any] = {
            "tenant": self._tenant,
            "starts_at": period.starts_at,
            "blocked_until": period.blocked_until,
            "car": car_id,
            "vehicle": vehicle_id,
            "ignored": ignored,
        }
        return [FreeVehicle(*row) for row in await self._session.execute(_FREE, values)]

    async def overlapping(self, vehicle_id: UUID, period: Period) -> list[Overlap]:
        """The vehicle's reservations in that time, in order."""
        values = {
            "tenant": self._tenant,
            "vehicle": vehicle_id,
            "starts_at": period.starts_at,
            "blocked_until": period.blocked_until,
        }
        return [Overlap(*row) for row in await self._session.execute(_OVERLAPPING, values)]

    async def find(self, reservation_id: UUID) -> VehicleReservation | None:
        """Lock the reservation. A booking's has the booking's id."""
        query = (
            select(VehicleReservation)
            .where(VehicleReservation.tenant_id == self._tenant, VehicleReservation.id == reservation_id)
            .with_for_update()
        )
        return await self._session.scalar(query)

    async def add(self, reservation: VehicleReservation) -> None:
        """Raises VehicleAlreadyBooked without aborting the transaction."""
        async with self._session.begin_nested():
            self._session.add(reservation)
            await self._session.flush()

    async def move(self, reservation: VehicleReservation, vehicle: FreeVehicle, period: Period) -> None:
        """Raises VehicleAlreadyBooked without aborting the transaction."""
        async with self._session.begin_nested():
            reservation.vehicle_id, reservation.vehicle_number = vehicle.id, vehicle.number
            reservation.starts_at, reservation.ends_at = period.starts_at, period.ends_at
            reservation.blocked_until = period.blocked_until
            await self._session.flush()

    async def remove(self, reservation_id: UUID) -> None:
        statement = delete(VehicleReservation).where(
            VehicleReservation.tenant_id == self._tenant, VehicleReservation.id == reservation_id
        )
        await self._session.execute(statement)

    async def has_vehicles(self, car_id: UUID) -> bool:
        """Whether the company has any vehicle of the car that is not sold."""
        query = select(VehicleRow.id).where(
            VehicleRow.tenant_id == self._tenant, VehicleRow.car_id == car_id, VehicleRow.state != "sold"
        )
        return await self._session.scalar(query.limit(1)) is not None

    async def plates(self, vehicle_ids: Sequence[UUID]) -> dict[UUID, str]:
        query = select(VehicleRow.id, VehicleRow.plate).where(
            VehicleRow.tenant_id == self._tenant, VehicleRow.id.in_(vehicle_ids)
        )
        return {row.id: row.plate for row in await self._session.execute(query)}

    async def has_bookings_after(self, vehicle_id: UUID, now: datetime) -> bool:
        query = select(VehicleReservation.id).where(
            VehicleReservation.tenant_id == self._tenant,
            VehicleReservation.vehicle_id == vehicle_id,
            VehicleReservation.kind == "booking",
            VehicleReservation.ends_at > now,
        )
        return await self._session.scalar(query.limit(1)) is not None

    # Blocks of imported calendars.

    async def list_from(self, vehicle_id: UUID, now: datetime) -> Sequence[VehicleReservation]:
        """The vehicle's reservations now and later, in order."""
        query = (
            select(VehicleReservation)
            .where(
                VehicleReservation.tenant_id == self._tenant,
                VehicleReservation.vehicle_id == vehicle_id,
                VehicleReservation.blocked_until > now,
            )
            .order_by(VehicleReservation.starts_at)
        )
        return (await self._session.scalars(query)).all()

    async def number_of(self, vehicle_id: UUID) -> int:
        query = select(VehicleRow.number).where(
            VehicleRow.tenant_id == self._tenant, VehicleRow.id == vehicle_id
        )
        return (await self._session.scalars(query)).one()

    async def remove_all(self, ids: Sequence[UUID]) -> None:
        statement = delete(VehicleReservation).where(
            VehicleReservation.tenant_id == self._tenant, VehicleReservation.id.in_(ids)
        )
        await self._session.execute(statement)

    async def rename_imported(self, calendar_id: UUID, name: str) -> None:
        statement = (
            update(VehicleReservation)
            .where(
                VehicleReservation.tenant_id == self._tenant,
                VehicleReservation.imported_calendar_id == calendar_id,
            )
            .values(title=name)
        )
        await self._session.execute(statement.execution_options(synchronize_session=False))

    async def count_imported(self, now: datetime) -> dict[UUID, int]:
        """Blocks that have not ended, by their calendar."""
        query = (
            select(VehicleReservation.imported_calendar_id, func.count())
            .where(
                VehicleReservation.tenant_id == self._tenant,
                VehicleReservation.imported_calendar_id.is_not(None),
                VehicleReservation.ends_at > now,
            )
            .group_by(VehicleReservation.imported_calendar_id)
        )
        return {row[0]: row[1] for row in await self._session.execute(query) if row[0]}
