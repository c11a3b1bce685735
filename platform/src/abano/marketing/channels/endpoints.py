"""HTTP endpoints of channels, for owners."""

from uuid import UUID

from fastapi import APIRouter, Depends

from abano.catalog.published.dependencies import Catalogs
from abano.marketing.channels import service
from abano.marketing.channels.schemas import ChannelRequest, ChannelsResponse
from abano.web.dependencies import AppClock, CurrentTenant, Db, IntegrationsActor, needs, no_store

router = APIRouter(
    prefix="/api/admin/channels",
    tags=["marketing"],
    dependencies=[*needs("integrations"), Depends(no_store)],
)


@router.get("")
async def list_channels(tenant: CurrentTenant, db: Db, catalogs: Catalogs) -> ChannelsResponse:
    """Channels, active ones first, and the cars that they can offer."""
    catalog = await catalogs.get(tenant.id)
    async with db.uow(tenant.id) as uow:
        return await service.list_channels(uow, catalog)


@router.post("", status_code=201)
async def add_channel(
    body: ChannelRequest,
    actor: IntegrationsActor,
    tenant: CurrentTenant,
    db: Db,
    catalogs: Catalogs,
    clock: AppClock,
) -> ChannelsResponse:
    """Add a broker or a price feed."""
    catalog = await catalogs.get(tenant.id)
    async with db.uow(tenant.id) as uow:
        await service.add_channel(uow, actor, body, clock.now())
        return await service.list_channels(uow, catalog)


@router.put("/{channel_id}")
async def change_channel(
    channel_id: UUID,
    body: ChannelRequest,
    actor: IntegrationsActor,
    tenant: CurrentTenant,
    db: Db,
    catalogs: Catalogs,
    clock: AppClock,
) -> ChannelsResponse:
    """Change a channel, or turn it off or on. Bookings that were made keep their commission."""
    catalog = await catalogs.get(tenant.id)
    async with db.uow(tenant.id) as uow:
        await service.change_channel(uow, actor, channel_id, body, clock.now())
        return await service.list_channels(uow, catalog)
