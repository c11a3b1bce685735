"""The faults. Each is a block: what happens lasts as long as the block does, and the product is alone afterwards."""

import asyncio
import contextlib
import os
import resource
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from uuid import uuid4

import psycopg

from abano.embedded_postgres import EmbeddedPostgres, PostgresDidNotStart, create_database
from abano.migrations import applied_revision, expected_revision, upgrade
from loadtests.faults.product import Product

SLOW_SECONDS = 0.15
SMALLEST_FILE = 1024
MIGRATION_KILLS = 4


class NotPossibleHere(Exception):
    """The machine lacks what this fault needs; the message says what."""


Cause = Callable[[Product], AbstractAsyncContextManager[None]]


@dataclass(frozen=True, slots=True)
class Fault:
    """``seconds``: how long it lasts; ``short`` in the run of every day."""

    name: str
    cause: Cause
    seconds: float
    short: float | None = None


def killed(name: str) -> Cause:
    @asynccontextmanager
    async def cause(product: Product) -> AsyncIterator[None]:
        product.process(name).kill()
        yield

    return cause


@asynccontextmanager
async def everything_killed(product: Product) -> AsyncIterator[None]:
    product.kill_all()
    yield
    await product.start_up()


@asynccontextmanager
async def postgres_killed(product: Product) -> AsyncIterator[None]:
    assert product.postgres.pid is not None
    os.kill(product.postgres.pid, signal.SIGKILL)
    yield
    await _start_again(product.postgres)


@asynccontextmanager
async def postgres_stopped(product: Product) -> AsyncIterator[None]:
    await asyncio.to_thread(product.postgres.stop)
    yield
    await _start_again(product.postgres)


async def _start_again(server: EmbeddedPostgres) -> None:
    for _ in range(20):
        with contextlib.suppress(PostgresDidNotStart):
            await asyncio.to_thread(server.start)
            return
        await asyncio.sleep(0.5)  # processes of the killed server still end
    await asyncio.to_thread(server.start)


@asynccontextmanager
async def network_cut(product: Product) -> AsyncIterator[None]:
    product.network.cut()
    yield
    product.network.mend()


@asynccontextmanager
async def network_slow(product: Product) -> AsyncIterator[None]:
    product.network.delay = SLOW_SECONDS
    yield
    product.network.delay = 0.0


@asynccontextmanager
async def mail_down(product: Product) -> AsyncIterator[None]:
    await asyncio.to_thread(product.mail.stop)
    yield
    await asyncio.to_thread(product.mail.start)


@asynccontextmanager
async def warehouse_disk_full(product: Product) -> AsyncIterator[None]:
    """No file of the analytics process can grow, which is what a full disk means to it."""
    process = product.process("analytics")
    _, hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (SMALLEST_FILE, hard))
    yield
    if process.is_running():  # one that gave up starts anew, without the limit
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (hard, hard))


@asynccontextmanager
async def analytics_away(product: Product) -> AsyncIterator[None]:
    """It hangs: connections are taken and nothing is answered, which is worse than an end."""
    process = product.process("analytics")
    process.suspend()
    yield
    process.resume()


def clock_moved(seconds: int) -> Cause:
    @asynccontextmanager
    async def cause(product: Product) -> AsyncIterator[None]:
        if not product.clock.environment:
            raise NotPossibleHere("there is no C compiler")
        product.clock.move(seconds)
        yield
        product.clock.move(0)

    return cause


@asynccontextmanager
async def two_workers(product: Product) -> AsyncIterator[None]:
    with product.second_worker():
        yield


@asynccontextmanager
async def poisoned_message(product: Product) -> AsyncIterator[None]:
    """Messages that cannot be made stand first in the queue: those behind must leave all the same."""
    poison = [str(uuid4()) for _ in range(3)]
    with psycopg.connect(product.database_url, autocommit=True) as conn:
        for number, message in enumerate(poison):
            conn.execute(
                "insert into outbox_messages (tenant_id, id, kind, payload, created_at, due_at)"
                " select id, %s, %s, '{}', now(), now() - interval '1 day' from tenants where slug = 'georgia'",
                (message, ("booking.created", "no.such.kind", "booking.cancelled")[number]),
            )
        yield
        tried = conn.execute(
            "delete from outbox_messages where id = any(%s::uuid[]) and attempts > 0 and sent_at is null"
            " and last_error is not null returning id",
            (poison,),
        ).fetchall()
    if len(tried) != len(poison):
        raise AssertionError("a poisoned message was not tried, or counts as sent")


@asynccontextmanager
async def half_applied_migration(product: Product) -> AsyncIterator[None]:
    """In a database beside: `abano migrate` is killed half-way, again and again, and then left alone."""
    name = f"half_{uuid4().hex[:8]}"
    create_database(product.postgres, name)
    url = product.postgres.url(name)
    environment = {**product.environment, "ABANO_DATABASE_URL": url}
    for turn in range(MIGRATION_KILLS):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "abano.cli", "migrate", env=environment, stdout=subprocess.DEVNULL
        )
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), 1.2 + 0.4 * turn)
        if process.returncode is None:
            process.kill()
            await process.wait()
    yield
    await asyncio.to_thread(upgrade, url)
    if applied_revision(url) != expected_revision():
        raise AssertionError("the schema is not at its newest revision")
    with psycopg.connect(product.postgres.url(), autocommit=True) as conn:
        conn.execute(f'drop database "{name}" with (force)'.encode())


FAULTS = (
    Fault("kill -9 of the platform", killed("platform"), 3, short=1),
    Fault("kill -9 of the worker", killed("worker"), 3, short=1),
    Fault("kill -9 of analytics", killed("analytics"), 3, short=1),
    Fault("kill -9 of everything at once", everything_killed, 2),
    Fault("kill -9 of Postgres", postgres_killed, 3),
    Fault("Postgres stopped", postgres_stopped, 30),
    Fault("network to Postgres cut", network_cut, 15, short=2),
    Fault("network to Postgres slow", network_slow, 15),
    Fault("mail server down", mail_down, 15, short=2),
    Fault("disk full for the warehouse", warehouse_disk_full, 15, short=3),
    Fault("analytics hangs", analytics_away, 600),
    Fault("clock two hours ahead", clock_moved(7200), 10),
    Fault("clock two hours behind", clock_moved(-7200), 10),
    Fault("two workers race", two_workers, 15),
    Fault("poisoned messages", poisoned_message, 8, short=3),
    Fault("half-applied migration", half_applied_migration, 1),
)
