"""HTTP endpoints of calendar feeds: for owners, and the feeds themselves by their secret URL."""

from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Depends, Path, Request, Response

from abano.catalog.published.dependencies import Catalogs, PublicOrigin
from abano.fleet.calendar_feeds import service
from abano.fleet.calendar_feeds.schemas import (
    CalendarFeedRequest,
    CalendarFeedsResponse,
    CalendarFeedUrlResponse,
)
from abano.web.dependencies import AppClock, CurrentTenant, Db, IntegrationsActor, Uow, needs, no_store
from abano.web.public_writes import LIMITED
from abano.web.requests import is_known

router = APIRouter(
    prefix="/api/admin/calendar-feeds",
    tags=["fleet"],
    dependencies=[*needs("integrations"), Depends(no_store)],
)
public_router = APIRouter(prefix="/api/calendars", tags=["fleet"], dependencies=LIMITED)
MEDIA_TYPE = "text/calendar"
ICAL: dict[int | str, dict[str, Any]] = {200: {"content": {MEDIA_TYPE: {}}}}
MAX_TOKEN_LENGTH = 100


@router.get("")
async def list_calendar_feeds(uow: Uow) -> CalendarFeedsResponse:
    """The company's calendar feeds, newest first. Their URLs are stored nowhere."""
    return await service.list_feeds(uow)


@router.post("", status_code=201)
async def add_calendar_feed(
    body: CalendarFeedRequest, actor: IntegrationsActor, uow: Uow, origin: PublicOrigin, clock: AppClock
) -> CalendarFeedUrlResponse:
    """Add a feed of one vehicle or of all. Its URL is in this response alone."""
    feed_id, token = await service.add_feed(uow, actor, body, clock.now())
    return CalendarFeedUrlResponse(id=feed_id, url=_url(origin, token))


@router.post("/{feed_id}/rotate")
async def rotate_calendar_feed(
    feed_id: UUID, actor: IntegrationsActor, uow: Uow, origin: PublicOrigin, clock: AppClock
) -> CalendarFeedUrlResponse:
    """Give the feed a new URL, which is in this response alone. The one before is refused from now on."""
    token = await service.rotate_feed(uow, actor, feed_id, clock.now())
    return CalendarFeedUrlResponse(id=feed_id, url=_url(origin, token))


@router.delete("/{feed_id}", status_code=204)
async def delete_calendar_feed(feed_id: UUID, actor: IntegrationsActor, uow: Uow, clock: AppClock) -> None:
    """Turn the feed off: its URL is refused from now on."""
    await service.delete_feed(uow, actor, feed_id, clock.now())


@public_router.get("/{token}.ics", response_class=Response, responses=ICAL)
async def read_calendar_feed(
    token: Annotated[str, Path(max_length=MAX_TOKEN_LENGTH)],
    request: Request,
    tenant: CurrentTenant,
    db: Db,
    catalogs: Catalogs,
    clock: AppClock,
) -> Response:
    """When vehicles are taken, as an iCalendar file; 304 for a reader who has it."""
    language = (await catalogs.get(tenant.id)).rules.language_of_team
    # Read from the primary, so that a URL that was turned off is refused at once.
    async with db.uow(tenant.id, fresh=True) as uow:
        content = await service.read_feed(uow, token, tenant.name, language, clock.now())
    headers = {"ETag": content.etag, "Cache-Control": "private, no-cache", "X-Robots-Tag": "noindex"}
    if is_known(request, content.etag):
        return Response(status_code=304, headers=headers)
    return Response(await service.make_file(content), headers=headers, media_type=MEDIA_TYPE)


def _url(origin: str, token: str) -> str:
    return f"{origin}/api/calendars/{token}.ics"
