"""Keeping clicks and visits, and finding a visitor's latest click id again."""

from dataclasses import dataclass
from datetime import datetime
from ipaddress import ip_address

import orjson

from abano.clicks import repository
from abano.clicks.rules import is_automatic, is_excluded, is_paid
from abano.clicks.schemas import ClickIn
from abano.db import Database
from abano.kit.ids import new_id
from abano.tenancy import TenantId


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sent a request, as far as the server can tell by itself."""

    address: str | None
    user_agent: str
    purpose: str


async def keep_click(
    db: Database, tenant_id: TenantId, click: ClickIn, caller: Caller, now: datetime
) -> None:
    """Keep a page load's click record, and its visit. Nothing is kept of machines or the company's own people."""
    if is_automatic(caller.user_agent, caller.purpose):
        return
    has_click_id = bool(click.gclid or click.gbraid or click.wbraid)
    support = click.browser_storage_support
    values = click.model_dump(exclude={"browser_storage_support"}) | {
        "tenant_id": tenant_id,
        "id": new_id(),
        "address": caller.address,
        "user_agent": click.user_agent or caller.user_agent[:1000],
        "browser_storage_support": orjson.dumps(support).decode() if support is not None else None,
        "now": now,
    }
    paid = is_paid(has_click_id=has_click_id, source_url=click.source_url)
    async with db.hot(tenant_id) as conn:
        if is_excluded(caller.address, await repository.excluded_addresses(conn, tenant_id)):
            return
        await repository.save_click(conn, values)
        if caller.address is not None:
            await repository.save_visit(conn, tenant_id, new_id(), caller.address, is_paid=paid, now=now)


async def latest_click(
    db: Database,
    tenant_id: TenantId,
    *,
    fingerprint: str | None,
    asked_address: str | None,
    own_address: str | None,
    now: datetime,
) -> str | None:
    """The newest gclid of a device, or of the caller's own address: of no other (decision 17 of the product)."""
    async with db.hot(tenant_id) as conn:
        if fingerprint:
            return await repository.latest_by_fingerprint(conn, tenant_id, fingerprint, now)
        if asked_address and own_address and _same(asked_address, own_address):
            return await repository.latest_by_address(conn, tenant_id, own_address, now)
    return None


def _same(asked: str, own: str) -> bool:
    try:
        return ip_address(asked) == ip_address(own)
    except ValueError:
        return False
