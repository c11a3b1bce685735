"""The internal HTTP API of the analytics service."""

import logging
import ssl
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import httpx
import orjson

from abano.core.config import Settings
from abano.core.errors import DatabaseUnavailable
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano_shared.traces import trace_headers

log = logging.getLogger(__name__)

Unit = Literal["hour", "day", "week"]
Timeline = Literal["timeline-hour", "timeline-day", "timeline-week"]
# What sessions brought: by the days before its booking that a session counts, and how its amount is credited.
MoneyFigure = Literal[
    "money-7-first", "money-7-last", "money-7-linear",
    "money-30-first", "money-30-last", "money-30-linear",
    "money-90-first", "money-90-last", "money-90-linear",
]  # fmt: skip
Figure = (
    Literal["overview", "answers", "funnel", "campaigns", "choices", "weekhours", "journey"]
    | Timeline
    | MoneyFigure
)
# Of reports: the figures, the rentals behind them, and what is watched.
ReportPart = Literal["rentals", "rentals/list", "watch"]
REPORT_PARTS = get_args(ReportPart)
# What the console can ask for as a file, and what the service is asked for.
ExportTable = Literal[
    "answers", "funnel", "campaigns", "sessions", "responses", "timeline", "weekhours", "journey", "landings",
    "money", "values",
]  # fmt: skip
ExportFile = (
    Literal["answers", "funnel", "campaigns", "sessions", "responses", "weekhours", "journey", "landings"]
    | Timeline
)
ExportFormat = Literal["csv", "parquet"]
# Query parameters of the analytics service, in a fixed order: they also name what is remembered.
ResolvedQuery = tuple[tuple[str, str], ...]
# What sessions are filtered by.
FILTERS = frozenset({
    "utmSource", "utmCampaign", "quizVersion", "device", "utmMedium", "utmTerm", "utmContent", "landingPage",
    "language", "country", "visitor", "answer",
})  # fmt: skip
# Counting a large year takes part of a second; an admin waits no longer than this for the truth.
TIMEOUT = httpx.Timeout(2.5, connect=0.5)
# Nobody polls them, and who clicks a bar of a large year waits a moment longer.
SESSIONS_TIMEOUT = httpx.Timeout(8, connect=0.5)
# A large file takes longer to begin; once it flows, silence means that it broke off.
EXPORT_TIMEOUT = httpx.Timeout(60, connect=0.5)
DOWNLOAD: Any = {"headers": {"Accept-Encoding": "identity"}, "timeout": EXPORT_TIMEOUT}


class AnalyticsAway(Exception):
    """The analytics service cannot be reached, or has no figures yet."""


@dataclass(frozen=True, slots=True)
class Counting:
    """Not counted yet, but so much of it: 0 to 1."""

    share: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What the service said. ``body`` is None when the caller's copy is still right (304)."""

    tag: str
    body: bytes | None


@dataclass(frozen=True, slots=True)
class FileRows:
    """Rows for a file, a value for each of ``columns``: names with text, whole or number."""

    columns: Mapping[str, str]
    rows: Sequence[Sequence[str | float | None]]


