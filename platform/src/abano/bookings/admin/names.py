"""References of bookings by id, for other domains."""

from collections.abc import Sequence
from uuid import UUID

from abano.bookings.admin.repository import BookingAdminRepository
from abano.database.unit_of_work import UnitOfWork


async def load_booking_references(uow: UnitOfWork, ids: Sequence[UUID]) -> dict[UUID, str]:
    """References by id, without unknown ids."""
    return await BookingAdminRepository(uow).references(ids)
