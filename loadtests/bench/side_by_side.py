"""The product's routes beside a bare FastAPI route with one pooled psycopg insert: same run, same database.

Both are served by one uvicorn process of their own, with the same pool, and asked in short turns. What counts is the
middle of the rounds' ratios, because a machine that is slow in one round is slow for both.
"""

import argparse
import asyncio
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

POOL_SIZE = 8
Body = Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """What is measured: ``body`` makes the n-th request's JSON; ``prepare`` makes what must be there before
    the requests of a range of numbers; ``key`` sends an idempotency key with each."""

    name: str
    path: str
    body: Body
    prepare: Callable[[range], None] | None = None
    key: bool = False


@dataclass(frozen=True, slots=True)
class Ratio:
    """The platform's rate over the bare server's: the middle of all rounds and their quarters."""

    low: float
    median: float
    high: float

    @classmethod
    def of(cls, rounds: Sequence[float]) -> "Ratio":
        return cls(*statistics.quantiles(rounds, n=4, method="inclusive"))

    def __str__(self) -> str:
        return f"{self.median:4.0%} ({self.low:.0%} to {self.high:.0%})"


def serve_bare(url: str, port: int, *, autocommit: bool) -> None:
    """The measure. psycopg's default is a transaction around the insert; with autocommit it is one round trip."""
    import uvicorn  # noqa: PLC0415
    from fastapi import FastAPI  # noqa: PLC0415
    from psycopg_pool import AsyncConnectionPool  # noqa: PLC0415
    from pydantic import BaseModel  # noqa: PLC0415

    class BareAnswer(BaseModel):
        session: str
        question: str
        value: str

    pool: AsyncConnectionPool[Any] = AsyncConnectionPool(
        url, min_size=1, max_size=POOL_SIZE, open=False, kwargs={"autocommit": autocommit}
    )

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await pool.open()
        yield
        await pool.close()

    app = FastAPI(lifespan=lifespan)

    @app.post("/bare")
    async def insert(body: BareAnswer) -> dict[str, bool]:
        async with pool.connection() as conn:
            await conn.execute(
                "insert into bare_rows (session, question, value) values (%s, %s, %s)",
                (body.session, body.question, body.value),
            )
        return {"success": True}

    uvicorn.run(app, host="127.0.0.1", port=port, access_log=False, log_level="warning")


def serve_platform(url: str, port: int, folder: str) -> None:
    """The product as `abano serve` starts it."""
    import uvicorn  # noqa: PLC0415

    from abano.config import Settings  # noqa: PLC0415
    from abano.logging import set_up_logging  # noqa: PLC0415
    from abano.main import create_app  # noqa: PLC0415

    values = {"database_url": url, "data_dir": folder, "pool_size": POOL_SIZE}
    set_up_logging(as_json=True, process="platform")
    app = create_app(Settings.model_validate(values))
    uvicorn.run(app, host="127.0.0.1", port=port, access_log=False, log_config=None)


def start_server(script: str, kind: str, url: str, folder: str) -> tuple["subprocess.Popen[bytes]", int]:
    """Run ``script --serve kind`` as a process of its own; answers when it listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    arguments = ["--serve", kind, "--url", url, "--port", str(port), "--folder", folder]
    process = subprocess.Popen([sys.executable, script, *arguments], cwd=Path(script).parent)  # noqa: S603
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return process, port
        time.sleep(0.1)
    raise SystemExit(f"The {kind} server did not start.")


class Client:
    """Kept-alive connections, each asking again as soon as it is answered."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def rate(self, endpoint: Endpoint, numbers: Sequence[int], seconds: float) -> float:
        """Answers a second, over ``seconds`` or until all numbers were sent."""
        path = endpoint.path.encode()
        counter = iter(numbers)
        until = time.perf_counter() + seconds
        done = 0

        async def one() -> None:
            nonlocal done
            reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
            for number in counter:
                if time.perf_counter() >= until:
                    break
                content = endpoint.body(number)
                key = b"Idempotency-Key: bench-%d\r\n" % number if endpoint.key else b""
                writer.write(
                    b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    b"User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148\r\n"
                    b"%sContent-Length: %d\r\n\r\n" % (path, key, len(content)) + content
                )
                head = await reader.readuntil(b"\r\n\r\n")
                assert head.startswith(b"HTTP/1.1 20"), head
                length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
                await reader.readexactly(length)
                done += 1
            writer.close()

        started = time.perf_counter()
        await asyncio.gather(*(one() for _ in range(16)))
        return done / (time.perf_counter() - started)


