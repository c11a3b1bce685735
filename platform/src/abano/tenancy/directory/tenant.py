"""The tenant of a request, its origin, and its secrets."""

import asyncio
import base64
import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal
from zoneinfo import ZoneInfo

from cachetools import LRUCache

from abano.core.crypto import CannotUnseal, Sealer
from abano.core.errors import AbanoError
from abano.core.ttl_cache import MAX_ENTRIES, STALE_SECONDS, TtlCache
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano_shared.named_sql import load_named_sql

LOOPBACK_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]", "testserver"})
TENANT_HEADER = "x-abano-tenant"


class UnknownTenant(AbanoError):
    """There is no site at this URL."""

    status = 404


class TenantSuspended(AbanoError):
    """This site is taking a break. Please come back later."""

    status = 503


class CompanySuspended(AbanoError):
    """This company is suspended. Nothing can be changed until it is resumed."""

    status = 403


class SiteNotOpen(AbanoError):
    """This site opens soon."""

    status = 503


class CompanyClosed(AbanoError):
    """This company has closed."""

    status = 410


@dataclass(frozen=True, slots=True)
class Tenant:
    """A tenant, as resolved for a request."""

    id: TenantId
    slug: str
    name: str
    status: Literal["active", "suspended"]
    timezone: str
    currency: str
    primary_host: str
    # Whether visitors can see the site. Otherwise only the team can.
    is_open: bool = True
    # When everything of a company that is being deleted will be removed.
    deletes_at: datetime | None = None
    # Why it is suspended, for its people.
    suspension_reason: str = ""
    # Of its plan: how many fair shares it has of what companies use at the same time.
    weight: int = 1

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.timezone)


QUERIES = load_named_sql("abano.tenancy.directory", "queries.sql")


class TenantCache:
    """Finds tenants by host. Cached for some seconds, after which every process applies a suspension.

    Unknown hosts are cached too, so that repeated requests for them cost no query.
    """

    def __init__(self, db: Database, *, allow_header: bool) -> None:
        """``allow_header`` lets development tools name the tenant in ``X-Abano-Tenant``."""
        self._db = db
        self._allow_header = allow_header
        self._cache: TtlCache[tuple[str, str], Tenant | None] = TtlCache(stale_seconds=STALE_SECONDS)
        # For ``remembered``: only hosts of companies, so that requests for other hosts displace none.
        self._known: LRUCache[tuple[str, str], TenantId] = LRUCache(MAX_ENTRIES)
        # A flood of unknown hosts uses one connection, not the whole pool.
        self._lock = asyncio.Lock()

    async def find(self, host: str, header: str | None = None) -> Tenant:
        """The tenant of ``host`` (a Host header), active or suspended. Raises UnknownTenant, DatabaseUnavailable."""
        key = self._key(host, header)
        tenant = await self._cache.get(key, lambda: self._load(key))
        if tenant is None:
            self._known.pop(key, None)
            raise UnknownTenant
        self._known[key] = tenant.id
        self._db.weights[tenant.id] = tenant.weight
        return tenant

    def remembered(self, host: str, header: str | None = None) -> TenantId | None:
        """The company that ``find`` found last for this host, without looking it up; for fair shares only."""
        return self._known.get(self._key(host, header))

    def clear(self) -> None:
        """Look up every tenant again."""
        self._cache.clear()

    def _key(self, host: str, header: str | None) -> tuple[str, str]:
        if header and self._allow_header:
            return ("slug", header)
        name = host_name(host)
        return ("default", "") if name in LOOPBACK_HOSTS else ("host", name)

    async def _load(self, key: tuple[str, str]) -> Tenant | None:
        kind, value = key
        async with self._lock:
            return await self._found(kind, value)

    async def _found(self, kind: str, value: str) -> Tenant | None:
        async with self._db.without_tenant() as conn:
            if kind == "host":
                await conn.execute(QUERIES["set_lookup_host"], {"host": value})
                cursor = await conn.execute(QUERIES["tenant_by_host"], {"host": value})
            elif kind == "slug":
                cursor = await conn.execute(QUERIES["tenant_by_slug"], {"slug": value})
            else:
                cursor = await conn.execute(QUERIES["default_tenant"])
            row = await cursor.fetchone()
            if row is None:
                return None
        return await _with_details(self._db, row)


