"""Behind PgBouncer in transaction mode: settings of one company never reach the next transaction on that session."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from pooler import SERVER_CONNECTIONS, find_pgbouncer, pooler
from product_fixtures import AdminSql
from running_stack import WAIT_SECONDS
from sqlalchemy import text

from abano.core.clock import SystemClock
from abano.core.config import Settings
from abano.db.driver_errors import StatementTimeout
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano.jobs.queue import JobQueue
from abano.jobs.registry import Task, TaskContext
from abano.main import create_app
from abano.ops.local.embedded_postgres import EmbeddedPostgres
from abano.tenancy.directory.tenant import TenantCache

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(find_pgbouncer() is None, reason="no PgBouncer: apt-get install pgbouncer"),
]
# Many times as many as there are sessions; a hang is found soon, whatever the pools' timeouts add up to.
VISITS = 48


@pytest.fixture
def pooled(
    settings: Settings, postgres: EmbeddedPostgres, database_url: str, tmp_path: Path
) -> Iterator[Settings]:
    """The settings of a platform whose every connection goes through the pooler."""
    database = urlsplit(database_url).path.lstrip("/")
    with pooler(postgres, database, tmp_path) as port:
        server = f"127.0.0.1:{port}/{database}"
        yield settings.model_copy(
            update={
                "database_app_url": f"postgresql://abano_app@{server}",
                "database_reporting_url": f"postgresql://abano_reporting@{server}",
                # Poolers before PgBouncer 1.21 hand a session's prepared statements to no one.
                "prepare_statements": False,
            }
        )


@pytest.fixture
async def clients(pooled: Settings) -> AsyncIterator[list[httpx.AsyncClient]]:
    """Two copies of the platform, each asked as both companies."""
    apps = [create_app(pooled), create_app(pooled)]
    made: list[httpx.AsyncClient] = []
    for app in apps:
        await app.state.db.open()
        for host in ("localhost", "alps.localhost"):
            transport = httpx.ASGITransport(app=app, client=("192.0.2.10", 50000))
            made.append(httpx.AsyncClient(transport=transport, base_url=f"http://{host}"))
    yield made
    for client in made:
        await client.aclose()
    for app in apps:
        await app.state.write_limit.close()
        await app.state.db.close()


async def test_two_copies_and_two_companies_over_three_sessions(
    clients: list[httpx.AsyncClient], query_admin_sql: AdminSql
) -> None:
    async def visit(number: int) -> None:
        client = clients[number % len(clients)]
        company = client.base_url.host
        session = f"pooled_{number}_{company.partition('.')[0]}"
        started = await client.post(
            "/api/quiz/session/start", json={"sessionId": session, "gclid": f"g-{number}"}
        )
        assert started.status_code == 200, started.text
        assert (await client.get("/api/site")).status_code == 200
        assert (await client.get("/readyz")).status_code == 200

    async with asyncio.timeout(WAIT_SECONDS):
        await asyncio.gather(*(visit(number) for number in range(VISITS)))
    rows = query_admin_sql(
        "select t.slug, count(*), count(*) filter (where (t.slug = 'alps') = (s.session_id like '%%_alps'))"
        " from quiz_sessions s join tenants t on t.id = s.tenant_id where s.session_id like 'pooled_%%'"
        " group by 1 order by 1"
    )
    half = VISITS // 2
    assert rows == [("alps", half, half), ("georgia", half, half)]


async def test_a_company_ends_with_its_transaction(pooled: Settings) -> None:
    db = Database(pooled)
    await db.open()
    tenants = TenantCache(db, allow_header=False)
    georgia = await tenants.find("localhost")
    try:
        for _ in range(4 * SERVER_CONNECTIONS):
            async with db.uow(georgia.id) as uow:
                assert (await uow.session.execute(text("select count(*) from cars"))).scalar_one() > 0
            async with db.pipeline_transaction(georgia.id) as transaction:
                await transaction.connection.execute("select 1")
            async with db.without_tenant() as conn:
                assert await (await conn.execute("select count(*) from cars")).fetchone() == (0,)
    finally:
        await db.close()


async def test_statements_are_limited_on_shared_sessions(pooled: Settings) -> None:
    hasty = Database(pooled.model_copy(update={"statement_seconds": 0.3}))
    patient = Database(pooled.model_copy(update={"statement_seconds": 0.3}), in_background=True)
    await hasty.open()
    await patient.open()
    georgia = await TenantCache(hasty, allow_header=False).find("localhost")
    try:
        for _ in range(2 * SERVER_CONNECTIONS):
            async with patient.uow(georgia.id) as uow:
                assert (await uow.session.execute(text("show statement_timeout"))).scalar_one() == "10min"
            with pytest.raises(StatementTimeout):
                async with hasty.uow(georgia.id) as uow:
                    await uow.session.execute(text("select pg_sleep(600)"))
            with pytest.raises(StatementTimeout):
                async with hasty.without_tenant() as conn:
                    await conn.execute("select pg_sleep(600)")
    finally:
        await hasty.close()
        await patient.close()


async def test_jobs_run_once_each_while_sessions_are_shared(
    pooled: Settings, query_admin_sql: AdminSql
) -> None:
    runs: Counter[TenantId] = Counter()

    async def run(context: TaskContext, tenant_id: TenantId) -> None:
        async with context.db.uow(tenant_id):
            runs[tenant_id] += 1

    tasks = [Task(f"test.pooled_{number}", 60, run) for number in range(5)]
    databases = [Database(pooled, in_background=True) for _ in range(SERVER_CONNECTIONS)]
    queues = [JobQueue(TaskContext(db, pooled, SystemClock()), tasks) for db in databases]
    for db, queue in zip(databases, queues, strict=True):
        await db.open()
        await queue.open()
    workers = [asyncio.create_task(queue.work()) for queue in queues]
    try:
        for turn in range(1, 4):
            for task in tasks:
                await queues[turn % len(queues)].enqueue(task)
            async with asyncio.timeout(WAIT_SECONDS):
                is_working = True
                while is_working:
                    await asyncio.sleep(0.05)
                    is_working = bool(query_admin_sql("select 1 from procrastinate_jobs"))
    finally:
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
        for db, queue in zip(databases, queues, strict=True):
            await queue.close()
            await db.close()
    assert set(runs.values()) == {3 * len(tasks)}
