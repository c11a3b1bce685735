"""Documents of a booking's drivers: scans of the desk and photos from customers. Only the team sees them."""

from datetime import date, datetime, timedelta
from typing import Annotated, Literal, cast
from uuid import UUID

from pydantic import Base64Bytes, Field

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.booking_record.models import BookingRow, CustomerAction
from abano.bookings.desk.editing import CHANGEABLE, BookingIsOver
from abano.bookings.desk.repository import BookingAdminRepository
from abano.bookings.desk.schemas import MAX_REASON_LENGTH, Typed
from abano.bookings.desk.service import write_note
from abano.bookings.desk.visitor_repository import DocumentRow, VisitorRepository
from abano.catalog.published.service import load_rules
from abano.core.api_model import ApiModel, SuccessResponse
from abano.core.errors import Conflict, NotFound
from abano.core.ids import new_id
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.storage.images import MAX_BYTES, Picture
from abano.storage.service import PDF, Content, Media, delete_files
from abano.tenancy.directory.tenant import Tenant

DocumentKind = Literal["licence", "passport", "other"]
Driver = Literal["main", "second"]

# Scans of one booking: two drivers with both sides of two documents, and some pages more.
MAX_SCANS = 20
# A cancellation can be undone for this long.
KEPT_AFTER_CANCELLATION = timedelta(days=1)


class TooManyDocuments(Conflict):
    """This booking has as many scans as it can have. Delete one that you don't need, and try again."""


class DriverDocument(ApiModel):
    """``id``: of its file. ``bytes``: its size. ``added_by``: the colleague who scanned it; None: the customer."""

    id: UUID
    kind: DocumentKind
    driver: Driver
    source: Literal["customer", "desk"]
    is_pdf: bool
    bytes: int
    added_by: str | None
    created_at: datetime


class DriverDocumentsResponse(SuccessResponse):
    """Oldest first. ``deleted_on``: when they are deleted, in the company's zone; ``left``: scans that still fit."""

    documents: list[DriverDocument]
    deleted_on: date
    left: int


class AddDocumentRequest(ApiModel):
    """``content``: a PDF, JPEG, PNG or WebP, at most 1.25 MB."""

    kind: DocumentKind
    driver: Driver
    content: Annotated[Base64Bytes, Field(min_length=1, max_length=MAX_BYTES)]


class DeleteDocumentRequest(ApiModel):
    """``reason``: in the history of the booking."""

    reason: Typed = Field(min_length=1, max_length=MAX_REASON_LENGTH)


async def show_documents(
    uow: UnitOfWork, tenant: Tenant, booking_id: UUID, now: datetime
) -> DriverDocumentsResponse:
    """Raises NotFound."""
    booking = await uow.session.get(BookingRow, (uow.tenant_id, booking_id))
    if booking is None:
        raise NotFound
    rows = await VisitorRepository(uow).documents(booking_id)
    scans = sum(each.action.kind == "scan" for each in rows)
    return DriverDocumentsResponse(
        documents=[_present(each) for each in rows],
        deleted_on=(await _deleted_at(uow, booking, now)).astimezone(tenant.zone).date(),
        left=max(0, MAX_SCANS - scans),
    )


async def require_room(uow: UnitOfWork, booking_id: UUID) -> None:
    """Whether one more scan is taken, before its file is read. Raises NotFound, BookingIsOver, TooManyDocuments."""
    booking = await uow.session.get(BookingRow, (uow.tenant_id, booking_id))
    if booking is None:
        raise NotFound
    await _check_room(uow, booking)


