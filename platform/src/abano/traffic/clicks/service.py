"""Store clicks and visits, and find a visitor's latest click id."""

from datetime import datetime
from ipaddress import ip_address

import orjson

from abano.database.engine import Database
from abano.database.unit_of_work import TenantId
from abano.errors import NotAllowed
from abano.kit.ids import new_id
from abano.public_writes.call import PublicCall
from abano.public_writes.consent.rules import CLICK_IDS, may_recognise, strip_ids
from abano.public_writes.consent.service import Visitor, withdraw_consent
from abano.tenants.traffic_settings import TrafficSettings
from abano.traffic.clicks.repository import ClickRepository
from abano.traffic.clicks.rules import is_paid, is_sister
from abano.traffic.clicks.schemas import ClickIn


class NotASisterSite(NotAllowed):
    """Click ids are taken over only from this company's own sites."""


async def store_click(db: Database, click: ClickIn, call: PublicCall) -> None:
    """Store a page load's click record and visit, unless the call is not counted.

    For a visitor who may not be identified, no id and no visit (an address) is stored. A refusal erases what was
    stored before.
    """
    if not call.is_counted:
        return
    recognised = may_recognise(is_required=call.asks_consent, state=click.consent_state)
    has_click_id = not click.is_restored and bool(click.gclid or click.gbraid or click.wbraid)
    support = click.browser_storage_support
    values = click.model_dump(exclude={"browser_storage_support", "is_restored", "is_repeat"}) | {
        "id": new_id(),
        "address": call.address,
        "user_agent": click.user_agent or call.user_agent,
        "browser_storage_support": orjson.dumps(support).decode() if support is not None else None,
        "now": call.now,
    }
    paid = is_paid(has_click_id=has_click_id, source_url=click.source_url)
    if not recognised:
        values = strip_ids(values) | {"session_id": None}
    if click.consent_state == "refused":
        await withdraw_consent(db, call.tenant_id, _visitor(click, call), call.now)
    # Where consent is required, the first page load stored no visit: its repeat with consent is the visit.
    is_visit = recognised and (call.asks_consent or not click.is_repeat)
    async with db.pipeline_transaction(call.tenant_id) as transaction:
        clicks = ClickRepository(transaction)
        await clicks.save_click(values)
        if call.address is not None and is_visit:
            await clicks.save_visit(new_id(), call.address, is_paid=paid, now=call.now)


def _visitor(click: ClickIn, call: PublicCall) -> Visitor:
    """The ids of the visitor in this page load."""
    return Visitor(
        consent_id=click.consent_id,
        clicks=tuple(value for name in CLICK_IDS if (value := getattr(click, name))),
        sessions=(click.session_id,) if click.session_id else (),
        device_fingerprint=click.device_fingerprint,
        address=call.address,
    )


def require_sister_site(settings: TrafficSettings, referer: str) -> None:
    """Raises NotASisterSite unless the request comes from a site of the same company."""
    if not is_sister(settings, referer):
        raise NotASisterSite


async def find_latest_click(
    db: Database,
    tenant_id: TenantId,
    *,
    fingerprint: str | None,
    asked_address: str | None,
    own_address: str | None,
    now: datetime,
) -> str | None:
    """The newest gclid of a device, or of the caller's own address only (decision 17 of the product)."""
    async with db.pipeline_transaction(tenant_id) as transaction:
        clicks = ClickRepository(transaction)
        if fingerprint:
            return await clicks.latest_by_fingerprint(fingerprint, now)
        if asked_address and own_address and _is_same_address(asked_address, own_address):
            return await clicks.latest_by_address(own_address, now)
    return None


def _is_same_address(asked: str, own: str) -> bool:
    try:
        return ip_address(asked) == ip_address(own)
    except ValueError:
        return False
