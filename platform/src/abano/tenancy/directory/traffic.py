"""Traffic settings of tenants: rate limit, excluded addresses and sister domains."""

from ipaddress import ip_network

from abano.core.ttl_cache import STALE_SECONDS, TtlCache
from abano.db.engine import Database
from abano.db.repositories import PipelineRepository
from abano.db.unit_of_work import TenantId
from abano.tenancy.directory.rules import TrafficSettings
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano.tenancy.directory", "queries.sql")


class TrafficSettingsRepository(PipelineRepository):
    """Traffic settings of one tenant, within the caller's transaction."""

    async def get(self) -> TrafficSettings:
        cursor = await self._connection.execute(QUERIES["traffic_settings"], {"tenant": self._tenant})
        row = await cursor.fetchone()
        if row is None:
            raise LookupError(f"tenant {self._tenant} has no settings")
        limit, excluded, domains, hosts, consent_required, per_ip, per_contact = row
        return TrafficSettings(
            limit,
            tuple(ip_network(text, strict=False) for text in excluded),
            tuple(domains),
            tuple(hosts),
            consent_required,
            per_ip,
            per_contact,
        )


class TrafficSettingsCache:
    """Traffic settings by tenant, cached for some seconds."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._cache: TtlCache[TenantId, TrafficSettings] = TtlCache(stale_seconds=STALE_SECONDS)

    async def get(self, tenant_id: TenantId) -> TrafficSettings:
        """Raises DatabaseUnavailable."""
        return await self._cache.get(tenant_id, lambda: self._load(tenant_id))

    async def _load(self, tenant_id: TenantId) -> TrafficSettings:
        async with self._db.pipeline_transaction(tenant_id) as transaction:
            return await TrafficSettingsRepository(transaction).get()
