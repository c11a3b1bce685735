"""HTTP endpoints of clicks, visits, journeys and consent."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Header, Query, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import AfterValidator

from abano.core.errors import InvalidInput, RefusedValue
from abano.core.paging import PageRequest
from abano.marketing.traffic import service
from abano.marketing.traffic.rules import click_id, fingerprint, frame_ancestors, sync_cookie
from abano.marketing.traffic.schemas import (
    AdWithdrawalIn,
    ClickIn,
    DetectedIp,
    ExcludedIps,
    ExcludedIpsResponse,
    JourneyIn,
    LatestClick,
    RefusalIn,
    VisitOut,
    VisitsDeleted,
    VisitSort,
    VisitsResponse,
)
from abano.marketing.traffic.service import (
    Visitor,
    find_latest_click,
    require_sister_site,
    store_click,
    store_journey,
    withdraw_ad_answers,
    withdraw_consent,
)
from abano.tenancy.directory.tenant import host_name
from abano.web.dependencies import (
    AdvertisingActor,
    AppClock,
    AppSettings,
    ClientIp,
    CurrentTenant,
    Db,
    PageCursor,
    Uow,
    get_tenant,
)
from abano.web.public_writes import LimitedWriter, PublicWrite, Traffic
from abano.web.routes import FastPathRoute, Saved

router = APIRouter(tags=["clicks"])
fast_path = APIRouter(tags=["clicks"], route_class=FastPathRoute)
SYNC_PAGE = (
    '<!doctype html><html lang="en"><meta name="robots" content="noindex"><title>Click ids</title></html>'
)
Fingerprint = Annotated[str, AfterValidator(fingerprint)]
ClaimedId = Annotated[str | None, Query(max_length=300)]


@router.get("/api/ip/detect", dependencies=[Depends(get_tenant)])
async def detect_ip(ip: ClientIp, response: Response) -> DetectedIp:
    """The caller's IP address, or 'unknown'."""
    response.headers["Cache-Control"] = "no-store"
    return DetectedIp(ip=ip or "unknown")


@fast_path.post("/api/gclid/save")
async def save_click(body: ClickIn, call: PublicWrite, db: Db) -> Saved:
    """Store a page load's click record and visit. The IP is the connection's, not the record's claim."""
    await store_click(db, body, call)
    return Saved()


@router.get("/api/gclid/latest")
async def latest_gclid(
    caller: LimitedWriter,
    db: Db,
    response: Response,
    device_fingerprint: Annotated[Fingerprint | None, Query(alias="deviceFingerprint")] = None,
    ip_address: Annotated[str | None, Query(alias="ipAddress", max_length=60)] = None,
) -> LatestClick:
    """The newest click id of a device, or of the caller's own IP. Rate-limited with the IP's writes."""
    response.headers["Cache-Control"] = "no-store"
    gclid = await find_latest_click(
        db,
        caller.tenant.id,
        fingerprint=device_fingerprint,
        requested_ip=ip_address,
        own_ip=caller.ip,
        now=caller.now,
    )
    return LatestClick(success=gclid is not None, gclid=gclid)


@router.get("/click-sync", include_in_schema=False)
async def sync_click_ids(
    request: Request,
    tenant: CurrentTenant,
    traffic: Traffic,
    settings: AppSettings,
    gclid: ClaimedId = None,
    gbraid: ClaimedId = None,
    wbraid: ClaimedId = None,
    referer: Annotated[str, Header()] = "",
) -> HTMLResponse:
    """Store click ids from a sister site of the same company as cookies of this site."""
    shared = await traffic.get(tenant.id)
    require_sister_site(shared, referer)
    host = host_name(request.headers.get("host", ""))
    page = HTMLResponse(SYNC_PAGE, headers={"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"})
    page.headers["Content-Security-Policy"] = f"default-src 'none'; frame-ancestors {frame_ancestors(shared)}"
    for name, claim in (("gclid", gclid), ("gbraid", gbraid), ("wbraid", wbraid)):
        try:
            valid = click_id(claim)
        except RefusedValue as error:
            raise InvalidInput.of(name, error.sentence) from error
        if valid:
            cookie = sync_cookie(name, valid, is_secure=settings.is_production or is_local(host))
            page.headers.append("Set-Cookie", cookie)
    return page


