"""The way to Postgres: two pools that act as the application role, one that only reports.

Every transaction names its tenant in ``abano.tenant_id``, local to that transaction, so it works behind a
transaction pooler too. Without a tenant, row-level security shows nothing.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from psycopg_pool import AsyncConnectionPool
from sqlalchemy import event, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as SqlalchemyPoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.pool import QueuePool

from abano.config import Settings, sqlalchemy_url
from abano.database.driver_errors import translate_errors, translate_in_sqlalchemy, translated
from abano.database.read_only import ReadOnlyData, may_write
from abano.database.roles import APP_ROLE, REPORTING_ROLE, ConnectionCheck, places_of
from abano.database.unit_of_work import Connection, FunctionCalls, PipelineTransaction, TenantId, UnitOfWork
from abano.errors import DatabaseUnavailable
from abano_shared.traces import span

CONNECT_TIMEOUT_SECONDS = 3
# A request waits this long for a free connection, then tells the user the truth.
POOL_TIMEOUT_SECONDS = 5.0
# Statements are prepared where a caller asks for it, never because they were used often.
PREPARE_WHEN_ASKED = 1_000_000_000
SET_TENANT = "select set_config('abano.tenant_id', %s, true)"
READ_ONLY = "select set_config('transaction_read_only', 'on', true)"


class Database:
    """The process's connections. Opens nothing until ``open`` is called."""

    def __init__(self, settings: Settings, *, refuse_unsafe_roles: bool = False) -> None:
        """``refuse_unsafe_roles``: use no connection whose role may more than a serving process must."""
        checks = {
            place.role: ConnectionCheck(place) if refuse_unsafe_roles else None
            for place in places_of(settings)
        }
        self._engine: AsyncEngine = create_async_engine(
            sqlalchemy_url(settings.app_url),
            pool_size=settings.pool_size,
            max_overflow=0,
            pool_timeout=POOL_TIMEOUT_SECONDS,
            pool_pre_ping=True,
            connect_args={"connect_timeout": CONNECT_TIMEOUT_SECONDS, "prepare_threshold": None},
        )
        event.listen(self._engine.sync_engine, "handle_error", translate_in_sqlalchemy)
        self._is_drill = settings.drill
        threshold = PREPARE_WHEN_ASKED if settings.prepare_statements else None
        self._one_view = self._engine.execution_options(isolation_level="REPEATABLE READ")
        app, reporting = checks.get(APP_ROLE), checks.get(REPORTING_ROLE)
        if app is not None:
            event.listen(self._engine.sync_engine, "connect", app.of_engine)
        self._pool = _pool(settings.app_url, settings.pool_size, "abano-app", threshold, app)
        self._reporting = _pool(settings.reporting_url, 2, "abano-reporting", None, reporting)

    @property
    def _is_read_only(self) -> bool:
        return self._is_drill and not may_write()

    @property
    def pools(self) -> dict[str, dict[str, int]]:
        """Figures of the pools, for metrics; SQLAlchemy's does not tell who waits for it."""
        figures = {pool.name: pool.get_stats() for pool in (self._pool, self._reporting)}
        pool = self._engine.pool
        if isinstance(pool, QueuePool):
            idle = pool.checkedin()
            figures["abano-sqlalchemy"] = {
                "pool_max": pool.size(),
                "pool_size": idle + pool.checkedout(),
                "pool_available": idle,
            }
        return figures

    async def open(self) -> None:
        """Start the pools. Returns at once; a database that is away is noticed by the first query."""
        await self._pool.open(wait=False)
        await self._reporting.open(wait=False)

    async def close(self) -> None:
        await self._pool.close()
        await self._reporting.close()
        await self._engine.dispose()

    @asynccontextmanager
    async def uow(
        self, tenant_id: TenantId, *, one_view: bool = False, keep: bool = True
    ) -> AsyncIterator[UnitOfWork]:
        """One SQLAlchemy transaction inside a tenant; commits at the end of the block, rolls back on an error.

        ``one_view``: all its queries see the same moment; for reading figures that must agree. Without ``keep``
        nothing is stored: it was done to see what it would do. Raises DatabaseUnavailable when the database cannot
        be reached.
        """
        with_errors = AsyncSession(self._one_view if one_view else self._engine, expire_on_commit=False)
        try:
            with span("database", {"pool": "sqlalchemy"}):
                async with with_errors as session, session.begin():
                    if self._is_read_only:
                        await session.execute(text(READ_ONLY))
                    await session.execute(
                        text("select set_config('abano.tenant_id', :tenant, true)"),
                        {"tenant": str(tenant_id)},
                    )
                    yield UnitOfWork(tenant_id, session)
                    if not keep:
                        await session.rollback()
        except SqlalchemyPoolTimeout as error:
            raise DatabaseUnavailable from error
        except DBAPIError as error:
            ours = DatabaseUnavailable() if error.connection_invalidated else translated(error.orig)
            if ours is None:
                raise
            raise ours from error

    @asynccontextmanager
    async def pipeline_transaction(self, tenant_id: TenantId) -> AsyncIterator[PipelineTransaction]:
        """One plain psycopg transaction inside a tenant, sent in pipeline mode: for small, frequent writes.

        Raises DatabaseUnavailable when the database cannot be reached.
        """
        async with (
            self._acquire(self._pool) as conn,
            conn.pipeline(),
            conn.transaction(),
        ):
            if self._is_read_only:
                await conn.execute(READ_ONLY, prepare=False)
            await conn.execute(SET_TENANT, (str(tenant_id),), prepare=False)
            yield PipelineTransaction(tenant_id, conn)

    def function_calls(self, tenant_id: TenantId) -> FunctionCalls:
        """Calls of the schema's functions inside a tenant, each a transaction: for the most frequent writes."""
        return FunctionCalls(tenant_id, self._call)

    async def _call(self, statement: str, values: Mapping[str, object]) -> tuple[Any, ...] | None:
        """Run one statement in autocommit; it stays prepared where the settings allow it. Raises ReadOnlyData."""
        if self._is_read_only:
            raise ReadOnlyData
        with translate_errors(), span("database", {"pool": self._pool.name}):
            conn = await self._pool.getconn(POOL_TIMEOUT_SECONDS)
            try:
                return await (await conn.execute(statement, values, prepare=True)).fetchone()
            finally:
                await self._pool.putconn(conn)

    @asynccontextmanager
    async def without_tenant(self) -> AsyncIterator[Connection]:
        """A transaction that belongs to no tenant yet: it sees the platform's own tables and no tenant's rows."""
        async with self._acquire(self._pool) as conn, conn.transaction():
            if self._is_read_only:
                await conn.execute(READ_ONLY)
            yield conn

    @asynccontextmanager
    async def reporting(self) -> AsyncIterator[Connection]:
        """A read-only transaction of the reporting role: all tenants, no personal data."""
        async with self._acquire(self._reporting) as conn, conn.transaction():
            await conn.execute("set transaction read only")
            yield conn

    @asynccontextmanager
    async def _acquire(self, pool: "AsyncConnectionPool[Connection]") -> AsyncIterator[Connection]:
        with translate_errors(), span("database", {"pool": pool.name}):
            async with pool.connection(timeout=POOL_TIMEOUT_SECONDS) as conn:
                yield conn


def _pool(
    url: str, size: int, name: str, prepare_threshold: int | None, check: ConnectionCheck | None
) -> "AsyncConnectionPool[Connection]":
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
        kwargs={
            "connect_timeout": CONNECT_TIMEOUT_SECONDS,
            "prepare_threshold": prepare_threshold,
            "autocommit": True,
        },
    )
