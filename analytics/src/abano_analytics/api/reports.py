"""Reports of rentals, and what is watched."""

from functools import partial
from typing import Annotated, cast
from uuid import UUID

import orjson
from anyio import to_thread
from fastapi import APIRouter, Depends, Query, Request, Response

from abano_analytics.api.base import answered, require_platform
from abano_analytics.errors import FieldError, InvalidInput
from abano_analytics.figures.reports.query import Days, RentalListQuery, ReportQuery
from abano_analytics.figures.reports.service import Key, Reports
from abano_analytics.figures.watch import Watch
from abano_shared.contract.reports import (
    RentalFilters,
    RentalListParameters,
    RentalParameters,
    ReportParameters,
    WatchParameters,
)

router = APIRouter(prefix="/internal/tenants/{tenant_id}/reports", dependencies=[Depends(require_platform)])


@router.get("/rentals")
async def rental_report(
    request: Request, tenant_id: UUID, asked: Annotated[ReportParameters, Query()]
) -> Response:
    """Revenue and occupancy of a period: in all, by month, and by what it is cut by."""
    before = Days(asked.before_first, asked.before_last)
    query = ReportQuery(Days(asked.first, asked.last), before, asked.cut, _filters(asked))
    return await _answer(request, "report", (tenant_id, query))


@router.get("/rentals/list")
async def list_rentals(
    request: Request, tenant_id: UUID, asked: Annotated[RentalListParameters, Query()]
) -> Response:
    """The rentals behind a figure."""
    query = RentalListQuery(Days(asked.first, asked.last), _filters(asked), asked.state, asked.offset)
    return await _answer(request, "report_list", (tenant_id, query))


def _filters(asked: RentalParameters) -> RentalFilters:
    """Raises InvalidInput for an answer without its question."""
    if asked.answer is not None and asked.question is None:
        message = "Say which question it is an answer to."
        raise InvalidInput(message, fields=(FieldError("question", message),))
    return RentalFilters(**asked.given())


async def _answer(request: Request, label: str, key: Key) -> Response:
    reports = cast(Reports, request.app.state.reports)
    answer = reports.remembered(key)
    if answer is None:
        answer = await to_thread.run_sync(reports.compute, key)
    return answered(request, label, answer, reports.data_through(key, answer))


@router.get("/watch")
async def watch(request: Request, tenant_id: UUID, asked: Annotated[WatchParameters, Query()]) -> Response:
    """What fell in the days up to ``last`` by more than chance, if that is asked, and since when nobody came."""
    service = cast(Watch, request.app.state.watch)
    found = await to_thread.run_sync(partial(service.look, tenant_id, asked.last, with_falls=asked.falls))
    return Response(orjson.dumps(found, option=orjson.OPT_UTC_Z), media_type="application/json")
