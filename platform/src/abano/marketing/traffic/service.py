"""Use cases of clicks, visits, journeys and consent."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from ipaddress import ip_address
from uuid import UUID

import orjson

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.core.errors import InvalidInput, NotAllowed, NotFound, RefusedValue
from abano.core.ids import new_id
from abano.core.paging import Page, PageRequest
from abano.db.engine import Database
from abano.db.personal_data import PersonalRecords
from abano.db.unit_of_work import FunctionCalls, TenantId, UnitOfWork
from abano.marketing.traffic.models import IpVisit
from abano.marketing.traffic.repository import ClickRepository, JourneyCallRepository, VisitRepository
from abano.marketing.traffic.rules import (
    CLICK_IDS,
    MAX_EXCLUDED,
    TOO_MANY_IPS,
    Detail,
    ad_answers_to_store,
    ip_filter,
    is_paid,
    is_sister,
    may_recognise,
    network,
    page_of,
    reached_at,
    strip_ids,
)
from abano.marketing.traffic.schemas import ClickIn, JourneyIn, StepIn
from abano.tenancy.directory.rules import TrafficSettings
from abano.web.public_writes import PublicCall, country_of, device_of
from abano_shared.named_sql import load_named_sql

# SQL of consent.

QUERIES = load_named_sql("abano.web", "queries.sql")


class ConsentRepository:
    """Consent of one tenant's visitors: each change is one call of a function of the schema."""

    def __init__(self, calls: FunctionCalls) -> None:
        self._calls = calls

    async def take_back(self, visitor: str, now: datetime) -> None:
        """``visitor`` is a JSON object with the visitor's ids; the schema's function decides what they reach."""
        await self._calls.run(QUERIES["take_back_consent"], {"visitor": visitor, "now": now})

    async def withdraw_ad_answers(self, visitor: str, now: datetime) -> None:
        """``visitor``: the same, and the new answers."""
        await self._calls.run(QUERIES["withdraw_ad_answers"], {"visitor": visitor, "now": now})


@dataclass(frozen=True, slots=True)
class Visitor:
    """The ids of a visitor in a request. ``ip`` is the client's, as the server sees it."""

    consent_id: str | None = None
    clicks: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()
    device_fingerprint: str | None = None
    visit_id: UUID | None = None
    ip: str | None = None

    @property
    def is_named(self) -> bool:
        """Whether it has an id that belongs to this visitor alone."""
        return bool(self.consent_id or self.clicks or self.sessions or self.visit_id)


async def withdraw_consent(db: Database, tenant_id: TenantId, visitor: Visitor, now: datetime) -> None:
    """Erase what was stored of ``visitor``, in one transaction; the warehouse follows. Idempotent."""
    if not visitor.is_named and (visitor.device_fingerprint is None or visitor.ip is None):
        return
    ids = {
        "consent_id": visitor.consent_id or None,
        "clicks": visitor.clicks,
        "sessions": visitor.sessions,
        "device_fingerprint": visitor.device_fingerprint,
        "visit_id": visitor.visit_id,
        "ip": visitor.ip,
    }
    await ConsentRepository(db.function_calls(tenant_id)).take_back(orjson.dumps(ids).decode(), now)


async def withdraw_ad_answers(
    db: Database,
    tenant_id: TenantId,
    visitor: Visitor,
    *,
    ad_user_data: bool,
    ad_personalization: bool,
    now: datetime,
) -> None:
    """Turn what ``visitor`` granted before into a refusal where it is refused now. Idempotent."""
    if not visitor.is_named:
        return
    answers = {
        "consent_id": visitor.consent_id or None,
        "clicks": visitor.clicks,
        "sessions": visitor.sessions,
        "ad_user_data": ad_user_data,
        "ad_personalization": ad_personalization,
    }
    await ConsentRepository(db.function_calls(tenant_id)).withdraw_ad_answers(
        orjson.dumps(answers).decode(), now
    )


class NotASisterSite(NotAllowed):
    """Click ids are taken over only from this company's own sites."""


