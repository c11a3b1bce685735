"""HTTP endpoints of drivers' documents, for owners, managers and the desk."""

from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Depends, Response

from abano.bookings.desk import documents
from abano.bookings.desk.documents import (
    AddDocumentRequest,
    DeleteDocumentRequest,
    DriverDocumentsResponse,
)
from abano.storage.images import JPEG
from abano.storage.service import PDF, Media
from abano.web.dependencies import AppClock, BookingsActor, CurrentTenant, Db, Uow, no_store, of_app

router = APIRouter(
    prefix="/api/admin/bookings/{booking_id}/driver-documents",
    tags=["bookings"],
    dependencies=[Depends(no_store)],
)
FILE: dict[int | str, dict[str, Any]] = {200: {"content": {JPEG: {}, PDF: {}}}}


MediaOf = Annotated[Media, of_app("media")]


@router.get("")
async def list_driver_documents(
    booking_id: UUID, _: BookingsActor, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> DriverDocumentsResponse:
    """Scans of the desk and photos that the customer sent, and when they are deleted."""
    return await documents.show_documents(uow, tenant, booking_id, clock.now())


@router.post("", status_code=201)
async def add_driver_document(
    booking_id: UUID,
    body: AddDocumentRequest,
    actor: BookingsActor,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    media: MediaOf,
) -> DriverDocumentsResponse:
    """Add a photo or PDF of a driver's licence, passport or another document."""
    async with db.uow(tenant.id) as uow:
        await documents.require_room(uow, booking_id)
    file = await media.prepare_document(tenant.id, body.content)
    async with db.uow(tenant.id) as uow:
        await documents.add_document(uow, media, actor, booking_id, body, file, clock.now())
        return await documents.show_documents(uow, tenant, booking_id, clock.now())


@router.get("/{file_id}", response_class=Response, responses=FILE)
async def read_driver_document(
    booking_id: UUID, file_id: UUID, _: BookingsActor, uow: Uow, media: MediaOf
) -> Response:
    """The photo, or the PDF as a download."""
    found = await documents.read_document(uow, media, booking_id, file_id)
    # Private: no cache keeps it, and no page may run anything of it.
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": "default-src 'none'; sandbox"}
    if found.content_type == PDF:
        headers["Content-Disposition"] = 'attachment; filename="document.pdf"'
    return Response(found.content, headers=headers, media_type=found.content_type)


@router.post("/{file_id}/deletion")
async def delete_driver_document(
    booking_id: UUID,
    file_id: UUID,
    body: DeleteDocumentRequest,
    actor: BookingsActor,
    tenant: CurrentTenant,
    uow: Uow,
    clock: AppClock,
) -> DriverDocumentsResponse:
    """Delete one, also one that the customer sent."""
    await documents.delete_document(uow, actor, booking_id, file_id, body.reason, clock.now())
    return await documents.show_documents(uow, tenant, booking_id, clock.now())
