"""Turns of requests that are not polled, shared fairly between companies. Polled figures have a pool of their own."""

from collections.abc import Callable, Hashable, Mapping
from typing import Literal, TypeVar
from uuid import UUID

from anyio import to_thread
from fastapi import Request

from abano_analytics.errors import CountingBusy
from abano_analytics.progress import TURNS_REFUSED, TURNS_WAITING
from abano_shared.fair_turns import FairTurns, TurnRefused

# Lists and reports at the same time, files at the same time, and what an analyst picks one after the other.
Kind = Literal["reports", "files", "picked"]
AT_ONCE: dict[Kind, int] = {"reports": 4, "files": 3, "picked": 1}
# Of one company and kind. The platform waits for eight seconds.
MAX_WAITING, WAIT_SECONDS = 40, 8.0
Turns = dict[Kind, FairTurns]
Result = TypeVar("Result")


def fair_turns(weights: Mapping[Hashable, int]) -> Turns:
    """For ``in_turn``. ``weights``: of companies."""
    turns: Turns = {
        kind: FairTurns(count, max_waiting=MAX_WAITING, wait_seconds=WAIT_SECONDS, weights=weights)
        for kind, count in AT_ONCE.items()
    }
    for kind, each in turns.items():
        TURNS_WAITING.labels(kind).set_function(_count_of(each))
    return turns


def _count_of(turns: FairTurns) -> Callable[[], float]:
    return lambda: turns.waiting


async def in_turn(request: Request, kind: Kind, tenant_id: UUID, work: Callable[[], Result]) -> Result:
    """What ``work`` returns, run in a thread when it is the company's turn. Raises CountingBusy."""
    turns: Turns = request.app.state.turns
    try:
        async with turns[kind].turn(tenant_id):
            return await to_thread.run_sync(work)
    except TurnRefused as refused:
        TURNS_REFUSED.labels(kind, refused.reason).inc()
        raise CountingBusy from None
