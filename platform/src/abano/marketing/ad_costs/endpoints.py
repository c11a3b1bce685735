"""HTTP endpoints of campaign costs, for owners, managers and analysts."""

from uuid import UUID

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends

from abano.core.errors import LAST_DAY_BEFORE_FIRST, InvalidInput
from abano.core.money import to_minor
from abano.marketing.ad_costs import service
from abano.marketing.ad_costs.ads_report import CostLine
from abano.marketing.ad_costs.repository import CampaignCostRepository
from abano.marketing.ad_costs.schemas import (
    CostsResponse,
    CostUploadRequest,
    CostUploadResponse,
    StoredCosts,
    TypedCostRequest,
)
from abano.web.dependencies import AnalyticsActor, AppClock, CurrentTenant, Db, Uow, no_store, require_right

router = APIRouter(tags=["campaign costs"])
READER = Depends(require_right("analytics"))
COSTS = "/api/admin/campaign-costs"


@router.get(COSTS, dependencies=[READER, Depends(no_store)])
async def list_campaign_costs(uow: Uow, tenant: CurrentTenant) -> CostsResponse:
    """What was uploaded and typed, the newest first."""
    return await _listed(uow, tenant.currency)


@router.post(f"{COSTS}/uploads", dependencies=[Depends(no_store)])
async def upload_campaign_costs(
    actor: AnalyticsActor, body: CostUploadRequest, tenant: CurrentTenant, db: Db, clock: AppClock
) -> CostUploadResponse:
    """Look at a campaign report of Google Ads, Meta or Microsoft, or take it.

    Costs of the same campaign and days are replaced.
    """
    content = await service.read_file(body.file)
    taken = await service.upload(
        db,
        tenant,
        actor,
        content=content,
        file_name=body.file_name,
        source=body.source.lower(),
        currency=body.currency or tenant.currency,
        only_check=body.only_check,
        now=clock.now(),
    )
    # Adds up as many lines as the file has.
    return await run_sync(CostUploadResponse.of, taken, tenant.currency)


@router.post(COSTS, status_code=201, dependencies=[Depends(no_store)])
async def type_campaign_costs(
    actor: AnalyticsActor, body: TypedCostRequest, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> CostsResponse:
    """Add what a campaign cost on some days."""
    if body.last_day < body.first_day:
        raise InvalidInput.of("lastDay", LAST_DAY_BEFORE_FIRST())
    line = CostLine(
        0, body.campaign, body.first_day, body.last_day, body.currency or "", to_minor(body.amount)
    )  # fmt: skip
    await service.type_in(uow, tenant, actor, line, body.source.lower(), clock.now())
    return await _listed(uow, tenant.currency)


@router.delete(f"{COSTS}/{{upload_id}}", dependencies=[Depends(no_store)])
async def delete_campaign_costs(
    upload_id: UUID, actor: AnalyticsActor, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> CostsResponse:
    """Delete what came with one file or was typed."""
    await service.delete_upload(uow, actor, upload_id, clock.now())
    return await _listed(uow, tenant.currency)


async def _listed(uow: Uow, currency: str) -> CostsResponse:
    repository = CampaignCostRepository(uow)
    names = await repository.admin_names()
    rows = await repository.list_uploads()
    return CostsResponse(
        costs=[StoredCosts.of(row, names.get(row.created_by) if row.created_by else None) for row in rows],
        currency=currency,
    )
