"""HTTP endpoints of bookings in the console, for owners, managers and the desk."""

from collections.abc import Awaitable, Callable
from datetime import date
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse

from abano.booking_record.rules import Filters, Status
from abano.bookings.desk import service, transitions
from abano.bookings.desk.schemas import (
    BookingDetailResponse,
    BookingFiltersResponse,
    BookingListResponse,
    BookingSort,
    ByCustomerResponse,
    CustomerEmailRequest,
    NoteRequest,
    StatusChangeRequest,
    StepBackRequest,
)
from abano.bookings.desk.second_driver import SecondDriverRequest, update_second_driver
from abano.bookings.desk.service import csv_lines
from abano.catalog.published.dependencies import CatalogNow, Catalogs, ReaderTexts
from abano.core.errors import LAST_DAY_BEFORE_FIRST, InvalidInput, Message
from abano.core.paging import PageRequest
from abano.web.dependencies import (
    AppClock,
    BookingsActor,
    CurrentTenant,
    Db,
    ExportsActor,
    PageCursor,
    Uow,
    no_store,
)
from abano_shared.fair_turns import in_turns

router = APIRouter(prefix="/api/admin/bookings", tags=["bookings"], dependencies=[Depends(no_store)])

UNSEARCHABLE = Message(
    "unsearchable_character", "This text contains a character that cannot be searched for."
)
DAY_TOO_LATE = Message("day_too_late", "Please choose an earlier day")


Show = Callable[[UUID], Awaitable[BookingDetailResponse]]


async def get_show(tenant: CurrentTenant, db: Db, catalogs: Catalogs, clock: AppClock) -> Show:
    """Shows a booking as it is after the caller's change was committed."""

    async def show(booking_id: UUID) -> BookingDetailResponse:
        # First, so that no transaction waits for another connection.
        catalog = await catalogs.get(tenant.id)
        async with db.uow(tenant.id) as uow:
            return await service.show(uow, tenant, catalog, booking_id, clock.now())

    return show


async def get_filters(
    search: Annotated[str, Query(max_length=100)] = "",
    status: Status | None = None,
    car: Annotated[str | None, Query(max_length=120)] = None,
    affiliate: UUID | None = None,
    pickup_from: Annotated[date | None, Query(alias="pickupFrom")] = None,
    pickup_to: Annotated[date | None, Query(alias="pickupTo")] = None,
    needs_review: Annotated[bool, Query(alias="needsReview")] = False,
    channel: UUID | None = None,
) -> Filters:
    """Raises InvalidInput for values that the database cannot compare."""
    for name, text in (("search", search), ("car", car or "")):
        if "\x00" in text:
            raise InvalidInput.of(name, UNSEARCHABLE())
    if pickup_from and pickup_to and pickup_to < pickup_from:
        raise InvalidInput.of("pickupTo", LAST_DAY_BEFORE_FIRST())
    if pickup_to == date.max:
        raise InvalidInput.of("pickupTo", DAY_TOO_LATE())
    return Filters(search, status, car, affiliate, pickup_from, pickup_to, needs_review, channel)


Shown = Annotated[Show, Depends(get_show)]
Chosen = Annotated[Filters, Depends(get_filters)]


@router.get("")
async def list_bookings(
    _: BookingsActor,
    tenant: CurrentTenant,
    catalog: CatalogNow,
    filters: Chosen,
    uow: Uow,
    sort: BookingSort = "-createdAt",
    cursor: PageCursor = None,
) -> BookingListResponse:
    """Bookings, fifty a page."""
    request = PageRequest(sort, service.PAGE, cursor)
    return await service.list_bookings(uow, tenant, catalog, filters, request)


@router.get("/filters")
async def booking_filters(_: BookingsActor, uow: Uow) -> BookingFiltersResponse:
    """The cars, affiliates and channels that bookings can be filtered by."""
    return await service.list_filters(uow)


@router.get("/export.csv", response_class=Response, responses={200: {"content": {"text/csv": {}}}})
async def export_bookings(
    actor: ExportsActor,
    request: Request,
    tenant: CurrentTenant,
    db: Db,
    filters: Chosen,
    catalog: CatalogNow,
    clock: AppClock,
    texts: ReaderTexts,
    sort: BookingSort = "-createdAt",
) -> StreamingResponse:
    """The filtered bookings as a CSV file. The export is recorded in the audit log."""
    async with db.uow(tenant.id) as uow:
        await service.record_export(uow, actor, sorted(request.query_params.keys() - {"sort"}), clock.now())
    today = clock.now().astimezone(tenant.zone)
    return StreamingResponse(
        in_turns(csv_lines(service.batches(db, tenant, filters, sort), tenant, catalog, texts)),
        media_type="text/csv",
        headers={
            "Content-Disposition": f'attachment; filename="bookings-{today:%Y-%m-%d}.csv"',
            "Cache-Control": "no-store",
        },
    )


