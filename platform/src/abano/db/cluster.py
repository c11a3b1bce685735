"""The connections to one Postgres: two pools that act as the application role, one that only reports."""

from collections.abc import AsyncIterator, Hashable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from psycopg_pool import AsyncConnectionPool
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import QueuePool

from abano.core.config import sqlalchemy_url
from abano.core.errors import DatabaseUnavailable
from abano.core.expensive_work import holds_connection
from abano.core.fair_turns import MeasuredTurns
from abano.db.driver_errors import translate_errors, translate_in_sqlalchemy
from abano.db.replica import Replica, position
from abano.db.roles import APP_ROLE, REPORTING_ROLE, ConnectionCheck
from abano.db.server_connection import connect_options, connections
from abano.db.unit_of_work import Connection, TenantId
from abano_shared.fair_turns import TurnRefused

# Of one company, for one pool. A worker has some seventy jobs under way, a server fewer requests.
MAX_WAITING = 1000
JOB_CONNECTIONS = 2
# Statements are only prepared on request, never automatically after repeated use.
PREPARE_WHEN_ASKED = 1_000_000_000


class CompanyBusy(DatabaseUnavailable):
    """This company's pages are very busy right now. Nothing was changed; please try again in a few seconds."""


class FairShare:
    """The connections of one pool, shared fairly between companies: one never takes all of them."""

    def __init__(
        self, name: str, pool_size: int, wait_seconds: float, weights: Mapping[Hashable, int]
    ) -> None:
        self.turns = MeasuredTurns(
            name, pool_size, max_waiting=MAX_WAITING, wait_seconds=wait_seconds, weights=weights
        )

    @asynccontextmanager
    async def turn(self, tenant_id: TenantId) -> AsyncIterator[None]:
        """Wait until it is the company's turn to use a connection. Raises CompanyBusy.

        A task that already has a connection does not wait, because it would wait for itself.
        """
        if holds_connection():
            yield
            return
        try:
            turn = await self.turns.take(tenant_id)
        except TurnRefused:
            raise CompanyBusy from None
        try:
            yield
        finally:
            turn.end()


class Cluster:
    """The pools of one Postgres. Opens nothing until ``open`` is called."""

    def __init__(
        self,
        *,
        app_url: str,
        reporting_url: str,
        pool_size: int,
        wait_seconds: float,
        session_limit: str,
        max_silence: float,
        prepare: bool,
        checks: dict[str, ConnectionCheck | None],
        name: str = "",
        replica_url: str = "",
        max_lag: float = 5.0,
        weights: Mapping[Hashable, int],
    ) -> None:
        """``name`` is empty for the cluster that holds the directory of companies; ``max_lag`` in seconds.

        ``weights``: of companies, for their shares of connections.

        ``session_limit``: how long a statement may take outside a transaction with its own limit. ``max_silence``:
        seconds after which a server that does not answer is given up.
        """
        self.name = name
        suffix = f"-{name}" if name else ""
        self._engine_name = f"abano-sqlalchemy{suffix}"
        self.engine_share = FairShare(self._engine_name, pool_size, wait_seconds, weights)
        self.pool_share = FairShare(f"abano-app{suffix}", pool_size, wait_seconds, weights)
        self.engine: AsyncEngine = create_async_engine(
            sqlalchemy_url(app_url),
            pool_size=pool_size,
            max_overflow=0,
            pool_timeout=wait_seconds,
            pool_pre_ping=True,
            connect_args={
                **connect_options(app_url, wait_seconds),
                "prepare_threshold": None,
                "async_creator_fn": connections(max_silence).connect,
            },
        )
        event.listen(self.engine.sync_engine, "handle_error", translate_in_sqlalchemy)
        threshold = PREPARE_WHEN_ASKED if prepare else None
        self.one_view = self.engine.execution_options(isolation_level="REPEATABLE READ")
        app, reporting = checks.get(APP_ROLE), checks.get(REPORTING_ROLE)
        if app is not None:
            event.listen(self.engine.sync_engine, "connect", app.of_engine)
        self.pool = make_pool(
            app_url, pool_size, wait_seconds, f"abano-app{suffix}", threshold, app, session_limit, max_silence
        )
        self._make_job_pool = partial(
            make_pool,
            app_url,
            JOB_CONNECTIONS,
            wait_seconds,
            "abano-jobs",
            None,
            app,
            session_limit,
            max_silence,
        )
        self._job_pool: AsyncConnectionPool[Connection] | None = None
        self.reporting = make_pool(
            reporting_url,
            2,
            wait_seconds,
            f"abano-reporting{suffix}",
            None,
            reporting,
            session_limit,
            max_silence,
        )
        self.replica = (
            Replica(
                replica_url,
                pool_size=pool_size,
                max_lag=max_lag,
                primary_position=self._position,
                check=app,
            )
            if replica_url
            else None
        )

    @property
    def pools(self) -> dict[str, dict[str, int]]:
        """Figures of the pools, for metrics; SQLAlchemy's does not report waiting callers."""
        plain = [self.pool, self.reporting, *([self._job_pool] if self._job_pool else [])]
        figures = {pool.name: pool.get_stats() for pool in plain}
        pool = self.engine.pool
        if isinstance(pool, QueuePool):
            idle = pool.checkedin()
            figures[self._engine_name] = {
                "pool_max": pool.size(),
                "pool_size": idle + pool.checkedout(),
                "pool_available": idle,
            }
        return figures

    def job_pool(self) -> "AsyncConnectionPool[Connection]":
        """A separate small pool for the job queue, not open yet: jobs never delay a heartbeat."""
        self._job_pool = self._make_job_pool()
        return self._job_pool

    async def open(self) -> None:
        """Start the pools without waiting for connections. An unavailable database fails the first query."""
        await self.pool.open(wait=False)
        await self.reporting.open(wait=False)

    async def close(self) -> None:
        await self.pool.close()
        await self.reporting.close()
        await self.engine.dispose()
        if self.replica is not None:
            await self.replica.close()

    async def _position(self) -> int:
        with translate_errors():
            async with self.pool.connection() as conn:
                row = await (await conn.execute("select pg_current_wal_insert_lsn()::text")).fetchone()
        return position(str(row[0])) if row else 0


def milliseconds(seconds: float) -> str:
    """As Postgres takes it, never 0, which is no limit."""
    return f"{max(1, round(seconds * 1000))}ms"


def make_pool(
    url: str,
    size: int,
    wait_seconds: float,
    name: str,
    prepare_threshold: int | None,
    check: ConnectionCheck | None,
    session_limit: str,
    max_silence: float,
) -> "AsyncConnectionPool[Connection]":
    """A pool that is not open yet, whose sessions have ``session_limit`` as statement timeout."""

    async def configure(conn: Connection) -> None:
        if check is not None:
            await check.of_pool(conn)
        await conn.execute("select set_config('statement_timeout', %s, false)", (session_limit,))

    kwargs: dict[str, Any] = {
        **connect_options(url, wait_seconds),
        "prepare_threshold": prepare_threshold,
        "autocommit": True,
    }
    return AsyncConnectionPool(
        url,
        connection_class=connections(max_silence),
        min_size=1,
        max_size=size,
        timeout=wait_seconds,
        name=name,
        open=False,
        # A worker has some seventy jobs under way, however few its connections are.
        max_waiting=max(200, size * 50),
        reconnect_timeout=10.0,
        configure=configure,
        check=AsyncConnectionPool.check_connection if size < 3 else None,
        kwargs=kwargs,
    )
