"""HTTP endpoints of the page *Your data*, for owners."""

from typing import cast

from fastapi import APIRouter, Depends, Request

from abano.accounts.users.endpoints import Secret, person
from abano.company.leaving.schemas import DeletionRequest, YourDataResponse
from abano.company.leaving.service import GRACE_DAYS, load_deletion, request_deletion, undo_deletion
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant, TenantCache
from abano.web.dependencies import AppClock, CompanyActor, CurrentTenant, Db, Uow, no_store

router = APIRouter(prefix="/api/admin/company-data", tags=["company data"], dependencies=[Depends(no_store)])


@router.get("")
async def read_company_data(_owner: CompanyActor, tenant: CurrentTenant, uow: Uow) -> YourDataResponse:
    """Whether the company is being deleted, and when."""
    return YourDataResponse.of(tenant.name, GRACE_DAYS, await load_deletion(uow))


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
    async with db.uow(tenant.id) as uow:
        await undo_deletion(uow, owner, clock.now())
    return await _changed(request, tenant, db)


async def _changed(request: Request, tenant: Tenant, db: Database) -> YourDataResponse:
    # Other processes follow within seconds.
    cast(TenantCache, request.app.state.tenants).clear()
    async with db.uow(tenant.id) as uow:
        return YourDataResponse.of(tenant.name, GRACE_DAYS, await load_deletion(uow))
