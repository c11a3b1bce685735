"""The internal API, for the platform alone. What is asked and answered is declared in abano_shared.contract."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import lru_cache, partial
from typing import Annotated, cast
from uuid import UUID

import orjson
import polars as pl
from anyio import to_thread
from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import StreamingResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from pydantic import ValidationError
from starlette.datastructures import QueryParams

from abano_analytics.errors import (
    FieldError,
    InvalidInput,
    SignInRequired,
    StoreUnavailable,
    WarehouseNotReady,
)
from abano_analytics.figures.cache import Answer
from abano_analytics.figures.exports import Export, Exports
from abano_analytics.figures.pool import ABANDONED_AFTER_SECONDS
from abano_analytics.figures.query import FigureQuery, Key
from abano_analytics.figures.recount import Bar
from abano_analytics.figures.reports import Days, RentalListQuery, ReportQuery, Reports
from abano_analytics.figures.reports import Key as ReportKey
from abano_analytics.figures.series import Series, SeriesQuery
from abano_analytics.figures.service import Figures
from abano_analytics.figures.sessions import Place, Sessions
from abano_analytics.figures.watch import Watch
from abano_analytics.progress import (
    COUNTS_WAITING,
    INGEST_LAG,
    REQUESTS,
    WAREHOUSE_BYTES,
    WATCHED_BEHIND,
    Progress,
)
from abano_analytics.store.protocol import Store
from abano_analytics.turns import in_turn
from abano_shared.contract.answers import FigureState, FileRows, Kind
from abano_shared.contract.figures import (
    BarParameters,
    ExportParameters,
    Figure,
    FigureParameters,
    FileFormat,
    SessionsParameters,
    Table,
)
from abano_shared.contract.reports import (
    RentalFilters,
    RentalListParameters,
    RentalParameters,
    ReportParameters,
    WatchParameters,
)
from abano_shared.contract.series import SeriesParameters
from abano_shared.fair_turns import WEIGHT_HEADER, is_weight


async def require_platform(request: Request) -> None:
    """Note the weight of the company's plan. Raises SignInRequired without the shared secret.

    The secret is compared in constant time.
    """
    expected = f"Bearer {request.app.state.settings.internal_secret.get_secret_value()}"
    given = request.headers.get("authorization", "")
    if not secrets.compare_digest(given.encode(), expected.encode()):
        raise SignInRequired
    weight = request.headers.get(WEIGHT_HEADER, "")
    if is_weight(weight):
        # An id that is not valid is refused by the endpoint.
        with suppress(ValueError):
            request.app.state.weights[UUID(request.path_params.get("tenant_id", ""))] = int(weight)


def answered(request: Request, label: str, answer: Answer, through: datetime | None) -> Response:
    """``answer``, or a 304 where the caller has it. ``label`` names it in our own figures."""
    is_stale = cast(Progress, request.app.state.progress).is_stale
    headers = {"ETag": tag_of(answer, is_stale=is_stale), "Cache-Control": "private, no-cache"}
    if headers["ETag"] in request.headers.get("if-none-match", ""):
        REQUESTS.labels(label, "304").inc()
        return Response(status_code=304, headers=headers)
    REQUESTS.labels(label, "200").inc()
    return Response(
        body_of(answer, through, is_stale=is_stale), headers=headers, media_type="application/json"
    )


def tag_of(answer: Answer, *, is_stale: bool) -> str:
    return f'"{answer.tag}{"-stale" if is_stale else ""}"'


def body_of(answer: Answer, through: datetime | None, *, is_stale: bool) -> bytes:
    """JSON of ``answer`` with how fresh it is."""
    freshness = {
        "lastConversionUpdate": answer.last_conversion_update,
        "dataThrough": through,
        "stale": is_stale,
    }
    return answer.body + b',"realTimeMetadata":' + orjson.dumps(freshness, option=orjson.OPT_UTC_Z) + b"}"


router = APIRouter(prefix="/internal/tenants/{tenant_id}", dependencies=[Depends(require_platform)])
INTERRUPT_AGAIN_SECONDS = 0.1
KINDS: dict[Kind, type[pl.DataType]] = {"text": pl.String, "whole": pl.Int64, "number": pl.Float64}


async def figure_parameters(request: Request) -> tuple[tuple[Figure, ...], FigureQuery, float]:
    """The figures, what they are asked over, and for how long. Raises RequestValidationError."""
    return _parsed(request.scope["query_string"])


# Open pages ask the same every five seconds: parsing it again would take half of what a poll takes.
@lru_cache(maxsize=1024)
def _parsed(query: bytes) -> tuple[tuple[Figure, ...], FigureQuery, float]:
    params = QueryParams(query)
    try:
        asked = FigureParameters.model_validate({**params, "answer": params.getlist("answer")})
    except ValidationError as error:
        raise RequestValidationError(error.errors()) from None
    figures = cast("tuple[Figure, ...]", tuple(dict.fromkeys(asked.figures.split(","))))
    return figures, FigureQuery.of(asked), asked.wait


@router.get("/figures")
async def list_figures(
    request: Request,
    tenant_id: UUID,
    asked: Annotated[tuple[tuple[Figure, ...], FigureQuery, float], Depends(figure_parameters)],
) -> Response:
    """Of each figure its tag, with its body where the caller has another one; or how much of it is counted.

    304 when the caller has everything: If-None-Match names the tags of what it has.
    Raises WarehouseNotReady, UnknownTenant, CountingBusy.
    """
    names, query, wait = asked
    service = cast(Figures, request.app.state.figures)
    keys: list[Key] = [(tenant_id, name, query) for name in names]
    answers = [service.cache.for_poll(key) for key in keys]
    if not all(answers):
        missing = [key for key, answer in zip(keys, answers, strict=True) if answer is None]
        found = await counted(service, missing, wait)
        answers = [answer or found.get(key) for key, answer in zip(keys, answers, strict=True)]
    is_stale = cast(Progress, request.app.state.progress).is_stale
    there = [(key, answer) for key, answer in zip(keys, answers, strict=True) if answer is not None]
    tags = [tag_of(answer, is_stale=is_stale) for _, answer in there]
    edges = [service.data_through(key, answer) for key, answer in there]
    headers = {
        "Cache-Control": "private, no-store",
        "ETag": ", ".join(tags),
        # Unchanged figures have no body to say it in.
        "Data-Through": _earliest(edges),
    }
    known = request.headers.get("if-none-match", "")
    is_unchanged = len(tags) == len(names) and all(tag in known for tag in tags)
    label = names[0] if len(names) == 1 else "several"
    REQUESTS.labels(label, "304" if is_unchanged else "200").inc()
    if is_unchanged:
        return Response(status_code=304, headers=headers)
    states: dict[Figure, FigureState] = {}
    for (key, answer), tag, through in zip(there, tags, edges, strict=True):
        states[key[1]] = {"tag": tag}
        if tag not in known:
            states[key[1]]["body"] = orjson.Fragment(body_of(answer, through, is_stale=is_stale))
    for key, missed in zip(keys, answers, strict=True):
        if missed is None:
            states[key[1]] = {"counted": round(service.pool.share(key), 3)}
    return Response(orjson.dumps({"figures": states}), headers=headers, media_type="application/json")


def _earliest(moments: Sequence[datetime | None]) -> str:
    """Empty where one is not known."""
    known = [moment for moment in moments if moment is not None]
    return min(known).isoformat() if known and len(known) == len(moments) else ""


async def counted(figures: Figures, keys: Sequence[Key], seconds: float) -> dict[Key, Answer]:
    """What of ``keys`` is counted within ``seconds``; the rest goes on for who asks again in a moment.

    Raises WarehouseNotReady, UnknownTenant, CountingBusy.
    """
    with figures.pool.waiting_for(keys) as futures:
        mine = {key: asyncio.wrap_future(future) for key, future in futures.items()}
        # Waiting does not cancel what is waited for: others may wait, too.
        done, rest = await asyncio.wait(mine.values(), timeout=seconds)
    if rest:
        _look_after(figures)
    for one in rest:
        one.add_done_callback(_log_failure)
    return {key: one.result() for key, one in mine.items() if one in done and not one.cancelled()}


def _look_after(figures: Figures) -> None:
    """Drop results that no one requested again."""

    def look() -> None:
        if figures.pool.drop_abandoned():
            # Between two statements it cannot be interrupted.
            loop.call_later(INTERRUPT_AGAIN_SECONDS, look)

    loop = asyncio.get_running_loop()
    loop.call_later(ABANDONED_AFTER_SECONDS, look)


def _log_failure(one: "asyncio.Future[Answer]") -> None:
    if not one.cancelled():
        one.exception()


def chosen_bar(asked: BarParameters) -> Bar | None:
    """Raises InvalidInput for a bar without its question or its answer."""
    if asked.missing:
        message = "Enter the question and the answer."
        raise InvalidInput(message, fields=(FieldError(asked.missing, message),))
    return Bar(asked.bar, asked.bar_question or "", asked.bar_answer or "") if asked.bar else None


@router.get("/sessions")
async def list_sessions(
    request: Request, tenant_id: UUID, asked: Annotated[SessionsParameters, Query()]
) -> Response:
    """A page of sessions of the chosen days, the newest first, with what each saw and answered."""
    place = Place.after(asked.after) if asked.after else Place()
    sessions = cast(Sessions, request.app.state.sessions)
    work = partial(sessions.page, tenant_id, FigureQuery.of(asked), chosen_bar(asked), place)
    body = await in_turn(request, "reports", tenant_id, work)
    REQUESTS.labels("sessions", "200").inc()
    return Response(body, headers={"Cache-Control": "no-store"}, media_type="application/json")


@router.get("/export/{table}")
async def export(
    request: Request, tenant_id: UUID, table: Table, asked: Annotated[ExportParameters, Query()]
) -> StreamingResponse:
    """A figure, or the rows behind all of them, as a file."""
    exports = cast(Exports, request.app.state.exports)
    work = partial(exports.write, tenant_id, table, FigureQuery.of(asked), asked.format, chosen_bar(asked))
    return _download(await in_turn(request, "files", tenant_id, work), asked.format)


def _download(made: Export, form: FileFormat) -> StreamingResponse:
    kind = "text/csv; charset=utf-8" if form == "csv" else "application/vnd.apache.parquet"
    headers = {"Content-Length": str(made.size_bytes), "Cache-Control": "no-store"}
    return StreamingResponse(made.pieces(), headers=headers, media_type=kind)


@router.post("/files")
async def write_file(
    request: Request, tenant_id: UUID, form: Annotated[FileFormat, Query(alias="format")]
) -> StreamingResponse:
    """The rows as a file: the platform itself writes no Parquet.

    Raises InvalidInput, WarehouseNotReady, UnknownTenant.
    """
    # Read here: a body declared as a parameter is read before the caller has shown the secret.
    try:
        given = FileRows.model_validate_json(await request.body())
        frame = pl.DataFrame(
            given.rows, {name: KINDS[kind] for name, kind in given.columns.items()}, orient="row"
        )
    except (ValidationError, pl.exceptions.PolarsError, TypeError, OverflowError):
        message = "Give columns with their kinds, and in each row a value for each."
        raise InvalidInput(message, fields=(FieldError("rows", message),)) from None
    exports = cast(Exports, request.app.state.exports)
    work = partial(exports.write_rows, tenant_id, frame, form)
    return _download(await in_turn(request, "files", tenant_id, work), form)


reports_router = APIRouter(
    prefix="/internal/tenants/{tenant_id}/reports", dependencies=[Depends(require_platform)]
)


@reports_router.get("/rentals")
async def rental_report(
    request: Request, tenant_id: UUID, asked: Annotated[ReportParameters, Query()]
) -> Response:
    """Revenue and occupancy of a period: in all, by month, and by what it is cut by."""
    before = Days(asked.before_first, asked.before_last)
    query = ReportQuery(Days(asked.first, asked.last), before, asked.cut, _filters(asked))
    return await _answer(request, "report", (tenant_id, query))


@reports_router.get("/rentals/list")
async def list_rentals(
    request: Request, tenant_id: UUID, asked: Annotated[RentalListParameters, Query()]
) -> Response:
    """The rentals behind a figure."""
    query = RentalListQuery(Days(asked.first, asked.last), _filters(asked), asked.state, asked.offset)
    return await _answer(request, "report_list", (tenant_id, query))


def _filters(asked: RentalParameters) -> RentalFilters:
    """Raises InvalidInput for an answer without its question."""
    if asked.answer is not None and asked.question is None:
        message = "Enter the question this answers."
        raise InvalidInput(message, fields=(FieldError("question", message),))
    return RentalFilters(**asked.given())


async def _answer(request: Request, label: str, key: ReportKey) -> Response:
    reports = cast(Reports, request.app.state.reports)
    answer = reports.remembered(key)
    if answer is None:
        answer = await in_turn(request, "reports", key[0], partial(reports.compute, key))
    return answered(request, label, answer, reports.data_through(key, answer))


@reports_router.get("/watch")
async def watch(request: Request, tenant_id: UUID, asked: Annotated[WatchParameters, Query()]) -> Response:
    """What fell in the days up to ``last`` by more than chance, if that is asked, and since when no one came."""
    service = cast(Watch, request.app.state.watch)
    work = partial(service.look, tenant_id, asked.last, with_falls=asked.falls)
    found = await in_turn(request, "reports", tenant_id, work)
    return Response(orjson.dumps(found, option=orjson.OPT_UTC_Z), media_type="application/json")


@reports_router.get("/series")
async def series(request: Request, tenant_id: UUID, asked: Annotated[SeriesParameters, Query()]) -> Response:
    """Sessions, visits or bookings by day or hour, and by campaign or source."""
    service = cast(Series, request.app.state.series)
    query = SeriesQuery(FigureQuery.of(asked), asked.counted, asked.unit, asked.split)
    found = await in_turn(request, "picked", tenant_id, partial(service.count, tenant_id, query))
    return Response(orjson.dumps(found, option=orjson.OPT_UTC_Z), media_type="application/json")


operations_router = APIRouter()


@operations_router.get("/internal/warehouse", dependencies=[Depends(require_platform)])
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


@operations_router.post(
    "/internal/warehouse/rebuild", status_code=202, dependencies=[Depends(require_platform)]
)
async def rebuild_warehouse(request: Request) -> dict[str, bool]:
    """Rebuild the warehouse from Postgres. There are no figures until it is complete."""
    ask = cast(Callable[[], None], request.app.state.ask_for_rebuild)
    try:
        await to_thread.run_sync(ask)
    except StoreUnavailable as error:
        raise WarehouseNotReady from error
    return {"success": True}


@operations_router.get("/healthz")
async def healthz() -> dict[str, bool]:
    """The process is up."""
    return {"success": True}


@operations_router.get("/readyz")
async def readyz(request: Request) -> dict[str, bool]:
    """The warehouse holds everything up to some moment and can be asked."""
    progress = cast(Progress, request.app.state.progress)
    if not progress.is_complete or cast(Store, request.app.state.warehouse).is_broken:
        raise WarehouseNotReady
    return {"success": True, "stale": progress.is_stale}


@operations_router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Prometheus figures."""
    INGEST_LAG.set(cast(Progress, request.app.state.progress).age_seconds())
    WATCHED_BEHIND.set(cast(Figures, request.app.state.figures).cache.behind_seconds())
    COUNTS_WAITING.set(cast(Figures, request.app.state.figures).pool.waiting())
    WAREHOUSE_BYTES.set(cast(Store, request.app.state.warehouse).size_bytes())
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


# Routes are tried in this order: figures are polled.
ROUTERS = (router, reports_router, operations_router)
