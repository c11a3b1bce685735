"""The internal HTTP API of the analytics service."""

import logging
import ssl
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import httpx
import orjson

from abano.analytics.figures.copies import Copies
from abano.core.config import Settings
from abano.core.errors import DatabaseUnavailable
from abano.core.fair_turns import MeasuredTurns
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano_shared.contract.answers import FigureState, FileRows
from abano_shared.contract.figures import Figure, FileFormat, Table
from abano_shared.contract.queries import QueryFormat, QueryRequest
from abano_shared.fair_turns import WEIGHT_HEADER, Turn, TurnRefused, end_turn
from abano_shared.traces import trace_headers

log = logging.getLogger(__name__)

# Of reports: the figures, the rentals behind them, and what is watched.
ReportPart = Literal["rentals", "rentals/list", "watch"]
# Query parameters of the analytics service, in a fixed order: they also name what is remembered.
ResolvedQuery = tuple[tuple[str, str], ...]
# Counting a large year takes part of a second. Requests of admins time out after this.
TIMEOUT = httpx.Timeout(2.5, connect=0.5)
# The service responds earlier; a polling page gets what is already counted.
FIGURE_WAIT_SECONDS, PAGE_WAIT_SECONDS = 2.0, 0.4
# No one polls them, and who clicks a bar of a large year waits a moment longer.
SESSIONS_TIMEOUT = httpx.Timeout(8, connect=0.5)
# A large file takes longer to start. Once it is streaming, silence means that the connection is lost.
EXPORT_TIMEOUT = httpx.Timeout(60, connect=0.5)
# Requests to one service at once, of which a company takes its fair share. One waits for less time than it may take.
MAX_CONNECTIONS, MAX_WAITING, WAIT_SECONDS = 20, 100, 2.0
# Copying the company's rows, starting a process, and the time limit of the query.
QUERY_TIMEOUT = httpx.Timeout(45, connect=0.5)
# Of its metrics.
LAG, BUILD = "abano_ingest_lag_seconds", 'abano_build_info{version="'
# A file is compressed already.
NOT_COMPRESSED = {"Accept-Encoding": "identity"}


class AnalyticsAway(Exception):
    """The analytics service cannot be reached, or has no figures yet."""


@dataclass(frozen=True, slots=True)
class Counting:
    """Not counted yet, but so much of it: 0 to 1."""

    share: float


@dataclass(frozen=True, slots=True)
class Answer:
    """The service's response. ``body`` is None when the caller's copy is current (304)."""

    tag: str
    body: bytes | None


