"""HTTP endpoints of vehicles, for everyone who works with bookings; settings for owners and managers."""

from datetime import date, datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Depends, Response

from abano.catalog.published.dependencies import CatalogNow
from abano.core.files import IMPORTS
from abano.fleet.vehicles import blocks, csv_file, documents, service
from abano.fleet.vehicles import blocks as work
from abano.fleet.vehicles import service as settings
from abano.fleet.vehicles.repository import VehicleRepository
from abano.fleet.vehicles.schemas import (
    BlockMoveRequest,
    BlockRequest,
    BlockResponse,
    DocumentRequest,
    FleetSettingsRequest,
    FleetSettingsResponse,
    ImportRequest,
    ImportResponse,
    ServiceDoneRequest,
    ServiceRequest,
    VehicleRequest,
    VehicleResponse,
    VehiclesResponse,
)
from abano.web.dependencies import (
    AppClock,
    CurrentTenant,
    Db,
    FleetActor,
    SettingsActor,
    Uow,
    VehicleReader,
    no_store,
)

router = APIRouter(prefix="/api/admin", tags=["fleet"], dependencies=[Depends(no_store)])
CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {}}}}


async def get_today(tenant: CurrentTenant, clock: AppClock) -> date:
    """The day in the company's time zone."""
    return clock.now().astimezone(tenant.zone).date()


async def get_now(clock: AppClock) -> datetime:
    return clock.now()


Today = Annotated[date, Depends(get_today)]
Now = Annotated[datetime, Depends(get_now)]


@router.get("/vehicles")
async def list_vehicles(_: VehicleReader, uow: Uow, today: Today) -> VehiclesResponse:
    """All vehicles by car and plate, sold ones last."""
    return await service.list_vehicles(uow, today)


@router.get("/vehicles/export.csv", response_class=Response, responses=CSV)
async def export_vehicles(_: FleetActor, uow: Uow, today: Today) -> Response:
    """All vehicles as a CSV file, which the import takes back."""
    text = csv_file.csv_file(await VehicleRepository(uow).list_all(today))
    headers = {
        "Content-Disposition": f'attachment; filename="vehicles-{today}.csv"',
        "Cache-Control": "no-store",
    }
    return Response(text, headers=headers, media_type="text/csv")


@router.post("/vehicles/import")
async def import_vehicles(
    body: ImportRequest, actor: FleetActor, tenant: CurrentTenant, db: Db, catalog: CatalogNow, now: Now
) -> ImportResponse:
    """Add and change vehicles from a CSV text, all or none. 422 names each bad line."""
    with IMPORTS.turn(tenant.id):
        lines = await IMPORTS.read("csv", csv_file.read_lines, body.csv)
        async with db.uow(tenant.id, keep=not body.only_check) as uow:
            return await csv_file.import_file(uow, actor, catalog, lines, now)


@router.post("/vehicles", status_code=201)
async def add_vehicle(
    body: VehicleRequest, actor: FleetActor, catalog: CatalogNow, now: Now, today: Today, uow: Uow
) -> VehicleResponse:
    vehicle_id = await service.add(uow, actor, catalog, body, now)
    return await service.show(uow, vehicle_id, now, today)


@router.get("/vehicles/{vehicle_id}")
async def show_vehicle(vehicle_id: UUID, _: FleetActor, uow: Uow, now: Now, today: Today) -> VehicleResponse:
    """One vehicle with documents, service, what it is taken for, and its history."""
    return await service.show(uow, vehicle_id, now, today)


@router.put("/vehicles/{vehicle_id}")
async def change_vehicle(
    vehicle_id: UUID,
    body: VehicleRequest,
    actor: FleetActor,
    catalog: CatalogNow,
    now: Now,
    today: Today,
    uow: Uow,
) -> VehicleResponse:
    """Change the vehicle; one with bookings ahead can neither be sold nor become another car (409)."""
    await service.change(uow, actor, catalog, vehicle_id, body, now)
    return await service.show(uow, vehicle_id, now, today)


