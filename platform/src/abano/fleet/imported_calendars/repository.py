"""SQL of imported calendars."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import delete, func, select, text, update

from abano.db.repositories import AddingRepository
from abano.fleet.imported_calendars.models import ImportedCalendar
from abano.fleet.reservations.models import VehicleRow
from abano.jobs.registry import tenants_by

tenants_with_due_calendars = tenants_by(
    "select distinct tenant_id from imported_calendars where due_at <= %(now)s"
)
_LOCK = text("select pg_advisory_xact_lock(hashtextextended('imported_calendars:' || :tenant, 0))")
# What was in the way when the calendar was read, as far as it still is.
_CONFLICTS = text("""
select c.id, c.name, c.vehicle_id, v.plate, x."startsAt", x."endsAt", r.booking_id, b.reference, r.title
from imported_calendars c
cross join lateral jsonb_to_recordset(c.conflicts)
  as x("reservationId" uuid, "startsAt" timestamptz, "endsAt" timestamptz)
join vehicle_reservations r on r.tenant_id = c.tenant_id and r.id = x."reservationId"
  and r.vehicle_id = c.vehicle_id and r.starts_at < x."endsAt" and r.ends_at > x."startsAt"
join vehicles v on v.tenant_id = c.tenant_id and v.id = c.vehicle_id
left join reserved_bookings b on b.tenant_id = r.tenant_id and b.booking_id = r.booking_id
where c.tenant_id = :tenant and x."endsAt" > :now
order by x."startsAt", c.id limit :most
""")


class ConflictRow(NamedTuple):
    """A busy time of a calendar that a booking or another block has. ``title``: of the block."""

    calendar_id: UUID
    calendar: str
    vehicle_id: UUID
    plate: str
    starts_at: datetime
    ends_at: datetime
    booking_id: UUID | None
    reference: str | None
    title: str


class ImportedCalendarRepository(AddingRepository):
    """Imported calendars of one tenant, within the caller's transaction."""

    async def lock(self) -> None:
        """Serialise concurrent additions."""
        await self._session.execute(_LOCK, {"tenant": str(self._tenant)})

    async def count(self, vehicle_id: UUID | None = None) -> int:
        """Of one vehicle, or of all."""
        query = select(func.count()).where(ImportedCalendar.tenant_id == self._tenant)
        if vehicle_id is not None:
            query = query.where(ImportedCalendar.vehicle_id == vehicle_id)
        return await self._session.scalar(query) or 0

    async def list_all(self) -> Sequence[tuple[ImportedCalendar, str]]:
        """Calendars with their vehicle's plate, newest first."""
        query = (
            select(ImportedCalendar, VehicleRow.plate)
            .join(
                VehicleRow,
                (VehicleRow.tenant_id == ImportedCalendar.tenant_id)
                & (VehicleRow.id == ImportedCalendar.vehicle_id),
            )
            .where(ImportedCalendar.tenant_id == self._tenant)
            .order_by(ImportedCalendar.created_at.desc(), ImportedCalendar.id.desc())
        )
        return [(row[0], row[1]) for row in await self._session.execute(query)]

    async def find(self, calendar_id: UUID, *, locked: bool = False) -> ImportedCalendar | None:
        return await self._session.get(
            ImportedCalendar, (self._tenant, calendar_id), with_for_update=True if locked else None
        )

    async def find_plate(self, vehicle_id: UUID) -> str | None:
        """Of a vehicle that is not sold. Lock it against deletion."""
        query = select(VehicleRow.plate).where(
            VehicleRow.tenant_id == self._tenant, VehicleRow.id == vehicle_id, VehicleRow.state != "sold"
        )
        return await self._session.scalar(query.with_for_update(read=True, key_share=True))

    async def get_plate(self, vehicle_id: UUID) -> str:
        query = select(VehicleRow.plate).where(
            VehicleRow.tenant_id == self._tenant, VehicleRow.id == vehicle_id
        )
        return (await self._session.scalars(query)).one()

    async def delete(self, calendar_id: UUID) -> None:
        statement = delete(ImportedCalendar).where(
            ImportedCalendar.tenant_id == self._tenant, ImportedCalendar.id == calendar_id
        )
        await self._session.execute(statement)

    async def claim(self, now: datetime, again_in: timedelta, limit: int) -> list[UUID]:
        """Due calendars, the longest due first. Each is due again in ``again_in``, also when this process dies."""
        due = (
            select(ImportedCalendar.id)
            .where(ImportedCalendar.tenant_id == self._tenant, ImportedCalendar.due_at <= now)
            .order_by(ImportedCalendar.due_at, ImportedCalendar.id)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        ids = list(await self._session.scalars(due))
        statement = (
            update(ImportedCalendar)
            .where(ImportedCalendar.tenant_id == self._tenant, ImportedCalendar.id.in_(ids))
            .values(due_at=now + again_in)
        )
        await self._session.execute(statement.execution_options(synchronize_session=False))
        return ids

    async def conflicts(self, now: datetime, limit: int) -> list[ConflictRow]:
        """Those that are not over, the next first."""
        values = {"tenant": self._tenant, "now": now, "most": limit}
        return [ConflictRow(*row) for row in await self._session.execute(_CONFLICTS, values)]
