"""The cached catalogue, so that a booking needs no query for it."""

from abano.catalog.repository import CatalogRepository
from abano.catalog.snapshot import Catalog, RentalRules
from abano.database.engine import Database
from abano.database.unit_of_work import TenantId, UnitOfWork
from abano.kit.ttl_cache import TtlCache


class CatalogService:
    """Caches snapshots of catalogues. Every copy uses a change within ``SETTINGS_SECONDS``."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._cache: TtlCache[TenantId, Catalog] = TtlCache()

    async def get(self, tenant_id: TenantId) -> Catalog:
        """The company's catalogue, at most some seconds old."""
        return await self._cache.get(tenant_id, lambda: self._load(tenant_id))

    async def _load(self, tenant_id: TenantId) -> Catalog:
        async with self._db.uow(tenant_id) as uow:
            return await CatalogRepository(uow).load()


async def load_catalog(uow: UnitOfWork) -> Catalog:
    """The company's catalogue as it is now, read in the caller's transaction."""
    return await CatalogRepository(uow).load()


async def load_rules(uow: UnitOfWork) -> RentalRules:
    """The company's rules, read in the caller's transaction."""
    return await CatalogRepository(uow).rules()
