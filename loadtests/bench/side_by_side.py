"""The product's routes beside a bare FastAPI route with one pooled psycopg insert: same run, same database.

Both servers stay up and are asked in turns of a fifth of a second, over the same kept-alive connections. What counts
is the middle of the turns' ratios: what else the machine does meets both, and a hiccup only one turn. Beside it
is the ratio by CPU time of server and database sessions.
"""

import asyncio
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import psutil
import psycopg

from abano.core.config import Settings
from abano.db.migration_support import upgrade
from abano.ops.local.embedded_postgres import EmbeddedPostgres, create_database
from abano.ops.seeds.demo import seed_demo
from loadtests.bench import servers
from loadtests.bench.figures import Figure, ratio_figure

CONNECTIONS = 16
TURN_SECONDS = 0.2
# More than one turn can use.
PREPARED_PER_SECOND = 12_000


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A measured route.

    ``body`` builds the n-th request's JSON; ``prepare`` creates the data for a range of requests; ``key``
    adds an idempotency key; ``goal`` is the required ratio.
    """

    name: str
    path: str
    body: Callable[[int], bytes]
    goal: float
    prepare: Callable[[str, range], None] | None = None
    key: bool = False


@dataclass(frozen=True, slots=True)
class Lab:
    """A seeded database and both servers. ``ports`` and ``processes`` by kind of server."""

    url: str
    ports: dict[str, int]
    processes: dict[str, "subprocess.Popen[bytes]"]

    def processor_seconds(self, kind: str) -> float:
        """CPU time of a server and its database sessions so far."""
        with psycopg.connect(self.url, autocommit=True) as conn:
            rows = conn.execute(
                "select pid from pg_stat_activity where application_name = %s", (f"bench-{kind}",)
            ).fetchall()
        total = 0.0
        for pid in (self.processes[kind].pid, *(int(row[0]) for row in rows)):
            times = psutil.Process(pid).cpu_times()
            total += times.user + times.system
        return total


@contextmanager
def lab() -> Iterator[Lab]:
    """Both servers on one fresh database in a temporary folder, which is deleted at the end."""
    with tempfile.TemporaryDirectory(prefix="abano-bench-") as name:
        folder = Path(name)
        postgres = EmbeddedPostgres(folder / "postgres")
        postgres.start()
        processes: dict[str, subprocess.Popen[bytes]] = {}
        ports: dict[str, int] = {}
        try:
            create_database(postgres, "bench")
            url = postgres.url("bench")
            upgrade(url)
            values = {
                "database_url": url,
                "data_dir": name,
                "admin_password": "bench password",
                "demo_fleet": False,
            }
            asyncio.run(seed_demo(Settings.model_validate(values)))
            with psycopg.connect(url, autocommit=True) as conn:
                conn.execute(servers.BARE_TABLE)
                conn.execute(
                    "update tenant_settings set public_writes_per_minute = 1000000000, unconfirmed_per_ip = 0,"
                    " unconfirmed_per_contact = 0"
                )
            for kind in ("bare", "platform"):
                processes[kind], ports[kind] = servers.start(kind, url, folder)
            yield Lab(url, ports, processes)
        finally:
            for process in processes.values():
                process.terminate()
                process.wait(240)
            postgres.stop()


class Crowd:
    """Kept-alive connections to one server, each sending the next request immediately after a response."""

    def __init__(self, endpoint: Endpoint, numbers: Iterator[int]) -> None:
        self._endpoint = endpoint
        self._numbers = numbers
        self._streams: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        self.answered = 0

    async def connect(self, port: int) -> None:
        for _ in range(CONNECTIONS):
            self._streams.append(await asyncio.open_connection("127.0.0.1", port))

    async def turn(self, seconds: float) -> float:
        """Responses per second."""
        started = time.perf_counter()
        before = self.answered
        await asyncio.gather(*(self._ask(*stream, started + seconds) for stream in self._streams))
        return (self.answered - before) / (time.perf_counter() - started)

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, until: float) -> None:
        path = self._endpoint.path.encode()
        while time.perf_counter() < until:
            number = next(self._numbers)
            content = self._endpoint.body(number)
            key = b"Idempotency-Key: bench-%d\r\n" % number if self._endpoint.key else b""
            writer.write(
                b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                b"User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148\r\n"
                b"%sContent-Length: %d\r\n\r\n" % (path, key, len(content)) + content
            )
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
            answer = await reader.readexactly(length)
            assert head.startswith(b"HTTP/1.1 20"), head + answer
            self.answered += 1

    def close(self) -> None:
        for _, writer in self._streams:
            writer.close()


async def compare(place: Lab, endpoint: Endpoint, bare: Endpoint, numbers: range, turns: int) -> Figure:
    """Both servers in turns; the first two warm up."""
    crowds = {"bare": Crowd(bare, count()), "platform": Crowd(endpoint, iter(numbers))}
    rates: dict[str, list[float]] = {kind: [] for kind in crowds}
    before: dict[str, tuple[float, int]] = {}
    for kind, crowd in crowds.items():
        await crowd.connect(place.ports[kind])
    for turn in range(turns + 2):
        if turn == 2:
            before = {kind: (place.processor_seconds(kind), crowds[kind].answered) for kind in crowds}
        for kind in sorted(crowds, reverse=bool(turn % 2)):
            rate = await crowds[kind].turn(TURN_SECONDS)
            if turn >= 2:
                rates[kind].append(rate)
    cost = {
        kind: (place.processor_seconds(kind) - before[kind][0]) / (crowd.answered - before[kind][1])
        for kind, crowd in crowds.items()
    }
    for crowd in crowds.values():
        crowd.close()
    ratios = [ours / theirs for ours, theirs in zip(rates["platform"], rates["bare"], strict=True)]
    low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return ratio_figure(
        endpoint.name,
        middle,
        at_least=endpoint.goal,
        measured=f"{statistics.median(rates['platform']):.0f}/s, {cost['platform'] * 1e6:.0f} µs",
        reference=f"bare route {statistics.median(rates['bare']):.0f}/s, {cost['bare'] * 1e6:.0f} µs",
        middle_half=f"{low:.0%} to {high:.0%}",
        processor=cost["bare"] / cost["platform"],
    )


def measure(place: Lab, endpoints: Sequence[Endpoint], bare: Endpoint, turns: int) -> Iterator[Figure]:
    """One figure per endpoint."""
    for place_in_line, endpoint in enumerate(endpoints):
        first = place_in_line * 10_000_000
        numbers = range(first, first + int((turns + 2) * TURN_SECONDS * PREPARED_PER_SECOND))
        if endpoint.prepare:
            endpoint.prepare(place.url, numbers)
        yield asyncio.run(compare(place, endpoint, bare, numbers, turns))
