"""References of bookings by id, for other domains."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from abano.bookings.admin.repository import BookingAdminRepository
from abano.database.unit_of_work import TenantId


async def load_booking_references(
    session: AsyncSession, tenant_id: TenantId, ids: Sequence[UUID]
) -> dict[UUID, str]:
    """References by id, without unknown ids."""
    return await BookingAdminRepository(session, tenant_id).references(ids)
