"""HTTP endpoints of sample data, for owners."""

from typing import Literal, cast

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Request

from abano.company.sample_data.service import Reason, add_samples, remove_samples
from abano.core.api_model import ApiModel
from abano.ops.seeds.samples import read_pictures
from abano.storage.service import Media
from abano.web.dependencies import AppClock, CompanyActor, CurrentTenant, Db, Uow, no_store

router = APIRouter(prefix="/api/admin/setup/sample-data", tags=["setup"], dependencies=[Depends(no_store)])


class KeptSample(ApiModel):
    """``part``: of the catalogue. ``reason``: someone changed it, something of the company's own names it, or a
    booking does; a ``booked`` one is not on the site any more.
    """

    part: str
    label: str
    reason: Reason


class SampleAddedResponse(ApiModel):
    success: Literal[True] = True


class SampleRemovedResponse(ApiModel):
    """``kept``: sample data that stays."""

    success: Literal[True] = True
    kept: list[KeptSample]


@router.post("")
async def add_sample_data(
    actor: CompanyActor, tenant: CurrentTenant, db: Db, clock: AppClock, request: Request
) -> SampleAddedResponse:
    """Add sample cars, places, protections, extras and a season to a company without cars whose site is closed.

    The same again changes nothing.
    """
    pictures = await run_sync(read_pictures)
    media = cast(Media, request.app.state.media)
    async with db.uow(tenant.id) as uow:
        await add_samples(uow, actor, media, pictures, clock.now())
    return SampleAddedResponse()


@router.delete("")
async def remove_sample_data(actor: CompanyActor, uow: Uow, clock: AppClock) -> SampleRemovedResponse:
    """Remove sample data that no one changed. What was changed is the company's own and stays."""
    kept = await remove_samples(uow, actor, clock.now())
    return SampleRemovedResponse(
        kept=[KeptSample(part=each.part, label=each.label, reason=each.reason) for each in kept]
    )
