"""Liveness, readiness and metrics."""

import asyncio
from contextlib import suppress
from functools import lru_cache

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from psycopg.errors import InsufficientPrivilege, UndefinedTable

from abano.core.errors import AbanoError, DatabaseUnavailable, Message, NotFound
from abano.core.metrics import note_pools
from abano.db.engine import Database
from abano.db.migration_support import expected_revision
from abano.web.dependencies import Db

router = APIRouter(tags=["operations"], include_in_schema=False)

READY_SECONDS = 6.0
GAUGE_SECONDS = 3.0
SCHEMA_TOO_OLD = Message(
    "schema_too_old",
    "The database schema is older than this version: run `abano migrate`.",
    for_operators=True,
)


class NotReady(AbanoError):
    """This instance isn't ready yet."""

    status = 503


@router.get("/healthz")
async def healthz() -> dict[str, bool]:
    """Liveness: the process is up."""
    return {"success": True}


@router.get("/readyz")
async def readyz(db: Db) -> dict[str, bool | str]:
    """Readiness: the database is reachable and its migrations are current."""
    try:
        revision = await asyncio.wait_for(check_ready(db), READY_SECONDS)
    except TimeoutError as error:
        raise DatabaseUnavailable from error
    return {"success": True, "revision": revision}


@router.get("/metrics")
async def metrics(request: Request, db: Db) -> Response:
    """Prometheus metrics, for direct connections only, never through a proxy."""
    if "x-forwarded-for" in request.headers or "forwarded" in request.headers:
        raise NotFound
    note_pools(db.pools)
    # Without the database these gauges keep their values; the other metrics are current.
    with suppress(DatabaseUnavailable, TimeoutError):
        for note in request.app.state.gauges:
            await asyncio.wait_for(note(db), GAUGE_SECONDS)
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


async def check_ready(db: Database) -> str:
    """The applied revision. Raises NotReady when the schema is older than this code, DatabaseUnavailable."""
    try:
        async with db.without_tenant() as conn:
            row = await (await conn.execute("select version_num from alembic_version")).fetchone()
    except (UndefinedTable, InsufficientPrivilege):
        # The first migration has not run or has not finished.
        row = None
    applied = row[0] if row else None
    # A newer schema is fine: migrations run while the previous version still serves.
    if applied is None or applied < _expected():
        raise NotReady(SCHEMA_TOO_OLD())
    return str(applied)


@lru_cache(maxsize=1)
def _expected() -> str:
    return expected_revision()
