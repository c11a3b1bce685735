"""The internal API of money figures, for the platform alone."""

from typing import Annotated, cast
from uuid import UUID

from anyio import to_thread
from fastapi import APIRouter, Depends, Query, Request, Response

from abano_analytics.api import AFigureQuery, answered, require_platform
from abano_analytics.errors import FieldError, InvalidInput
from abano_analytics.figures.money.query import Credit, MoneyQuery, Window
from abano_analytics.figures.money.service import Money

router = APIRouter(prefix="/internal/tenants/{tenant_id}/reports", dependencies=[Depends(require_platform)])
WINDOWS: dict[str, Window] = {"7": 7, "30": 30, "90": 90}


def _window(given: str) -> Window:
    """Raises InvalidInput."""
    if given not in WINDOWS:
        message = "Choose 7, 30 or 90 days."
        raise InvalidInput(message, fields=(FieldError("windowDays", message),))
    return WINDOWS[given]


@router.get("/money")
async def money_figure(
    request: Request,
    tenant_id: UUID,
    query: AFigureQuery,
    window: Annotated[str, Query(alias="windowDays", max_length=2)] = "90",
    credit: Credit = "last",
) -> Response:
    """What the sessions of a period brought: in all, by campaign and by answer."""
    key = (tenant_id, MoneyQuery(query, _window(window), credit))
    money = cast(Money, request.app.state.money)
    answer = money.remembered(key)
    if answer is None:
        answer = await to_thread.run_sync(money.compute, key)
    return answered(request, "money", answer, money.data_through(key, answer))
