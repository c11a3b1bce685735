"""HTTP endpoints of what customers did by themselves, for the desk."""

from typing import Annotated, Any, cast
from uuid import UUID

from fastapi import APIRouter, Depends, Request, Response

from abano.accounts.access.principals import Actor
from abano.bookings.requests import service
from abano.bookings.requests.schemas import ByCustomerResponse
from abano.site.storage.images import JPEG
from abano.site.storage.service import Media
from abano.web.dependencies import AppClock, Uow, acting, no_store

router = APIRouter(prefix="/api/admin", tags=["bookings"], dependencies=[Depends(no_store)])
Desk = Annotated[Actor, Depends(acting("owner", "manager", "desk"))]
PICTURE: dict[int | str, dict[str, Any]] = {200: {"content": {JPEG: {}}}}


@router.get("/bookings/{booking_id}/by-customer")
async def show_by_customer(booking_id: UUID, _: Desk, uow: Uow) -> ByCustomerResponse:
    """What the customer told and did by themselves: flight, second driver, licences, messages, changes."""
    return await service.show_by_customer(uow, booking_id)


@router.get("/bookings/{booking_id}/licences/{picture_id}", response_class=Response, responses=PICTURE)
async def read_licence_picture(
    booking_id: UUID, picture_id: UUID, _: Desk, uow: Uow, request: Request
) -> Response:
    """The photograph of a driving licence, as JPEG."""
    media = cast(Media, request.app.state.media)
    content = await media.read(uow, await service.get_picture(uow, booking_id, picture_id))
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": "default-src 'none'; sandbox"}
    return Response(content.content, headers=headers, media_type=content.content_type)


@router.post("/customer-actions/{action_id}/seen", status_code=204)
async def mark_customer_action_seen(action_id: UUID, actor: Desk, uow: Uow, clock: AppClock) -> None:
    """Somebody has seen to it: Today shows it no more."""
    await service.mark_seen(uow, actor, action_id, clock.now())
