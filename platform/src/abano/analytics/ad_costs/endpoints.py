"""HTTP endpoints of campaign costs, for owners, managers and analysts; owners connect an account."""

from uuid import UUID

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends

from abano.analytics.ad_costs import accounts, service
from abano.analytics.ad_costs.ads_report import CostLine
from abano.analytics.ad_costs.repository import CampaignCostRepository
from abano.analytics.ad_costs.schemas import (
    AdAccountRequest,
    AdAccountResponse,
    CostsResponse,
    CostUploadRequest,
    CostUploadResponse,
    StoredCosts,
    TypedCostRequest,
)
from abano.core.errors import LAST_DAY_BEFORE_FIRST, InvalidInput
from abano.core.money import to_minor
from abano.web.dependencies import (
    AnalyticsActor,
    AppClock,
    AppSettings,
    CurrentTenant,
    Db,
    IntegrationsActor,
    Uow,
    no_store,
    require_right,
)

router = APIRouter(tags=["campaign costs"])
READER = Depends(require_right("analytics"))
COSTS = "/api/admin/campaign-costs"
ACCOUNT = "/api/admin/ad-account"


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


@router.get(ACCOUNT, dependencies=[READER, Depends(no_store)])
async def show_ad_account(uow: Uow) -> AdAccountResponse:
    """The Google Ads account whose costs are read, and how the last reading went. Its key is never shown."""
    return AdAccountResponse.of(await accounts.find_account(uow))


@router.put(ACCOUNT, dependencies=[Depends(no_store)])
async def set_ad_account(
    body: AdAccountRequest,
    actor: IntegrationsActor,
    tenant: CurrentTenant,
    uow: Uow,
    settings: AppSettings,
    clock: AppClock,
) -> AdAccountResponse:
    """Connect a Google Ads account: its costs of the last 90 days are read, and then several times a day.

    The key is stored encrypted.
    """
    change = accounts.AccountChange(body.customer_id, body.manager_id, body.key_file)
    return AdAccountResponse.of(await accounts.set_account(uow, settings, tenant, actor, change, clock.now()))


@router.post(f"{ACCOUNT}/reading", dependencies=[Depends(no_store)])
async def read_ad_account(
    actor: IntegrationsActor, tenant: CurrentTenant, db: Db, settings: AppSettings, clock: AppClock
) -> AdAccountResponse:
    """Read the costs now. If they can't be read, the response says why, and stored costs stay."""
    return AdAccountResponse.of(await accounts.read_now(db, settings, tenant, actor, clock.now()))


@router.delete(ACCOUNT, status_code=204)
async def remove_ad_account(actor: IntegrationsActor, uow: Uow, clock: AppClock) -> None:
    """Stop reading, and delete the key. Costs that were read stay."""
    await accounts.remove_account(uow, actor, clock.now())


async def _listed(uow: Uow, currency: str) -> CostsResponse:
    repository = CampaignCostRepository(uow)
    names = await repository.admin_names()
    rows = await repository.list_uploads()
    return CostsResponse(
        costs=[StoredCosts.of(row, names.get(row.created_by) if row.created_by else None) for row in rows],
        currency=currency,
    )
