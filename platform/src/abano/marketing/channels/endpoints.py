"""HTTP endpoints of channels, for owners."""

from uuid import UUID

from fastapi import APIRouter, Depends

from abano.catalog.published.dependencies import CatalogNow
from abano.marketing.channels import service
from abano.marketing.channels.schemas import ChannelRequest, ChannelsResponse
from abano.web.dependencies import AppClock, IntegrationsActor, Uow, needs, no_store

router = APIRouter(
    prefix="/api/admin/channels",
    tags=["marketing"],
    dependencies=[*needs("integrations"), Depends(no_store)],
)


@router.get("")
async def list_channels(catalog: CatalogNow, uow: Uow) -> ChannelsResponse:
    """Channels, active ones first, and the cars that they can offer."""
    return await service.list_channels(uow, catalog)


@router.post("", status_code=201)
async def add_channel(
    body: ChannelRequest, actor: IntegrationsActor, catalog: CatalogNow, clock: AppClock, uow: Uow
) -> ChannelsResponse:
    """Add a broker or a price feed."""
    await service.add_channel(uow, actor, body, clock.now())
    return await service.list_channels(uow, catalog)


@router.put("/{channel_id}")
async def change_channel(
    channel_id: UUID,
    body: ChannelRequest,
    actor: IntegrationsActor,
    catalog: CatalogNow,
    clock: AppClock,
    uow: Uow,
) -> ChannelsResponse:
    """Change a channel, or turn it off or on. Bookings that were made keep their commission."""
    await service.change_channel(uow, actor, channel_id, body, clock.now())
    return await service.list_channels(uow, catalog)