class AnalyticsClient:
    """A pooled client. Opens nothing before the first question."""

    def __init__(self, settings: Settings, db: Database) -> None:
        """Each cluster has its own analytics service; ``db`` knows which cluster a company is on."""
        self._db = db
        further = {name: cluster.analytics_url for name, cluster in settings.clusters.items()}
        urls = {"": settings.analytics_base_url, **further}
        self._clients = {name: _client(settings, url.rstrip("/")) for name, url in urls.items() if url}
        self._turns = {
            name: MeasuredTurns(
                f"analytics-{name}" if name else "analytics",
                MAX_CONNECTIONS,
                max_waiting=MAX_WAITING,
                wait_seconds=WAIT_SECONDS,
                weights=db.weights,
            )
            for name in self._clients
        }

    async def close(self) -> None:
        for client in self._clients.values():
            await client.aclose()

    async def _client_of(self, tenant_id: TenantId) -> tuple[httpx.AsyncClient, Turn]:
        """The client, and the company's turn to use one of its connections, to be ended. Raises AnalyticsAway."""
        # The request's own turn is for others while it waits for the service.
        end_turn()
        try:
            cluster = await self._db.cluster_of(tenant_id)
        except DatabaseUnavailable as error:
            raise AnalyticsAway("no one knows where the company is") from error
        if cluster.name not in self._clients:
            raise AnalyticsAway(f"cluster {cluster.name} has no analytics_url")
        try:
            turn = await self._turns[cluster.name].take(tenant_id)
        except TurnRefused as refused:
            raise AnalyticsAway("too many requests of this company") from refused
        return self._clients[cluster.name], turn

    def _weight_of(self, tenant_id: TenantId) -> dict[str, str]:
        """A header with the weight of the company's plan, as far as this process knows it."""
        weight = self._db.weights.get(tenant_id)
        return {} if weight is None else {WEIGHT_HEADER: str(weight)}

    async def progress(self) -> tuple[float, str]:
        """Seconds by which the first cluster's figures are behind, and the version. Raises AnalyticsAway."""
        try:
            answer = (await self._clients[""].get("/metrics")).raise_for_status()
        except httpx.HTTPError as error:
            raise AnalyticsAway(type(error).__name__) from error
        lag, running = None, ""
        for line in answer.text.splitlines():
            name, _, value = line.rpartition(" ")
            if name == LAG:
                lag = float(value)
            elif name.startswith(BUILD):
                running = name.removeprefix(BUILD).partition('"')[0]
        if lag is None:
            raise AnalyticsAway("it names no progress")
        return lag, running

    async def figures(
        self,
        tenant_id: TenantId,
        figures: Sequence[Figure],
        query: ResolvedQuery,
        known_tags: Iterable[str],
        *,
        wait: float = PAGE_WAIT_SECONDS,
    ) -> dict[Figure, Answer | Counting]:
        """Several figures of one query. ``known_tags`` are what the caller has; empty when those are all there is.

        Raises AnalyticsAway.
        """
        states, _ = await self._states(tenant_id, figures, query, ", ".join(known_tags), wait)
        return {figure: _as_answer(state) for figure, state in states.items()}

    async def figure(
        self, tenant_id: TenantId, figure: Figure, query: ResolvedQuery, known_tag: str
    ) -> Answer:
        """One figure; ``known_tag`` is the caller's If-None-Match. Raises AnalyticsAway."""
        states, tag = await self._states(tenant_id, [figure], query, known_tag, FIGURE_WAIT_SECONDS)
        answer = _as_answer(states[figure]) if states else Answer(tag, None)
        if isinstance(answer, Counting):
            raise AnalyticsAway("it is still being counted")
        return answer

    async def _states(
        self, tenant_id: TenantId, figures: Sequence[Figure], query: ResolvedQuery, known: str, wait: float
    ) -> tuple[dict[Figure, FigureState], str]:
        """The state of each figure; empty when the caller has them all, by ``known_tags``."""
        asked = (*query, ("figures", ",".join(figures)), ("wait", str(wait)))
        answer = await self._get(tenant_id, "figures", asked, known)
        if answer.status_code == 304:
            return {}, answer.headers.get("ETag", known)
        states: dict[Figure, FigureState] = orjson.loads(answer.content)["figures"]
        return states, ""

    async def report(
        self, tenant_id: TenantId, part: ReportPart, query: ResolvedQuery, known_tag: str
    ) -> Answer:
        """One report; ``known_tag`` is the caller's If-None-Match. Raises AnalyticsAway."""
        answer = await self._get(tenant_id, f"reports/{part}", query, known_tag)
        tag = answer.headers.get("ETag", known_tag if answer.status_code == 304 else "")
        return Answer(tag, None if answer.status_code == 304 else answer.content)

    async def _get(
        self,
        tenant_id: TenantId,
        path: str,
        query: ResolvedQuery,
        known: str,
        patience: httpx.Timeout = TIMEOUT,
    ) -> httpx.Response:
        """An answer with status 200 or 304. Raises AnalyticsAway."""
        client, turn = await self._client_of(tenant_id)
        try:
            answer = await client.get(
                f"/internal/tenants/{tenant_id}/{path}",
                params=query,
                headers=_condition(known) | self._weight_of(tenant_id) | trace_headers(),
                timeout=patience,
            )
        except httpx.HTTPError as error:
            raise AnalyticsAway(type(error).__name__) from error
        finally:
            turn.end()
        if answer.status_code == 401:
            log.error("analytics refuses our secret: ABANO_INTERNAL_SECRET differs")
        if answer.status_code not in {200, 304}:
            raise AnalyticsAway(f"status {answer.status_code}")
        return answer

    async def sessions(self, tenant_id: TenantId, query: ResolvedQuery) -> bytes:
        """A page of sessions, as JSON. Raises AnalyticsAway."""
        return (await self._get(tenant_id, "sessions", query, "", SESSIONS_TIMEOUT)).content

    async def own_funnel(self, tenant_id: TenantId, query: ResolvedQuery) -> bytes:
        """A funnel of picked steps, as JSON. Raises AnalyticsAway."""
        return (await self._get(tenant_id, "own-funnel", query, "", SESSIONS_TIMEOUT)).content

    async def own_funnel_sessions(self, tenant_id: TenantId, query: ResolvedQuery) -> bytes:
        """A page of the sessions of visits at a step, as JSON. Raises AnalyticsAway."""
        return (await self._get(tenant_id, "own-funnel/sessions", query, "", SESSIONS_TIMEOUT)).content

    async def own_event(self, tenant_id: TenantId, query: ResolvedQuery) -> bytes:
        """How often a defined event happened, as JSON. Raises AnalyticsAway."""
        return (await self._get(tenant_id, "own-event", query, "", SESSIONS_TIMEOUT)).content

    async def event_timeline(self, tenant_id: TenantId, query: ResolvedQuery) -> bytes:
        """Sessions with an event over time, as JSON. Raises AnalyticsAway."""
        return (await self._get(tenant_id, "own-event/timeline", query, "", SESSIONS_TIMEOUT)).content

    async def seen_most(self, tenant_id: TenantId, query: ResolvedQuery) -> bytes:
        """The most seen pages and pressed links, as JSON. Raises AnalyticsAway."""
        return (await self._get(tenant_id, "own-event/seen-most", query, "", SESSIONS_TIMEOUT)).content

    async def series(self, tenant_id: TenantId, query: ResolvedQuery) -> bytes:
        """Counts by day or hour and by part, as JSON. Raises AnalyticsAway."""
        return (await self._get(tenant_id, "reports/series", query, "", SESSIONS_TIMEOUT)).content

    async def open_export(
        self, tenant_id: TenantId, table: Table, query: ResolvedQuery, form: FileFormat
    ) -> httpx.Response:
        """A file that is on its way: read it in pieces and close it. Raises AnalyticsAway."""
        client, turn = await self._client_of(tenant_id)
        request = client.build_request(
            "GET",
            f"/internal/tenants/{tenant_id}/export/{table}",
            params=(*query, ("format", form)),
            headers=NOT_COMPRESSED | self._weight_of(tenant_id),
            timeout=EXPORT_TIMEOUT,
        )
        return await _open(client, request, turn)

    async def run_query(self, tenant_id: TenantId, asked: QueryRequest, form: QueryFormat) -> httpx.Response:
        """What a query finds (200), or why it finds nothing (422, 429). Raises AnalyticsAway."""
        client, turn = await self._client_of(tenant_id)
        try:
            answer = await client.post(
                f"/internal/tenants/{tenant_id}/queries",
                params={"format": form},
                json=asked.model_dump(),
                headers=self._weight_of(tenant_id) | trace_headers(),
                timeout=QUERY_TIMEOUT,
            )
        except httpx.HTTPError as error:
            raise AnalyticsAway(type(error).__name__) from error
        finally:
            turn.end()
        if answer.status_code not in {200, 422, 429}:
            raise AnalyticsAway(f"status {answer.status_code}")
        return answer

    async def open_file(self, tenant_id: TenantId, rows: FileRows, form: FileFormat) -> httpx.Response:
        """The rows as a file, like ``open_export``. Raises AnalyticsAway."""
        content = orjson.dumps({"columns": rows.columns, "rows": rows.rows})
        client, turn = await self._client_of(tenant_id)
        request = client.build_request(
            "POST",
            f"/internal/tenants/{tenant_id}/files",
            params={"format": form},
            content=content,
            headers=NOT_COMPRESSED | self._weight_of(tenant_id),
            timeout=EXPORT_TIMEOUT,
        )
        return await _open(client, request, turn)


