"""Real Postgres for every test: one server per run, one database per module, cloned from a template.

The template is built by the real migrations and seeds, so tests start from a fresh installation.
"""

import asyncio
import fcntl
import pickle
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest
from argon2 import PasswordHasher
from fastapi import FastAPI
from kept_connections import KeptConnections, kept_connections
from loadtests.memory import folder_in_memory
from psycopg import sql
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from abano.accounts.access import passwords
from abano.core import expensive_work
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.core.expensive_work import Limits
from abano.db import cluster
from abano.db.engine import Database
from abano.db.migration_support import upgrade
from abano.db.roles import PROTECT
from abano.main import create_app
from abano.ops.local.embedded_postgres import UNSAFE_AND_FAST, EmbeddedPostgres, create_database
from abano.ops.seeds.demo import seed_demo
from abano.tenancy.directory.tenant import Tenant, TenantCache

TEMPLATE = "abano_template"
# Companies move by logical replication.
OPTIONS = {
    **UNSAFE_AND_FAST,
    "wal_level": "logical",
    "max_slot_wal_keep_size": "2GB",
    "max_logical_replication_workers": "6",
    "max_sync_workers_per_subscription": "4",
}
NOW = datetime(2026, 6, 10, 9, 0, tzinfo=UTC)
OWNER_EMAIL = "owner@abano.localhost"
OWNER_PASSWORD = "correct horse battery"
AdminSql = Callable[..., list[tuple[Any, ...]]]
# At the product's cost, 0.2 s of CPU per password would be a fifth of the test time.
COSTLY, COSTLY_DUMMY = PasswordHasher(), passwords.DUMMY_HASH
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session", autouse=True)
def cheap_hashes() -> Iterator[None]:
    """Password hashes at minimum cost, here and in the seeds; ``costly_hashes`` restores the product's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", CHEAP)
        patch.setattr(passwords, "DUMMY_HASH", CHEAP.hash("no one's"))
        yield


# Larger than in the product: no statement is compiled twice.
MAX_STATEMENTS = 10_000


@pytest.fixture(scope="session", autouse=True)
def shared_statements() -> Iterator[None]:
    """Compiled statements are shared by all engines of the process, so each is compiled once.

    The key of a compiled statement includes the dialect, so engines share that as well.
    """
    shared: list[AsyncEngine] = []

    def create_engine(url: str, **options: Any) -> AsyncEngine:
        engine = create_async_engine(url, query_cache_size=MAX_STATEMENTS, **options)
        # A dialect is initialised by its first connection; until then, no other engine can use it.
        first = next(
            (one.sync_engine for one in shared if hasattr(one.dialect, "default_isolation_level")), None
        )
        if first is None:
            shared.append(engine)
        else:
            own = engine.sync_engine
            own.dialect = own.pool._dialect = first.dialect
            own._compiled_cache = first._compiled_cache
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cluster, "create_async_engine", create_engine)
        yield


@pytest.fixture
def limited_processes() -> None:
    """External files are read in processes, as in the product; see ``in_threads``."""


@pytest.fixture(autouse=True)
def in_threads(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Starting a process costs one second of CPU, and every test has its own event loop that would start one.

    Data is still pickled in both directions.
    """
    if "limited_processes" in request.fixturenames:
        return

    async def run(_: Limits, work: Callable[..., Any], *arguments: Any) -> Any:
        packed = pickle.dumps((work, arguments))

        def unpacked() -> bytes:
            function, given = pickle.loads(packed)  # noqa: S301 - packed above
            return pickle.dumps(function(*given))

        return pickle.loads(await asyncio.to_thread(unpacked))  # noqa: S301 - packed above

    monkeypatch.setattr(expensive_work, "_run_in_process", run)