def compare(
    endpoints: Sequence[Endpoint], ports: dict[str, int], bare: Endpoint, seconds: float, rounds: int
) -> dict[tuple[str, str], Ratio]:
    """Rounds of all, in turns. Answers each endpoint's ratio to each bare server, by (endpoint, bare server)."""
    clients = {kind: Client(port) for kind, port in ports.items()}
    bare_kinds = [kind for kind in ports if kind != "platform"]
    ratios: dict[tuple[str, str], list[float]] = {}
    number = 0
    for turn in range(rounds + 1):
        for endpoint in endpoints:
            order = (*bare_kinds, "platform") if turn % 2 else ("platform", *bare_kinds)
            rates: dict[str, float] = {}
            for kind in order:
                measured = endpoint if kind == "platform" else bare
                number += 1_000_000
                numbers = range(number, number + int(6000 * seconds))
                if measured.prepare:
                    measured.prepare(numbers)
                rates[kind] = asyncio.run(clients[kind].rate(measured, numbers, seconds))
            if turn == 0:  # warms up
                continue
            for kind in bare_kinds:
                ratios.setdefault((endpoint.name, kind), []).append(rates["platform"] / rates[kind])
            figures = "  ".join(f"{kind} {rate:6.0f}/s" for kind, rate in sorted(rates.items()))
            print(f"round {turn}  {endpoint.name:<9} {figures}", flush=True)
    return {key: Ratio.of(values) for key, values in ratios.items()}


def measure(
    script: str,
    goal: float,
    endpoints: Callable[[str], Sequence[Endpoint]],
    bare: Endpoint,
    seconds: float,
    rounds: int,
) -> bool:
    """Make a database, start the servers, run all rounds, print the ratios; whether every goal was met.

    ``endpoints`` is told the database's address. The goal is held against the insert as psycopg does it by default.
    """
    import psycopg  # noqa: PLC0415

    from abano.config import Settings  # noqa: PLC0415
    from abano.embedded_postgres import EmbeddedPostgres, create_database  # noqa: PLC0415
    from abano.migrations import upgrade  # noqa: PLC0415
    from abano.seeds.demo import seed_demo  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="abano-bench-") as folder:
        postgres = EmbeddedPostgres(Path(folder) / "postgres")
        postgres.start()
        servers: list[subprocess.Popen[bytes]] = []
        try:
            create_database(postgres, "bench")
            url = postgres.url("bench")
            upgrade(url)
            values = {"database_url": url, "data_dir": folder, "admin_password": "bench password"}
            asyncio.run(seed_demo(Settings.model_validate(values)))
            with psycopg.connect(url, autocommit=True) as conn:
                conn.execute(
                    "create table bare_rows (id bigserial primary key, session text, question text, value text)"
                )
                conn.execute("update tenant_settings set public_writes_per_minute = 1000000000")
            ports = {}
            for kind in ("bare", "bare-autocommit", "platform"):
                process, ports[kind] = start_server(script, kind, url, folder)
                servers.append(process)
            ratios = compare(endpoints(url), ports, bare, seconds, rounds)
        finally:
            for process in servers:
                process.terminate()
                process.wait(20)
            postgres.stop()
    print(f"goal {goal:.0%}; median of {rounds} rounds, and their middle half:")
    for (endpoint, kind), ratio in ratios.items():
        print(f"{endpoint:<9} {ratio} of {kind}")
    return all(ratio.median >= goal for (_, kind), ratio in ratios.items() if kind == "bare")


def run(measured: Callable[[float, int], bool], about: str | None) -> None:
    """The command line of a bench: measures, or serves one of the servers that it started."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--serve", choices=["bare", "bare-autocommit", "platform"], help=argparse.SUPPRESS)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve == "platform":
        serve_platform(given.url, given.port, given.folder)
    elif given.serve:
        serve_bare(given.url, given.port, autocommit=given.serve == "bare-autocommit")
    elif not measured(given.seconds, given.rounds):
        sys.exit("A goal was missed.")
