"""SQL of a customer's own booking."""

from uuid import UUID

from sqlalchemy import select

from abano.database.unit_of_work import UnitOfWork
from abano.models.bookings import BookingRow


class OwnBookingRepository:
    """Bookings of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def find_by_reference(self, reference: str) -> BookingRow | None:
        query = select(BookingRow).where(
            BookingRow.tenant_id == self._tenant, BookingRow.reference == reference
        )
        return await self._session.scalar(query)

    async def find(self, booking_id: UUID, *, locked: bool) -> BookingRow | None:
        query = select(BookingRow).where(BookingRow.tenant_id == self._tenant, BookingRow.id == booking_id)
        return await self._session.scalar(query.with_for_update() if locked else query)