async def add_document(
    uow: UnitOfWork,
    media: Media,
    actor: Actor,
    booking_id: UUID,
    request: AddDocumentRequest,
    file: Picture | bytes,
    now: datetime,
) -> None:
    """Keep a scan. Raises NotFound, BookingIsOver, TooManyDocuments, MediaFull, MediaUnavailable."""
    # Locked, so that scans at the same time are counted.
    booking = await BookingAdminRepository(uow).get_locked(booking_id)
    await _check_room(uow, booking)
    file_id = new_id()
    if isinstance(file, Picture):
        stored = await media.add_picture(uow, file_id, file, booking_id, now)
    else:
        stored = await media.add_document(uow, file_id, file, booking_id, now)
    scan = CustomerAction(
        tenant_id=uow.tenant_id,
        id=new_id(),
        booking_id=booking_id,
        kind="scan",
        document=request.kind,
        file_id=file_id,
        is_second_driver=request.driver == "second",
        seen_at=now,
        seen_by=actor.admin_id,
        created_at=now,
    )
    await VisitorRepository(uow).add(scan)
    after = {"kind": request.kind, "driver": request.driver, "bytes": stored.bytes}
    await record(
        uow, actor, "booking.document_added", subject=("booking", booking.reference), after=after, now=now
    )


async def read_document(uow: UnitOfWork, media: Media, booking_id: UUID, file_id: UUID) -> Content:
    """Raises NotFound, MediaUnavailable, ContentLost."""
    if await VisitorRepository(uow).find_document(booking_id, file_id) is None:
        raise NotFound
    return await media.read(uow, file_id)


async def delete_document(
    uow: UnitOfWork, actor: Actor, booking_id: UUID, file_id: UUID, reason: str, now: datetime
) -> None:
    """Delete a document at any time, also one that the customer sent. Raises NotFound."""
    booking = await BookingAdminRepository(uow).get_locked(booking_id)
    repository = VisitorRepository(uow)
    action = await repository.find_document(booking_id, file_id)
    if action is None:
        raise NotFound
    before = {"kind": _kind(action), "driver": _driver(action), "source": _source(action)}
    await repository.forget_document([action.id])
    await delete_files(uow, [file_id])
    # The reason may name a person: it stays with the booking, where it can be erased.
    await write_note(uow, actor, booking, "document", reason, now)
    await record(
        uow, actor, "booking.document_deleted", subject=("booking", booking.reference), before=before, now=now
    )


async def _check_room(uow: UnitOfWork, booking: BookingRow) -> None:
    if booking.status not in CHANGEABLE:
        raise BookingIsOver
    if await VisitorRepository(uow).count(booking.id, "scan") >= MAX_SCANS:
        raise TooManyDocuments


async def _deleted_at(uow: UnitOfWork, booking: BookingRow, now: datetime) -> datetime:
    if booking.status == "cancelled":
        return booking.updated_at + KEPT_AFTER_CANCELLATION
    ended = booking.return_at
    if booking.status == "active":
        ended = max(ended, now)
    elif completed := await VisitorRepository(uow).completed_at(booking.id):
        ended = max(ended, completed)
    return ended + timedelta(days=(await load_rules(uow)).document_days)


def _present(row: DocumentRow) -> DriverDocument:
    action = row.action
    is_scan = action.kind == "scan"
    return DriverDocument(
        id=cast(UUID, action.file_id),
        kind=_kind(action),
        driver=_driver(action),
        source=_source(action),
        is_pdf=row.content_type == PDF,
        bytes=row.bytes,
        added_by=row.seen_by if is_scan else None,
        created_at=action.created_at,
    )


def _kind(action: CustomerAction) -> DocumentKind:
    """What customers send is their licence."""
    return cast(DocumentKind, action.document or "licence")


def _driver(action: CustomerAction) -> Driver:
    return "second" if action.is_second_driver else "main"


def _source(action: CustomerAction) -> Literal["customer", "desk"]:
    return "desk" if action.kind == "scan" else "customer"


def register_tasks(registry: TaskRegistry) -> None:
    registry.every(seconds=3600, name="bookings.forget_documents", run=forget_documents)


async def forget_documents(context: TaskContext, tenant_id: TenantId) -> None:
    """Delete documents a day after a cancellation, and the company's number of days after the rental's end."""
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        ended = now - timedelta(days=(await load_rules(uow)).document_days)
        files = await VisitorRepository(uow).forget_documents(now - KEPT_AFTER_CANCELLATION, ended)
        await delete_files(uow, files)