def is_local(host: str) -> bool:
    """Browsers treat these hosts as secure without TLS."""
    return host in {"localhost", "127.0.0.1", "[::1]"} or host.endswith(".localhost")


# HTTP endpoints of visits, for owners and managers.

visits_router = APIRouter(prefix="/api/ip", tags=["visits"])


@visits_router.get("/visits")
async def list_visits(
    _manager: AdvertisingActor,
    uow: Uow,
    response: Response,
    sort: VisitSort = "-visitedAt",
    cursor: PageCursor = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 100,
    paid: Annotated[bool | None, Query(description="Only visits by paid search, or only others")] = None,
    ip: Annotated[
        str | None, Query(max_length=60, description="The start of an IP address, or a network")
    ] = None,
) -> VisitsResponse:
    """Visits, a page at a time."""
    response.headers["Cache-Control"] = "no-store"
    page = await service.list_visits(uow, PageRequest(sort, limit, cursor), paid=paid, ip=ip)
    return VisitsResponse(visits=[VisitOut.of(row) for row in page.items], next_cursor=page.next_cursor)


@visits_router.delete("/visits")
async def delete_all_visits(manager: AdvertisingActor, uow: Uow, clock: AppClock) -> VisitsDeleted:
    """Delete every visit. This cannot be undone."""
    return VisitsDeleted(deleted=await service.delete_all(uow, manager, clock.now()))


@visits_router.delete("/visits/{visit_id}")
async def delete_visit(visit_id: UUID, manager: AdvertisingActor, uow: Uow, clock: AppClock) -> VisitsDeleted:
    """Delete one visit."""
    await service.delete_one(uow, manager, visit_id, clock.now())
    return VisitsDeleted(deleted=1)


@visits_router.get("/excluded-ips")
async def list_excluded_ips(
    _manager: AdvertisingActor,
    uow: Uow,
    ip: ClientIp,
    response: Response,
) -> ExcludedIpsResponse:
    """The company's excluded IPs, whose visits, clicks and answers are not stored."""
    response.headers["Cache-Control"] = "no-store"
    ips = await service.excluded_ips(uow)
    return ExcludedIpsResponse(ips=ips, own_ip=ip)


@visits_router.put("/excluded-ips")
async def set_excluded_ips(
    body: ExcludedIps,
    manager: AdvertisingActor,
    uow: Uow,
    clock: AppClock,
    ip: ClientIp,
) -> ExcludedIpsResponse:
    """Replace the list. Earlier records are not deleted."""
    ips = await service.exclude_ips(uow, manager, body.ips, clock.now())
    return ExcludedIpsResponse(ips=ips, own_ip=ip)


# HTTP endpoint of the steps of visits.

journeys_fast_path = APIRouter(tags=["journeys"], route_class=FastPathRoute)


@journeys_fast_path.post("/api/journey")
async def save_journey(body: JourneyIn, call: PublicWrite, db: Db) -> Saved:
    """Store steps of a visit, for statistics only. Of each step the first counts, so a repeat changes nothing."""
    await store_journey(db, body, call)
    return Saved()


consent_fast_path = APIRouter(prefix="/api/consent", tags=["consent"], route_class=FastPathRoute)


@consent_fast_path.post("/refusal")
async def refuse_consent(body: RefusalIn, writer: LimitedWriter, db: Db) -> Saved:
    """Erase what was stored by the visitor's earlier consent. The response is the same for unknown visitors."""
    await withdraw_consent(db, writer.tenant.id, _visitor(body, writer), writer.now)
    return Saved()


@consent_fast_path.post("/ad-answers")
async def change_ad_answers(body: AdWithdrawalIn, writer: LimitedWriter, db: Db) -> Saved:
    """Withdraw what the visitor granted for ads, from everything stored and not yet sent.

    Only refusals are applied: later records carry their own answers. The response is the same for unknown visitors.
    """
    await withdraw_ad_answers(
        db,
        writer.tenant.id,
        _visitor(body, writer),
        ad_user_data=body.ad_user_data,
        ad_personalization=body.ad_personalization,
        now=writer.now,
    )
    return Saved()


def _visitor(body: RefusalIn, writer: LimitedWriter) -> Visitor:
    return Visitor(
        consent_id=body.consent_id,
        clicks=body.click_ids,
        sessions=body.session_ids,
        device_fingerprint=body.device_fingerprint,
        visit_id=body.visit_id,
        ip=writer.ip,
    )
