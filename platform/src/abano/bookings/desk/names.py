"""How bookings are called, for those who know them by id."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from abano.bookings.desk.repository import DeskRepository
from abano.tenants.tenant import TenantId


async def references_of_bookings(
    session: AsyncSession, tenant_id: TenantId, ids: Sequence[UUID]
) -> dict[UUID, str]:
    """References by id, without those there are not."""
    return await DeskRepository(session, tenant_id).references(ids)
