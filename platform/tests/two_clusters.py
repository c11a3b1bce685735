"""A second Postgres beside the run's own, whose roles are no superusers, and a crowd that never stops."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

import httpx
import psycopg
from loadtests.forms import booking_form
from postgres_versions import link_libraries, programs_of
from product_fixtures import OPTIONS, OWNER_EMAIL, OWNER_PASSWORD
from psycopg import sql

from abano.core.clock import FixedClock
from abano.core.config import ClusterSettings, Settings, acting_as
from abano.db.migration_support import upgrade
from abano.db.tables import tables
from abano.main import create_app
from abano.ops.local.embedded_postgres import SUPERUSER, EmbeddedPostgres

OWNER = "owner_of_two"
# The role of moves: no superuser where Postgres allows that, and then with a password, which a subscription needs.
MOVER, PASSWORD = "abano_moves", "between clusters"
# Another major version than that of the first cluster, where it is on this machine.
OTHER_VERSION = 16


@contextmanager
def second_cluster(
    folder: Path, version: int = OTHER_VERSION, *, synchronous_commit: str = "off"
) -> Iterator[EmbeddedPostgres]:
    """``synchronous_commit``: "on" for a server that is killed while it is written to."""
    programs = programs_of(version)
    if programs is not None:
        link_libraries(programs)
    options = {**OPTIONS, "io_method": None, "max_slot_wal_keep_size": None}
    options["synchronous_commit"] = synchronous_commit
    server = EmbeddedPostgres(folder, options=options, programs=programs)
    server.start()
    try:
        with psycopg.connect(server.url(), autocommit=True) as conn:
            conn.execute(f"create role {OWNER} login createrole")
            conn.execute(f"create database two owner {OWNER}")
            # A command line's setting could not be taken back.
            conn.execute("alter system set max_slot_wal_keep_size = '2GB'")
            conn.execute("select pg_reload_conf()")
        upgrade(server.url("two", user=OWNER))
        admit_mover(server.url(), OWNER)
        yield server
    finally:
        server.stop()


def admit_mover(url: str, owner: str) -> None:
    """As docs/operations/postgres.md says. ``url`` is a superuser's."""
    with psycopg.connect(url, autocommit=True) as conn:
        if conn.execute("select 1 from pg_roles where rolname = %s", (MOVER,)).fetchone():
            return
        needs_superuser = conn.info.server_version < 160000
        rights = "superuser" if needs_superuser else "replication bypassrls"
        roles = owner if needs_superuser else f"{owner}, pg_create_subscription"
        conn.execute(f"create role {MOVER} login {rights} password '{PASSWORD}' in role {roles}")
        conn.execute(f"grant set on parameter session_replication_role to {MOVER}")
        row = conn.execute("show hba_file").fetchone()
        assert row is not None
        file = Path(row[0])
        file.write_text(f"local all {MOVER} scram-sha-256\n" + file.read_text())
        conn.execute("select pg_reload_conf()")


def as_mover(url: str) -> str:
    """``url`` as the role of moves."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{MOVER}:{quote(PASSWORD)}@{rest.partition('@')[2]}"


def with_second(
    settings: Settings, server: EmbeddedPostgres, analytics: tuple[str, str] = ("", "")
) -> Settings:
    owner = server.url("two", user=OWNER)
    admit_mover(settings.database_url, SUPERUSER)
    cluster = ClusterSettings(
        app_url=acting_as(owner, "abano_app"),
        reporting_url=acting_as(owner, "abano_reporting"),
        owner_url=owner,
        moves_url=as_mover(owner),
        analytics_url=analytics[1],
    )
    changed = {
        "clusters": {"two": cluster},
        "analytics_url": analytics[0],
        "database_moves_url": as_mover(settings.database_url),
    }
    return Settings(**settings.model_dump() | changed)


def counts(url: str, tenant_id: object) -> dict[str, int]:
    """The company's rows by table, past row-level security; ``url`` is a superuser's."""
    found = {}
    with psycopg.connect(url) as conn:
        for table in tables(conn):
            if table.is_tenants:
                query = sql.SQL("select count(*) from {} where tenant_id = %s").format(
                    sql.Identifier(table.name)
                )
                row = conn.execute(query, (tenant_id,)).fetchone()
                found[table.name] = int(row[0]) if row else 0
    return found


@asynccontextmanager
async def copies(
    settings: Settings, clock: FixedClock, host: str, number: int
) -> AsyncIterator[list[httpx.AsyncClient]]:
    """Visitors' clients of several copies of the platform, which share nothing but the databases."""
    async with AsyncExitStack() as held:
        clients = []
        for _ in range(number):
            app = create_app(settings, clock=clock)
            await held.enter_async_context(app.router.lifespan_context(app))
            transport = httpx.ASGITransport(app=app, raise_app_exceptions=False, client=("192.0.2.10", 50000))
            client = httpx.AsyncClient(transport=transport, base_url=f"http://{host}", timeout=60)
            clients.append(await held.enter_async_context(client))
        yield clients


async def signed_in(client: httpx.AsyncClient) -> httpx.AsyncClient:
    answer = await client.post("/api/admin/login", json={"email": OWNER_EMAIL, "password": OWNER_PASSWORD})
    assert answer.status_code == 200, answer.text
    return client


PAUSE_SECONDS = 0.1


@dataclass
class Crowd:
    """Visitors who book and answer the quiz, one after the other, through all copies, until they are stopped."""

    clients: list[httpx.AsyncClient]
    references: list[str] = field(default_factory=list)
    sessions: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    slowest: float = 0.0
    _more: asyncio.Event = field(default_factory=asyncio.Event)
    _stopped: bool = False

    async def __aenter__(self) -> "Crowd":
        self._tasks = [asyncio.create_task(self._visit(client)) for client in self.clients]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._stopped = True
        await asyncio.gather(*self._tasks)

    async def booked(self, number: int) -> None:
        """Wait until so many bookings were confirmed."""
        while (
            len(self.references) < number
            and not self.refused
            and not any(task.done() for task in self._tasks)
        ):
            self._more.clear()
            await asyncio.wait(
                [*self._tasks, more := asyncio.create_task(self._more.wait())],
                return_when=asyncio.FIRST_COMPLETED,
            )
            more.cancel()

    async def _visit(self, client: httpx.AsyncClient) -> None:
        while not self._stopped:
            session = f"s_{uuid4().hex}"
            if await self._sent(client, "/api/quiz/session/start", {"sessionId": session, "gclid": session}):
                self.sessions.append(session)
            booking = await self._sent(client, "/api/bookings", booking_form(), {"idempotency-key": session})
            if booking:
                self.references.append(booking["reference"])
            self._more.set()
            # A busy company. Without a pause they would take all the processor time that the move needs.
            await asyncio.sleep(PAUSE_SECONDS)

    async def _sent(
        self,
        client: httpx.AsyncClient,
        path: str,
        body: dict[str, str],
        headers: dict[str, str] | None = None,
    ) -> dict[str, str] | None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        answer = await client.post(path, json=body, headers=headers)
        self.slowest = max(self.slowest, loop.time() - began)
        if answer.status_code not in {200, 201}:
            self.refused.append(f"{path} {answer.status_code} {answer.text}")
            return None
        return dict(answer.json())
