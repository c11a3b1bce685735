"""Keeping clicks and visits, and finding a visitor's latest click id again."""

from datetime import datetime
from ipaddress import ip_address

import orjson

from abano.database.engine import Database
from abano.errors import NotAllowed
from abano.kit.ids import new_id
from abano.public_writes.call import PublicCall
from abano.public_writes.consent.rules import CLICK_IDS, may_recognise, without_ids
from abano.public_writes.consent.service import Visitor, take_back
from abano.tenants.tenant import TenantId
from abano.tenants.traffic_settings import TrafficSettings
from abano.traffic.clicks import repository
from abano.traffic.clicks.rules import is_paid, is_sister
from abano.traffic.clicks.schemas import ClickIn


class NotASisterSite(NotAllowed):
    """Click ids are taken over only from this company's own sites."""


async def keep_click(db: Database, click: ClickIn, call: PublicCall) -> None:
    """Keep a page load's click record, and its visit. Nothing is kept of machines or the company's own people.

    Of a visitor who may not be recognised no id is kept, and no visit, which is nothing but an address. A refusal
    takes back what was kept of them before.
    """
    if not call.counts:
        return
    recognised = may_recognise(is_required=call.asks_consent, told=click.consent_state)
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
    if not recognised:
        values = without_ids(values) | {"session_id": None}
    if click.consent_state == "refused":
        await take_back(db, call.tenant_id, _visitor(click, call), call.now)
    # Where the company asks, the load of the page itself was not kept: its repetition with consent is the visit.
    is_visit = recognised and (call.asks_consent or not click.is_repeat)
    async with db.hot(call.tenant_id) as conn:
        await repository.save_click(conn, values)
        if call.address is not None and is_visit:
            await repository.save_visit(
                conn, call.tenant_id, new_id(), call.address, is_paid=paid, now=call.now
            )


def _visitor(click: ClickIn, call: PublicCall) -> Visitor:
    """Who refuses, as far as this page load tells."""
    return Visitor(
        consent_id=click.consent_id,
        clicks=tuple(found for name in CLICK_IDS if (found := getattr(click, name))),
        sessions=(click.session_id,) if click.session_id else (),
        device_fingerprint=click.device_fingerprint,
        address=call.address,
    )


def accept_from_sister(settings: TrafficSettings, referer: str) -> None:
    """Raises NotASisterSite unless a page of the same company sends click ids."""
    if not is_sister(settings, referer):
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
