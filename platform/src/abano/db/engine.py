"""Access to Postgres, on the cluster that has the company's rows.

Every transaction sets its tenant in ``abano.tenant_id`` and its statement timeout, both local to the
transaction, so it also works behind a transaction pooler. Without a tenant, row-level security shows no rows.
"""

import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import Any, LiteralString

import orjson
from psycopg.types.json import set_json_loads
from psycopg_pool import AsyncConnectionPool
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as SqlalchemyPoolTimeout
from sqlalchemy.ext.asyncio import AsyncSession

from abano.core.config import Settings
from abano.core.errors import AbanoError, DatabaseUnavailable
from abano.core.expensive_work import holding_connection
from abano.db.base import import_models
from abano.db.cluster import Cluster, milliseconds
from abano.db.driver_errors import map_db_error, translate_errors, translated
from abano.db.replica import may_lag
from abano.db.roles import ConnectionCheck, clusters_of
from abano.db.server_connection import GRACE_SECONDS
from abano.db.unit_of_work import Connection, FunctionCalls, PipelineTransaction, TenantId, UnitOfWork
from abano_shared.traces import span

# Lists of bookings have several JSON columns in each row; the standard library takes five times as long for them.
set_json_loads(orjson.loads)

PLACEMENT = "select placement, coalesce(moving_until > now(), false) from tenants where id = %s"
# A move announces itself longer than this before it happens, so that no copy remembers the old place then.
REMEMBERED_SECONDS = 5.0


@map_db_error("AB040")
class TenantMoved(DatabaseUnavailable):
    """This company is being moved to other machines. Please try again in a moment."""


@dataclass(frozen=True, slots=True)
class Placement:
    """``cluster`` is empty for the one that holds the directory. ``is_moving``: it may be another one in a moment."""

    cluster: str
    is_moving: bool


class Placements:
    """Where companies are, remembered for some seconds; one that is being moved is asked for each time."""

    def __init__(self, load: Callable[[TenantId], Awaitable[Placement]]) -> None:
        self._load = load
        self._known: dict[TenantId, tuple[Placement, float]] = {}

    async def cluster_of(self, tenant_id: TenantId) -> str:
        known = self._known.get(tenant_id)
        now = time.monotonic()
        if known is None or known[0].is_moving or now - known[1] >= REMEMBERED_SECONDS:
            known = self._known[tenant_id] = (await self._load(tenant_id), now)
        return known[0].cluster

    def forget(self) -> None:
        self._known.clear()


_may_write: ContextVar[bool] = ContextVar("may_write", default=False)


class ReadOnlyData(AbanoError):
    """This is a drill on restored data: nothing can be changed here."""

    status = 409


@contextmanager
def writing_allowed() -> Iterator[None]:
    """Transactions that begin within the block may write."""
    token = _may_write.set(True)
    try:
        yield
    finally:
        _may_write.reset(token)


def may_write() -> bool:
    return _may_write.get()


log = logging.getLogger(__name__)

SET_TENANT = "select set_config('abano.tenant_id', %s, true)"
SET_TENANT_AND_LIMIT = f"{SET_TENANT}, set_config('statement_timeout', %s, true)"
SET_LIMIT = "select set_config('statement_timeout', %s, true)"
SET_LIMIT_READ_ONLY = (
    "select set_config('transaction_read_only', 'on', true), set_config('statement_timeout', %s, true)"
)
READ_ONLY = "select set_config('transaction_read_only', 'on', true)"
# Jobs wait for a connection instead of failing.
BACKGROUND_WAIT_SECONDS = 30.0


