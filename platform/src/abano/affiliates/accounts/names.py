"""Names of affiliates by id, for other domains."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from abano.affiliates.accounts.repository import AffiliateRepository
from abano.database.unit_of_work import TenantId


async def load_affiliate_names(
    session: AsyncSession, tenant_id: TenantId, ids: Sequence[UUID]
) -> dict[UUID, str]:
    """Names by id, without unknown ids."""
    return await AffiliateRepository(session, tenant_id).names(ids)
