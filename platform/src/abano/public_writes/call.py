"""Dependencies of public writes: the caller, whether the write is counted, and the rate limit."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, cast

from fastapi import Depends, Request, params

from abano.config import Settings
from abano.database.unit_of_work import TenantId
from abano.http.client_address import client_address
from abano.http.dependencies import get_tenant
from abano.kit.clock import Clock
from abano.public_writes.crawlers import is_automatic
from abano.public_writes.limit import WriteLimit
from abano.tenants.tenant import Tenant
from abano.tenants.traffic import TrafficSettingsCache
from abano.tenants.traffic_settings import TrafficSettings


@dataclass(frozen=True, slots=True)
class PublicWriter:
    """The caller of a write within the rate limit. ``address`` is None when it cannot be determined."""

    tenant: Tenant
    address: str | None
    settings: TrafficSettings
    now: datetime


@dataclass(frozen=True, slots=True)
class PublicCall:
    """A public write; nothing is stored unless it ``is_counted``. ``address`` as in PublicWriter.

    ``asks_consent``: the company requires consent before it identifies visitors.
    """

    tenant_id: TenantId
    address: str | None
    user_agent: str
    is_counted: bool
    now: datetime
    asks_consent: bool = False


async def get_traffic_settings(request: Request) -> TrafficSettingsCache:
    return cast(TrafficSettingsCache, request.app.state.traffic)


Traffic = Annotated[TrafficSettingsCache, Depends(get_traffic_settings)]


async def get_public_writer(request: Request) -> PublicWriter:
    """Count a write of its address. Raises UnknownTenant, TenantSuspended, TooManyWrites.

    A caller without a known address is not limited: with a wrong number of trusted proxies all visitors would share
    one limit.
    """
    state = request.app.state
    tenant = await get_tenant(request)
    settings = await cast(TrafficSettingsCache, state.traffic).get(tenant.id)
    peer = request.client.host if request.client else None
    trusted = cast(Settings, state.settings).trusted_proxies
    address = client_address(peer, request.headers.getlist("x-forwarded-for"), trusted)
    now = cast(Clock, state.clock).now()
    if address is not None:
        limit = cast(WriteLimit, state.write_limit)
        limit.count_write(tenant.id, address, settings.public_writes_per_minute, now)
    return PublicWriter(tenant, address, settings, now)


LimitedWriter = Annotated[PublicWriter, Depends(get_public_writer)]
# For endpoints that need the limit but not the writer.
LIMITED: Sequence[params.Depends] = (Depends(get_public_writer),)


async def get_public_call(request: Request) -> PublicCall:
    """A rate-limited write, and whether it is counted. Raises like get_public_writer."""
    writer = await get_public_writer(request)
    headers = request.headers
    user_agent = headers.get("user-agent", "")[:1000]
    purpose = headers.get("sec-purpose", "") + headers.get("purpose", "")
    is_counted = not is_automatic(user_agent, purpose) and not writer.settings.excludes(writer.address)
    asks = writer.settings.consent_required
    return PublicCall(writer.tenant.id, writer.address, user_agent, is_counted, writer.now, asks)


PublicWrite = Annotated[PublicCall, Depends(get_public_call)]
