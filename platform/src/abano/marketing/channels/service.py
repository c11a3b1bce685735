"""Use cases of channels: owners add and change them; prices and bookings read them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import cast
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.catalog.published.snapshot import Catalog
from abano.core.errors import Conflict
from abano.core.ids import new_id
from abano.db.unit_of_work import UnitOfWork
from abano.marketing.channels.models import ChannelRow
from abano.marketing.channels.repository import ChannelRepository
from abano.marketing.channels.rules import MAX_CHANNELS, Channel, Kind, RateBasis, cars_for_channels
from abano.marketing.channels.schemas import ChannelCar, ChannelOut, ChannelRequest, ChannelsResponse


class TooManyChannels(Conflict):
    """There are already 100 channels. Reuse one that is turned off."""


async def list_channels(uow: UnitOfWork, catalog: Catalog) -> ChannelsResponse:
    """Channels, and the cars that they can offer."""
    return ChannelsResponse(
        channels=[ChannelOut.of(row) for row in await ChannelRepository(uow).list_all()],
        cars=[
            ChannelCar(slug=car.slug, name=car.name, acriss_code=car.acriss_code)
            for car in cars_for_channels(catalog.cars)
        ],
    )


async def add_channel(uow: UnitOfWork, actor: Actor, request: ChannelRequest, now: datetime) -> UUID:
    """Raises ChannelNameTaken, TooManyChannels."""
    channels = ChannelRepository(uow)
    await channels.lock()
    if await channels.count() >= MAX_CHANNELS:
        raise TooManyChannels
    row = ChannelRow(tenant_id=uow.tenant_id, id=new_id(), created_at=now, **_columns(request))
    await channels.save(row)
    await record(uow, actor, "channel.added", subject=("channel", row.id), after=_snapshot(row), now=now)
    return row.id


async def change_channel(
    uow: UnitOfWork, actor: Actor, channel_id: UUID, request: ChannelRequest, now: datetime
) -> None:
    """Later bookings get the new terms; earlier ones keep theirs. Raises ChannelNameTaken, NotFound."""
    channels = ChannelRepository(uow)
    row = await channels.get_locked(channel_id)
    before = _snapshot(row)
    for name, value in _columns(request).items():
        setattr(row, name, value)
    await channels.save(row)
    after = _snapshot(row)
    if before == after:
        return
    await record(
        uow, actor, "channel.changed", subject=("channel", row.id), before=before, after=after, now=now
    )


async def find_channel(uow: UnitOfWork, channel_id: UUID | None) -> Channel | None:
    """The channel, whether or not it is turned off."""
    row = await ChannelRepository(uow).find(channel_id) if channel_id else None
    return _channel(row) if row else None


async def load_channel_names(uow: UnitOfWork, ids: Sequence[UUID]) -> Mapping[UUID, str]:
    """Names by id, also of channels that are turned off."""
    return await ChannelRepository(uow).names(ids)


async def load_all_channel_names(uow: UnitOfWork) -> list[tuple[UUID, str]]:
    """Every channel by name, for filters."""
    return [(row.id, row.name) for row in await ChannelRepository(uow).list_all()]


def _channel(row: ChannelRow) -> Channel:
    return Channel(
        id=row.id,
        name=row.name,
        kind=cast(Kind, row.kind),
        rate_basis=cast(RateBasis, row.rate_basis),
        commission_basis_points=row.commission_basis_points,
        hidden_cars=frozenset(row.hidden_cars),
        is_active=row.is_active,
    )


def _columns(request: ChannelRequest) -> dict[str, object]:
    return {
        "name": request.name,
        "kind": request.kind,
        "rate_basis": request.rate_basis,
        "commission_basis_points": int(request.commission_percent * 100),
        "hidden_cars": sorted(set(request.hidden_cars)),
        "is_active": request.is_active,
    }


def _snapshot(row: ChannelRow) -> dict[str, object]:
    return {
        "name": row.name,
        "kind": row.kind,
        "rateBasis": row.rate_basis,
        "commissionPercent": row.commission_basis_points / 100,
        "hiddenCars": list(row.hidden_cars),
        "isActive": row.is_active,
    }
