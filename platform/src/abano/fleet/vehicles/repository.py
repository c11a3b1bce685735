"""SQL of vehicles, their documents, service and history."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, delete, false, func, select, text, update

from abano.accounts.access.models import AdminRow
from abano.catalog.published.models import CarRow
from abano.core.errors import FieldError, InvalidInput, NotFound
from abano.db.driver_errors import map_db_error
from abano.db.repositories import AddingRepository
from abano.fleet.reservations.models import VehicleDocument, VehicleEvent, VehicleRow, VehicleService
from abano.fleet.reservations.service import PLATE_TAKEN
from abano.fleet.vehicles.rules import WARN_BEFORE, WARN_KILOMETRES
from abano.tenancy.directory.models import TenantSettings


@map_db_error("vehicles_plate_key")
class PlateTaken(InvalidInput):
    """Another vehicle has this plate"""

    def __init__(self) -> None:
        super().__init__(fields=(FieldError("plate", PLATE_TAKEN()),))


_UPCOMING = text("""
select r.id, r.kind, r.booking_id, b.reference, r.title, r.starts_at, r.ends_at,
  r.imported_calendar_id is not null as is_imported
from vehicle_reservations r
left join reserved_bookings b on b.tenant_id = r.tenant_id and b.booking_id = r.booking_id
where r.tenant_id = :tenant and r.vehicle_id = :vehicle and r.blocked_until > :now
order by r.starts_at limit 50
""")
MAX_HISTORY = 200


class Listed(NamedTuple):
    vehicle: VehicleRow
    car: str
    warnings: int


class ByAdmin(NamedTuple):
    event: VehicleEvent
    admin_name: str | None


class Upcoming(NamedTuple):
    id: UUID
    kind: str
    booking_id: UUID | None
    reference: str | None
    title: str
    starts_at: datetime
    ends_at: datetime
    is_imported: bool


class VehicleRepository(AddingRepository):
    """Vehicles of one tenant, within the caller's transaction. ``add`` and ``flush`` raise PlateTaken."""

    async def list_all(self, today: date) -> list[Listed]:
        """All vehicles, by car and plate, sold ones last."""
        documents = (
            select(func.count())
            .where(
                VehicleDocument.tenant_id == VehicleRow.tenant_id,
                VehicleDocument.vehicle_id == VehicleRow.id,
                VehicleDocument.expires_on <= today + WARN_BEFORE,
            )
            .scalar_subquery()
        )
        work = (
            select(func.count())
            .where(
                VehicleService.tenant_id == VehicleRow.tenant_id,
                VehicleService.vehicle_id == VehicleRow.id,
                VehicleService.done_on.is_(None),
                (VehicleService.due_on <= today + WARN_BEFORE)
                | (VehicleService.due_mileage_km <= VehicleRow.mileage_km + WARN_KILOMETRES),
            )
            .scalar_subquery()
        )
        query = (
            select(VehicleRow, CarRow.name, documents + work)
            .join(CarRow, (CarRow.tenant_id == VehicleRow.tenant_id) & (CarRow.id == VehicleRow.car_id))
            .where(VehicleRow.tenant_id == self._tenant)
            .order_by(VehicleRow.state == "sold", CarRow.position, CarRow.name, VehicleRow.plate)
        )
        return [Listed(*row) for row in await self._session.execute(query)]

    async def list_shown(self, car_id: UUID, limit: int) -> Sequence[VehicleRow]:
        """Vehicles of a car in service that visitors may see, the newest first."""
        query = (
            select(VehicleRow)
            .where(
                VehicleRow.tenant_id == self._tenant,
                VehicleRow.car_id == car_id,
                VehicleRow.is_shown,
                VehicleRow.state == "in_service",
            )
            .order_by(VehicleRow.year.desc().nulls_last(), VehicleRow.mileage_km, VehicleRow.number)
            .limit(limit)
        )
        return (await self._session.scalars(query)).all()

    async def get_locked(self, vehicle_id: UUID) -> VehicleRow:
        """Raises NotFound."""
        query = select(VehicleRow).where(self._is(vehicle_id)).with_for_update()
        vehicle = await self._session.scalar(query)
        if vehicle is None:
            raise NotFound
        return vehicle

    async def by_plate(self, keys: Sequence[str]) -> dict[str, VehicleRow]:
        query = (
            select(VehicleRow)
            .where(VehicleRow.tenant_id == self._tenant, VehicleRow.plate_key.in_(keys))
            .with_for_update()
        )
        return {row.plate_key: row for row in await self._session.scalars(query)}

    async def count(self) -> int:
        query = select(func.count()).where(VehicleRow.tenant_id == self._tenant)
        return await self._session.scalar(query) or 0

    async def documents(self, vehicle_id: UUID) -> Sequence[VehicleDocument]:
        query = (
            select(VehicleDocument)
            .where(VehicleDocument.tenant_id == self._tenant, VehicleDocument.vehicle_id == vehicle_id)
            .order_by(VehicleDocument.expires_on)
        )
        return (await self._session.scalars(query)).all()

    async def services(self, vehicle_id: UUID) -> Sequence[VehicleService]:
        query = (
            select(VehicleService)
            .where(VehicleService.tenant_id == self._tenant, VehicleService.vehicle_id == vehicle_id)
            .order_by(VehicleService.done_on.desc().nulls_first(), VehicleService.due_on.nulls_last())
        )
        return (await self._session.scalars(query)).all()

    async def expiring(self, today: date) -> list[tuple[VehicleDocument, str]]:
        """Documents that warn, with the plates of their vehicles."""
        query = (
            select(VehicleDocument, VehicleRow.plate)
            .join(
                VehicleRow,
                (VehicleRow.tenant_id == VehicleDocument.tenant_id)
                & (VehicleRow.id == VehicleDocument.vehicle_id),
            )
            .where(
                VehicleDocument.tenant_id == self._tenant,
                VehicleDocument.expires_on <= today + WARN_BEFORE,
                VehicleRow.state != "sold",
            )
            .order_by(VehicleDocument.expires_on)
            .limit(MAX_HISTORY)
        )
        return [(document, plate) for document, plate in await self._session.execute(query)]

    async def open_work(self, today: date) -> list[tuple[VehicleService, str, int]]:
        """Work that is due soon, with the plates and mileages of the vehicles."""
        query = (
            select(VehicleService, VehicleRow.plate, VehicleRow.mileage_km)
            .join(
                VehicleRow,
                (VehicleRow.tenant_id == VehicleService.tenant_id)
                & (VehicleRow.id == VehicleService.vehicle_id),
            )
            .where(
                VehicleService.tenant_id == self._tenant,
                VehicleService.done_on.is_(None),
                VehicleRow.state != "sold",
                (VehicleService.due_on <= today + WARN_BEFORE)
                | (VehicleService.due_mileage_km <= VehicleRow.mileage_km + WARN_KILOMETRES),
            )
            .limit(MAX_HISTORY)
        )
        return [(work, plate, mileage) for work, plate, mileage in await self._session.execute(query)]

    async def search(self, key: str, typed: str, limit: int) -> list[tuple[VehicleRow, str]]:
        """Vehicles whose plate contains ``key``, or whose car's name contains ``typed``, with their cars."""
        by_plate = VehicleRow.plate_key.contains(key, autoescape=True) if len(key) > 1 else false()
        query = (
            select(VehicleRow, CarRow.name)
            .join(CarRow, (CarRow.tenant_id == VehicleRow.tenant_id) & (CarRow.id == VehicleRow.car_id))
            .where(
                VehicleRow.tenant_id == self._tenant,
                by_plate | CarRow.name.icontains(typed, autoescape=True),
            )
            .order_by(VehicleRow.plate_key)
            .limit(limit)
        )
        return [(vehicle, car) for vehicle, car in await self._session.execute(query)]

    async def find_document(self, vehicle_id: UUID, document_id: UUID) -> VehicleDocument | None:
        found = await self._session.get(VehicleDocument, (self._tenant, document_id))
        return found if found and found.vehicle_id == vehicle_id else None

    async def find_service(self, vehicle_id: UUID, service_id: UUID) -> VehicleService | None:
        found = await self._session.get(VehicleService, (self._tenant, service_id))
        return found if found and found.vehicle_id == vehicle_id else None

    async def remove(self, row: VehicleDocument | VehicleService) -> None:
        table = type(row)
        await self._session.execute(delete(table).where(table.tenant_id == self._tenant, table.id == row.id))

    async def history(self, vehicle_id: UUID) -> list[ByAdmin]:
        """Newest first, at most 200."""
        query = (
            select(VehicleEvent, AdminRow.name)
            .outerjoin(
                AdminRow,
                (AdminRow.tenant_id == VehicleEvent.tenant_id) & (AdminRow.id == VehicleEvent.admin_id),
            )
            .where(VehicleEvent.tenant_id == self._tenant, VehicleEvent.vehicle_id == vehicle_id)
            .order_by(VehicleEvent.created_at.desc(), VehicleEvent.id.desc())
            .limit(MAX_HISTORY)
        )
        return [ByAdmin(*row) for row in await self._session.execute(query)]

    async def upcoming(self, vehicle_id: UUID, now: datetime) -> list[Upcoming]:
        values: dict[str, Any] = {"tenant": self._tenant, "vehicle": vehicle_id, "now": now}
        return [Upcoming(*row) for row in await self._session.execute(_UPCOMING, values)]

    async def settings(self) -> tuple[bool, int]:
        """Availability, and the turn-round time in minutes; locked."""
        query = select(TenantSettings.availability, TenantSettings.turn_round_minutes)
        query = query.where(TenantSettings.tenant_id == self._tenant).with_for_update()
        row = (await self._session.execute(query)).one()
        return row.availability, row.turn_round_minutes

    async def set_settings(self, *, availability: bool, turn_round_minutes: int, now: datetime) -> None:
        await self._session.execute(
            update(TenantSettings)
            .where(TenantSettings.tenant_id == self._tenant)
            .values(availability=availability, turn_round_minutes=turn_round_minutes, updated_at=now)
        )

    def _is(self, vehicle_id: UUID) -> ColumnElement[bool]:
        return (VehicleRow.tenant_id == self._tenant) & (VehicleRow.id == vehicle_id)
