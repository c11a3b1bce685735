"""Writes without sign-in: who calls, from which country and device, and how often they may."""

import asyncio
import hashlib
import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache, lru_cache
from typing import Annotated, Literal, cast
from uuid import UUID

import geoacumen
import maxminddb
from crawleruseragents import CRAWLER_USER_AGENTS_DATA
from fastapi import Depends, Request, params

from abano.core.clock import Clock
from abano.core.config import Settings
from abano.core.errors import DatabaseUnavailable, TooManyRequests
from abano.db.engine import Database
from abano.db.repositories import PipelineRepository
from abano.db.unit_of_work import TenantId
from abano.tenancy.directory.rules import TrafficSettings, limit_subject, minute_of
from abano.tenancy.directory.tenant import Tenant
from abano.tenancy.directory.traffic import TrafficSettingsCache
from abano.web.dependencies import get_tenant, of_app
from abano.web.requests import client_ip
from abano_shared.named_sql import load_named_sql

# Rate limit of public writes by IP and of calls by API key, shared by all copies without a database call for
# each request.
#
# Each copy counts in memory and twice a second adds its counts to Postgres, which returns the totals. So an
# IP can exceed the limit by what it sends to each copy within half a second; no request waits for the database.

log = logging.getLogger(__name__)
FLUSH_SECONDS = 0.5
QUERIES = load_named_sql("abano.web", "queries.sql")


class TooManyWrites(TooManyRequests):
    """Too many requests. Nothing was lost. Try again in a moment."""


@dataclass(slots=True)
class _Count:
    """``total``: the count in Postgres at the last flush; ``pending``: this copy's writes since."""

    minute: datetime
    total: int = 0
    pending: int = 0


class WriteCountRepository(PipelineRepository):
    """Counts of one tenant's writes, within the caller's transaction."""

    async def add(self, rows: Sequence[tuple[bytes, datetime, int]]) -> dict[tuple[bytes, datetime], int]:
        """Add writes by subject and minute. Returns the totals."""
        subjects, minutes, writes = map(list, zip(*rows, strict=True))
        values = {"tenant": self._tenant, "subjects": subjects, "minutes": minutes, "writes": writes}
        cursor = await self._connection.execute(QUERIES["add_writes"], values)
        return {(subject, minute): writes for subject, minute, writes in await cursor.fetchall()}

    async def add_calls(self, day: date, calls: int) -> None:
        """Of the public API, by all keys."""
        values = {"tenant": self._tenant, "day": day, "calls": calls}
        await self._connection.execute(QUERIES["add_calls"], values)


class WriteLimit:
    """Counts public writes by tenant and IP, and calls by API key; of these, how many there are on a day, too."""

    def __init__(self, db: Database, secret: str) -> None:
        self._db = db
        self._key = hashlib.sha256(secret.encode()).digest()
        self._counts: dict[tuple[TenantId, bytes], _Count] = {}
        # By tenant and day (UTC), since the last flush.
        self._calls: dict[tuple[TenantId, date], int] = {}
        self._flusher: asyncio.Task[None] | None = None

    def count_write(self, tenant_id: TenantId, ip: str, allowed: int, now: datetime) -> None:
        """Count one write. Raises TooManyWrites above ``allowed`` a minute."""
        self._count(tenant_id, limit_subject(ip), allowed, now)

    def count_call(self, tenant_id: TenantId, api_key_id: UUID, allowed: int, now: datetime) -> int:
        """Count one call of an API key. Returns how many are left this minute. Raises TooManyWrites."""
        left = self._count(tenant_id, f"api key {api_key_id}", allowed, now)
        key = (tenant_id, now.astimezone(UTC).date())
        self._calls[key] = self._calls.get(key, 0) + 1
        return left

    def _count(self, tenant_id: TenantId, subject: str, allowed: int, now: datetime) -> int:
        minute = minute_of(now)
        key = (tenant_id, hashlib.blake2b(subject.encode(), key=self._key, digest_size=16).digest())
        count = self._counts.get(key)
        if count is None or count.minute != minute:
            count = self._counts[key] = _Count(minute)
        if count.total + count.pending >= allowed:
            raise TooManyWrites(retry_after=max(1, 60 - int((now - minute).total_seconds())))
        count.pending += 1
        if self._flusher is None or self._flusher.done():
            self._flusher = asyncio.create_task(self._flush_soon())
        return allowed - count.total - count.pending

    async def flush(self) -> None:
        """Add this copy's counts to Postgres and read the totals. Raises DatabaseUnavailable."""
        pending: dict[TenantId, list[tuple[bytes, datetime, int]]] = {}
        newest = max((count.minute for count in self._counts.values()), default=None)
        for (tenant_id, subject), count in list(self._counts.items()):
            if count.pending:
                pending.setdefault(tenant_id, []).append((subject, count.minute, count.pending))
            elif newest is not None and count.minute < newest:
                del self._counts[tenant_id, subject]
        for tenant_id, rows in pending.items():
            async with self._db.pipeline_transaction(tenant_id) as transaction:
                repository = WriteCountRepository(transaction)
                totals = await repository.add(rows)
                calls = {day: called for (of, day), called in self._calls.items() if of == tenant_id}
                for day, called in calls.items():
                    await repository.add_calls(day, called)
            for day, called in calls.items():
                self._calls[tenant_id, day] -= called
                if not self._calls[tenant_id, day]:
                    del self._calls[tenant_id, day]
            for subject, minute, written in rows:
                current = self._counts.get((tenant_id, subject))
                if current and current.minute == minute:
                    current.total = totals[subject, minute]
                    current.pending -= written

    async def close(self) -> None:
        """Stop; pending counts are discarded."""
        if self._flusher is not None:
            self._flusher.cancel()
            await asyncio.gather(self._flusher, return_exceptions=True)

    async def _flush_soon(self) -> None:
        await asyncio.sleep(FLUSH_SECONDS)
        try:
            await self.flush()
        except DatabaseUnavailable:
            log.warning("public writes could not be counted together; each copy counts alone for now")


