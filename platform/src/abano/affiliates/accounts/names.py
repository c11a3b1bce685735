"""Names of affiliates by id, for other domains."""

from collections.abc import Sequence
from uuid import UUID

from abano.affiliates.accounts.repository import AffiliateRepository
from abano.database.unit_of_work import UnitOfWork


async def load_affiliate_names(uow: UnitOfWork, ids: Sequence[UUID]) -> dict[UUID, str]:
    """Names by id, without unknown ids."""
    return await AffiliateRepository(uow).names(ids)
