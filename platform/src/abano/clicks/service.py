"""Keeping clicks and visits, and finding a visitor's latest click id again."""

from datetime import datetime
from ipaddress import ip_address

import orjson

from abano.clicks import repository
from abano.clicks.rules import is_paid, is_sister
from abano.clicks.schemas import ClickIn
from abano.db import Database
from abano.errors import NotAllowed
from abano.kit.consent import without_ids
from abano.kit.ids import new_id
from abano.public_call import PublicCall
from abano.tenancy import TenantId
from abano.tenants.traffic_rules import TrafficRules


class NotASisterSite(NotAllowed):
    """Click ids are taken over only from this company's own sites."""


async def keep_click(db: Database, click: ClickIn, call: PublicCall) -> None:
    """Keep a page load's click record, and its visit. Nothing is kept of machines or the company's own people."""
    if not call.counts:
        return
    has_click_id = not click.is_restored and bool(click.gclid or click.gbraid or click.wbraid)
    support = click.browser_storage_support
    values = click.model_dump(exclude={"browser_storage_support", "is_restored", "is_repeat"}) | {
        "tenant_id": call.tenant_id,
        "id": new_id(),
        "address": call.address,
        "user_agent": click.user_agent or call.user_agent,
        "browser_storage_support": orjson.dumps(support).decode() if support is not None else None,
        "now": call.now,
    }
    paid = is_paid(has_click_id=has_click_id, source_url=click.source_url)
    if click.consent_state == "refused":
        values = without_ids(values)
    async with db.hot(call.tenant_id) as conn:
        await repository.save_click(conn, values)
        if call.address is not None and not click.is_repeat:
            await repository.save_visit(
                conn, call.tenant_id, new_id(), call.address, is_paid=paid, now=call.now
            )


def accept_from_sister(rules: TrafficRules, referer: str) -> None:
    """Raises NotASisterSite unless a page of the same company sends click ids."""
    if not is_sister(rules, referer):
        raise NotASisterSite


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
