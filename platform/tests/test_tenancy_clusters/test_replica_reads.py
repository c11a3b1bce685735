"""The console reads from a replica while it is fresh; a user sees their own changes."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import httpx
import psycopg
import pytest
from product_fixtures import OWNER_EMAIL, OWNER_PASSWORD, AdminSql
from standby import promote, standby_of

from abano.core.clock import FixedClock
from abano.core.config import Settings, acting_as
from abano.db import replica as replicas
from abano.main import create_app
from abano.ops.local.embedded_postgres import EmbeddedPostgres
from abano.web.middleware.data import CHANGED_COOKIE

pytestmark = pytest.mark.anyio
LANGUAGES = "/api/admin/languages"
BOOKINGS = "/api/admin/bookings"


@pytest.fixture(scope="module")
def standby(
    postgres: EmbeddedPostgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[EmbeddedPostgres]:
    with standby_of(postgres, tmp_path_factory.mktemp("standby") / "server") as server:
        yield server


@pytest.fixture
def with_replica(settings: Settings, standby: EmbeddedPostgres) -> Settings:
    name = settings.database_url.rpartition("@/")[2].partition("?")[0]
    url = acting_as(standby.url(name), "abano_app")
    return Settings(**settings.model_dump() | {"database_replica_url": url})


@asynccontextmanager
async def console(settings: Settings, clock: FixedClock) -> AsyncIterator[httpx.AsyncClient]:
    """The owner's console, signed in longer ago than the maximum lag."""
    app = create_app(settings, clock=clock)
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False, client=("192.0.2.10", 50000))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
    ):
        answer = await client.post(
            "/api/admin/login", json={"email": OWNER_EMAIL, "password": OWNER_PASSWORD}
        )
        assert answer.status_code == 200, answer.text
        assert (CHANGED_COOKIE in client.cookies) == bool(settings.database_replica_url)
        forget_change(client)
        yield client


def forget_change(client: httpx.AsyncClient) -> None:
    for cookie in [cookie for cookie in client.cookies.jar if cookie.name == CHANGED_COOKIE]:
        client.cookies.jar.clear(cookie.domain, cookie.path, cookie.name)


class Counter:
    """Units of work that requested a replica, with whether they got it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.given = self.refused = 0
        real = replicas.Replica.connect

        async def counted(replica: replicas.Replica) -> object:
            connection = await real(replica)
            self.given += connection is not None
            self.refused += connection is None
            return connection

        monkeypatch.setattr(replicas.Replica, "connect", counted)
        monkeypatch.setattr(replicas, "CHECK_SECONDS", 0.0)


async def on_replica(client: httpx.AsyncClient, counter: Counter, path: str = BOOKINGS) -> bool:
    """Whether this read came from the replica."""
    before = counter.given
    answer = await client.get(path)
    assert answer.status_code == 200, answer.text
    return counter.given > before


async def until_on_replica(client: httpx.AsyncClient, counter: Counter) -> None:
    while not await on_replica(client, counter):  # noqa: ASYNC110 - another server gets there
        await asyncio.sleep(0.05)


async def test_console_reads_come_from_a_fresh_replica_and_own_changes_from_the_primary(
    with_replica: Settings,
    standby: EmbeddedPostgres,
    clock: FixedClock,
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counter = Counter(monkeypatch)
    async with console(with_replica, clock) as client:
        await until_on_replica(client, counter)
        # The author of a change sees it immediately, however stale the replica is.
        with psycopg.connect(standby.url(), autocommit=True) as conn:
            conn.execute("select pg_wal_replay_pause()")
            try:
                refusal = await client.post(f"{BOOKINGS}/none", json={})
                assert refusal.status_code in {404, 405, 422}
                assert CHANGED_COOKIE in client.cookies
                assert not await on_replica(client, counter)
                # For others, the replica is not used as soon as it is behind what they have seen.
                forget_change(client)
                query_admin_sql("update tenant_settings set updated_at = now()")
                monkeypatch.setattr("abano.db.replica.time.monotonic", later(time.monotonic, 60))
                assert not await on_replica(client, counter)
                assert counter.refused > 0
            finally:
                conn.execute("select pg_wal_replay_resume()")
        await until_on_replica(client, counter)


def later(clock: Callable[[], float], seconds: float) -> Callable[[], float]:
    return lambda: clock() + seconds


async def test_without_its_replica_the_console_reads_from_the_primary(
    with_replica: Settings, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    counter = Counter(monkeypatch)
    away = Settings(
        **with_replica.model_dump() | {"database_replica_url": "postgresql://unknown@127.0.0.1:1/abano"}
    )
    async with console(away, clock) as client:
        assert not await on_replica(client, counter)
        assert counter.refused > 0


async def test_a_read_that_would_write_is_made_at_the_primary(
    with_replica: Settings, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    counter = Counter(monkeypatch)
    async with console(with_replica, clock) as client:
        await until_on_replica(client, counter)
        answer = await client.get(f"{BOOKINGS}/export.csv")
        assert answer.status_code == 200


async def test_a_promoted_replica_takes_over(
    settings: Settings,
    postgres: EmbeddedPostgres,
    clock: FixedClock,
    query_admin_sql: AdminSql,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """The steps of docs/operations/second-region.md, with the first region's last commit in the second."""
    folder = tmp_path_factory.mktemp("region") / "server"
    with standby_of(postgres, folder) as second:
        query_admin_sql("update tenants set name = 'Before the loss' where is_default")
        (end,) = query_admin_sql("select pg_current_wal_insert_lsn()::text")
        name = settings.database_url.rpartition("@/")[2].partition("?")[0]
        with psycopg.connect(second.url(name), autocommit=True) as conn:
            has_it = "select pg_last_wal_replay_lsn() >= %s::pg_lsn"
            while conn.execute(has_it, (end[0],)).fetchone() == (False,):  # noqa: ASYNC110 - another server
                await asyncio.sleep(0.02)
        promote(second, folder)
        there = Settings(**settings.model_dump() | {"database_url": second.url(name)})
        async with console(there, clock) as client:
            assert (await client.get("/readyz")).status_code == 200
            assert (await client.get(BOOKINGS)).status_code == 200
        with psycopg.connect(second.url(name)) as conn:
            assert conn.execute("select name from tenants where is_default").fetchone() == (
                "Before the loss",
            )