# Country of an IP address, from a local file of the package geoacumen.

_CODE = re.compile("[A-Z]{2}")


def country_of(ip: str | None) -> str | None:
    """A two-letter country code such as GE. None without an IP or a known country. The IP is not stored."""
    if ip is None:
        return None
    try:
        found = _countries().get(ip)
    except ValueError:
        return None
    country = found.get("country") if isinstance(found, dict) else None
    code = country.get("iso_code") if isinstance(country, dict) else None
    # The database contains the text "None" for unknown countries.
    return code if isinstance(code, str) and _CODE.fullmatch(code) else None


@cache
def _countries() -> maxminddb.Reader:
    """Opened when first needed, and mapped: its ten megabytes are shared by all processes."""
    return maxminddb.open_database(geoacumen.db_path, maxminddb.MODE_MMAP)


# Detection of automatic requests: crawlers and prefetches are not visitors.
#
# User agents are those of the package crawler-user-agents, without two of its groups: HTTP libraries (no
# crawler sends a POST by following links) and automated browsers. A company excludes its own machines by their
# IPs.

PROGRAMS = frozenset({"http-library", "browser-automation"})
MAX_READ_LENGTH = 1000


def is_automatic(user_agent: str, purpose: str) -> bool:
    """Whether a crawler or a prefetch sent the request; ``purpose``: the headers Sec-Purpose and Purpose."""
    return (purpose != "" and "pre" in purpose.lower()) or is_crawler(user_agent[:MAX_READ_LENGTH])


@lru_cache(maxsize=10_000)
def is_crawler(user_agent: str) -> bool:
    """Whether the list has this user agent. Browsers always send one, so an empty one counts as a crawler."""
    return not user_agent or any(pattern.search(user_agent) for pattern in _patterns())


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """The list's patterns, joined by the hundred for speed and compiled on first use."""
    patterns = [
        entry["pattern"]
        for entry in CRAWLER_USER_AGENTS_DATA
        if not PROGRAMS.intersection(entry.get("tags", ()))
    ]
    return tuple(re.compile("|".join(patterns[at : at + 100])) for at in range(0, len(patterns), 100))


@dataclass(frozen=True, slots=True)
class PublicWriter:
    """The caller of a write within the rate limit. ``ip`` is None when it cannot be determined."""

    tenant: Tenant
    ip: str | None
    settings: TrafficSettings
    now: datetime


@dataclass(frozen=True, slots=True)
class PublicCall:
    """A public write; nothing is stored unless it ``is_counted``. ``ip`` as in PublicWriter.

    ``asks_consent``: the company requires consent before it identifies visitors.
    """

    tenant_id: TenantId
    ip: str | None
    user_agent: str
    is_counted: bool
    now: datetime
    asks_consent: bool = False


Traffic = Annotated[TrafficSettingsCache, of_app("traffic")]


async def get_public_writer(request: Request) -> PublicWriter:
    """Count a write of its IP. Raises UnknownTenant, TenantSuspended, TooManyWrites.

    A caller without a known IP is not limited: with a wrong number of trusted proxies all visitors would share
    one limit.
    """
    state = request.app.state
    tenant = await get_tenant(request)
    settings = await cast(TrafficSettingsCache, state.traffic).get(tenant.id)
    peer = request.client.host if request.client else None
    trusted = cast(Settings, state.settings).trusted_proxies
    ip = client_ip(peer, request.headers.getlist("x-forwarded-for"), trusted)
    now = cast(Clock, state.clock).now()
    if ip is not None:
        limit = cast(WriteLimit, state.write_limit)
        limit.count_write(tenant.id, ip, settings.public_writes_per_minute, now)
    return PublicWriter(tenant, ip, settings, now)


LimitedWriter = Annotated[PublicWriter, Depends(get_public_writer)]
# For endpoints that need the limit but not the writer.
LIMITED: Sequence[params.Depends] = (Depends(get_public_writer),)


async def get_public_call(request: Request) -> PublicCall:
    """A rate-limited write, and whether it is counted. Raises like get_public_writer."""
    writer = await get_public_writer(request)
    headers = request.headers
    user_agent = headers.get("user-agent", "")[:1000]
    purpose = headers.get("sec-purpose", "") + headers.get("purpose", "")
    is_counted = not is_automatic(user_agent, purpose) and not writer.settings.excludes(writer.ip)
    asks = writer.settings.consent_required
    return PublicCall(writer.tenant.id, writer.ip, user_agent, is_counted, writer.now, asks)


PublicWrite = Annotated[PublicCall, Depends(get_public_call)]


# The device category of a user agent, for statistics only.

Device = Literal["phone", "tablet", "desktop", "unknown"]


def device_of(user_agent: str) -> Device:
    """Phone, tablet or desktop by common keywords; unknown for an empty user agent."""
    text = user_agent.lower()
    if not text:
        return "unknown"
    if "ipad" in text or "tablet" in text or ("android" in text and "mobile" not in text):
        return "tablet"
    if "mobi" in text or "iphone" in text:
        return "phone"
    return "desktop"
