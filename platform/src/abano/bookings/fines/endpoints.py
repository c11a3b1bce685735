"""HTTP endpoints of fines, tolls and parking charges, for everyone who works with bookings."""

from datetime import datetime, time
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Depends, Response

from abano.bookings.fines import service
from abano.bookings.fines.csv_file import ReadFine, read_fines
from abano.bookings.fines.repository import FineFilter
from abano.bookings.fines.rules import FineState
from abano.bookings.fines.schemas import (
    AddFineRequest,
    ChargeFineRequest,
    FineImportRequest,
    FineImportResponse,
    FineOut,
    FineResponse,
    FineSort,
    FinesResponse,
    HandlingFees,
    KeepFineRequest,
    ReverseFineRequest,
)
from abano.bookings.handover.terms import load_terms
from abano.catalog.published.dependencies import CatalogNow
from abano.core.clock import local_moment
from abano.core.files import IMPORTS
from abano.core.money import to_json, to_minor
from abano.core.paging import PageRequest
from abano.fleet.costs.schemas import ReceiptRequest
from abano.storage.images import JPEG
from abano.storage.service import PDF, Media
from abano.web.dependencies import AppClock, CurrentTenant, Db, FleetActor, PageCursor, Uow, no_store, of_app

router = APIRouter(prefix="/api/admin/fines", tags=["fines and tolls"], dependencies=[Depends(no_store)])
NOTICE: dict[int | str, dict[str, Any]] = {200: {"content": {JPEG: {}, PDF: {}}}}
PAGE = 50


MediaOf = Annotated[Media, of_app("media")]


@router.get("")
async def list_fines(
    _: FleetActor,
    tenant: CurrentTenant,
    uow: Uow,
    state: FineState | None = None,
    vehicle: UUID | None = None,
    booking: UUID | None = None,
    sort: FineSort = "-happenedAt",
    cursor: PageCursor = None,
) -> FinesResponse:
    """Fines of all vehicles, fifty a page, with the handling fees of the company."""
    page = await service.list_fines(uow, FineFilter(state, vehicle, booking), PageRequest(sort, PAGE, cursor))
    terms = await load_terms(uow)
    return FinesResponse(
        currency=tenant.currency,
        timezone=tenant.timezone,
        fees=HandlingFees(
            fine=to_json(terms.fine_fee_minor),
            toll=to_json(terms.toll_fee_minor),
            parking=to_json(terms.parking_fee_minor),
        ),
        fines=[FineOut.of(row) for row in page.items],
        next_cursor=page.next_cursor,
    )


@router.post("", status_code=201)
async def add_fine(
    body: AddFineRequest, actor: FleetActor, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> FineResponse:
    """Add one by hand, matched to the rental that had the vehicle then."""
    moment = datetime.combine(body.happened_on, time.fromisoformat(body.happened_at))
    fine = ReadFine(
        body.plate,
        local_moment(moment, tenant.zone),
        to_minor(body.amount),
        body.currency,
        body.kind,
        body.reference,
        body.note,
    )
    return FineResponse(fine_id=await service.add(uow, actor, fine, clock.now()))


@router.post("/import")
async def import_fines(
    body: FineImportRequest, actor: FleetActor, tenant: CurrentTenant, db: Db, clock: AppClock
) -> FineImportResponse:
    """Match each line of a CSV text to the rental that had the vehicle then, and store what is new.

    A line with the vehicle, time and reference of an earlier one is never stored twice.
    """
    now = clock.now()
    with IMPORTS.turn(tenant.id):
        lines = await IMPORTS.read("csv", read_fines, body.csv, tenant.timezone, now)
        async with db.uow(tenant.id, keep=not body.only_check) as uow:
            checked = await service.check_lines(uow, lines)
            imported = 0 if body.only_check else await service.import_lines(uow, actor, checked, now)
    return FineImportResponse(imported=imported, lines=[each.shown() for each in checked])


@router.post("/{fine_id}/charge")
async def charge_fine(
    fine_id: UUID,
    body: ChargeFineRequest,
    actor: FleetActor,
    tenant: CurrentTenant,
    db: Db,
    catalog: CatalogNow,
    clock: AppClock,
) -> FineResponse:
    """Add it and the handling fee to the price of the booking, whose balance and invoices follow."""
    async with db.uow(tenant.id) as uow:
        await service.charge(uow, tenant, catalog, actor, fine_id, body, clock.now())
    return FineResponse(fine_id=fine_id)


@router.post("/{fine_id}/keep")
async def keep_fine(
    fine_id: UUID, body: KeepFineRequest, actor: FleetActor, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> FineResponse:
    """Keep it as a cost of the vehicle."""
    await service.keep(uow, tenant, actor, fine_id, to_minor(body.amount), clock.now())
    return FineResponse(fine_id=fine_id)


@router.post("/{fine_id}/reversal")
async def reverse_fine(
    fine_id: UUID,
    body: ReverseFineRequest,
    actor: FleetActor,
    tenant: CurrentTenant,
    db: Db,
    catalog: CatalogNow,
    clock: AppClock,
) -> FineResponse:
    """Undo a decision: what was charged is taken off the booking's price, a cost is removed, and it is open again."""
    async with db.uow(tenant.id) as uow:
        await service.reverse(uow, tenant, catalog, actor, fine_id, body.reason, clock.now())
    return FineResponse(fine_id=fine_id)


@router.delete("/{fine_id}", status_code=204)
async def remove_fine(fine_id: UUID, actor: FleetActor, uow: Uow, clock: AppClock) -> None:
    """Remove one that no one decided on."""
    await service.remove(uow, actor, fine_id, clock.now())


@router.put("/{fine_id}/notice")
async def keep_fine_notice(
    fine_id: UUID,
    body: ReceiptRequest,
    actor: FleetActor,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    media: MediaOf,
) -> FineResponse:
    """Store the authority's notice; it takes the place of an earlier one."""
    async with db.uow(tenant.id) as uow:
        await service.require_fine(uow, fine_id)
    file = await media.prepare_document(tenant.id, body.content)
    async with db.uow(tenant.id) as uow:
        await service.keep_notice(uow, media, actor, fine_id, file, clock.now())
    return FineResponse(fine_id=fine_id)


@router.get("/{fine_id}/notice", response_class=Response, responses=NOTICE)
async def read_fine_notice(fine_id: UUID, _: FleetActor, uow: Uow, media: MediaOf) -> Response:
    """The photo, or the PDF as a download."""
    found = await service.read_notice(uow, media, fine_id)
    # Private: no cache keeps it, and no page may run anything of it.
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": "default-src 'none'; sandbox"}
    if found.content_type == PDF:
        headers["Content-Disposition"] = 'attachment; filename="notice.pdf"'
    return Response(found.content, headers=headers, media_type=found.content_type)
