"""The connections to one Postgres: two pools that act as the application role, one that only reports."""

from typing import Any

from psycopg_pool import AsyncConnectionPool
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import QueuePool

from abano.config import sqlalchemy_url
from abano.database.driver_errors import translate_errors, translate_in_sqlalchemy
from abano.database.replica import Replica, position
from abano.database.roles import APP_ROLE, REPORTING_ROLE, ConnectionCheck
from abano.database.unit_of_work import Connection

CONNECT_TIMEOUT_SECONDS = 3
# A request waits this long for a free connection, then tells the user the truth.
POOL_TIMEOUT_SECONDS = 5.0
# Statements are prepared where a caller asks for it, never because they were used often.
PREPARE_WHEN_ASKED = 1_000_000_000


class Cluster:
    """The pools of one Postgres. Opens nothing until ``open`` is called."""

    def __init__(
        self,
        *,
        app_url: str,
        reporting_url: str,
        pool_size: int,
        prepare: bool,
        checks: dict[str, ConnectionCheck | None],
        name: str = "",
        replica_url: str = "",
        most_lag: float = 5.0,
    ) -> None:
        """``name`` is empty for the cluster that holds the directory of companies; ``most_lag`` in seconds."""
        self.name = name
        self.engine: AsyncEngine = create_async_engine(
            sqlalchemy_url(app_url),
            pool_size=pool_size,
            max_overflow=0,
            pool_timeout=POOL_TIMEOUT_SECONDS,
            pool_pre_ping=True,
            connect_args={"connect_timeout": CONNECT_TIMEOUT_SECONDS, "prepare_threshold": None},
        )
        event.listen(self.engine.sync_engine, "handle_error", translate_in_sqlalchemy)
        threshold = PREPARE_WHEN_ASKED if prepare else None
        self.one_view = self.engine.execution_options(isolation_level="REPEATABLE READ")
        app, reporting = checks.get(APP_ROLE), checks.get(REPORTING_ROLE)
        if app is not None:
            event.listen(self.engine.sync_engine, "connect", app.of_engine)
        suffix = f"-{name}" if name else ""
        self._engine_name = f"abano-sqlalchemy{suffix}"
        self.pool = _pool(app_url, pool_size, f"abano-app{suffix}", threshold, app)
        self.reporting = _pool(reporting_url, 2, f"abano-reporting{suffix}", None, reporting)
        self.replica = (
            Replica(
                replica_url,
                pool_size=pool_size,
                most_lag=most_lag,
                primary_position=self._position,
                check=app,
            )
            if replica_url
            else None
        )

    @property
    def pools(self) -> dict[str, dict[str, int]]:
        """Figures of the pools, for metrics; SQLAlchemy's does not tell who waits for it."""
        figures = {pool.name: pool.get_stats() for pool in (self.pool, self.reporting)}
        pool = self.engine.pool
        if isinstance(pool, QueuePool):
            idle = pool.checkedin()
            figures[self._engine_name] = {
                "pool_max": pool.size(),
                "pool_size": idle + pool.checkedout(),
                "pool_available": idle,
            }
        return figures

    async def open(self) -> None:
        """Start the pools. Returns at once; a database that is away is noticed by the first query."""
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
            async with self.pool.connection(timeout=POOL_TIMEOUT_SECONDS) as conn:
                row = await (await conn.execute("select pg_current_wal_insert_lsn()::text")).fetchone()
        return position(str(row[0])) if row else 0


def _pool(
    url: str, size: int, name: str, prepare_threshold: int | None, check: ConnectionCheck | None
) -> "AsyncConnectionPool[Connection]":
    kwargs: dict[str, Any] = {
        "connect_timeout": CONNECT_TIMEOUT_SECONDS,
        "prepare_threshold": prepare_threshold,
        "autocommit": True,
    }
    return AsyncConnectionPool(
        url,
        min_size=1,
        max_size=size,
        name=name,
        open=False,
        max_waiting=size * 50,
        reconnect_timeout=10.0,
        configure=check.of_pool if check else None,
        check=AsyncConnectionPool.check_connection if size < 3 else None,
        kwargs=kwargs,
    )