@router.get("/{booking_id}")
async def show_booking(booking_id: UUID, _: BookingsActor, show: Shown) -> BookingDetailResponse:
    """One booking: price lines, history, attribution, and templates for emails."""
    return await show(booking_id)


@router.post("/{booking_id}/status")
async def change_booking_status(
    booking_id: UUID,
    body: StatusChangeRequest,
    actor: BookingsActor,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    show: Shown,
) -> BookingDetailResponse:
    """Confirm, hand over, complete or cancel; 409 when the status has changed since the admin loaded it.

    A handover or return on another day than planned, and completing without a recorded return or with money due,
    is refused (422) unless ``acknowledged`` has the codes of its questions.
    """
    async with db.uow(tenant.id) as uow:
        await transitions.change(uow, tenant, actor, booking_id, body, clock.now())
    return await show(booking_id)


@router.post("/{booking_id}/step-back")
async def step_booking_back(
    booking_id: UUID,
    body: StepBackRequest,
    actor: BookingsActor,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    show: Shown,
) -> BookingDetailResponse:
    """Undo the last transition, with a reason; 409 when the status has changed since the admin loaded it."""
    async with db.uow(tenant.id) as uow:
        await transitions.step_back(uow, actor, booking_id, body, clock.now())
    return await show(booking_id)


@router.post("/{booking_id}/notes")
async def add_booking_note(
    booking_id: UUID,
    body: NoteRequest,
    actor: BookingsActor,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    show: Shown,
) -> BookingDetailResponse:
    """Add a note for the team."""
    async with db.uow(tenant.id) as uow:
        await service.add_note(uow, actor, booking_id, body.text, clock.now())
    return await show(booking_id)


@router.post("/{booking_id}/emails")
async def email_customer(
    booking_id: UUID,
    body: CustomerEmailRequest,
    actor: BookingsActor,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    show: Shown,
) -> BookingDetailResponse:
    """Send the customer an email; replies go to the company's address."""
    async with db.uow(tenant.id) as uow:
        await service.send_email(uow, actor, booking_id, body, clock.now())
    return await show(booking_id)


@router.post("/{booking_id}/reviewed")
async def mark_booking_reviewed(
    booking_id: UUID, actor: BookingsActor, tenant: CurrentTenant, db: Db, clock: AppClock, show: Shown
) -> BookingDetailResponse:
    """Mark the booking as reviewed."""
    async with db.uow(tenant.id) as uow:
        await service.mark_reviewed(uow, actor, booking_id, clock.now())
    return await show(booking_id)


# HTTP endpoints of bookings by staff.


requests_router = APIRouter(prefix="/api/admin", tags=["bookings"], dependencies=[Depends(no_store)])


@requests_router.get("/bookings/{booking_id}/by-customer")
async def show_by_customer(booking_id: UUID, _: BookingsActor, uow: Uow) -> ByCustomerResponse:
    """Flight, addresses and second driver, and what the customer sent and changed in self-service."""
    return await service.show_by_customer(uow, booking_id)


@requests_router.put("/bookings/{booking_id}/second-driver")
async def change_second_driver(
    booking_id: UUID,
    body: SecondDriverRequest,
    actor: BookingsActor,
    tenant: CurrentTenant,
    catalog: CatalogNow,
    clock: AppClock,
    uow: Uow,
) -> ByCustomerResponse:
    """Set or remove the second driver. Their fee is proposed at the handover."""
    await update_second_driver(uow, tenant, catalog, actor, booking_id, body, clock.now())
    return await service.show_by_customer(uow, booking_id)


@requests_router.post("/customer-actions/{action_id}/seen", status_code=204)
async def mark_customer_action_seen(action_id: UUID, actor: BookingsActor, uow: Uow, clock: AppClock) -> None:
    """Mark it as reviewed: Today no longer shows it."""
    await service.mark_seen(uow, actor, action_id, clock.now())
