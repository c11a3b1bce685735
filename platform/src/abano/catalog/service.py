"""The catalogue as use cases ask for it: cached for some seconds, so that a hot booking needs no query for it."""

import asyncio
import time

from sqlalchemy.ext.asyncio import AsyncSession

from abano.catalog.repository import CatalogRepository
from abano.catalog.snapshot import Catalog, RentalRules
from abano.database.engine import Database
from abano.tenants.tenant import TenantId

CACHE_SECONDS = 5.0


class CatalogService:
    """Hands out snapshots. A change of prices is felt by every copy within ``CACHE_SECONDS``."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._cache: dict[TenantId, tuple[float, Catalog]] = {}
        self._loading: dict[TenantId, asyncio.Task[Catalog]] = {}

    async def get(self, tenant_id: TenantId) -> Catalog:
        """The company's catalogue, at most some seconds old."""
        found = self._cache.get(tenant_id)
        if found and found[0] > time.monotonic():
            return found[1]
        # However many ask at once, the database is asked once.
        loading = self._loading.get(tenant_id)
        if loading is None:
            loading = self._loading[tenant_id] = asyncio.create_task(self._load(tenant_id))
            loading.add_done_callback(lambda _: self._loading.pop(tenant_id, None))
        return await asyncio.shield(loading)

    async def _load(self, tenant_id: TenantId) -> Catalog:
        async with self._db.session(tenant_id) as session:
            catalog = await CatalogRepository(session, tenant_id).load()
        self._cache[tenant_id] = (time.monotonic() + CACHE_SECONDS, catalog)
        return catalog

    def forget(self, tenant_id: TenantId) -> None:
        """Drop the copy after a change made by this very process."""
        self._cache.pop(tenant_id, None)


async def load_rules(session: AsyncSession, tenant_id: TenantId) -> RentalRules:
    """The company's rules as they stand within the caller's transaction."""
    return await CatalogRepository(session, tenant_id).rules()