@router.post("/vehicles/{vehicle_id}/documents", status_code=201)
async def add_vehicle_document(
    vehicle_id: UUID, body: DocumentRequest, actor: FleetActor, uow: Uow, now: Now, today: Today
) -> VehicleResponse:
    """Add a document with its last day; it warns thirty days before."""
    await documents.add(uow, actor, vehicle_id, body, now)
    return await service.show(uow, vehicle_id, now, today)


@router.delete("/vehicles/{vehicle_id}/documents/{document_id}")
async def remove_vehicle_document(
    vehicle_id: UUID, document_id: UUID, actor: FleetActor, uow: Uow, now: Now, today: Today
) -> VehicleResponse:
    await documents.remove(uow, actor, vehicle_id, document_id, now)
    return await service.show(uow, vehicle_id, now, today)


@router.post("/vehicles/{vehicle_id}/services", status_code=201)
async def plan_vehicle_service(
    vehicle_id: UUID, body: ServiceRequest, actor: FleetActor, uow: Uow, now: Now, today: Today
) -> VehicleResponse:
    """Plan work that is due by a day, by mileage, or by both."""
    await work.plan(uow, actor, vehicle_id, body, now)
    return await service.show(uow, vehicle_id, now, today)


@router.post("/vehicles/{vehicle_id}/services/{service_id}/done")
async def finish_vehicle_service(
    vehicle_id: UUID,
    service_id: UUID,
    body: ServiceDoneRequest,
    actor: FleetActor,
    uow: Uow,
    now: Now,
    today: Today,
) -> VehicleResponse:
    await work.finish(uow, actor, vehicle_id, service_id, body, now)
    return await service.show(uow, vehicle_id, now, today)


@router.delete("/vehicles/{vehicle_id}/services/{service_id}")
async def remove_vehicle_service(
    vehicle_id: UUID, service_id: UUID, actor: FleetActor, uow: Uow, now: Now, today: Today
) -> VehicleResponse:
    await work.remove(uow, actor, vehicle_id, service_id, now)
    return await service.show(uow, vehicle_id, now, today)


@router.post("/vehicles/{vehicle_id}/blocks")
async def block_vehicle(
    vehicle_id: UUID, body: BlockRequest, actor: FleetActor, tenant: CurrentTenant, db: Db, now: Now
) -> BlockResponse:
    """Take the vehicle out of rental for a time; its bookings move to other vehicles if asked. 409 names those that
    cannot."""
    async with db.uow(tenant.id, keep=not body.only_plan) as uow:
        return await blocks.block_vehicle(uow, actor, vehicle_id, body, now)


@router.put("/vehicles/{vehicle_id}/blocks/{block_id}", status_code=204)
async def move_vehicle_block(
    vehicle_id: UUID, block_id: UUID, body: BlockMoveRequest, actor: FleetActor, uow: Uow, now: Now
) -> None:
    """Move the block in time or to another vehicle."""
    await blocks.move_block(uow, actor, vehicle_id, block_id, body, now)


@router.delete("/vehicles/{vehicle_id}/blocks/{block_id}", status_code=204)
async def unblock_vehicle(vehicle_id: UUID, block_id: UUID, actor: FleetActor, uow: Uow, now: Now) -> None:
    await blocks.unblock(uow, actor, vehicle_id, block_id, now)


@router.get("/fleet/settings")
async def show_fleet_settings(_: SettingsActor, uow: Uow) -> FleetSettingsResponse:
    return await settings.settings_show(uow)


@router.put("/fleet/settings")
async def change_fleet_settings(
    body: FleetSettingsRequest, actor: SettingsActor, uow: Uow, now: Now
) -> FleetSettingsResponse:
    """Switch availability on or off, and set the time between two rentals; within some seconds the site follows."""
    await settings.settings_change(uow, actor, body, now)
    return await settings.settings_show(uow)
