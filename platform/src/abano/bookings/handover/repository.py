"""SQL of handovers and returns."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, and_, select
from sqlalchemy.orm import InstrumentedAttribute

from abano.accounts.access.models import AdminRow
from abano.booking_record.models import BookingDetails, BookingRow
from abano.bookings.handover.models import (
    HandoverPicture,
    HandoverRecord,
    HandoverTerms,
    ProposedLine,
    VehicleDamage,
)
from abano.catalog.published.models import CarRow
from abano.core.errors import NotFound
from abano.db.repositories import Repository
from abano.fleet.reservations.models import VehicleReservation, VehicleRow
from abano.jobs.registry import tenants_by
from abano.tenancy.directory.models import TenantSettings

MAX_ITEMS = 200


class InYard(NamedTuple):
    booking: BookingRow
    plate: str | None


class ByAdmin(NamedTuple):
    record: HandoverRecord
    admin_name: str | None


class Decided(NamedTuple):
    line: ProposedLine
    admin_name: str | None


# Tenants with records whose document is to be printed.
tenants_to_print = tenants_by(
    "select distinct tenant_id from reporting.print_queue where print_at <= %(now)s"
)


class HandoverRepository(Repository):
    """Records of one tenant with all that belongs to them, within the caller's transaction."""

    async def pickups(self, since: datetime, until: datetime) -> list[InYard]:
        """Confirmed bookings whose car is fetched in that time."""
        return await self._bookings(
            BookingRow.status == "confirmed", BookingRow.pickup_at >= since, BookingRow.pickup_at < until
        )

    async def returns(self, since: datetime, until: datetime) -> list[InYard]:
        """Handed-over bookings that are due back in that time."""
        return await self._bookings(
            BookingRow.status == "active", BookingRow.return_at >= since, BookingRow.return_at < until
        )

    async def done(self, since: datetime) -> list[tuple[HandoverRecord, BookingRow, str | None]]:
        """What was recorded since, with its booking and the plate of its vehicle."""
        query = (
            select(HandoverRecord, BookingRow, VehicleRow.plate)
            .join(BookingRow, _same(BookingRow, HandoverRecord.booking_id))
            .outerjoin(VehicleRow, _same(VehicleRow, HandoverRecord.vehicle_id))
            .where(
                HandoverRecord.tenant_id == self._tenant,
                HandoverRecord.recorded_at >= since,
                HandoverRecord.withdrawn_at.is_(None),
            )
            .order_by(HandoverRecord.recorded_at)
            .limit(MAX_ITEMS)
        )
        return [(record, booking, plate) for record, booking, plate in await self._session.execute(query)]

    async def details_of(self, booking_ids: Sequence[UUID]) -> dict[UUID, BookingDetails]:
        """What customers entered for these bookings; bookings without any are left out."""
        query = select(BookingDetails).where(
            BookingDetails.tenant_id == self._tenant, BookingDetails.booking_id.in_(booking_ids)
        )
        return {each.booking_id: each for each in await self._session.scalars(query)}

    async def find_booking(self, booking_id: UUID) -> BookingRow | None:
        return await self._session.get(BookingRow, (self._tenant, booking_id))

    async def get_booking(self, booking_id: UUID) -> BookingRow:
        """Raises NotFound."""
        booking = await self.find_booking(booking_id)
        if booking is None:
            raise NotFound
        return booking

    async def lock_booking(self, booking_id: UUID) -> BookingRow:
        """Raises NotFound."""
        query = select(BookingRow).where(BookingRow.tenant_id == self._tenant, BookingRow.id == booking_id)
        # As it is now, not as this transaction has read it before.
        query = query.with_for_update().execution_options(populate_existing=True)
        booking = await self._session.scalar(query)
        if booking is None:
            raise NotFound
        return booking

    async def company_name(self) -> str:
        query = select(TenantSettings.name).where(TenantSettings.tenant_id == self._tenant)
        return (await self._session.scalars(query)).one()

    async def lock_vehicle(self, vehicle_id: UUID) -> VehicleRow | None:
        query = select(VehicleRow).where(VehicleRow.tenant_id == self._tenant, VehicleRow.id == vehicle_id)
        return await self._session.scalar(query.with_for_update())

    async def find_vehicle(self, vehicle_id: UUID) -> VehicleRow | None:
        return await self._session.get(VehicleRow, (self._tenant, vehicle_id))

    async def find(self, record_id: UUID) -> HandoverRecord | None:
        return await self._session.get(HandoverRecord, (self._tenant, record_id))

    async def lock(self, record_id: UUID) -> HandoverRecord | None:
        query = select(HandoverRecord).where(
            HandoverRecord.tenant_id == self._tenant, HandoverRecord.id == record_id
        )
        return await self._session.scalar(query.with_for_update())

    async def records(self, booking_id: UUID) -> list[ByAdmin]:
        """Oldest first, also those that were undone."""
        query = (
            select(HandoverRecord, AdminRow.name)
            .outerjoin(AdminRow, _same(AdminRow, HandoverRecord.admin_id))
            .where(HandoverRecord.tenant_id == self._tenant, HandoverRecord.booking_id == booking_id)
            .order_by(HandoverRecord.created_at)
        )
        return [ByAdmin(*row) for row in await self._session.execute(query)]

    async def last_of_vehicle(self, vehicle_id: UUID) -> HandoverRecord | None:
        query = (
            select(HandoverRecord)
            .where(
                HandoverRecord.tenant_id == self._tenant,
                HandoverRecord.vehicle_id == vehicle_id,
                HandoverRecord.withdrawn_at.is_(None),
            )
            .order_by(HandoverRecord.recorded_at.desc())
            .limit(1)
        )
        return await self._session.scalar(query)

    async def category(self, vehicle_id: UUID | None, car_id: UUID | None) -> str | None:
        """The catalogue category of the vehicle's car, or of this car without a vehicle."""
        if vehicle_id is not None and (vehicle := await self.find_vehicle(vehicle_id)):
            car_id = vehicle.car_id
        car = await self._session.get(CarRow, (self._tenant, car_id)) if car_id else None
        return car.category if car else None

    async def known_damages(self, ids: Sequence[UUID]) -> set[UUID]:
        query = select(VehicleDamage.id).where(
            VehicleDamage.tenant_id == self._tenant, VehicleDamage.id.in_(ids)
        )
        return set(await self._session.scalars(query))

    async def damages_of_records(self, record_ids: Sequence[UUID]) -> list[VehicleDamage]:
        return await self._damages(VehicleDamage.record_id.in_(record_ids))

    async def damages_of_vehicle(self, vehicle_id: UUID) -> list[VehicleDamage]:
        """Those that were not repaired, oldest first."""
        return await self._damages(
            VehicleDamage.vehicle_id == vehicle_id, VehicleDamage.repaired_at.is_(None)
        )

    async def all_damages_of_vehicle(self, vehicle_id: UUID) -> list[VehicleDamage]:
        """Also those that were repaired, oldest first."""
        return await self._damages(VehicleDamage.vehicle_id == vehicle_id)

    async def find_damage(self, vehicle_id: UUID, damage_id: UUID) -> VehicleDamage | None:
        found = await self._session.get(VehicleDamage, (self._tenant, damage_id))
        return found if found and found.vehicle_id == vehicle_id else None

    async def pictures_of_records(self, record_ids: Sequence[UUID]) -> list[HandoverPicture]:
        query = (
            select(HandoverPicture)
            .where(HandoverPicture.tenant_id == self._tenant, HandoverPicture.record_id.in_(record_ids))
            .order_by(HandoverPicture.created_at, HandoverPicture.id)
        )
        return list(await self._session.scalars(query))

    async def find_picture(self, picture_id: UUID) -> HandoverPicture | None:
        return await self._session.get(HandoverPicture, (self._tenant, picture_id))

    async def lines(self, booking_id: UUID) -> list[Decided]:
        query = (
            select(ProposedLine, AdminRow.name)
            .outerjoin(AdminRow, _same(AdminRow, ProposedLine.decided_by))
            .where(ProposedLine.tenant_id == self._tenant, ProposedLine.booking_id == booking_id)
            .order_by(ProposedLine.created_at, ProposedLine.id)
        )
        return [Decided(*row) for row in await self._session.execute(query)]

    async def lock_line(self, booking_id: UUID, line_id: UUID) -> ProposedLine | None:
        query = select(ProposedLine).where(
            ProposedLine.tenant_id == self._tenant,
            ProposedLine.booking_id == booking_id,
            ProposedLine.id == line_id,
        )
        return await self._session.scalar(query.with_for_update())

    async def has_current_record(self, line: ProposedLine) -> bool:
        """Whether the booking has a record that was not withdrawn, of the kind of the line's record."""
        own = select(HandoverRecord.kind).where(
            HandoverRecord.tenant_id == self._tenant, HandoverRecord.id == line.record_id
        )
        query = select(HandoverRecord.id).where(
            HandoverRecord.tenant_id == self._tenant,
            HandoverRecord.booking_id == line.booking_id,
            HandoverRecord.kind == own.scalar_subquery(),
            HandoverRecord.withdrawn_at.is_(None),
        )
        return await self._session.scalar(query) is not None

    async def add(
        self, *rows: HandoverRecord | VehicleDamage | HandoverPicture | ProposedLine | HandoverTerms
    ) -> None:
        # Flush each row: without relationships, SQLAlchemy does not know the insert order.
        for row in rows:
            self._session.add(row)
            await self._session.flush()

    async def find_terms(self) -> HandoverTerms | None:
        return await self._session.get(HandoverTerms, self._tenant)

    async def next_to_print(self, now: datetime) -> HandoverRecord | None:
        """Locked; one that another worker prints is skipped."""
        query = (
            select(HandoverRecord)
            .where(HandoverRecord.tenant_id == self._tenant, HandoverRecord.print_at <= now)
            .order_by(HandoverRecord.print_at)
            .limit(1)
            .with_for_update(skip_locked=True)
        )
        return await self._session.scalar(query)

    async def _damages(self, *conditions: ColumnElement[bool]) -> list[VehicleDamage]:
        query = (
            select(VehicleDamage)
            .where(VehicleDamage.tenant_id == self._tenant, *conditions)
            .order_by(VehicleDamage.found_at, VehicleDamage.id)
            .limit(MAX_ITEMS)
        )
        return list(await self._session.scalars(query))

    async def _bookings(self, *conditions: ColumnElement[bool]) -> list[InYard]:
        reserved = and_(
            VehicleReservation.tenant_id == BookingRow.tenant_id,
            VehicleReservation.booking_id == BookingRow.id,
            VehicleReservation.is_firm,
        )
        query = (
            select(BookingRow, VehicleRow.plate)
            .outerjoin(VehicleReservation, reserved)
            .outerjoin(
                VehicleRow,
                and_(
                    VehicleRow.tenant_id == VehicleReservation.tenant_id,
                    VehicleRow.id == VehicleReservation.vehicle_id,
                ),
            )
            .where(BookingRow.tenant_id == self._tenant, *conditions)
            .order_by(BookingRow.pickup_at)
            .limit(MAX_ITEMS)
        )
        return [InYard(*row) for row in await self._session.execute(query)]


def _same(
    table: type[BookingRow] | type[VehicleRow] | type[AdminRow],
    column: InstrumentedAttribute[UUID] | InstrumentedAttribute[UUID | None],
) -> ColumnElement[bool]:
    """A row of the table by its id, within the tenant of the column's row."""
    return and_(table.tenant_id == column.class_.tenant_id, table.id == column)
