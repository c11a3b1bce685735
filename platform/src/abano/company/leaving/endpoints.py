"""HTTP endpoints of the page *Your data*, for owners."""

from typing import cast
from uuid import UUID

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import StreamingResponse

from abano.company.leaving.exports import delete_export, list_exports, open_export, open_file, request_export
from abano.company.leaving.schemas import CompanyExportRequest, DeletionRequest, YourDataResponse
from abano.company.leaving.service import GRACE_DAYS, load_deletion, request_deletion, undo_deletion
from abano.db.engine import Database
from abano.storage.store import media_store
from abano.team.users.endpoints import Secret, person
from abano.tenancy.directory.tenant import Tenant, TenantCache
from abano.web.dependencies import AppClock, AppSettings, CompanyActor, CurrentTenant, Db, no_store

router = APIRouter(prefix="/api/admin/company-data", tags=["company data"], dependencies=[Depends(no_store)])

# Media type of an export, and the end of its file's name.
FORMS = {
    "everything": ("application/gzip", ".tar.gz"),
    "invoices": ("application/zip", "-invoices.zip"),
}


@router.get("")
async def read_company_data(_owner: CompanyActor, tenant: CurrentTenant, db: Db) -> YourDataResponse:
    """Exports of the company, and whether it is being deleted."""
    return await _answer(db, tenant)


@router.post("/exports", status_code=202)
async def request_company_export(
    body: CompanyExportRequest,
    owner: CompanyActor,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    secret: Secret,
) -> YourDataResponse:
    """Have the worker write everything of the company, or its invoices, to a file. Requires the password."""
    await request_export(
        db, owner, person(owner), kind=body.kind, password=body.current_password, key=secret, clock=clock
    )
    return await _answer(db, tenant)


@router.delete("/exports/{export_id}")
async def delete_company_export(
    export_id: UUID,
    owner: CompanyActor,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    settings: AppSettings,
) -> YourDataResponse:
    """Delete an export before it expires."""
    await delete_export(db, media_store(settings), owner, tenant, export_id, clock)
    return await _answer(db, tenant)


@router.get(
    "/exports/{export_id}/file",
    response_class=Response,
    responses={200: {"content": {"application/gzip": {}, "application/zip": {}}}},
)
async def download_company_export(
    export_id: UUID,
    owner: CompanyActor,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    settings: AppSettings,
) -> StreamingResponse:
    """The file. Each download is recorded in the audit log."""
    async with db.uow(tenant.id) as uow:
        export = await open_export(uow, owner, export_id, clock)
        size, parts, day = export.bytes, list(export.parts), export.requested_at.astimezone(tenant.zone)
        form, ending = FORMS[export.kind]
    return StreamingResponse(
        await open_file(media_store(settings), tenant.id, parts),
        media_type=form,
        headers={
            "Content-Disposition": f'attachment; filename="{tenant.slug}-{day:%Y-%m-%d}{ending}"',
            "Content-Length": str(size),
        },
    )


@router.post("/deletion", status_code=201)
async def request_company_deletion(
    body: DeletionRequest,
    owner: CompanyActor,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    secret: Secret,
    request: Request,
) -> YourDataResponse:
    """Close the site now, and remove everything after the grace period. Requires the name and the password."""
    await request_deletion(
        db,
        owner,
        person(owner),
        tenant,
        name=body.company_name,
        password=body.current_password,
        key=secret,
        clock=clock,
    )
    return await _changed(request, tenant, db)


@router.delete("/deletion")
async def undo_company_deletion(
    owner: CompanyActor, tenant: CurrentTenant, db: Db, clock: AppClock, request: Request
) -> YourDataResponse:
    """Keep the company. Everything is as it was."""
    await undo_deletion(db, tenant.id, owner, clock.now())
    return await _changed(request, tenant, db)


async def _changed(request: Request, tenant: Tenant, db: Database) -> YourDataResponse:
    # Other processes follow within seconds.
    cast(TenantCache, request.app.state.tenants).clear()
    return await _answer(db, tenant)


async def _answer(db: Database, tenant: Tenant) -> YourDataResponse:
    async with db.uow(tenant.id) as uow:
        exports = await list_exports(uow)
    return YourDataResponse.of(tenant.name, GRACE_DAYS, await load_deletion(db, tenant.id), exports)
