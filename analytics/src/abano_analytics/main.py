"""The analytics service: wiring of the internal API and the ingest job, in one process."""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import uvicorn
from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from abano_analytics import lease_command, picked_api
from abano_analytics.api import ROUTERS
from abano_analytics.config import BadSettings, Settings, load_settings
from abano_analytics.errors import (
    AnalyticsError,
    FieldError,
    InternalError,
    InvalidInput,
    LeaseFailed,
    NotFound,
    UnsafeDatabaseRole,
    WarehouseUnusable,
)
from abano_analytics.figures.event_timeline import EventTimelines
from abano_analytics.figures.exports import Exports
from abano_analytics.figures.own_events import OwnEvents
from abano_analytics.figures.own_funnels import OwnFunnels
from abano_analytics.figures.refresher import Refresher
from abano_analytics.figures.reports import Reports
from abano_analytics.figures.series import Series
from abano_analytics.figures.service import Figures
from abano_analytics.figures.sessions import Sessions
from abano_analytics.figures.watch import Watch
from abano_analytics.jobs.compact import Compaction
from abano_analytics.jobs.ingest import Ingest
from abano_analytics.jobs.reconcile import Reconciliation
from abano_analytics.jobs.writers import ElectedWriter, SoleWriter, WriterRole
from abano_analytics.progress import Progress
from abano_analytics.queries.service import Queries
from abano_analytics.query_api import router as query_router
from abano_analytics.source.election import Election
from abano_analytics.source.feed import ChangeFeed
from abano_analytics.source.roles import refuse_unsafe_roles, source_of
from abano_analytics.store.file import FileStore
from abano_analytics.store.lake import LakeStore, ObjectStore
from abano_analytics.store.protocol import Store
from abano_analytics.turns import fair_turns
from abano_shared.error_reports import set_up_error_reports
from abano_shared.logging import set_up_logging
from abano_shared.request_limits import RequestLimits
from abano_shared.schedule import keep_in_time
from abano_shared.traces import set_up_traces, trace_requests

log = logging.getLogger(__name__)


def install_error_handlers(app: FastAPI) -> None:
    app.add_exception_handler(AnalyticsError, _known)
    app.add_exception_handler(RequestValidationError, _bad_parameters)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unexpected)


def render(error: AnalyticsError) -> JSONResponse:
    """The response for ``error``."""
    body: dict[str, Any] = {"success": False, "error": type(error).__name__, "message": error.message}
    body |= error.details
    if error.fields:
        body["fields"] = [{"field": item.field, "message": item.message} for item in error.fields]
    headers = {"Cache-Control": "no-store"}
    if error.retry_after is not None:
        headers["Retry-After"] = str(error.retry_after)
    return JSONResponse(body, status_code=error.status, headers=headers)


async def _known(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, AnalyticsError)  # noqa: S101 - narrows the type that Starlette erased
    return render(error)


