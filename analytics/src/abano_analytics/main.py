"""The analytics service: wiring of the internal API and the ingest job, in one process."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler
from fastapi import FastAPI

from abano_analytics import api
from abano_analytics.config import BadSettings, Settings, load_settings
from abano_analytics.error_handlers import install_error_handlers
from abano_analytics.errors import WarehouseUnusable
from abano_analytics.exports import Exports
from abano_analytics.figures import Figures
from abano_analytics.jobs.compact import Compaction
from abano_analytics.jobs.ingest import Ingest
from abano_analytics.jobs.reconcile import Reconciliation
from abano_analytics.observability import set_up_error_reports, trace_requests
from abano_analytics.progress import Progress
from abano_analytics.source.feed import ChangeFeed
from abano_analytics.store.warehouse import Warehouse
from abano_analytics.telemetry import set_up_logging

COMPACTION_SECONDS = 5
# Then new data has its turn.
COMPACTION_TURN_SECONDS = 0.2
RECONCILIATION_SECONDS = 6 * 3600


class Service:
    """Everything that lives as long as the process. Nothing is opened before ``start``."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.progress = Progress()
        self.warehouse = Warehouse(settings.warehouse_path, memory_mb=settings.warehouse_memory_mb)
        self.feed = ChangeFeed(settings.source_url)
        self.figures = Figures(self.warehouse, self.progress)
        self.ingest = Ingest(self.feed, self.warehouse, self.progress, self.figures.count_ahead)
        self.compaction = Compaction(self.warehouse, self.progress)
        self.reconciliation = Reconciliation(self.feed, self.warehouse, self.progress)
        # One thread: taking in and compacting both write, and never at once.
        self._scheduler = BackgroundScheduler(executors={"default": ThreadPoolExecutor(1)}, timezone="UTC")

    def start(self) -> None:
        """Open the warehouse. Raises WarehouseUnusable."""
        self.warehouse.open()
        self.ingest.prepare()

    def start_jobs(self) -> None:
        self._scheduler.add_job(
            self.ingest.run,
            "interval",
            seconds=self.settings.ingest_seconds,
            id="analytics.ingest",
            max_instances=1,
            coalesce=True,
            misfire_grace_time=None,
        )
        self._scheduler.add_job(
            self.compaction.run,
            "interval",
            seconds=COMPACTION_SECONDS,
            kwargs={"seconds": COMPACTION_TURN_SECONDS},
            id="analytics.compact",
            max_instances=1,
            coalesce=True,
            misfire_grace_time=None,
        )
        self._scheduler.add_job(
            self.reconciliation.run,
            "interval",
            seconds=RECONCILIATION_SECONDS,
            id="analytics.reconcile",
            max_instances=1,
            coalesce=True,
            misfire_grace_time=None,
        )
        self._scheduler.start()

    def stop(self) -> None:
        self.ingest.stop()
        if self._scheduler.running:
            self._scheduler.shutdown(wait=True)
        self.feed.close()
        self.warehouse.close()


def create_app(service: Service) -> FastAPI:
    """The internal API over a started service; its jobs run while the application does."""

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        service.start_jobs()
        yield
        service.stop()

    app = FastAPI(title="Abano analytics", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.settings = service.settings
    app.state.progress = service.progress
    app.state.warehouse = service.warehouse
    app.state.ingest = service.ingest
    app.state.figures = service.figures
    app.state.exports = Exports(service.warehouse, service.progress, service.settings.warehouse_path.parent)
    install_error_handlers(app)
    app.include_router(api.router)
    trace_requests(app, service.settings)
    return app


def main() -> None:
    """Run the service; what stops it is told in one sentence."""
    try:
        settings = load_settings()
        set_up_logging(as_json=settings.json_logs)
        set_up_error_reports(settings)
        service = Service(settings)
        service.start()
    except (BadSettings, WarehouseUnusable) as error:
        sys.exit(f"abano-analytics: {error}")
    uvicorn.run(
        create_app(service),
        host=settings.host,
        port=settings.analytics_port,
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=10,
    )


if __name__ == "__main__":
    main()
