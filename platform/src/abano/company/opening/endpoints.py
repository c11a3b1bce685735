"""HTTP endpoints of a site's opening. Managers see what is missing, the owner opens."""

from typing import Annotated

from fastapi import APIRouter, Depends

from abano.auth.principals import Actor
from abano.company.opening import service
from abano.company.opening.schemas import OpenRequest, SetupResponse
from abano.database.unit_of_work import UnitOfWork
from abano.http.dependencies import AppClock, Uow, acting, no_store, require_role

router = APIRouter(prefix="/api/admin/setup", tags=["setup"], dependencies=[Depends(no_store)])
# Resolved before the session, so that nobody without the role opens a transaction.
Owner = Annotated[Actor, Depends(acting("owner"))]


@router.get("", dependencies=[Depends(require_role("owner", "manager"))])
async def get_setup(uow: Uow) -> SetupResponse:
    """What the company has, and what its site still needs."""
    return await _answer(uow)


@router.post("/open")
async def open_site(actor: Owner, body: OpenRequest, uow: Uow, clock: AppClock) -> SetupResponse:
    """Let visitors see the site. What is missing must have been seen: 409 names it."""
    await service.open_site(uow, actor, body.despite, clock.now())
    return await _answer(uow)


@router.post("/close")
async def close_site(actor: Owner, uow: Uow, clock: AppClock) -> SetupResponse:
    """Show visitors that the site opens soon."""
    await service.close_site(uow, actor, clock.now())
    return await _answer(uow)


async def _answer(uow: UnitOfWork) -> SetupResponse:
    is_open, steps = await service.state(uow)
    return SetupResponse.of(steps, is_open=is_open)
