"""The database really goes away: connections end and no new one is let in. Then it comes back."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator

import httpx
import psycopg
import pytest
from booking_form import book
from product_fixtures import AdminSql
from psycopg import sql
from running_stack import WAIT_SECONDS
from sqlalchemy import text

from abano.core.config import Settings
from abano.core.errors import DatabaseUnavailable
from abano.db.engine import Database
from abano.ops.local.embedded_postgres import EmbeddedPostgres
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio

END_ALL = "select pg_terminate_backend(pid) from pg_stat_activity where datname = %s"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"pool_wait_seconds": 0.5})


@pytest.fixture
def gate(postgres: EmbeddedPostgres, query_admin_sql: AdminSql) -> Iterator[Callable[[bool], None]]:
    """Closes the database of this module, ending all its connections, and opens it again."""
    [(name,)] = query_admin_sql("select current_database()")
    with psycopg.connect(postgres.url(), autocommit=True) as conn:
        allow = sql.SQL("alter database {} allow_connections {}")

        def let_in(allowed: bool) -> None:
            conn.execute(allow.format(sql.Identifier(name), sql.Literal(allowed)))
            if not allowed:
                conn.execute(END_ALL, (name,))

        yield let_in
        let_in(True)


@pytest.fixture
def standby(postgres: EmbeddedPostgres, query_admin_sql: AdminSql) -> Iterator[Callable[[bool], None]]:
    """Lets the database of this module refuse writes like a standby, and take them again."""
    [(name,)] = query_admin_sql("select current_database()")
    with psycopg.connect(postgres.url(), autocommit=True) as conn:
        change = sql.SQL("alter database {} set default_transaction_read_only = {}")

        def refuse(refused: bool) -> None:
            conn.execute(change.format(sql.Identifier(name), sql.Literal(refused)))
            conn.execute(END_ALL, (name,))

        yield refuse
        refuse(False)


async def test_a_standby_is_answered_like_a_database_that_is_away(
    client: httpx.AsyncClient, standby: Callable[[bool], None]
) -> None:
    assert (await book(client, key="before")).status_code == 201
    standby(True)
    # The first may meet a connection that has ended, the others the standby itself.
    for _ in range(3):
        answer = await book(client, key="during")
        assert (answer.status_code, answer.json()["error"]) == (503, "DatabaseUnavailable")
        assert int(answer.headers["retry-after"]) > 0
    standby(False)
    assert (await _book_again_and_again(client)).status_code == 201


async def _book_again_and_again(client: httpx.AsyncClient) -> httpx.Response:
    """The first answer that is no 503: the pool tries again after growing pauses."""
    async with asyncio.timeout(WAIT_SECONDS):
        while True:
            answer = await book(client, key="during")
            if answer.status_code != 503:
                return answer
            await asyncio.sleep(0.3)


async def test_visitor_is_asked_to_retry_and_the_retry_gives_one_booking(
    client: httpx.AsyncClient,
    gate: Callable[[bool], None],
    database_url: str,
) -> None:
    assert (await book(client, key="before")).status_code == 201
    gate(False)
    for answer in (
        await book(client, key="during"),
        await client.post("/api/promo-codes/validate", json={"promoCode": "CAUCASUS10"}),
        await client.post("/api/personal-info-step", json={"firstName": "Ada"}),
    ):
        assert (answer.status_code, answer.json()["error"]) == (503, "DatabaseUnavailable")
        assert int(answer.headers["retry-after"]) > 0
    gate(True)
    answer = await _book_again_and_again(client)
    assert answer.status_code == 201
    assert (await book(client, key="during")).json() == answer.json()
    with psycopg.connect(database_url) as conn:
        assert conn.execute("select count(*) from bookings").fetchone() == (2,)


async def test_pages_are_served_stale_while_bookings_are_refused(
    client: httpx.AsyncClient, gate: Callable[[bool], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = ("/api/site", "/api/quiz/definition")
    before = [await client.get(path) for path in paths]
    gate(False)
    clock = time.monotonic
    monkeypatch.setattr("abano.core.ttl_cache.now", lambda: clock() + 300)
    for _ in range(2):
        for path, known in zip(paths, before, strict=True):
            answer = await client.get(path)
            assert answer.status_code == 200, path
            assert answer.json() == known.json()
    assert (await book(client, key="during")).status_code == 503
    # Not for ever: what may have changed long ago is not shown.
    monkeypatch.setattr("abano.core.ttl_cache.now", lambda: clock() + 1000)
    assert (await client.get("/api/site")).status_code == 503


async def ask_the_pool(db: Database, _: Tenant) -> None:
    async with db.without_tenant() as conn:
        await conn.execute("select 1")


async def ask_the_engine(db: Database, tenant: Tenant) -> None:
    async with db.uow(tenant.id) as uow:
        await uow.session.execute(text("select 1"))


async def connected(ask: Callable[[Database, Tenant], Awaitable[None]], db: Database, tenant: Tenant) -> None:
    """On a busy machine, making the first connection may take longer than ``pool_wait_seconds``."""
    async with asyncio.timeout(WAIT_SECONDS):
        while True:
            try:
                return await ask(db, tenant)
            except DatabaseUnavailable:
                continue


@pytest.mark.parametrize("ask", [ask_the_pool, ask_the_engine])
async def test_a_request_waits_for_a_free_connection_as_long_as_is_set(
    settings: Settings, georgia: Tenant, ask: Callable[[Database, Tenant], Awaitable[None]]
) -> None:
    for seconds in (0.1, WAIT_SECONDS):
        values = {"pool_size": 1, "pool_wait_seconds": seconds}
        db = Database(settings.model_copy(update=values))
        await db.open()
        try:
            await connected(ask, db, georgia)
            async with db.without_tenant() as conn, db.uow(georgia.id) as uow:
                await conn.execute("select 1")
                await uow.session.execute(text("select 1"))
                waiting = asyncio.ensure_future(ask(db, georgia))
                # Longer than production waits.
                await asyncio.wait([waiting], timeout=Settings().pool_wait_seconds + 1)
                assert waiting.done() == (seconds < 1)
            if seconds < 1:
                with pytest.raises(DatabaseUnavailable):
                    await waiting
            else:
                await waiting
        finally:
            await db.close()
