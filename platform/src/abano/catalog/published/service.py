"""Caches the catalogue, so that a booking needs no query for it."""

from datetime import UTC, datetime

from cachetools import LRUCache

from abano.catalog.published.repository import CatalogRepository
from abano.catalog.published.snapshot import Catalog, RentalRules
from abano.catalog.published.versions import Quoted, load_held
from abano.core.ttl_cache import MAX_ENTRIES, STALE_SECONDS, TtlCache
from abano.db.engine import Database
from abano.db.revisions import WatchedTables
from abano.db.unit_of_work import TenantId, UnitOfWork

MAX_HELD = 200
# Every table that a load reads.
WATCHED = WatchedTables(
    "car_rates", "cars", "catalog_versions", "delivery_fees", "driving_times", "handover_places", "insurance_options",
    "locations", "price_rules", "season_rates", "seasons", "services", "tenant_settings",
)  # fmt: skip


class CatalogService:
    """Caches snapshots of catalogues. Every copy uses a change within ``SETTINGS_SECONDS``.

    A catalogue of which nothing changed is not loaded again.
    """

    def __init__(self, db: Database) -> None:
        self._db = db
        self._cache: TtlCache[TenantId, Catalog] = TtlCache(stale_seconds=STALE_SECONDS)
        # Outlives the cache, each with the revision of its rows.
        self._newest: LRUCache[TenantId, tuple[str, Catalog]] = LRUCache(MAX_ENTRIES)
        # Few versions are requested: only those published within the last hour.
        self._held: TtlCache[tuple[TenantId, int], Quoted | None] = TtlCache(max_entries=MAX_HELD)

    async def get(self, tenant_id: TenantId) -> Catalog:
        """The company's catalogue, at most a few seconds old."""
        return await self._cache.get(tenant_id, lambda: self._load(tenant_id))

    async def get_quoted(self, tenant_id: TenantId, version: int | None, now: datetime) -> Quoted:
        """The catalogue of the visitor's quote while the quote is valid, otherwise the current one."""
        current = Quoted(await self.get(tenant_id))
        if version is None or version == current.catalog.version:
            return current
        key = (tenant_id, version)
        return await self._held.get(key, lambda: self._load_held(tenant_id, version, now)) or current

    async def _load(self, tenant_id: TenantId) -> Catalog:
        # Nothing of a catalogue begins at a moment.
        revision = await WATCHED.revision(self._db, tenant_id, datetime.now(UTC))
        known = self._newest.get(tenant_id)
        if known is not None and known[0] == revision:
            return known[1]
        async with self._db.uow(tenant_id, one_view=True) as uow:
            catalog = await CatalogRepository(uow).load()
        self._newest[tenant_id] = (revision, catalog)
        return catalog

    async def _load_held(self, tenant_id: TenantId, version: int, now: datetime) -> Quoted | None:
        async with self._db.uow(tenant_id, one_view=True) as uow:
            return await load_held(uow, version, now)


async def load_catalog(uow: UnitOfWork) -> Catalog:
    """The company's catalogue as it is now, read in the caller's transaction."""
    return await CatalogRepository(uow).load()


async def load_rules(uow: UnitOfWork) -> RentalRules:
    """The company's rules, read in the caller's transaction."""
    return await CatalogRepository(uow).rules()
