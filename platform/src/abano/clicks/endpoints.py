"""Click tracking over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, Response

from abano.clicks.schemas import ClickIn, DetectedAddress, LatestClick, Saved
from abano.clicks.service import Caller, keep_click, latest_click
from abano.dependencies import AppClock, ClientAddress, CurrentTenant, Db, get_tenant

router = APIRouter(prefix="/api", tags=["clicks"])


@router.get("/ip/detect", dependencies=[Depends(get_tenant)])
async def detect_address(address: ClientAddress, response: Response) -> DetectedAddress:
    """The caller's own address, or 'unknown'."""
    response.headers["Cache-Control"] = "no-store"
    return DetectedAddress(ip=address or "unknown")


@router.post("/gclid/save")
async def save_click(
    body: ClickIn,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    address: ClientAddress,
    user_agent: Annotated[str, Header()] = "",
    sec_purpose: Annotated[str, Header()] = "",
    purpose: Annotated[str, Header()] = "",
) -> Saved:
    """Keep a page load's click record. The address is the one we see, whatever the record claims."""
    caller = Caller(address, user_agent, f"{sec_purpose} {purpose}")
    await keep_click(db, tenant.id, body, caller, clock.now())
    return Saved()


@router.get("/gclid/latest")
async def latest_gclid(
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    address: ClientAddress,
    response: Response,
    device_fingerprint: Annotated[str | None, Query(alias="deviceFingerprint", max_length=200)] = None,
    ip_address: Annotated[str | None, Query(alias="ipAddress", max_length=60)] = None,
) -> LatestClick:
    """The newest click id of a device, or of the caller's own address."""
    response.headers["Cache-Control"] = "no-store"
    gclid = await latest_click(
        db,
        tenant.id,
        fingerprint=device_fingerprint,
        asked_address=ip_address,
        own_address=address,
        now=clock.now(),
    )
    return LatestClick(success=gclid is not None, gclid=gclid)
