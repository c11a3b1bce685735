"""HTTP endpoints of a site's opening. Managers see what is missing, the owner opens."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends
from pydantic import Field

from abano.accounts.access.principals import Actor
from abano.company.onboarding import service
from abano.company.onboarding.rules import Step, StepCode
from abano.core.api_model import ApiModel
from abano.db.unit_of_work import UnitOfWork
from abano.web.dependencies import AppClock, Uow, acting, no_store, require_role

# Schemas of the way to an open site.


class SetupStep(ApiModel):
    """``count`` of ``needed`` where something is counted."""

    code: StepCode
    is_done: bool
    count: int | None
    needed: int | None


class SetupResponse(ApiModel):
    """``is_open``: visitors see the site. ``done`` of the steps."""

    success: Literal[True] = True
    is_open: bool
    steps: list[SetupStep]
    done: int

    @classmethod
    def of(cls, steps: list[Step], *, is_open: bool) -> "SetupResponse":
        shown = [
            SetupStep(code=step.code, is_done=step.is_done, count=step.count, needed=step.needed)
            for step in steps
        ]
        return cls(is_open=is_open, steps=shown, done=sum(step.is_done for step in steps))


class OpenRequest(ApiModel):
    """``despite``: the steps that the owner was told are missing."""

    despite: list[StepCode] = Field(default_factory=list, max_length=20)


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
