"""The internal read API: the platform asks, nobody else."""

import secrets
from collections.abc import Callable
from datetime import date
from functools import lru_cache
from typing import Annotated, cast
from uuid import UUID

import orjson
from anyio import to_thread
from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import StreamingResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from pydantic import BaseModel, Field, ValidationError
from starlette.datastructures import QueryParams

from abano_analytics.errors import (
    FieldError,
    InvalidInput,
    SignInRequired,
    StoreUnavailable,
    WarehouseNotReady,
)
from abano_analytics.figures.exports import Exports, Table
from abano_analytics.figures.query import Device, Filters, View
from abano_analytics.figures.service import Figures
from abano_analytics.observability import prometheus
from abano_analytics.periods import FIRST_YEAR, LAST_YEAR, Days, Period
from abano_analytics.progress import Progress
from abano_analytics.store.export import Format
from abano_analytics.store.protocol import Store
from abano_analytics.store.reader import Figure

router = APIRouter()


async def require_platform(request: Request) -> None:
    """Only who knows the shared secret may ask. Compared in constant time."""
    expected = f"Bearer {request.app.state.settings.internal_secret.get_secret_value()}"
    given = request.headers.get("authorization", "")
    if not secrets.compare_digest(given.encode(), expected.encode()):
        raise SignInRequired


class _Question(BaseModel):
    """A ``year`` with or without ``month``, or the days ``from`` to ``to``; and filters."""

    year: int | None = Field(None, ge=FIRST_YEAR, le=LAST_YEAR)
    month: int | None = Field(None, ge=1, le=12)
    first: date | None = Field(None, alias="from")
    last: date | None = Field(None, alias="to")
    utm_source: str | None = Field(None, alias="utmSource", max_length=200)
    utm_campaign: str | None = Field(None, alias="utmCampaign", max_length=200)
    quiz_version: str | None = Field(None, alias="quizVersion", max_length=40)
    device: Device | None = None


async def chosen_view(request: Request) -> View:
    """Raises RequestValidationError, InvalidInput."""
    return _understood(request.scope["query_string"])


# Open pages ask the same every five seconds: reading it anew would take half of what a poll takes.
@lru_cache(maxsize=1024)
def _understood(query: bytes) -> View:
    try:
        asked = _Question.model_validate(dict(QueryParams(query)))
    except ValidationError as error:
        raise RequestValidationError(error.errors()) from None
    first, last, year = asked.first, asked.last, asked.year
    period: Period | Days
    if first is None and last is None:
        if year is None:
            raise _bad("year", "Name a year, or the days from and to.")
        period = Period(year, asked.month)
    else:
        if year is not None or asked.month is not None:
            raise _bad("from", "Give either year and month, or from and to.")
        if first is None or last is None:
            raise _bad("to" if last is None else "from", "Give the first and the last day.")
        if not FIRST_YEAR <= first.year <= LAST_YEAR:
            raise _bad("from", f"Choose a day between {FIRST_YEAR} and {LAST_YEAR}.")
        if not first <= last or last.year > LAST_YEAR:
            raise _bad("to", "The last day must not be before the first.")
        period = Days(first, last)
    return View(period, Filters(asked.utm_source, asked.utm_campaign, asked.quiz_version, asked.device))


def _bad(field: str, message: str) -> InvalidInput:
    return InvalidInput(message, fields=(FieldError(field, message),))


ChosenView = Annotated[View, Depends(chosen_view)]


@router.get("/internal/tenants/{tenant_id}/quiz/{figure}", dependencies=[Depends(require_platform)])
async def quiz_figure(
    request: Request,
    tenant_id: UUID,
    figure: Figure,
    view: ChosenView,
) -> Response:
    """One figure over the chosen days, in the tenant's time zone, and sessions."""
    figures = cast(Figures, request.app.state.figures)
    progress = cast(Progress, request.app.state.progress)
    key = (tenant_id, figure, view)
    answer = figures.remembered(key)
    if answer is None:
        answer = await to_thread.run_sync(figures.count, key)
    is_stale = progress.is_stale
    through = figures.data_through(key, answer)
    headers = {
        "ETag": f'"{answer.tag}{"-stale" if is_stale else ""}"',
        "Cache-Control": "private, no-cache",
        # An unchanged answer has no body to say it in.
        "Data-Through": through.isoformat() if through else "",
    }
    if headers["ETag"] in request.headers.get("if-none-match", ""):
        prometheus.REQUESTS.labels(figure, "304").inc()
        return Response(status_code=304, headers=headers)
    prometheus.REQUESTS.labels(figure, "200").inc()
    freshness = {
        "lastConversionUpdate": answer.last_conversion_update,
        "dataThrough": through,
        "stale": is_stale,
    }
    tail = b',"realTimeMetadata":' + orjson.dumps(freshness, option=orjson.OPT_UTC_Z) + b"}"
    return Response(answer.body + tail, headers=headers, media_type="application/json")


@router.get("/internal/tenants/{tenant_id}/export/{table}", dependencies=[Depends(require_platform)])
async def export(
    request: Request,
    tenant_id: UUID,
    table: Table,
    view: ChosenView,
    form: Annotated[Format, Query(alias="format")],
) -> StreamingResponse:
    """A figure, or the rows behind all of them, as a file."""
    exports = cast(Exports, request.app.state.exports)
    made = await to_thread.run_sync(exports.write, tenant_id, table, view, form)
    kind = "text/csv; charset=utf-8" if form == "csv" else "application/vnd.apache.parquet"
    headers = {"Content-Length": str(made.size_bytes), "Cache-Control": "no-store"}
    return StreamingResponse(made.pieces(), headers=headers, media_type=kind)


@router.get("/internal/warehouse", dependencies=[Depends(require_platform)])
async def warehouse_progress(request: Request) -> dict[str, object]:
    """How far the warehouse is: complete or not, rows taken in and about how many there were to take in."""
    progress = cast(Progress, request.app.state.progress)
    warehouse = cast(Store, request.app.state.warehouse)
    return {
        "success": True,
        "storeId": warehouse.store_id,
        "complete": progress.is_complete and not warehouse.is_broken,
        "rows": progress.rows,
        "expectedRows": progress.expected_rows,
    }


@router.post("/internal/warehouse/rebuild", status_code=202, dependencies=[Depends(require_platform)])
async def rebuild_warehouse(request: Request) -> dict[str, bool]:
    """Begin anew with an empty warehouse, filled from Postgres. Figures are away until it is complete."""
    ask = cast(Callable[[], None], request.app.state.ask_for_rebuild)
    try:
        await to_thread.run_sync(ask)
    except StoreUnavailable as error:
        raise WarehouseNotReady from error
    return {"success": True}


@router.get("/healthz")
async def healthz() -> dict[str, bool]:
    """The process is up."""
    return {"success": True}


@router.get("/readyz")
async def readyz(request: Request) -> dict[str, bool]:
    """The warehouse holds everything up to some moment and can be asked."""
    progress = cast(Progress, request.app.state.progress)
    if not progress.is_complete or cast(Store, request.app.state.warehouse).is_broken:
        raise WarehouseNotReady
    return {"success": True, "stale": progress.is_stale}


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Prometheus figures."""
    prometheus.INGEST_LAG.set(cast(Progress, request.app.state.progress).age_seconds())
    prometheus.WATCHED_BEHIND.set(cast(Figures, request.app.state.figures).behind_seconds())
    prometheus.WAREHOUSE_BYTES.set(cast(Store, request.app.state.warehouse).size_bytes())
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
