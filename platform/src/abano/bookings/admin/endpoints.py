"""HTTP endpoints of bookings in the console, for owners and managers."""

from datetime import date
from typing import Annotated, cast
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse

from abano.auth.principals import Actor
from abano.bookings.admin.export import csv_lines
from abano.bookings.admin.rules import Filters, Position
from abano.bookings.admin.schemas import (
    BookingDetailResponse,
    BookingFiltersResponse,
    BookingListResponse,
    CustomerEmailRequest,
    NoteRequest,
    StatusChangeRequest,
    StepBackRequest,
)
from abano.bookings.admin.service import BookingAdmin
from abano.bookings.admin.transitions import Transitions
from abano.bookings.rules import Status
from abano.errors import InvalidInput
from abano.http.dependencies import AppClock, Catalogs, CurrentTenant, acting, no_store

router = APIRouter(prefix="/api/admin/bookings", tags=["bookings"], dependencies=[Depends(no_store)])


async def get_bookings(request: Request) -> BookingAdmin:
    return cast(BookingAdmin, request.app.state.booking_admin)


async def get_transitions(request: Request, clock: AppClock) -> Transitions:
    return Transitions(request.app.state.db, clock)


def get_filters(
    search: Annotated[str, Query(max_length=100)] = "",
    status: Status | None = None,
    car: Annotated[str | None, Query(max_length=120)] = None,
    affiliate: UUID | None = None,
    pickup_from: Annotated[date | None, Query(alias="pickupFrom")] = None,
    pickup_to: Annotated[date | None, Query(alias="pickupTo")] = None,
    needs_review: Annotated[bool, Query(alias="needsReview")] = False,
) -> Filters:
    """Raises InvalidInput for values that the database cannot compare."""
    for name, text in (("search", search), ("car", car or "")):
        if "\x00" in text:
            raise InvalidInput.of(name, "This text contains a character that cannot be searched for.")
    if pickup_from and pickup_to and pickup_to < pickup_from:
        raise InvalidInput.of("pickupTo", "The last day must not be before the first")
    if pickup_to == date.max:
        raise InvalidInput.of("pickupTo", "Please choose an earlier day")
    return Filters(search, status, car, affiliate, pickup_from, pickup_to, needs_review)


def get_position(cursor: Annotated[str | None, Query(max_length=200)] = None) -> Position | None:
    try:
        return Position.decode(cursor) if cursor else None
    except ValueError:
        raise InvalidInput.of("cursor", "This page of the list does not exist") from None


Bookings = Annotated[BookingAdmin, Depends(get_bookings)]
TransitionsOf = Annotated[Transitions, Depends(get_transitions)]
Chosen = Annotated[Filters, Depends(get_filters)]
Manager = Annotated[Actor, Depends(acting("owner", "manager"))]


@router.get("")
async def list_bookings(
    _: Manager,
    tenant: CurrentTenant,
    bookings: Bookings,
    filters: Chosen,
    after: Annotated[Position | None, Depends(get_position)],
) -> BookingListResponse:
    """Bookings, newest first, fifty a page."""
    return await bookings.page(tenant, filters, after)


@router.get("/filters")
async def booking_filters(_: Manager, tenant: CurrentTenant, bookings: Bookings) -> BookingFiltersResponse:
    """The cars and affiliates that bookings can be filtered by."""
    return await bookings.filters(tenant)


@router.get("/export.csv", response_class=Response, responses={200: {"content": {"text/csv": {}}}})
async def export_bookings(
    actor: Manager,
    request: Request,
    tenant: CurrentTenant,
    bookings: Bookings,
    filters: Chosen,
    catalogs: Catalogs,
    clock: AppClock,
) -> StreamingResponse:
    """The filtered bookings as a CSV file. The export is recorded in the audit log."""
    catalog = await catalogs.get(tenant.id)
    await bookings.record_export(tenant, actor, {"filters": sorted(request.query_params.keys())})
    today = clock.now().astimezone(tenant.zone)
    return StreamingResponse(
        csv_lines(bookings.batches(tenant, filters), tenant, catalog),
        media_type="text/csv",
        headers={
            "Content-Disposition": f'attachment; filename="bookings-{today:%Y-%m-%d}.csv"',
            "Cache-Control": "no-store",
        },
    )


@router.get("/{booking_id}")
async def show_booking(
    booking_id: UUID, _: Manager, tenant: CurrentTenant, bookings: Bookings
) -> BookingDetailResponse:
    """One booking: price lines, history, attribution, and templates for emails."""
    return await bookings.show(tenant, booking_id)


@router.post("/{booking_id}/status")
async def change_booking_status(
    booking_id: UUID,
    body: StatusChangeRequest,
    actor: Manager,
    tenant: CurrentTenant,
    bookings: Bookings,
    transitions: TransitionsOf,
) -> BookingDetailResponse:
    """Confirm, hand over, complete or cancel; 409 when the status has changed since the admin loaded it.

    A hand-over or return on another day than planned is refused (422) unless ``acknowledged`` has its code.
    """
    await transitions.change(tenant, actor, booking_id, body)
    return await bookings.show(tenant, booking_id)


@router.post("/{booking_id}/step-back")
async def step_booking_back(
    booking_id: UUID,
    body: StepBackRequest,
    actor: Manager,
    tenant: CurrentTenant,
    bookings: Bookings,
    transitions: TransitionsOf,
) -> BookingDetailResponse:
    """Undo the last transition, with a reason; 409 when the status has changed since the admin loaded it."""
    await transitions.step_back(tenant, actor, booking_id, body)
    return await bookings.show(tenant, booking_id)


@router.post("/{booking_id}/notes")
async def add_booking_note(
    booking_id: UUID, body: NoteRequest, actor: Manager, tenant: CurrentTenant, bookings: Bookings
) -> BookingDetailResponse:
    """Add a note for the team."""
    await bookings.add_note(tenant, actor, booking_id, body.text)
    return await bookings.show(tenant, booking_id)


@router.post("/{booking_id}/emails")
async def email_customer(
    booking_id: UUID, body: CustomerEmailRequest, actor: Manager, tenant: CurrentTenant, bookings: Bookings
) -> BookingDetailResponse:
    """Send the customer an email; replies go to the company's address."""
    await bookings.send_email(tenant, actor, booking_id, body)
    return await bookings.show(tenant, booking_id)


@router.post("/{booking_id}/reviewed")
async def mark_booking_reviewed(
    booking_id: UUID, actor: Manager, tenant: CurrentTenant, bookings: Bookings
) -> BookingDetailResponse:
    """Mark the booking as reviewed."""
    await bookings.mark_reviewed(tenant, actor, booking_id)
    return await bookings.show(tenant, booking_id)
