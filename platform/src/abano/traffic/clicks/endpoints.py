"""HTTP endpoints of click tracking, and the page that sister sites open in a hidden frame."""

from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import AfterValidator

from abano.errors import InvalidInput
from abano.errors.messages import RefusedValue
from abano.http.dependencies import AppSettings, ClientAddress, CurrentTenant, Db, get_tenant
from abano.http.fast_path_route import FastPathRoute, Saved
from abano.public_writes.call import LimitedWriter, PublicWrite, Traffic
from abano.tenants.tenant import host_name
from abano.traffic.clicks.rules import click_id, fingerprint, frame_ancestors, sync_cookie
from abano.traffic.clicks.schemas import ClickIn, DetectedAddress, LatestClick
from abano.traffic.clicks.service import find_latest_click, require_sister_site, store_click

router = APIRouter(tags=["clicks"])
fast_path = APIRouter(tags=["clicks"], route_class=FastPathRoute)
SYNC_PAGE = (
    '<!doctype html><html lang="en"><meta name="robots" content="noindex"><title>Click ids</title></html>'
)
Fingerprint = Annotated[str, AfterValidator(fingerprint)]
ClaimedId = Annotated[str | None, Query(max_length=300)]


@router.get("/api/ip/detect", dependencies=[Depends(get_tenant)])
async def detect_address(address: ClientAddress, response: Response) -> DetectedAddress:
    """The caller's IP address, or 'unknown'."""
    response.headers["Cache-Control"] = "no-store"
    return DetectedAddress(ip=address or "unknown")


@fast_path.post("/api/gclid/save")
async def save_click(body: ClickIn, call: PublicWrite, db: Db) -> Saved:
    """Store a page load's click record and visit. The address is the connection's, not the record's claim."""
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
    """The newest click id of a device, or of the caller's own address. Rate-limited with the address's writes."""
    response.headers["Cache-Control"] = "no-store"
    gclid = await find_latest_click(
        db,
        caller.tenant.id,
        fingerprint=device_fingerprint,
        asked_address=ip_address,
        own_address=caller.address,
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
