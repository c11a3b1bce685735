"""The process and its warehouse: whether it is up, how far it is, its metrics, and how to rebuild it."""

from collections.abc import Callable
from typing import cast

from anyio import to_thread
from fastapi import APIRouter, Depends, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from abano_analytics import prometheus
from abano_analytics.api.base import require_platform
from abano_analytics.errors import StoreUnavailable, WarehouseNotReady
from abano_analytics.figures.service import Figures
from abano_analytics.progress import Progress
from abano_analytics.store.protocol import Store

router = APIRouter()


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
