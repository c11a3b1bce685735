"""A server that went silent is given up, and the primary is found among several servers."""

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import closing

import psycopg
import pytest
from product_fixtures import AdminSql
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import text

from abano.core.config import Settings, public_url, sqlalchemy_url
from abano.core.errors import DatabaseUnavailable
from abano.db.cluster import make_pool
from abano.db.engine import Database
from abano.db.server_connection import ServerConnection, connect_options, connections
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
SERVERS = (
    "postgresql://abano_app:p%40ss@10.0.0.1:5432,10.0.0.2,[fd00::3]:5433/abano"  # pragma: allowlist secret
)
THREE = f"{SERVERS}?target_session_attrs=read-write"


@pytest.fixture(autouse=True)
def no_server_is_suspect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ServerConnection, "_silent_at", {})


@pytest.fixture
async def connection(settings: Settings) -> AsyncIterator[ServerConnection]:
    async with await connections(0.5).connect(settings.database_url, autocommit=True) as conn:
        yield conn


async def test_connection_without_an_answer_is_closed(connection: ServerConnection) -> None:
    with pytest.raises(psycopg.OperationalError):
        await connection.execute("select pg_sleep(30)")
    assert connection.closed


async def test_listener_waits_as_long_as_it_likes(connection: ServerConnection) -> None:
    await connection.execute("listen something")
    assert [each async for each in connection.notifies(timeout=1.5)] == []
    assert (await (await connection.execute("select 1")).fetchone()) == (1,)


async def test_other_connections_to_a_silent_server_are_given_up_sooner(
    connection: ServerConnection, settings: Settings
) -> None:
    patient = connections(600)
    async with (
        await patient.connect(settings.database_url, autocommit=True) as idle,
        await patient.connect(settings.database_url, autocommit=True) as healthy,
    ):
        await idle.execute("select 1")
        await healthy.execute("select 1")
        with pytest.raises(psycopg.OperationalError):
            await connection.execute("select pg_sleep(30)")
        # What answers in time is trusted again.
        await healthy.execute("select 1")
        await healthy.execute("select pg_sleep(3)")
        with pytest.raises(psycopg.OperationalError):
            await idle.execute("select pg_sleep(30)")
        assert idle.closed
        assert not healthy.closed


async def test_request_to_a_frozen_database_is_refused_and_the_next_one_served(
    settings: Settings, georgia: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The statement's own limit is off, as it is without effect on a frozen server or a commit that waits."""
    monkeypatch.setattr("abano.db.engine.GRACE_SECONDS", 0.5)
    db = Database(settings.model_copy(update={"statement_seconds": 0.5}))
    await db.open()
    try:
        for _ in range(2):
            with pytest.raises(DatabaseUnavailable):
                async with db.uow(georgia.id) as uow:
                    await uow.session.execute(text("set local statement_timeout = 0"))
                    await uow.session.execute(text("select pg_sleep(30)"))
            with pytest.raises(DatabaseUnavailable):
                async with db.without_tenant() as conn:
                    await conn.execute("set local statement_timeout = 0")
                    await conn.execute("select pg_sleep(30)")
        async with db.uow(georgia.id) as uow:
            assert (await uow.session.execute(text("select count(*) from cars"))).scalar_one() > 0
    finally:
        await db.close()


@pytest.fixture
def mute_port() -> Iterator[int]:
    """Accepts connections and never answers, like a frozen server."""
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        yield server.getsockname()[1]


@pytest.fixture
def reachable(settings: Settings) -> Iterator[int]:
    """A port of this machine that leads to the server's Unix socket."""
    place = conninfo_to_dict(settings.database_url)
    folder, port = place["host"], place.get("port", 5432)
    with closing(socket.create_server(("127.0.0.1", 0))) as server:

        def pump(source: socket.socket, target: socket.socket) -> None:
            with source, target:
                try:
                    while data := source.recv(65_536):
                        target.sendall(data)
                except OSError:
                    pass

        def serve() -> None:
            while True:
                try:
                    client, _ = server.accept()
                except OSError:
                    return
                behind = socket.socket(socket.AF_UNIX)
                behind.connect(f"{folder}/.s.PGSQL.{port}")
                for pair in ((client, behind), (behind, client)):
                    threading.Thread(target=pump, args=pair, daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1]


async def test_primary_is_found_behind_a_frozen_server(
    settings: Settings, georgia: Tenant, mute_port: int, reachable: int, query_admin_sql: AdminSql
) -> None:
    name = conninfo_to_dict(settings.database_url)["dbname"]
    hosts = f"127.0.0.1:{mute_port},127.0.0.1:{reachable}"
    url = f"postgresql://postgres@{hosts}/{name}?target_session_attrs=read-write"
    db = Database(Settings(**settings.model_dump() | {"database_url": url, "pool_wait_seconds": 20}))
    await db.open()
    try:
        async with db.uow(georgia.id) as uow:
            assert (await uow.session.execute(text("select count(*) from cars"))).scalar_one() > 0
        async with db.without_tenant() as conn:
            await conn.execute("select 1")
    finally:
        await db.close()


def test_several_servers_are_named_for_sqlalchemy_and_in_messages() -> None:
    assert sqlalchemy_url(THREE) == (
        "postgresql+psycopg://abano_app:p%40ss@/abano"  # pragma: allowlist secret
        "?target_session_attrs=read-write"
        "&host=10.0.0.1%2C10.0.0.2%2Cfd00%3A%3A3&port=5432%2C5432%2C5433"
    )
    assert public_url(THREE) == "10.0.0.1:5432,10.0.0.2,[fd00::3]:5433/abano"


def test_connecting_is_bounded_unless_the_url_says_otherwise() -> None:
    one = connect_options("postgresql://abano@db/abano", 7.5)
    assert one["connect_timeout"] == 7
    assert one["tcp_user_timeout"] == 10_000
    several = connect_options(f"{THREE}&tcp_user_timeout=5", 7.5)
    assert several["connect_timeout"] == 2
    assert "tcp_user_timeout" not in several


async def test_pool_is_refilled_after_silence(settings: Settings) -> None:
    pool = make_pool(settings.database_url, 2, 5.0, "silent", None, None, "0", 0.5)
    async with pool:
        for _ in range(2):
            with pytest.raises(psycopg.OperationalError):
                async with pool.connection() as conn:
                    await conn.execute("select pg_sleep(30)")
        async with asyncio.timeout(10), pool.connection() as conn:
            await conn.execute("select 1")