async def store_click(db: Database, click: ClickIn, call: PublicCall) -> None:
    """Store a page load's click record and visit, unless the call is not counted.

    For a visitor who may not be identified, no id and no visit (an IP) is stored. A refusal erases what was
    stored before.
    """
    if not call.is_counted:
        return
    recognised = may_recognise(is_required=call.asks_consent, state=click.consent_state)
    has_click_id = not click.is_restored and bool(click.gclid or click.gbraid or click.wbraid)
    support = click.browser_storage_support
    values = click.model_dump(
        exclude={"browser_storage_support", "is_restored", "is_repeat", "ad_consent"}
    ) | {
        "id": new_id(),
        "ip": call.ip,
        "user_agent": click.user_agent or call.user_agent,
        "browser_storage_support": orjson.dumps(support).decode() if support is not None else None,
        "now": call.now,
        **ad_answers_to_store(click.consent_state, click.ad_consent, call.now),
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
        if call.ip is not None and is_visit:
            await clicks.save_visit(new_id(), call.ip, is_paid=paid, now=call.now)


def _visitor(click: ClickIn, call: PublicCall) -> Visitor:
    """The ids of the visitor in this page load."""
    return Visitor(
        consent_id=click.consent_id,
        clicks=tuple(value for name in CLICK_IDS if (value := getattr(click, name))),
        sessions=(click.session_id,) if click.session_id else (),
        device_fingerprint=click.device_fingerprint,
        ip=call.ip,
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
    requested_ip: str | None,
    own_ip: str | None,
    now: datetime,
) -> str | None:
    """The newest gclid of a device, or of the caller's own IP only."""
    async with db.pipeline_transaction(tenant_id) as transaction:
        clicks = ClickRepository(transaction)
        if fingerprint:
            return await clicks.latest_by_fingerprint(fingerprint, now)
        if requested_ip and own_ip and _is_same_ip(requested_ip, own_ip):
            return await clicks.latest_by_ip(own_ip, now)
    return None


def _is_same_ip(asked: str, own: str) -> bool:
    try:
        return ip_address(asked) == ip_address(own)
    except ValueError:
        return False


# List and delete visits, and set excluded IPs, for owners and managers.


async def list_visits(
    uow: UnitOfWork, request: PageRequest, *, paid: bool | None, ip: str | None
) -> Page[IpVisit]:
    """One page of visits. Raises InvalidInput for an invalid cursor or IP."""
    try:
        matching = ip_filter(ip.strip()) if ip and ip.strip() else None
    except RefusedValue as error:
        raise InvalidInput.of("ip", error.sentence) from error
    return await VisitRepository(uow).page(request, paid=paid, ip=matching)


async def delete_all(uow: UnitOfWork, actor: Actor, now: datetime) -> int:
    """Delete every visit of the company. Returns their number."""
    deleted = await VisitRepository(uow).delete_all()
    await record(
        uow,
        actor,
        "visits.all_deleted",
        subject=("visits", "all"),
        after={"deleted": deleted},
        now=now,
    )
    return deleted


async def delete_one(uow: UnitOfWork, actor: Actor, visit_id: UUID, now: datetime) -> None:
    """Raises NotFound."""
    if not await VisitRepository(uow).delete_one(visit_id):
        raise NotFound
    await record(uow, actor, "visits.deleted", subject=("visit", visit_id), now=now)


async def excluded_ips(uow: UnitOfWork) -> list[str]:
    """IPs and networks whose visits, clicks and answers are not stored."""
    return [_plain(text) for text in await VisitRepository(uow).excluded()]


async def exclude_ips(uow: UnitOfWork, actor: Actor, ips: Sequence[str], now: datetime) -> list[str]:
    """Replace the list. Every copy follows within seconds. Raises InvalidInput."""
    if len(ips) > MAX_EXCLUDED:
        raise InvalidInput.of("ips", TOO_MANY_IPS(max=MAX_EXCLUDED))
    try:
        networks = list(dict.fromkeys(network(text) for text in ips))
    except RefusedValue as error:
        raise InvalidInput.of("ips", error.sentence) from error
    visits = VisitRepository(uow)
    before = [_plain(text) for text in await visits.excluded(locked=True)]
    await visits.exclude(networks, now)
    after = [_plain(str(item)) for item in networks]
    await record(
        uow,
        actor,
        "visits.exclusions_changed",
        subject=("visits", "excluded"),
        before={"excludedIps": before, "count": len(before)},
        after={"excludedIps": after, "count": len(after)},
        now=now,
    )
    return after


def _plain(text: str) -> str:
    """A single IP without its /32 or /128."""
    return text.removesuffix("/32") if "." in text else text.removesuffix("/128")


# Stores the steps of visits.

DESCRIBING = ("utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content")


async def store_journey(db: Database, journey: JourneyIn, call: PublicCall) -> None:
    """Store steps of a visit, once each, unless the call is not counted. A refusal deletes the visit instead."""
    if not call.is_counted:
        return
    if journey.consent_state == "refused":
        await withdraw_consent(db, call.tenant_id, Visitor(visit_id=journey.visit_id), call.now)
        return
    clicks = {name: getattr(journey, name) for name in CLICK_IDS}
    others = {"device_fingerprint": journey.device_fingerprint, "consent_id": journey.consent_id}
    described = {name: getattr(journey, name) or None for name in DESCRIBING}
    # With consent too: a visit in another tab is not found by the consent that a visitor takes back.
    described = {name: strip_ids(described | clicks | others)[name] for name in DESCRIBING}
    is_returning = journey.is_returning
    if not may_recognise(is_required=call.asks_consent, state=journey.consent_state):
        is_returning = None
    if not journey.steps:
        return
    steps = [stored for one in journey.steps if (stored := _stored_step(one, call.now))]
    visit = described | {
        "visit_id": journey.visit_id,
        "page": page_of(journey.page),
        "language": journey.language.lower() if journey.language else None,
        "device": device_of(call.user_agent),
        # Of the country, which identifies no visitor. The IP address is not stored here.
        "country": country_of(call.ip),
        "is_returning": is_returning,
        "has_click_id": journey.has_click_id or any(clicks.values()),
        "steps": steps,
    }
    await JourneyCallRepository(db.function_calls(call.tenant_id)).store(visit)


def _stored_step(one: StepIn, now: datetime) -> dict[str, object] | None:
    moment = reached_at(now, one.milliseconds_ago)
    if one.step in {"seen", "pressed"}:
        detail = Detail.of(one.step, one.page, one.link, one.label)
        return {**asdict(detail), "reached_at": moment} if detail else None
    session_id = one.session_id if one.step == "quiz_start" else None
    return {"step": one.step, "reached_at": moment, "session_id": session_id}


_OF_PERSON = """
c.tenant_id = :tenant and (c.session_id = any(:session_ids) or c.gclid = any(:click_ids)
  or c.gbraid = any(:click_ids) or c.wbraid = any(:click_ids))
"""
# A visit is written together with its click record, at the same time, so it is erased with it.
_VISIT = f"""
v.tenant_id = :tenant and exists (
  select from click_records c where {_OF_PERSON} and c.ip_address = v.ip_address and c.created_at = v.visited_at
)
"""

# Visits first: they are found by their click records.
PERSONAL_RECORDS = (
    PersonalRecords(
        "visits",
        find=f"""
select to_jsonb(v) - array['tenant_id'] from ip_visits v where {_VISIT} order by v.visited_at, v.id
""",  # noqa: S608 - a condition from above
        erase=f"delete from ip_visits v where {_VISIT} returning v.id",  # noqa: S608 - a condition from above
    ),
    PersonalRecords(
        "clicks",
        find=f"""
select to_jsonb(c) - array['tenant_id', 'row_xid'] from click_records c where {_OF_PERSON} order by c.created_at, c.id
""",  # noqa: S608 - a condition from above
        erase=f"""
with erased as (delete from click_records c where {_OF_PERSON} returning c.id),
reported as (
  insert into warehouse_erasures (tenant_id, kind, subject, created_at) select :tenant, 'click', id, :now from erased
)
select id from erased
""",  # noqa: S608 - a condition from above
    ),
)


# Visits of one person: those that led to their bookings or to their quiz sessions. They are deleted as a whole.

_JOURNEYS_OF_PERSON = """
j.tenant_id = :tenant and j.visit_id in (
  select k.visit_id from journey_events k
  where k.tenant_id = :tenant and (k.session_id = any(:session_ids) or k.booking_id = any(:booking_ids))
)
"""

JOURNEYS_RECORDS = (
    PersonalRecords(
        "journeys",
        find=f"""
select to_jsonb(j) - array['tenant_id', 'row_xid'] from journey_events j where {_JOURNEYS_OF_PERSON}
order by j.reached_at, j.visit_id, j.step
""",  # noqa: S608 - a condition from above
        erase=f"""
with erased as (delete from journey_events j where {_JOURNEYS_OF_PERSON} returning j.visit_id, j.step),
reported as (
  insert into warehouse_erasures (tenant_id, kind, subject, created_at)
  select distinct :tenant, 'visit', visit_id::text, cast(:now as timestamptz) from erased
)
select visit_id || ' ' || step from erased
""",  # noqa: S608 - a condition from above
    ),
)