class Database:
    """The process's connections. Opens nothing until ``open`` is called."""

    def __init__(
        self, settings: Settings, *, refuse_unsafe_roles: bool = False, in_background: bool = False
    ) -> None:
        """``refuse_unsafe_roles``: use no connection whose role may more than a serving process must.

        ``in_background``: for tasks and commands, whose statements may take longer than those of requests.
        """
        seconds = settings.task_statement_seconds if in_background else settings.statement_seconds
        self._limit = milliseconds(seconds)
        wait_seconds = settings.pool_wait_seconds
        if in_background:
            wait_seconds = max(wait_seconds, BACKGROUND_WAIT_SECONDS)
        import_models()
        # Of companies, for fair shares: how many each has. One that is missing has one.
        self.weights: dict[Hashable, int] = {}
        self._clusters = {
            name: Cluster(
                app_url=places[0].url,
                reporting_url=places[1].url,
                pool_size=settings.pool_size,
                wait_seconds=wait_seconds,
                # The same in every process: a transaction pooler hands a session on to another one.
                session_limit=milliseconds(settings.statement_seconds),
                max_silence=max(seconds, settings.statement_seconds) + GRACE_SECONDS,
                prepare=settings.prepare_statements,
                checks={
                    place.role: ConnectionCheck(place) if refuse_unsafe_roles else None for place in places
                },
                name=name,
                replica_url=settings.clusters[name].replica_url if name else settings.database_replica_url,
                max_lag=settings.replica_lag_seconds,
                weights=self.weights,
            )
            for name, places in clusters_of(settings).items()
        }
        self._home = self._clusters[""]
        self._placements = Placements(self._load_placement)
        self._is_drill = settings.drill

    @property
    def _is_read_only(self) -> bool:
        return self._is_drill and not may_write()

    @property
    def pools(self) -> dict[str, dict[str, int]]:
        """Figures of all pools, for metrics."""
        return {
            name: figures for cluster in self._clusters.values() for name, figures in cluster.pools.items()
        }

    async def open(self) -> None:
        """Start the pools without waiting for connections. An unavailable database fails the first query."""
        for cluster in self._clusters.values():
            await cluster.open()

    async def close(self) -> None:
        for cluster in self._clusters.values():
            await cluster.close()

    def job_pool(self) -> "AsyncConnectionPool[Connection]":
        """The job queue's, as ``Cluster.job_pool`` makes it."""
        return self._home.job_pool()

    async def cluster_of(self, tenant_id: TenantId) -> Cluster:
        """Where the company's rows are. Raises DatabaseUnavailable."""
        if len(self._clusters) == 1:
            return self._home
        return self._cluster(await self._placements.cluster_of(tenant_id))

    async def check_reaches(self, tenant_id: TenantId) -> None:
        """Raises DatabaseUnavailable if the company's rows are on a cluster that the settings do not name."""
        self._cluster((await self._load_placement(tenant_id)).cluster)

    def _cluster(self, name: str) -> Cluster:
        if name not in self._clusters:
            log.error("a company is on a cluster that ABANO_CLUSTERS does not name", extra={"cluster": name})
            raise DatabaseUnavailable
        return self._clusters[name]

    def forget_placements(self) -> None:
        """After a write was refused because its company moved."""
        self._placements.forget()

    async def _load_placement(self, tenant_id: TenantId) -> Placement:
        async with self.without_tenant() as conn:
            row = await (await conn.execute(PLACEMENT, (tenant_id,))).fetchone()
        return Placement(*row) if row else Placement("", is_moving=False)

    @asynccontextmanager
    async def uow(
        self, tenant_id: TenantId, *, one_view: bool = False, keep: bool = True, fresh: bool = False
    ) -> AsyncIterator[UnitOfWork]:
        """An SQLAlchemy transaction of a tenant. Commits at the end of the block, rolls back on an error.

        ``one_view``: all queries use the same snapshot, for figures that must agree. ``keep``: False rolls
        back at the end, to preview a change. ``fresh``: never uses a replica. Raises DatabaseUnavailable when
        the database cannot be reached.
        """
        cluster = await self.cluster_of(tenant_id)
        async with (
            cluster.engine_share.turn(tenant_id),
            self._uow(cluster, tenant_id, one_view=one_view, keep=keep, fresh=fresh) as uow,
        ):
            yield uow

    @asynccontextmanager
    async def directory_uow(self, tenant_id: TenantId) -> AsyncIterator[UnitOfWork]:
        """The same on the directory's cluster, wherever the company's rows are. Never uses a replica."""
        async with (
            self._home.engine_share.turn(tenant_id),
            self._uow(self._home, tenant_id, one_view=False, keep=True, fresh=True) as uow,
        ):
            yield uow

    @asynccontextmanager
    async def _uow(
        self, cluster: Cluster, tenant_id: TenantId, *, one_view: bool, keep: bool, fresh: bool
    ) -> AsyncIterator[UnitOfWork]:
        replica = None
        if may_lag() and cluster.replica is not None and not (one_view or fresh):
            replica = await cluster.replica.connect()
        engine = cluster.one_view if one_view else cluster.engine
        with_errors = AsyncSession(replica or engine, expire_on_commit=False)
        try:
            with span("database", {"pool": "sqlalchemy"}), holding_connection():
                async with with_errors as session, session.begin():
                    if self._is_read_only:
                        await session.execute(text(READ_ONLY))
                    await session.execute(
                        text(
                            "select set_config('abano.tenant_id', :tenant, true),"
                            " set_config('statement_timeout', :limit, true)"
                        ),
                        {"tenant": str(tenant_id), "limit": self._limit},
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
        finally:
            if replica is not None:
                await replica.close()

    @asynccontextmanager
    async def pipeline_transaction(self, tenant_id: TenantId) -> AsyncIterator[PipelineTransaction]:
        """One plain psycopg transaction inside a tenant, sent in pipeline mode: for small, frequent writes.

        Raises DatabaseUnavailable when the database cannot be reached.
        """
        cluster = await self.cluster_of(tenant_id)
        async with (
            cluster.pool_share.turn(tenant_id),
            self._acquire(cluster.pool) as conn,
            conn.pipeline(),
            conn.transaction(),
        ):
            if self._is_read_only:
                await conn.execute(READ_ONLY, prepare=False)
            await conn.execute(SET_TENANT_AND_LIMIT, (str(tenant_id), self._limit), prepare=False)
            yield PipelineTransaction(tenant_id, conn)

    def function_calls(self, tenant_id: TenantId) -> FunctionCalls:
        """Calls of the schema's functions inside a tenant, each a transaction: for the most frequent writes."""
        return FunctionCalls(tenant_id, partial(self._call, tenant_id))

    async def _call(
        self, tenant_id: TenantId, statement: str, values: Mapping[str, object]
    ) -> tuple[Any, ...] | None:
        """Run one statement in autocommit. It stays prepared if the settings allow it. Raises ReadOnlyData.

        The session's statement timeout applies.
        """
        cluster = await self.cluster_of(tenant_id)
        async with cluster.pool_share.turn(tenant_id):
            if self._is_read_only:
                raise ReadOnlyData
            with translate_errors(), span("database", {"pool": cluster.pool.name}):
                conn = await cluster.pool.getconn()
                try:
                    cursor = await conn.execute(statement, {"tenant": tenant_id, **values}, prepare=True)
                    return await cursor.fetchone()
                finally:
                    await cluster.pool.putconn(conn)

    @asynccontextmanager
    async def without_tenant(self) -> AsyncIterator[Connection]:
        """A transaction without a tenant: it sees the platform's own tables, but no tenant's rows."""
        async with self._acquire(self._home.pool) as conn, conn.transaction():
            await conn.execute(SET_LIMIT_READ_ONLY if self._is_read_only else SET_LIMIT, (self._limit,))
            yield conn

    async def read_row(self, query: LiteralString, values: Mapping[str, object]) -> tuple[Any, ...] | None:
        """A row of the platform's own tables, by a statement without a transaction. Its limit is the session's."""
        async with self._acquire(self._home.pool) as conn:
            return await (await conn.execute(query, values)).fetchone()

    @asynccontextmanager
    async def reporting(self) -> AsyncIterator[Connection]:
        """A read-only transaction of the reporting role: all tenants, no personal data."""
        async with self._reporting_of(self._home) as conn:
            yield conn

    async def find_reported(
        self, query: LiteralString, values: Mapping[str, object]
    ) -> tuple[Any, ...] | None:
        """The first row of the reporting role's query that any cluster has. Raises DatabaseUnavailable."""
        for cluster in self._clusters.values():
            async with self._reporting_of(cluster) as conn:
                row = await (await conn.execute(query, values)).fetchone()
            if row:
                return row
        return None

    @asynccontextmanager
    async def _reporting_of(self, cluster: Cluster) -> AsyncIterator[Connection]:
        async with self._acquire(cluster.reporting) as conn, conn.transaction():
            await conn.execute(SET_LIMIT_READ_ONLY, (self._limit,))
            yield conn

    @asynccontextmanager
    async def _acquire(self, pool: "AsyncConnectionPool[Connection]") -> AsyncIterator[Connection]:
        with translate_errors(), span("database", {"pool": pool.name}), holding_connection():
            async with pool.connection() as conn:
                yield conn
