"""A visitor's write: who calls, whether that counts, and whether the address wrote too much already."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, cast

from fastapi import Depends, Request

from abano.client_address import client_address
from abano.config import Settings
from abano.crawlers import is_automatic
from abano.dependencies import get_tenant
from abano.kit.clock import Clock
from abano.tenancy import TenantId
from abano.tenants.traffic import TrafficRulesDirectory
from abano.write_limit import WriteLimit


@dataclass(frozen=True, slots=True)
class PublicCall:
    """``address`` is None when it cannot be told for certain. Nothing is stored unless the call ``counts``."""

    tenant_id: TenantId
    address: str | None
    user_agent: str
    counts: bool
    now: datetime


async def get_traffic_rules(request: Request) -> TrafficRulesDirectory:
    return cast(TrafficRulesDirectory, request.app.state.traffic)


Traffic = Annotated[TrafficRulesDirectory, Depends(get_traffic_rules)]


async def get_public_call(request: Request) -> PublicCall:
    """Raises UnknownTenant, TenantSuspended, TooManyWrites.

    A caller whose address cannot be told is not limited: with a wrong count of proxies that would be everybody,
    and all visitors together must not run out of one visitor's share.
    """
    state = request.app.state
    tenant = await get_tenant(request)
    rules = await cast(TrafficRulesDirectory, state.traffic).of(tenant.id)
    peer = request.client.host if request.client else None
    trusted = cast(Settings, state.settings).trusted_proxies
    address = client_address(peer, request.headers.getlist("x-forwarded-for"), trusted)
    now = cast(Clock, state.clock).now()
    if address is not None:
        limit = cast(WriteLimit, state.write_limit)
        limit.note(tenant.id, address, rules.public_writes_per_minute, now)
    headers = request.headers
    user_agent = headers.get("user-agent", "")[:1000]
    purpose = headers.get("sec-purpose", "") + headers.get("purpose", "")
    counts = not is_automatic(user_agent, purpose) and not rules.excludes(address)
    return PublicCall(tenant.id, address, user_agent, counts, now)


PublicWrite = Annotated[PublicCall, Depends(get_public_call)]