async def load_tenant(db: Database, tenant_id: TenantId) -> Tenant | None:
    """The company of an id, as it is now; for background tasks."""
    async with db.without_tenant() as conn:
        row = await (await conn.execute(QUERIES["tenant_by_id"], {"tenant": tenant_id})).fetchone()
    return None if row is None else await _with_details(db, row)


async def _with_details(db: Database, row: tuple[Any, ...]) -> Tenant | None:
    """The rest of it, from the cluster that has the company's rows."""
    tenant_id, slug, name, status, reason, deletes_at, is_being_removed, weight = row
    if is_being_removed:
        return None
    async with db.pipeline_transaction(TenantId(tenant_id)) as transaction:
        details = await (await transaction.connection.execute(QUERIES["tenant_details"])).fetchone()
    if details is None:
        return None
    *values, own_name = details
    tenant = Tenant(TenantId(tenant_id), slug, own_name or name, status, *values)
    return replace(tenant, deletes_at=deletes_at, suspension_reason=reason, weight=weight)


_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[^:\[\]]*?)\.?(?::\d{0,5})?")


@lru_cache(maxsize=1_000)
def host_name(host: str) -> str:
    """The name in a Host header: lower case, without port or trailing dot. IPv6 keeps its brackets.

    Anything but a name with an optional port is returned unchanged and matches no tenant.
    """
    name = host.strip().lower()
    match = _HOST.fullmatch(name)
    return match["name"] if match else name


# The public origin of a company's site.


def public_origin(tenant: Tenant, contacts: Mapping[str, Any], port: int) -> str:
    """The site's public origin: as configured, else the primary domain, with TLS unless it is local.

    ``port`` is this server's, for local hosts.
    """
    if configured := str(contacts.get("publicOrigin") or ""):
        return configured.rstrip("/")
    return host_origin(tenant.primary_host, port)


def host_origin(host: str, port: int) -> str:
    """The origin of a domain: with TLS, unless it is local to this server's ``port``."""
    return f"http://{host}:{port}" if host.endswith("localhost") else f"https://{host}"


# Secrets among a company's settings: stored encrypted beside them, never shown.

CHAT_WEBHOOK = "chatWebhookUrl"
BOT_CHECK_SECRET = "recaptchaSecret"  # noqa: S105 - the name of a setting


def sealed_name(name: str) -> str:
    """Where the encrypted form of a secret is stored."""
    return f"{name}Sealed"


def seal_secret(secret_key: str, tenant_id: TenantId, name: str, value: str) -> str:
    """A company's secret as it is stored, bound to that company and to its name."""
    return base64.b64encode(_sealer(secret_key).seal(value, f"{tenant_id} {name}")).decode()


def has_secret(stored: Mapping[str, Any], name: str) -> bool:
    return bool(stored.get(sealed_name(name)) or stored.get(name))


def read_secret(secret_key: str, tenant_id: TenantId, stored: Mapping[str, Any], name: str) -> str:
    """The secret. Empty if there is none, or if the installation's key has changed.

    Secrets stored before encryption was introduced are read as plain text until they are entered again.
    """
    sealed = stored.get(sealed_name(name))
    if not sealed:
        return str(stored.get(name) or "")
    try:
        return _sealer(secret_key).unseal(base64.b64decode(str(sealed)), f"{tenant_id} {name}")
    except (CannotUnseal, binascii.Error):
        return ""


def _sealer(secret_key: str) -> Sealer:
    return Sealer(secret_key, "settings of companies")
