"""The internal API, for the platform alone."""

import asyncio
import re
import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, cast
from uuid import UUID

import orjson
from anyio import to_thread
from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from pydantic import BaseModel, BeforeValidator, Field, ValidationError
from starlette.datastructures import QueryParams

from abano_analytics.errors import (
    CountingBusy,
    FieldError,
    InvalidInput,
    SignInRequired,
    StoreUnavailable,
    WarehouseNotReady,
)
from abano_analytics.figures.bars import Bar, BarKind
from abano_analytics.figures.cache import Answer
from abano_analytics.figures.pool import FORSAKEN_SECONDS
from abano_analytics.figures.query import MOST_ANSWERS, Device, Figure, FigureQuery, Filters, Key, Visitor
from abano_analytics.figures.service import Figures
from abano_analytics.observability import prometheus
from abano_analytics.progress import Progress
from abano_analytics.store.protocol import Store

router = APIRouter()
# Local midnights from 2000 to 2100, in any zone.
FIRST = datetime(1999, 12, 31, tzinfo=UTC)
LAST = datetime(2101, 1, 2, tzinfo=UTC)
# A request may take ten seconds.
LONGEST_WAIT_SECONDS = 8.0
INTERRUPT_AGAIN_SECONDS = 0.1
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)


def _instant(value: object) -> datetime:
    """One form only: pydantic would also take numbers, and moments without a zone."""
    if not isinstance(value, str) or not INSTANT.fullmatch(value):
        raise ValueError("Write the moment as 2026-05-31T20:00:00Z.")
    moment = datetime.fromisoformat(value)
    if not FIRST <= moment <= LAST:
        raise ValueError("Choose a moment between 2000 and 2100.")
    return moment


Instant = Annotated[datetime, BeforeValidator(_instant)]


async def require_platform(request: Request) -> None:
    """Raises SignInRequired without the shared secret, which is compared in constant time."""
    expected = f"Bearer {request.app.state.settings.internal_secret.get_secret_value()}"
    given = request.headers.get("authorization", "")
    if not secrets.compare_digest(given.encode(), expected.encode()):
        raise SignInRequired


class _Parameters(BaseModel):
    """A period as instants, ``until`` excluded, and filters."""

    since: Instant
    until: Instant
    utm_source: str | None = Field(None, alias="utmSource", max_length=200)
    utm_campaign: str | None = Field(None, alias="utmCampaign", max_length=200)
    quiz_version: str | None = Field(None, alias="quizVersion", max_length=40)
    device: Device | None = None
    utm_medium: str | None = Field(None, alias="utmMedium", max_length=200)
    utm_term: str | None = Field(None, alias="utmTerm", max_length=200)
    utm_content: str | None = Field(None, alias="utmContent", max_length=200)
    landing_page: str | None = Field(None, alias="landingPage", max_length=2048)
    language: str | None = Field(None, max_length=40)
    country: str | None = Field(None, max_length=10)
    visitor: Visitor | None = None
    answers: list[Annotated[str, Field(max_length=200, pattern=":")]] = Field(
        [], alias="answer", max_length=MOST_ANSWERS
    )

    def filters(self) -> Filters:
        answers = [text.partition(":") for text in sorted(set(self.answers))]
        return Filters(
            self.utm_source,
            self.utm_campaign,
            self.quiz_version,
            self.device,
            self.utm_medium,
            self.utm_term,
            self.utm_content,
            self.landing_page,
            self.language,
            self.country,
            self.visitor,
            tuple((question, value) for question, _, value in answers),
        )


# That this version knows.
PARAMETERS = tuple(field.alias or name for name, field in _Parameters.model_fields.items())


async def figure_query(request: Request) -> FigureQuery:
    """Raises RequestValidationError, InvalidInput."""
    return _parsed(request.scope["query_string"])


# Open pages ask the same every five seconds: parsing it again would take half of what a poll takes.
@lru_cache(maxsize=1024)
def _parsed(query: bytes) -> FigureQuery:
    try:
        params = QueryParams(query)
        given = _Parameters.model_validate({**params, "answer": params.getlist("answer")})
    except ValidationError as error:
        raise RequestValidationError(error.errors()) from None
    if given.since >= given.until:
        message = "The period must not end before it begins."
        raise InvalidInput(message, fields=(FieldError("until", message),))
    return FigureQuery(given.since, given.until, given.filters())


AFigureQuery = Annotated[FigureQuery, Depends(figure_query)]


async def chosen_bar(
    kind: Annotated[BarKind | None, Query(alias="bar")] = None,
    question: Annotated[str | None, Query(alias="barQuestion", max_length=200)] = None,
    answer: Annotated[str | None, Query(alias="barAnswer", max_length=200)] = None,
) -> Bar | None:
    """Raises InvalidInput for a bar without its question or its answer."""
    if kind is None:
        return None
    for field, value in (("barQuestion", question), ("barAnswer", answer)):
        if value is None and (field == "barQuestion" or kind == "answer"):
            message = "Say which question and answer it is about."
            raise InvalidInput(message, fields=(FieldError(field, message),))
    return Bar(kind, question or "", answer or "")


ABar = Annotated[Bar | None, Depends(chosen_bar)]


@router.get("/internal/tenants/{tenant_id}/quiz/{figure}", dependencies=[Depends(require_platform)])
async def quiz_figure(
    request: Request,
    tenant_id: UUID,
    figure: Figure,
    query: AFigureQuery,
) -> Response:
    """One figure over the chosen days, in the tenant's time zone, and sessions."""
    return await counted_answer(request, (tenant_id, figure, query))


async def counted_answer(request: Request, key: Key) -> Response:
    """Raises WarehouseNotReady, UnknownTenant, CountingBusy."""
    figures = cast(Figures, request.app.state.figures)
    answer = figures.remembered(key)
    if answer is None:
        answer = (await counted(figures, [key], LONGEST_WAIT_SECONDS)).get(key)
    if answer is None:
        raise CountingBusy
    return answered(request, key[1], answer, figures.data_through(key, answer))


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
        one.add_done_callback(_heard)
    return {key: one.result() for key, one in mine.items() if one in done and not one.cancelled()}


def _look_after(figures: Figures) -> None:
    """What nobody comes back for is dropped."""

    def look() -> None:
        if figures.pool.drop_forsaken():
            # Between two statements it cannot be interrupted.
            loop.call_later(INTERRUPT_AGAIN_SECONDS, look)

    loop = asyncio.get_running_loop()
    loop.call_later(FORSAKEN_SECONDS, look)


def _heard(one: "asyncio.Future[Answer]") -> None:
    if not one.cancelled():
        one.exception()


def answered(request: Request, label: str, answer: Answer, through: datetime | None) -> Response:
    """``answer`` with how fresh it is, or a 304 where the caller has it. ``label`` names it in our own figures."""
    is_stale = cast(Progress, request.app.state.progress).is_stale
    headers = {
        "ETag": tag_of(answer, is_stale=is_stale),
        "Cache-Control": "private, no-cache",
        # An unchanged answer has no body to say it in.
        "Data-Through": through.isoformat() if through else "",
    }
    if headers["ETag"] in request.headers.get("if-none-match", ""):
        prometheus.REQUESTS.labels(label, "304").inc()
        return Response(status_code=304, headers=headers)
    prometheus.REQUESTS.labels(label, "200").inc()
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
    """Rebuild the warehouse from Postgres. There are no figures until it is complete."""
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
    prometheus.COUNTS_WAITING.set(cast(Figures, request.app.state.figures).pool.waiting())
    prometheus.WAREHOUSE_BYTES.set(cast(Store, request.app.state.warehouse).size_bytes())
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