@pytest.fixture(autouse=True)
def well_placed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fails tests in which the product does expensive work on the event loop or with a pooled connection."""
    found: list[str] = []

    def refuse(what: str) -> None:
        found.append(what)
        raise AssertionError(what)

    monkeypatch.setattr(expensive_work, "report_misplaced", refuse)
    yield
    # Tasks catch errors of one company, so that the others' work continues.
    assert found == []


@pytest.fixture
def costly_hashes(monkeypatch: pytest.MonkeyPatch, query_admin_sql: AdminSql) -> None:
    """Password hashes at the product's cost, also for the owner."""
    monkeypatch.setattr(passwords, "_hasher", COSTLY)
    monkeypatch.setattr(passwords, "DUMMY_HASH", COSTLY_DUMMY)
    query_admin_sql(
        "update admins set password_hash = %s where email = %s", COSTLY.hash(OWNER_PASSWORD), OWNER_EMAIL
    )


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder shared by all workers of this run."""
    base = tmp_path_factory.getbasetemp()
    return base if worker_id == "master" else base.parent


@pytest.fixture(scope="session")
def worker_id(request: pytest.FixtureRequest) -> str:
    config = getattr(request.config, "workerinput", None)
    return str(config["workerid"]) if config else "master"


@pytest.fixture(scope="session")
def postgres(run_folder: Path, worker_id: str) -> Iterator[EmbeddedPostgres]:
    """This worker's own server, started from one prepared data folder."""
    prepared = run_folder / "prepared-postgres"
    with (run_folder / "prepare.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (run_folder / "prepared").exists():
            server = EmbeddedPostgres(prepared, options=OPTIONS)
            server.start()
            _build_template(server, run_folder)
            server.stop()
            (run_folder / "prepared").touch()
    with folder_in_memory() as memory:
        own = memory / "postgres"
        shutil.copytree(prepared, own, ignore=shutil.ignore_patterns(".s.PGSQL*", "postmaster.*"))
        _own_like(prepared, own)
        server = EmbeddedPostgres(own, options=OPTIONS)
        server.start()
        yield server
        server.stop()
        # For debugging a failed run, which keeps its folder.
        shutil.copyfile(server.log, run_folder / f"postgres-{worker_id}.log")


def _own_like(source: Path, copy: Path) -> None:
    """When run as root, files copied from the server's account must be given back to it."""
    import os  # noqa: PLC0415

    owner = (source / "data").stat()
    if owner.st_uid == os.geteuid():
        return
    for path in [copy, *copy.rglob("*")]:
        os.chown(path, owner.st_uid, owner.st_gid)


def _build_template(server: EmbeddedPostgres, folder: Path) -> None:
    create_database(server, TEMPLATE)
    url = server.url(TEMPLATE)
    upgrade(url)
    asyncio.run(seed_demo(_settings(url, folder)))
    with psycopg.connect(url) as conn:
        # All visitors of a test have one IP, and mostly one email and phone.
        conn.execute("update tenant_settings set unconfirmed_per_ip = 0, unconfirmed_per_contact = 0")


def _settings(database_url: str, data_dir: Path) -> Settings:
    return Settings.model_validate(
        {
            "database_url": database_url,
            "data_dir": data_dir,
            "admin_email": OWNER_EMAIL,
            "admin_password": OWNER_PASSWORD,
            # Tests create their own vehicles and bookings.
            "demo_fleet": False,
            "pool_size": 6,
            # No test depends on the machine's load; those of an exhausted pool set their own timeout.
            "pool_wait_seconds": 240,
            "statement_seconds": 240,
            "frontend_dir": data_dir / "dist",
        }
    )


@pytest.fixture(scope="session")
def server_connections() -> Iterator[KeptConnections]:
    with kept_connections() as connections:
        yield connections


@pytest.fixture(scope="module")
def database_url(postgres: EmbeddedPostgres, server_connections: KeptConnections) -> Iterator[str]:
    """A fresh, migrated and seeded database for this test module, as its owner."""
    name = f"test_{uuid4().hex}"
    with psycopg.connect(postgres.url(), autocommit=True) as conn:
        conn.execute(
            # Copying files takes a quarter of the CPU time of writing every page to the log as well.
            sql.SQL("create database {} template {} strategy file_copy").format(
                sql.Identifier(name), sql.Identifier(TEMPLATE)
            )
        )
    # A copy of a template gets Postgres's default database privileges, not the template's.
    with psycopg.connect(postgres.url(name), autocommit=True) as conn:
        conn.execute(PROTECT.encode())
    server_connections.database = name
    yield postgres.url(name)
    server_connections.end()
    with psycopg.connect(postgres.url(), autocommit=True) as conn:
        conn.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    return _settings(database_url, tmp_path)


@pytest.fixture
def seed_media(run_folder: Path, settings: Settings) -> Path:
    """The media store with the demo companies' pictures."""
    shutil.copytree(run_folder / "media", settings.media_folder, dirs_exist_ok=True)
    return settings.media_folder


@pytest.fixture
def sign_ins(postgres: EmbeddedPostgres, database_url: str) -> Iterator[dict[str, str]]:
    """Database URLs of roles with their own login, as production requires, by setting name."""
    database, made = database_url.rpartition("@/")[2].partition("?")[0], {}
    with psycopg.connect(postgres.url(), autocommit=True) as conn:
        for setting, role in (
            ("database_app_url", "abano_app"),
            ("database_reporting_url", "abano_reporting"),
            ("database_operator_url", "abano_operator"),
        ):
            name = f"{role}_{uuid4().hex}"
            conn.execute(
                sql.SQL("create role {} login in role {}").format(*map(sql.Identifier, (name, role)))
            )
            made[setting] = postgres.url(database, user=name)
        yield made
        for url in made.values():
            conn.execute(
                sql.SQL("drop role {}").format(sql.Identifier(url.partition("//")[2].partition("@")[0]))
            )


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(NOW)


@pytest.fixture
async def db(settings: Settings) -> AsyncIterator[Database]:
    database = Database(settings)
    await database.open()
    yield database
    await database.close()


@pytest.fixture
def query_admin_sql(database_url: str, server_connections: KeptConnections) -> Iterator[AdminSql]:
    """Run SQL directly, bypassing row-level security."""
    with psycopg.connect(database_url, autocommit=True) as conn:

        def run(statement: str, *parameters: Any) -> list[tuple[Any, ...]]:
            cursor = conn.execute(statement.encode(), parameters)
            return cursor.fetchall() if cursor.description else []

        yield run
        server_connections.keep(conn)


@pytest.fixture
async def georgia(db: Database) -> Tenant:
    return await TenantCache(db, allow_header=False).find("localhost")


@pytest.fixture
async def alps(db: Database) -> Tenant:
    return await TenantCache(db, allow_header=False).find("alps.localhost")


@pytest.fixture
async def app(settings: Settings, clock: FixedClock) -> AsyncIterator[FastAPI]:
    """The application with its lifespan running."""
    application = create_app(settings, clock=clock)
    async with application.router.lifespan_context(application):
        yield application


ClientFactory = Callable[[str], httpx.AsyncClient]


@pytest.fixture
async def client_of(app: FastAPI) -> AsyncIterator[ClientFactory]:
    """Creates clients for a given host, each with its own cookies."""
    clients: list[httpx.AsyncClient] = []

    def make(host: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False, client=("192.0.2.10", 50000))
        clients.append(httpx.AsyncClient(transport=transport, base_url=f"http://{host}"))
        return clients[-1]

    yield make
    for made in clients:
        await made.aclose()


@pytest.fixture
def client(client_of: ClientFactory) -> httpx.AsyncClient:
    """A visitor of the Georgian company's site."""
    return client_of("localhost")


@pytest.fixture
def alps_client(client_of: ClientFactory) -> httpx.AsyncClient:
    """A visitor of the alpine company's site."""
    return client_of("alps.localhost")


SignIn = Callable[[httpx.AsyncClient, str, str], Awaitable[None]]


@pytest.fixture
def sign_in() -> SignIn:
    async def run(client: httpx.AsyncClient, email: str, password: str) -> None:
        answer = await client.post("/api/admin/login", json={"email": email, "password": password})
        assert answer.status_code == 200, answer.text

    return run


@pytest.fixture
async def owner_client(client_of: ClientFactory, sign_in: SignIn) -> httpx.AsyncClient:
    """The Georgian company's owner, signed in."""
    client = client_of("localhost")
    await sign_in(client, OWNER_EMAIL, OWNER_PASSWORD)
    return client


@pytest.fixture
def empty_database(postgres: EmbeddedPostgres, settings: Settings) -> Iterator[Settings]:
    """Settings for an empty database, owned by a role without special rights."""
    name, owner = f"restored_{uuid4().hex}", f"owner_{uuid4().hex}"
    create_database(postgres, name)
    with psycopg.connect(postgres.url(), autocommit=True) as admin:
        admin.execute(sql.SQL("create role {} login").format(sql.Identifier(owner)))
        admin.execute(
            sql.SQL("grant abano_app, abano_reporting, abano_operator to {}").format(sql.Identifier(owner))
        )
        admin.execute(
            sql.SQL("alter database {} owner to {}").format(sql.Identifier(name), sql.Identifier(owner))
        )
        # Not a copy of the model, which would keep URLs computed from the other database's settings.
        yield Settings(**settings.model_dump() | {"database_url": postgres.url(name, user=owner)})
        admin.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))
        admin.execute(sql.SQL("drop role {}").format(sql.Identifier(owner)))
