"""Moves between clusters in the operator console: ask, watch, cancel."""

from datetime import datetime
from typing import Annotated, Literal, cast

from fastapi import APIRouter, Depends, Request
from pydantic import Field

from abano.core.api_model import ApiModel
from abano.operators.console.accounts import confirm_again
from abano.operators.console.company_data_endpoints import ConfirmedRequest
from abano.operators.console.endpoints import (
    CurrentOperator,
    FactorKey,
    Operators,
    SignInCaller,
    Slug,
    get_operator,
)
from abano.operators.console.moves import CompanyMoves, Move, MoveRequest, Moves, State
from abano.operators.console.support_endpoints import Asker
from abano.tenancy.clusters.copying import Step
from abano.tenancy.directory.creation import MAX_SLUG
from abano.web.dependencies import AppClock

router = APIRouter(prefix="/api/operator/companies/{slug}/move", tags=["operator"])


class MoveCompanyRequest(ConfirmedRequest):
    """``target``: a cluster's name; that of the company's own cluster, to end its way back.

    ``slug``: the company's, again.
    """

    target: Annotated[str, Field(max_length=40)]
    keeps_way_back: bool = False
    slug: Annotated[str, Field(max_length=MAX_SLUG)]

    def wanted(self) -> MoveRequest:
        return MoveRequest(self.target, self.keeps_way_back, self.reason, self.slug)


class MoveOut(ApiModel):
    """``step``: empty until it began. ``error``: of the last attempt. ``cancelled_by``: empty: not cancelled."""

    operator: str
    reason: str
    source: str
    target: str
    keeps_way_back: bool
    requested_at: datetime
    state: State
    started_at: datetime | None
    attempts: int
    step: Step | Literal[""]
    tables_done: int
    tables: int
    rows_copied: int
    progress_at: datetime | None
    error: str
    cancelled_by: str
    finished_at: datetime | None

    @classmethod
    def of(cls, move: Move) -> "MoveOut":
        return cls.model_validate(move, from_attributes=True)


class MovesResponse(ApiModel):
    """``targets``: clusters it can be moved to; none: there is one cluster. ``move``: the newest; null: none yet.

    ``way_back``: the cluster that follows it, so that it can move back at once; empty: none.
    """

    success: Literal[True] = True
    cluster: str
    targets: list[str]
    way_back: str
    move: MoveOut | None

    @classmethod
    def of(cls, moves: CompanyMoves) -> "MovesResponse":
        newest = MoveOut.of(moves.newest) if moves.newest else None
        return cls(cluster=moves.cluster, targets=moves.targets, way_back=moves.way_back, move=newest)


async def get_moves(request: Request) -> Moves:
    return cast(Moves, request.app.state.moves)


AllMoves = Annotated[Moves, Depends(get_moves)]


@router.get("", dependencies=[Depends(get_operator)])
async def read_operator_move(slug: Slug, moves: AllMoves, clock: AppClock) -> MovesResponse:
    """The newest move of a company, with how far it is."""
    return MovesResponse.of(await moves.load(slug, clock.now()))


@router.post("", status_code=202)
async def request_operator_move(
    slug: Slug,
    body: MoveCompanyRequest,
    operator: CurrentOperator,
    asker: Asker,
    moves: AllMoves,
    db: Operators,
    clock: AppClock,
    caller: SignInCaller,
    key: FactorKey,
) -> MovesResponse:
    """Have the worker move the company to another cluster while it works."""
    await confirm_again(db, operator, body.code, caller=caller, key=key, now=clock.now())
    await moves.request(slug, body.wanted(), asker, clock.now())
    return MovesResponse.of(await moves.load(slug, clock.now()))


@router.post("/cancel")
async def cancel_operator_move(
    slug: Slug, _operator: CurrentOperator, asker: Asker, moves: AllMoves, clock: AppClock
) -> MovesResponse:
    """Leave the company where it is."""
    await moves.cancel(slug, asker, clock.now())
    return MovesResponse.of(await moves.load(slug, clock.now()))