def _as_answer(state: FigureState) -> Answer | Counting:
    if "counted" in state:
        return Counting(state["counted"])
    return Answer(state["tag"], orjson.dumps(state["body"]) if "body" in state else None)


class _InTurn(httpx.AsyncByteStream):
    """A stream that holds its company's turn until it is closed, as it holds a connection."""

    def __init__(self, stream: httpx.AsyncByteStream, turn: Turn) -> None:
        self._stream, self._turn = stream, turn

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for piece in self._stream:
                yield piece
        finally:
            # Also where its client goes and no one closes it.
            self._turn.end()

    async def aclose(self) -> None:
        try:
            await self._stream.aclose()
        finally:
            self._turn.end()


async def _open(client: httpx.AsyncClient, request: httpx.Request, turn: Turn) -> httpx.Response:
    """A response whose closing ends the turn. Raises AnalyticsAway."""
    try:
        answer = await client.send(request, stream=True)
    except BaseException as error:
        turn.end()
        if isinstance(error, httpx.HTTPError):
            raise AnalyticsAway(type(error).__name__) from error
        raise
    assert isinstance(answer.stream, httpx.AsyncByteStream)  # noqa: S101 - of an asynchronous client
    answer.stream = _InTurn(answer.stream, turn)
    if answer.is_closed:
        # It was short, and is complete.
        turn.end()
    if answer.status_code != 200:
        await answer.aclose()
        raise AnalyticsAway(f"status {answer.status_code}")
    return answer


def _condition(known_tag: str) -> dict[str, str]:
    # Other text is not a tag of this API and may be invalid in a header.
    is_tag = known_tag.isascii() and known_tag.isprintable() and known_tag.strip()
    return {"If-None-Match": known_tag.strip()} if is_tag else {}


def _client(settings: Settings, url: str) -> httpx.AsyncClient:
    # Loading certificate authorities costs time and memory that plain HTTP inside the house does not need.
    context = (
        ssl.create_default_context() if url.startswith("https:") else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    )
    limits = httpx.Limits(max_connections=MAX_CONNECTIONS, max_keepalive_connections=5)
    return httpx.AsyncClient(
        base_url=url,
        transport=Copies(httpx.AsyncHTTPTransport(verify=context, limits=limits, trust_env=False)),
        headers={"Authorization": f"Bearer {settings.internal_secret.get_secret_value()}"},
        timeout=TIMEOUT,
        trust_env=False,
    )
