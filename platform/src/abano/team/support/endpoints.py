"""HTTP endpoints of support access: the owner's page, and an operator's way in and out."""

from typing import Annotated, cast
from uuid import UUID

from fastapi import APIRouter, Depends, Request, Response

from abano.core.clock import Clock
from abano.db.unit_of_work import UnitOfWork
from abano.team.support import service
from abano.team.support.gate import Operators, support_cookie
from abano.team.support.schemas import (
    SupportAccessRequest,
    SupportAccessResponse,
    SupportCallOut,
    SupportCallsResponse,
    SupportDecisionRequest,
    SupportDone,
    SupportEndRequest,
    SupportLinkRequest,
    SupportSessionOut,
)
from abano.web.dependencies import (
    AppClock,
    AppSettings,
    ClientIp,
    CompanyActor,
    CurrentTenant,
    Db,
    Uow,
    no_store,
)
from abano.web.public_writes import LIMITED

router = APIRouter(
    prefix="/api/admin/support-access", tags=["support access"], dependencies=[Depends(no_store)]
)
session_router = APIRouter(
    prefix="/api/admin/support-session", tags=["support access"], dependencies=[Depends(no_store)]
)


async def get_operators(request: Request) -> Operators | None:
    """None without an operator console: then there is no support access."""
    return cast(Operators | None, request.app.state.support_operators)


FoundOperators = Annotated[Operators | None, Depends(get_operators)]


@router.get("")
async def read_support_access(
    _owner: CompanyActor, uow: Uow, clock: AppClock, operators: FoundOperators
) -> SupportAccessResponse:
    """The setting, and who asked and looked, the newest first."""
    return await _answer(uow, clock, operators)


@router.get("/{support_id}/calls")
async def read_support_calls(_owner: CompanyActor, support_id: UUID, uow: Uow) -> SupportCallsResponse:
    """What an operator looked at, changed and was refused, the newest first."""
    entries = await service.load_calls(uow, support_id)
    return SupportCallsResponse(calls=[SupportCallOut.of(entry) for entry in entries])


@router.put("")
async def change_support_access(
    owner: CompanyActor, body: SupportAccessRequest, uow: Uow, clock: AppClock, operators: FoundOperators
) -> SupportAccessResponse:
    """Allow support access, ask first, or forbid it, which ends what runs."""
    await service.change_access(uow, owner, body.access, clock.now())
    return await _answer(uow, clock, operators)


@router.post("/decision")
async def decide_support_access(
    owner: CompanyActor, body: SupportDecisionRequest, uow: Uow, clock: AppClock, operators: FoundOperators
) -> SupportAccessResponse:
    """Accept or decline a request."""
    await service.decide(uow, owner, body.session_id, accept=body.accept, drafts=body.drafts, now=clock.now())
    return await _answer(uow, clock, operators)


@router.post("/end")
async def end_support_access(
    owner: CompanyActor, body: SupportEndRequest, uow: Uow, clock: AppClock, operators: FoundOperators
) -> SupportAccessResponse:
    """End access at once."""
    await service.end_access(uow, owner, body.session_id, clock.now())
    return await _answer(uow, clock, operators)


@session_router.post("", dependencies=LIMITED)
async def open_support_session(
    body: SupportLinkRequest,
    response: Response,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    ip: ClientIp,
    settings: AppSettings,
    operators: FoundOperators,
) -> SupportDone:
    """Use an operator's one-time link: sets a cookie of this host alone."""
    if operators is None or tenant.deletes_at is not None:
        raise service.SupportLinkInvalid
    now = clock.now()
    async with db.uow(tenant.id) as uow:
        session, token = await service.open_link(uow, body.token, ip, now)
        operator_id, session_id = session.operator_id, str(session.id)
    await operators.record(operator_id, ip, "support.opened", tenant.slug, now, {"session": session_id})
    secure = settings.is_production
    # Without an end of its own: the console says that access has ended, instead of asking for a sign-in.
    response.set_cookie(
        support_cookie(secure=secure), token, path="/", httponly=True, samesite="strict", secure=secure
    )
    return SupportDone()


@session_router.delete("", dependencies=LIMITED)
async def end_support_session(
    request: Request,
    response: Response,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    ip: ClientIp,
    settings: AppSettings,
    operators: FoundOperators,
) -> SupportDone:
    """End the session of this browser, if any."""
    secure, now = settings.is_production, clock.now()
    name = support_cookie(secure=secure)
    if (token := request.cookies.get(name)) and operators is not None:
        async with db.uow(tenant.id) as uow:
            ended = await service.leave(uow, token, ip, now)
            operator_id, session_id = (ended.operator_id, str(ended.id)) if ended else (None, "")
        if operator_id is not None:
            await operators.record(
                operator_id, ip, "support.ended", tenant.slug, now, {"session": session_id}
            )
    response.delete_cookie(name, path="/", httponly=True, samesite="strict", secure=secure)
    return SupportDone()


async def _answer(uow: UnitOfWork, clock: Clock, operators: Operators | None) -> SupportAccessResponse:
    now = clock.now()
    return SupportAccessResponse(
        access=await service.load_access(uow),
        is_offered=operators is not None,
        sessions=[SupportSessionOut.of(row, now) for row in await service.list_sessions(uow)],
    )
