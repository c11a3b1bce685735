"""SQL of bookings by staff."""

from typing import NamedTuple
from uuid import UUID

from sqlalchemy import select

from abano.database.unit_of_work import UnitOfWork
from abano.models.admins import AdminRow
from abano.models.bookings import BookingChange, BookingNote, BookingRow


class ChangeByAdmin(NamedTuple):
    change: BookingChange
    admin_name: str | None


class StaffRepository:
    """Bookings that the desk takes and changes, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def add(self, *rows: BookingRow | BookingChange | BookingNote) -> None:
        """Raises BookingReferenceTaken, CarNoLongerAvailable."""
        self._session.add_all(rows)
        await self._session.flush()

    async def flush(self) -> None:
        await self._session.flush()

    async def find(self, booking_id: UUID) -> BookingRow | None:
        return await self._session.get(BookingRow, (self._tenant, booking_id))

    async def changes(self, booking_id: UUID) -> list[ChangeByAdmin]:
        """Oldest first."""
        query = (
            select(BookingChange, AdminRow.name)
            .outerjoin(
                AdminRow,
                (AdminRow.tenant_id == BookingChange.tenant_id) & (AdminRow.id == BookingChange.admin_id),
            )
            .where(BookingChange.tenant_id == self._tenant, BookingChange.booking_id == booking_id)
            .order_by(BookingChange.created_at, BookingChange.id)
        )
        return [ChangeByAdmin(*row) for row in await self._session.execute(query)]