async def _bad_parameters(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - narrows the type that Starlette erased
    if any(item["loc"][:2] == ("path", "table") for item in error.errors()):
        return render(NotFound())
    # For one of several values, the error location includes its index.
    named = ([part for part in item["loc"] if isinstance(part, str)] for item in error.errors())
    fields = tuple(
        FieldError(names[-1], str(item["msg"])) for names, item in zip(named, error.errors(), strict=True)
    )
    return render(InvalidInput(fields=fields))


async def _http(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101 - narrows the type that Starlette erased
    answer = render(NotFound() if error.status_code == 404 else InternalError(str(error.detail)))
    answer.status_code = error.status_code
    return answer


async def _unexpected(_request: Request, error: Exception) -> JSONResponse:
    log.error("request failed", exc_info=error)
    return render(InternalError())


COMPACTION_SECONDS = 5
# Seconds of counting before new data is ingested.
COMPACTION_TURN_SECONDS = 0.2
RECONCILIATION_SECONDS = 6 * 3600
MAINTENANCE_SECONDS = 600
# Seconds of merging before new data is ingested; the merge under way is finished.
MAINTENANCE_TURN_SECONDS = 1.0
# A large backlog leaves most of the time to new data.
MERGE_PAUSE = timedelta(seconds=5)
LEASE_SECONDS = 2
SWEEP_SECONDS = 20
# Two filters of 200 characters, each up to twelve bytes when URL-encoded, are below 5 KiB. Only rows for a
# file are sent as a body.
LIMITS = RequestLimits(seconds=10.0, head_bytes=32 * 1024, request_bytes=4 * 1024 * 1024)
# A job scheduled later than its interval plus this was scheduled before the clock was set back.
LOOK_SECONDS = 5.0
SLACK = timedelta(seconds=1)
# How long a counting thread may hold the interpreter lock while another thread answers polls.
SWITCH_SECONDS = 0.001

RoleOf = Callable[[Ingest, Progress, Callable[[], None]], WriterRole]


class Service:
    """All objects with the lifetime of the process. Nothing is opened before ``start``."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.progress = Progress()
        self.warehouse, role_of = lake_of(settings) if settings.lake_path else file_of(settings)
        is_production = settings.env == "production"
        self.feed = ChangeFeed(
            settings.source_url, refused_unless_safe=source_of(settings) if is_production else None
        )
        self.figures = Figures(self.warehouse, self.progress)
        self.refresher = Refresher(self.figures)
        self.ingest = Ingest(self.feed, self.warehouse, self.progress, self.refresher.announced)
        self.role = role_of(self.ingest, self.progress, self.refresher.announced)
        self.compaction = Compaction(self.warehouse, self.progress)
        self.reconciliation = Reconciliation(self.feed, self.warehouse, self.progress)
        self.queries = Queries(self.warehouse, self.progress, settings.warehouse_path.parent)
        # One thread: ingest and compaction both write and must not overlap.
        self._scheduler = BackgroundScheduler(executors={"default": ThreadPoolExecutor(1)}, timezone="UTC")

    def start(self) -> None:
        """Open the warehouse. Raises WarehouseUnusable."""
        self.warehouse.open()
        self.queries.start()
        self.role.start()

    def ask_for_rebuild(self) -> None:
        """Request a rebuild of the warehouse from Postgres. Raises StoreUnavailable."""
        self.role.ask_for_rebuild()
        self._scheduler.modify_job("analytics.ingest", next_run_time=datetime.now(UTC))

    def start_jobs(self) -> None:
        self._every(self.settings.ingest_seconds, "ingest", self.role.run)
        self._every(COMPACTION_SECONDS, "compact", self._compact)
        self._every(RECONCILIATION_SECONDS, "reconcile", self._reconcile)
        self._every(MAINTENANCE_SECONDS, "maintain", self._maintain)
        self._every(LEASE_SECONDS, "leases", self.role.grant_leases)
        self._every(SWEEP_SECONDS, "queries", self.queries.sweep)
        self._scheduler.start()
        self.refresher.start()

    async def keep_in_time(self) -> None:
        """Keep jobs running when the system clock is set back. Runs until cancelled."""
        await keep_in_time(self._scheduler)

    def _every(self, seconds: float, name: str, job: Callable[[], object]) -> None:
        self._scheduler.add_job(
            job,
            "interval",
            seconds=seconds,
            id=f"analytics.{name}",
            max_instances=1,
            coalesce=True,
            misfire_grace_time=None,
        )

    def _compact(self) -> None:
        if self.role.is_writer:
            self.compaction.run(seconds=COMPACTION_TURN_SECONDS)

    def _maintain(self) -> None:
        self._merge_later(is_done=self.role.maintain(MAINTENANCE_TURN_SECONDS))

    def _merge(self) -> None:
        self._merge_later(is_done=self.role.merge(MAINTENANCE_TURN_SECONDS))

    def _merge_later(self, *, is_done: bool) -> None:
        if is_done or not self._scheduler.running:
            return
        self._scheduler.add_job(
            self._merge,
            "date",
            run_date=datetime.now(UTC) + MERGE_PAUSE,
            id="analytics.merge",
            replace_existing=True,
            # This one is still running when the next one is due at once. They share one thread.
            max_instances=2,
            misfire_grace_time=None,
        )

    def _reconcile(self) -> None:
        if self.role.is_writer:
            self.reconciliation.run()

    def stop(self) -> None:
        self.ingest.stop()
        if self._scheduler.running:
            self._scheduler.shutdown(wait=True)
        self.refresher.stop()
        self.figures.pool.stop()
        self.queries.close()
        self.feed.close()
        self.warehouse.close()
        self.role.close()


def file_of(settings: Settings) -> tuple[Store, RoleOf]:
    """One DuckDB file with this process as the only writer; not opened yet."""
    file = FileStore(settings.warehouse_path, memory_mb=settings.warehouse_memory_mb)
    return file, lambda ingest, _progress, _announced: SoleWriter(ingest)


def lake_of(settings: Settings) -> tuple[Store, RoleOf]:
    """A DuckLake with one elected writer among the copies; not opened yet."""
    lake = lake_at(settings)
    election = Election(settings.catalog_url)
    return lake, lambda ingest, progress, announced: ElectedWriter(
        lake, election, ingest, progress, announced
    )


def lake_at(settings: Settings, snapshot: int | None = None) -> LakeStore:
    """The DuckLake of the settings, now or as it was in ``snapshot``; not opened yet."""
    objects = ObjectStore(
        settings.s3_endpoint,
        settings.s3_region,
        settings.s3_access_key,
        settings.s3_secret_key.get_secret_value(),
    )
    return LakeStore(
        settings.lake_path,
        settings.catalog_url,
        memory_mb=settings.warehouse_memory_mb,
        spill=settings.warehouse_path,
        objects=objects if settings.lake_path.startswith("s3://") else None,
        snapshot=snapshot,
    )


def create_app(service: Service) -> FastAPI:
    """The internal API over a started service; its jobs run while the application does."""

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        service.start_jobs()
        timekeeper = asyncio.create_task(service.keep_in_time())
        yield
        timekeeper.cancel()
        service.stop()

    app = FastAPI(title="Abano analytics", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.settings = service.settings
    app.state.progress = service.progress
    app.state.warehouse = service.warehouse
    app.state.ask_for_rebuild = service.ask_for_rebuild
    app.state.figures = service.figures
    app.state.reports = Reports(service.warehouse, service.progress)
    app.state.sessions = Sessions(service.warehouse, service.progress)
    app.state.own_funnels = OwnFunnels(service.warehouse, service.progress)
    app.state.own_events = OwnEvents(service.warehouse, service.progress)
    app.state.event_timelines = EventTimelines(service.warehouse, service.progress)
    app.state.weights = service.figures.weights
    app.state.turns = fair_turns(service.figures.weights)
    app.state.watch = Watch(service.warehouse, service.progress)
    app.state.series = Series(service.warehouse, service.progress)
    app.state.exports = Exports(service.warehouse, service.progress, service.settings.warehouse_path.parent)
    app.state.queries = service.queries
    install_error_handlers(app)
    for router in (*ROUTERS, query_router, picked_api.router):
        app.include_router(router)
    trace_requests(app)
    return app


def observe(settings: Settings) -> None:
    """Set up logs, and crash reports and traces if configured."""
    set_up_logging(as_json=settings.json_logs, process="analytics")
    # Late or skipped jobs are not logged: metrics show how stale the figures are.
    logging.getLogger("apscheduler").setLevel(logging.ERROR)
    set_up_error_reports(settings.sentry_dsn.get_secret_value(), env=settings.env, process="analytics")
    # The platform is the only caller, so its sampling decision is followed.
    set_up_traces(
        settings.traces_url, ratio=settings.traces_ratio, service="abano-analytics", follows_caller=True
    )


def main() -> None:
    """Run the service, or the command ``lease``. Errors are printed as one sentence on standard error."""
    try:
        if arguments := sys.argv[1:]:
            lease_command.run(arguments, load_settings, lake_at)
            return
        settings = load_settings()
        sys.setswitchinterval(SWITCH_SECONDS)
        observe(settings)
        refuse_unsafe_roles(settings)
        service = Service(settings)
        service.start()
    except (BadSettings, UnsafeDatabaseRole, WarehouseUnusable, LeaseFailed) as error:
        sys.exit(f"abano-analytics: {error}")
    uvicorn.run(
        create_app(service),
        host=settings.host,
        port=settings.analytics_port,
        http=LIMITS.protocol(),
        # No endpoint uses WebSocket, so upgrades are not handled.
        ws="none",
        access_log=False,
        log_config=None,
        server_header=False,
        # Longer than the platform keeps an idle connection, so that it never reuses one that is being closed.
        timeout_keep_alive=75,
        timeout_graceful_shutdown=10,
    )


if __name__ == "__main__":
    main()
