"""Support access in the operator console: ask, open, end."""

from typing import Annotated, Literal, cast
from uuid import UUID

from fastapi import APIRouter, Depends, Request
from pydantic import AfterValidator, Field

from abano.core.api_model import ApiModel
from abano.core.clock import Clock
from abano.core.errors import Message, RefusedValue
from abano.core.text import clean
from abano.operators.console.accounts import confirm_again
from abano.operators.console.endpoints import CurrentOperator, FactorKey, Operators, SignInCaller, Slug
from abano.operators.console.support import Support
from abano.team.support.policy import MAX_REASON, MIN_REASON
from abano.team.support.schemas import SupportSessionOut
from abano.team.support.service import Asking
from abano.team.users.schemas import Code
from abano.web.dependencies import AppClock, ClientIp

router = APIRouter(prefix="/api/operator/companies/{slug}/support", tags=["operator"])
REASON_SHORT = Message(
    "support_reason_short", "Enter a reason of at least {min} characters.", for_operators=True
)


def _long_enough(text: str) -> str:
    if len(cleaned := clean(text)) < MIN_REASON:
        raise RefusedValue(REASON_SHORT(min=MIN_REASON))
    return cleaned


class SupportRequest(ApiModel):
    """``code``: of the second factor, again. ``drafts``: whether to ask for changing drafts."""

    reason: Annotated[str, Field(max_length=MAX_REASON), AfterValidator(_long_enough)]
    drafts: bool = False
    code: Code


class SupportSessionsResponse(ApiModel):
    success: Literal[True] = True
    sessions: list[SupportSessionOut]


class SupportLinkResponse(ApiModel):
    """``url`` works once, for a minute."""

    success: Literal[True] = True
    url: str


async def get_support(request: Request) -> Support:
    return cast(Support, request.app.state.support)


async def get_asking(operator: CurrentOperator, ip: ClientIp) -> Asking:
    return Asking(operator.id, operator.email, ip)


SupportOf = Annotated[Support, Depends(get_support)]
Asker = Annotated[Asking, Depends(get_asking)]


@router.get("")
async def list_operator_support(
    slug: Slug, _operator: CurrentOperator, support: SupportOf, clock: AppClock
) -> SupportSessionsResponse:
    """Support sessions of a company, the newest first."""
    return await _answer(slug, support, clock)


@router.post("", status_code=201)
async def request_operator_support(
    slug: Slug,
    body: SupportRequest,
    operator: CurrentOperator,
    asker: Asker,
    support: SupportOf,
    db: Operators,
    clock: AppClock,
    caller: SignInCaller,
    key: FactorKey,
) -> SupportSessionsResponse:
    """Ask for access, with a reason and the second factor."""
    await confirm_again(db, operator, body.code, caller=caller, key=key, now=clock.now())
    await support.request(slug, asker, reason=body.reason, drafts=body.drafts, now=clock.now())
    return await _answer(slug, support, clock)


@router.post("/{session_id}/link")
async def make_operator_support_link(
    slug: Slug, session_id: UUID, asker: Asker, support: SupportOf, clock: AppClock
) -> SupportLinkResponse:
    """A one-time link to the company's console, for the operator who asked."""
    return SupportLinkResponse(url=await support.link(slug, session_id, asker, clock.now()))


@router.post("/{session_id}/end")
async def end_operator_support(
    slug: Slug, session_id: UUID, asker: Asker, support: SupportOf, clock: AppClock
) -> SupportSessionsResponse:
    """End access at once."""
    await support.end(slug, session_id, asker, clock.now())
    return await _answer(slug, support, clock)


async def _answer(slug: str, support: Support, clock: Clock) -> SupportSessionsResponse:
    return SupportSessionsResponse(sessions=list(await support.list(slug, clock.now())))
