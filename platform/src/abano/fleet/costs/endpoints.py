"""HTTP endpoints of what vehicles cost: the desk adds, owners and managers see and change."""

from datetime import date
from typing import Annotated, Any, cast
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Response

from abano.catalog.published.dependencies import ReaderTexts
from abano.core.files import BYTE_ORDER_MARK, csv_rows
from abano.core.languages.texts import translatable
from abano.core.money import to_decimal
from abano.core.paging import PageRequest
from abano.fleet.costs import service
from abano.fleet.costs.repository import CostFilter
from abano.fleet.costs.rules import CostKind
from abano.fleet.costs.schemas import (
    CostSort,
    ReceiptRequest,
    VehicleCostOut,
    VehicleCostRequest,
    VehicleCostResponse,
    VehicleCostsResponse,
    VehicleCostTotal,
)
from abano.storage.images import JPEG
from abano.storage.service import PDF, Media
from abano.web.dependencies import (
    AppClock,
    CostReporter,
    CostsActor,
    CurrentTenant,
    Db,
    PageCursor,
    Uow,
    needs,
    no_store,
    of_app,
)

router = APIRouter(prefix="/api/admin", tags=["vehicle costs"], dependencies=[Depends(no_store)])
RECEIPT: dict[int | str, dict[str, Any]] = {200: {"content": {JPEG: {}, PDF: {}}}}
CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {}}}}
PAGE = 50
KINDS: dict[CostKind, str] = {
    "purchase": translatable("Purchase"),
    "lease": translatable("Lease"),
    "insurance": translatable("Insurance"),
    "service": translatable("Service and repairs"),
    "fuel": translatable("Fuel"),
    "fine": translatable("Fine"),
    "toll": translatable("Toll"),
    "other": translatable("Other"),
}
COLUMNS = (
    translatable("Date"),
    translatable("Vehicle"),
    translatable("Model"),
    translatable("Kind"),
    translatable("Amount"),
    translatable("Currency"),
    translatable("Months"),
    translatable("Supplier"),
    translatable("Note"),
)


MediaOf = Annotated[Media, of_app("media")]


async def get_filter(
    vehicle: UUID | None = None,
    kind: CostKind | None = None,
    first: Annotated[date | None, Query(alias="from")] = None,
    last: Annotated[date | None, Query(alias="to")] = None,
) -> CostFilter:
    """Days of the company's zone, both included."""
    return CostFilter(vehicle, kind, first, last)


Wanted = Annotated[CostFilter, Depends(get_filter)]


@router.get("/vehicle-costs", dependencies=needs("costs"))
async def list_vehicle_costs(
    tenant: CurrentTenant, uow: Uow, wanted: Wanted, sort: CostSort = "-spentOn", cursor: PageCursor = None
) -> VehicleCostsResponse:
    """Costs of all vehicles, fifty a page, with the totals of everything that matches."""
    page, totals = await service.list_costs(uow, wanted, PageRequest(sort, PAGE, cursor))
    return VehicleCostsResponse(
        currency=tenant.currency,
        costs=[VehicleCostOut.of(row) for row in page.items],
        totals=[VehicleCostTotal.of(row) for row in totals],
        next_cursor=page.next_cursor,
    )


@router.get("/vehicle-costs.csv", dependencies=needs("costs"), response_class=Response, responses=CSV)
async def export_vehicle_costs(
    uow: Uow, wanted: Wanted, texts: ReaderTexts, sort: CostSort = "-spentOn"
) -> Response:
    """The same as CSV, in the reader's language."""
    table: list[list[object]] = [[texts.gettext(column) for column in COLUMNS]]
    async for cost, plate, car, _ in service.stream_costs(uow, wanted, sort):
        kind = texts.gettext(KINDS[cast(CostKind, cost.kind)])
        amount = to_decimal(cost.amount_minor)
        table.append(
            [
                cost.spent_on.isoformat(),
                plate,
                car,
                kind,
                amount,
                cost.currency,
                cost.months,
                cost.supplier,
                cost.note,
            ]
        )
    headers = {
        "Content-Disposition": 'attachment; filename="vehicle-costs.csv"',
        "Cache-Control": "no-store",
    }
    return Response(BYTE_ORDER_MARK + csv_rows(table), media_type="text/csv; charset=utf-8", headers=headers)


@router.post("/vehicles/{vehicle_id}/costs", status_code=201)
async def add_vehicle_cost(
    vehicle_id: UUID,
    body: VehicleCostRequest,
    actor: CostReporter,
    tenant: CurrentTenant,
    uow: Uow,
    clock: AppClock,
) -> VehicleCostResponse:
    """Add a cost in the company's currency."""
    return VehicleCostResponse(
        cost_id=await service.add(uow, actor, vehicle_id, body, tenant.currency, clock.now())
    )


@router.put("/vehicle-costs/{cost_id}")
async def change_vehicle_cost(
    cost_id: UUID, body: VehicleCostRequest, actor: CostsActor, uow: Uow, clock: AppClock
) -> VehicleCostResponse:
    """Change a cost; its currency stays."""
    await service.change(uow, actor, cost_id, body, clock.now())
    return VehicleCostResponse(cost_id=cost_id)


@router.delete("/vehicle-costs/{cost_id}", status_code=204)
async def remove_vehicle_cost(cost_id: UUID, actor: CostsActor, uow: Uow, clock: AppClock) -> None:
    """Remove a cost with its receipt."""
    await service.remove(uow, actor, cost_id, clock.now())


@router.put("/vehicle-costs/{cost_id}/receipt")
async def keep_vehicle_receipt(
    cost_id: UUID,
    body: ReceiptRequest,
    actor: CostReporter,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    media: MediaOf,
) -> VehicleCostResponse:
    """Store the receipt of a cost; it takes the place of an earlier one."""
    async with db.uow(tenant.id) as uow:
        await service.require_cost(uow, cost_id)
    file = await media.prepare_document(tenant.id, body.content)
    async with db.uow(tenant.id) as uow:
        await service.keep_receipt(uow, media, actor, cost_id, file, clock.now())
    return VehicleCostResponse(cost_id=cost_id)


@router.get(
    "/vehicle-costs/{cost_id}/receipt",
    dependencies=needs("costs"),
    response_class=Response,
    responses=RECEIPT,
)
async def read_vehicle_receipt(cost_id: UUID, uow: Uow, media: MediaOf) -> Response:
    """The photo, or the PDF as a download."""
    found = await service.read_receipt(uow, media, cost_id)
    # Private: no cache keeps it, and no page may run anything of it.
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": "default-src 'none'; sandbox"}
    if found.content_type == PDF:
        headers["Content-Disposition"] = 'attachment; filename="receipt.pdf"'
    return Response(found.content, headers=headers, media_type=found.content_type)


@router.delete("/vehicle-costs/{cost_id}/receipt", status_code=204)
async def remove_vehicle_receipt(cost_id: UUID, actor: CostsActor, uow: Uow, clock: AppClock) -> None:
    await service.remove_receipt(uow, actor, cost_id, clock.now())
