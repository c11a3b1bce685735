"""The faults. Each is a block with its recovery.

An instant fault (a kill) happens when the block starts, and the product recovers within the block without
help. A lasting fault (a cut network) ends with the block, and the product recovers afterwards.
"""

import asyncio
import contextlib
import resource
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from uuid import uuid4

import psutil
import psycopg

from abano.db.migration_support import applied_revision, expected_revision, upgrade
from abano.ops.local.child import HANG_SECONDS
from abano.ops.local.embedded_postgres import create_database
from loadtests.faults.product import Product

SLOW_SECONDS = 0.15
MIN_FILE_BYTES = 1024
MIGRATION_KILLS = 4
POSTGRES_KILLS = 4
TRIED_WITHIN = 120  # seconds, for a machine with other load


class NotPossibleHere(Exception):
    """The machine lacks a requirement of this fault; the message names it."""


Cause = Callable[[Product], AbstractAsyncContextManager[None]]

# What restarts the product, on one machine and in a cluster.
SUPERVISOR = "supervisor; Kubernetes"
DATABASE_TOO = "supervisor; the database's operator"
POSTGRES = "Postgres itself"
OPERATOR = "no one: a person; Kubernetes"
CAUSE_ENDS = "itself, when the cause ends"
NOTHING_FELL = "nothing fell"


@dataclass(frozen=True, slots=True)
class Fault:
    """``seconds``: its duration; ``short`` in the daily run. ``back_by``: what restarts the product.

    ``strikes_once``: it happens when the block starts, and only the product recovers from it.
    ``noticed_after``: seconds until the product can detect it.
    """

    name: str
    cause: Cause
    seconds: float
    back_by: str
    short: float | None = None
    strikes_once: bool = False
    noticed_after: float = 0.0


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
    product.postmaster().kill()
    yield


@asynccontextmanager
async def postgres_killed_again_and_again(product: Product) -> AsyncIterator[None]:
    """Kills Postgres again whenever a new one runs."""
    for _ in range(POSTGRES_KILLS):
        struck = product.postmaster()
        struck.kill()
        await _wait_until(lambda struck=struck: product.postmaster() != struck)  # type: ignore[misc]
    product.postmaster().kill()
    yield


@asynccontextmanager
async def postgres_shut_down(product: Product) -> AsyncIterator[None]:
    """A regular shutdown, as by mistake."""
    product.postmaster().send_signal(signal.SIGINT)
    yield


@asynccontextmanager
async def postgres_hangs(product: Product) -> AsyncIterator[None]:
    """All of its processes exist, but none does anything."""
    postmaster = product.postmaster()
    for process in (postmaster, *postmaster.children()):
        with contextlib.suppress(psutil.NoSuchProcess):
            process.suspend()
    yield


@asynccontextmanager
async def connection_killed(product: Product) -> AsyncIterator[None]:
    """Kill the process of one connection, as the kernel does when out of memory.

    Postgres then ends all of its connections.
    """
    with psycopg.connect(product.database_url) as conn:
        row = conn.execute("select pid from pg_stat_activity where usename = 'abano_app' limit 1").fetchone()
    if row is None:
        raise NotPossibleHere("no one is connected")
    psutil.Process(row[0]).kill()
    yield


async def _wait_until(condition: Callable[[], bool]) -> None:
    while True:
        with contextlib.suppress(OSError, ValueError, IndexError, psutil.Error):
            if condition():
                return
        await asyncio.sleep(0.02)


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
    """No file of the analytics process can grow, as on a full disk."""
    process = product.process("analytics")
    _, hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (MIN_FILE_BYTES, hard))
    yield
    if process.is_running():  # a process that gave up restarts without the limit
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (hard, hard))


@asynccontextmanager
async def analytics_away(product: Product) -> AsyncIterator[None]:
    """The process hangs: connections are accepted but never answered, which is worse than a crash."""
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
    """Messages that cannot be rendered are first in the queue: the others must still be sent."""
    poison = [str(uuid4()) for _ in range(3)]
    with psycopg.connect(product.database_url, autocommit=True) as conn:
        for number, message in enumerate(poison):
            conn.execute(
                "insert into outbox_messages (tenant_id, id, kind, payload, created_at, due_at)"
                " select id, %s, %s, '{}', now(), now() - interval '1 day' from tenants where slug = 'georgia'",
                (message, ("booking.created", "no.such.kind", "booking.cancelled")[number]),
            )
        yield
        untried = len(poison)
        for _ in range(TRIED_WITHIN * 10):
            untried -= conn.execute(
                "delete from outbox_messages where id = any(%s::uuid[]) and attempts > 0 and sent_at is null"
                " and last_error is not null",
                (poison,),
            ).rowcount
            if not untried:
                return
            await asyncio.sleep(0.1)
    raise AssertionError(f"{untried} poisoned messages were not tried, or count as sent")


@asynccontextmanager
async def half_applied_migration(product: Product) -> AsyncIterator[None]:
    """In a separate database: `abano migrate` is killed half-way repeatedly, then runs undisturbed."""
    name = f"half_{uuid4().hex[:12]}"
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
    Fault("kill -9 of the platform", killed("platform"), 3, SUPERVISOR, short=1, strikes_once=True),
    Fault("kill -9 of the worker", killed("worker"), 3, SUPERVISOR, short=1, strikes_once=True),
    Fault("kill -9 of analytics", killed("analytics"), 3, SUPERVISOR, short=1, strikes_once=True),
    Fault("kill -9 of everything at once", everything_killed, 2, OPERATOR),
    Fault("kill -9 of Postgres", postgres_killed, 3, DATABASE_TOO, short=1, strikes_once=True),
    Fault(
        "kill -9 of Postgres, five times", postgres_killed_again_and_again, 3, DATABASE_TOO, strikes_once=True
    ),
    Fault("kill -9 of a connection", connection_killed, 3, POSTGRES, strikes_once=True),
    Fault("Postgres shut down", postgres_shut_down, 3, DATABASE_TOO, strikes_once=True),
    Fault(
        "Postgres hangs", postgres_hangs, 3, DATABASE_TOO, strikes_once=True, noticed_after=HANG_SECONDS + 10
    ),
    Fault("network to Postgres cut", network_cut, 30, CAUSE_ENDS, short=2),
    Fault("network to Postgres slow", network_slow, 15, NOTHING_FELL),
    Fault("mail server down", mail_down, 15, CAUSE_ENDS, short=2),
    Fault("disk full for the warehouse", warehouse_disk_full, 15, CAUSE_ENDS, short=3),
    Fault("analytics hangs", analytics_away, 600, CAUSE_ENDS),
    Fault("clock two hours ahead", clock_moved(7200), 10, CAUSE_ENDS),
    Fault("clock two hours behind", clock_moved(-7200), 10, CAUSE_ENDS),
    Fault("two workers race", two_workers, 15, NOTHING_FELL),
    Fault("poisoned messages", poisoned_message, 8, NOTHING_FELL, short=3),
    Fault("half-applied migration", half_applied_migration, 1, OPERATOR),
)