class AnalyticsClient:
    """A pooled client. Opens nothing before the first question."""

    def __init__(self, settings: Settings, db: Database) -> None:
        """Each cluster has an analytics service of its own; ``db`` knows which cluster a company is on."""
        self._db = db
        further = {name: cluster.analytics_url for name, cluster in settings.clusters.items()}
        urls = {"": settings.analytics_base_url, **further}
        self._clients = {name: _client(settings, url.rstrip("/")) for name, url in urls.items() if url}

    async def close(self) -> None:
        for client in self._clients.values():
            await client.aclose()

    async def _client_of(self, tenant_id: TenantId) -> httpx.AsyncClient:
        """Raises AnalyticsAway."""
        try:
            cluster = await self._db.cluster_of(tenant_id)
        except DatabaseUnavailable as error:
            raise AnalyticsAway("nobody knows where the company is") from error
        if cluster.name not in self._clients:
            raise AnalyticsAway(f"cluster {cluster.name} has no analytics_url")
        return self._clients[cluster.name]

    async def ask(
        self, tenant_id: TenantId, figure: Figure | ReportPart, query: ResolvedQuery, known_tag: str
    ) -> Answer:
        """One figure or report; ``known_tag`` is the caller's If-None-Match. Raises AnalyticsAway."""
        folder = "reports" if figure in REPORT_PARTS else "quiz"
        path = f"/internal/tenants/{tenant_id}/{folder}/{figure}"
        if figure.startswith("money-"):
            # As a service also knows it that has no pages with money.
            path = f"/internal/tenants/{tenant_id}/reports/money"
            _, window, credit = figure.split("-")
            query = (*query, ("windowDays", window), ("credit", credit))
        client = await self._client_of(tenant_id)
        try:
            answer = await client.get(path, params=query, headers=_headers(known_tag))
        except httpx.HTTPError as error:
            raise AnalyticsAway(type(error).__name__) from error
        _refuse_unfiltered(answer, query)
        if answer.status_code == 304:
            return Answer(answer.headers.get("ETag", known_tag), None)
        _refuse_failure(answer)
        return Answer(answer.headers.get("ETag", ""), answer.content)

    async def ask_page(
        self, tenant_id: TenantId, figures: Sequence[Figure], query: ResolvedQuery, known_tags: Iterable[str]
    ) -> dict[Figure, Answer | Counting]:
        """Several figures of one query. ``known_tags`` are what the caller has; empty when those are all there is.

        Raises AnalyticsAway.
        """
        path = f"/internal/tenants/{tenant_id}/quiz-page"
        client = await self._client_of(tenant_id)
        asked = (("figures", ",".join(figures)), *query)
        try:
            answer = await client.get(path, params=asked, headers=_headers(", ".join(known_tags)))
        except httpx.HTTPError as error:
            raise AnalyticsAway(type(error).__name__) from error
        _refuse_unfiltered(answer, query)
        if answer.status_code == 304:
            return {}
        _refuse_failure(answer)
        told: dict[Figure, dict[str, Any]] = orjson.loads(answer.content)["figures"]
        return {
            figure: Counting(one["counted"])
            if "counted" in one
            else Answer(one["tag"], orjson.dumps(one["body"]) if "body" in one else None)
            for figure, one in told.items()
        }

    async def sessions(self, tenant_id: TenantId, query: ResolvedQuery) -> bytes:
        """A page of sessions, as JSON. Raises AnalyticsAway."""
        client = await self._client_of(tenant_id)
        path = f"/internal/tenants/{tenant_id}/sessions"
        try:
            answer = await client.get(path, params=query, headers=trace_headers(), timeout=SESSIONS_TIMEOUT)
        except httpx.HTTPError as error:
            raise AnalyticsAway(type(error).__name__) from error
        _refuse_unfiltered(answer, query)
        if answer.status_code != 200:
            raise AnalyticsAway(f"status {answer.status_code}")
        return answer.content

    async def open_export(
        self, tenant_id: TenantId, table: ExportFile, query: ResolvedQuery, form: ExportFormat
    ) -> httpx.Response:
        """A file that is on its way: read it in pieces and close it. Raises AnalyticsAway."""
        path = f"/internal/tenants/{tenant_id}/export/{table}"
        client = await self._client_of(tenant_id)
        answer = await _open(
            client, client.build_request("GET", path, params=(*query, ("format", form)), **DOWNLOAD)
        )
        try:
            _refuse_unfiltered(answer, query)
        except AnalyticsAway:
            await answer.aclose()
            raise
        return answer

    async def open_file(self, tenant_id: TenantId, rows: FileRows, form: ExportFormat) -> httpx.Response:
        """The rows as a file, like ``open_export``. Raises AnalyticsAway."""
        path = f"/internal/tenants/{tenant_id}/files"
        client = await self._client_of(tenant_id)
        content = orjson.dumps({"columns": rows.columns, "rows": rows.rows})
        request = client.build_request("POST", path, params={"format": form}, content=content, **DOWNLOAD)
        return await _open(client, request)


async def _open(client: httpx.AsyncClient, request: httpx.Request) -> httpx.Response:
    """Raises AnalyticsAway."""
    try:
        answer = await client.send(request, stream=True)
    except httpx.HTTPError as error:
        raise AnalyticsAway(type(error).__name__) from error
    if answer.status_code != 200:
        await answer.aclose()
        raise AnalyticsAway(f"status {answer.status_code}")
    return answer


def _headers(known_tag: str) -> dict[str, str]:
    # Any other text cannot be a tag of ours, and might be none that a header can carry.
    is_tag = known_tag.isascii() and known_tag.isprintable() and known_tag.strip()
    return {"If-None-Match": known_tag.strip(), **trace_headers()} if is_tag else trace_headers()


def _refuse_unfiltered(answer: httpx.Response, query: ResolvedQuery) -> None:
    """For the minutes of an upgrade the service may be older: what it does not know it leaves out without a word.

    Raises AnalyticsAway.
    """
    known = answer.headers.get("Known-Filters", "").split(",")
    if answer.is_success or answer.status_code == 304:
        unknown = FILTERS.intersection(name for name, _ in query).difference(known)
        if unknown:
            raise AnalyticsAway(f"this version does not filter by {', '.join(sorted(unknown))}")


def _refuse_failure(answer: httpx.Response) -> None:
    """Raises AnalyticsAway."""
    if answer.status_code != 200:
        if answer.status_code == 401:
            log.error("analytics refuses our secret: ABANO_INTERNAL_SECRET differs")
        raise AnalyticsAway(f"status {answer.status_code}")


def _client(settings: Settings, url: str) -> httpx.AsyncClient:
    # Loading certificate authorities costs time and memory that plain HTTP inside the house does not need.
    context = (
        ssl.create_default_context() if url.startswith("https:") else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    )
    return httpx.AsyncClient(
        base_url=url,
        headers={"Authorization": f"Bearer {settings.internal_secret.get_secret_value()}"},
        timeout=TIMEOUT,
        limits=httpx.Limits(max_connections=20, max_keepalive_connections=5),
        verify=context,
        trust_env=False,
    )
