"""HTTP endpoints of the accountant's books, for owners."""

from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Response

from abano.catalog.published.dependencies import ReaderTexts
from abano.payments.accounting import service
from abano.payments.accounting.models import AccountingExport
from abano.payments.accounting.schemas import (
    AccountingData,
    AccountingSettingsResponse,
    ExportRequest,
    ExportsResponse,
)
from abano.web.dependencies import AccountingActor, AppClock, CurrentTenant, Db, Uow, needs, no_store

router = APIRouter(prefix="/api/admin/accounting", tags=["money"], dependencies=[Depends(no_store)])
READER = needs("accounting")
CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {}}}}
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]


@router.get("/settings", dependencies=READER)
async def show_accounting(uow: Uow) -> AccountingSettingsResponse:
    """The chart of accounts, its numbers, and those with DATEV."""
    return AccountingSettingsResponse.of(await service.load_books(uow))


@router.put("/settings")
async def change_accounting(
    body: AccountingData, actor: AccountingActor, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> AccountingSettingsResponse:
    """Change account numbers, for exports from now on."""
    await service.keep_books(uow, tenant, actor, body.books(), clock.now())
    return AccountingSettingsResponse.of(await service.load_books(uow))


@router.get("/exports", dependencies=READER)
async def list_exports(uow: Uow) -> ExportsResponse:
    """Exported periods."""
    return ExportsResponse.of(await service.list_exports(uow))


@router.post("/exports", status_code=201)
async def export_period(
    body: ExportRequest,
    actor: AccountingActor,
    tenant: CurrentTenant,
    db: Db,
    texts: ReaderTexts,
    clock: AppClock,
) -> ExportsResponse:
    """Export a period that is over, and close it: what is written later for its days is in the next export."""
    now = clock.now()
    async with db.uow(tenant.id) as uow:
        prepared = await service.prepare_export(uow, tenant, body.first, body.last, now)
    export = await service.write_export(prepared, tenant, actor, texts, now)
    async with db.uow(tenant.id) as uow:
        await service.keep_export(uow, prepared, export, actor, now)
        return ExportsResponse.of(await service.list_exports(uow))


@router.get("/exports/{number}/journal.csv", dependencies=READER, response_class=Response, responses=CSV)
async def download_journal(number: Number, uow: Uow) -> Response:
    """The export as plain double-entry CSV, the same bytes each time."""
    export = await service.find_export(uow, number)
    return _file(export.journal, f"journal-{_days(export)}", "utf-8")


@router.get("/exports/{number}/datev.csv", dependencies=READER, response_class=Response, responses=CSV)
async def download_datev(number: Number, uow: Uow) -> Response:
    """The export as DATEV's Buchungsstapel, the same bytes each time."""
    export = await service.find_datev(uow, number)
    return _file(export.datev, f"EXTF_Buchungsstapel_{_days(export)}", "windows-1252")


def _days(export: AccountingExport) -> str:
    first, last = map(date.isoformat, (export.first_day, export.last_day))
    return f"{first}-to-{last}"


def _file(content: bytes, name: str, charset: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"', "Cache-Control": "no-store"}
    return Response(content, media_type=f"text/csv; charset={charset}", headers=headers)
