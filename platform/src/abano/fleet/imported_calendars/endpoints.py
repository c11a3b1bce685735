"""HTTP endpoints of imported calendars, for owners."""

from uuid import UUID

from fastapi import APIRouter, Depends

from abano.fleet.imported_calendars import service
from abano.fleet.imported_calendars.schemas import (
    ImportedCalendarNameRequest,
    ImportedCalendarOut,
    ImportedCalendarRequest,
    ImportedCalendarsResponse,
)
from abano.web.dependencies import (
    AppClock,
    AppSettings,
    CurrentTenant,
    Db,
    IntegrationsActor,
    Uow,
    needs,
    no_store,
)

router = APIRouter(
    prefix="/api/admin/imported-calendars",
    tags=["fleet"],
    dependencies=[*needs("integrations"), Depends(no_store)],
)


@router.get("")
async def list_imported_calendars(uow: Uow, clock: AppClock) -> ImportedCalendarsResponse:
    """Calendars of other services whose busy events block a vehicle, newest first. Their URLs are never shown."""
    return await service.list_calendars(uow, clock.now())


@router.post("", status_code=201)
async def add_imported_calendar(
    body: ImportedCalendarRequest,
    actor: IntegrationsActor,
    tenant: CurrentTenant,
    db: Db,
    settings: AppSettings,
    clock: AppClock,
) -> ImportedCalendarOut:
    """Read the calendar and block the vehicle for its busy events, from now on every 30 minutes."""
    return await service.add_calendar(db, settings, tenant, actor, body, clock.now())


@router.put("/{calendar_id}")
async def change_imported_calendar(
    calendar_id: UUID, body: ImportedCalendarNameRequest, actor: IntegrationsActor, uow: Uow, clock: AppClock
) -> ImportedCalendarOut:
    """Rename the calendar and its blocks."""
    return await service.rename_calendar(uow, actor, calendar_id, body.name, clock.now())


@router.post("/{calendar_id}/read")
async def read_imported_calendar(
    calendar_id: UUID, tenant: CurrentTenant, db: Db, settings: AppSettings, clock: AppClock
) -> ImportedCalendarOut:
    """Read the calendar now. If it can't be read, the response says why, and its blocks are kept."""
    return await service.read_now(db, settings, tenant, calendar_id, clock.now())


@router.delete("/{calendar_id}", status_code=204)
async def delete_imported_calendar(
    calendar_id: UUID, actor: IntegrationsActor, uow: Uow, clock: AppClock
) -> None:
    """Delete the calendar and its blocks from now on."""
    await service.delete_calendar(uow, actor, calendar_id, clock.now())
