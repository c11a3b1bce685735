"""How many bookings a second one process takes, beside a bare FastAPI route over the same database in the same run.

The bare route reads a JSON body and does one pooled psycopg insert, nothing else. Both are served by one uvicorn
process of their own, in short turns, so that whatever else the machine does meets both; the median of the turns'
ratios counts. Goal: at least 40 %.

    python loadtests/bench/bookings.py [--seconds 0.7] [--rounds 20] [--connections 16]

Everything runs on this machine in a temporary folder with an embedded Postgres.
"""

import argparse
import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

GOAL = 0.40
POOL_SIZE = 8


def booking(number: int) -> dict[str, Any]:
    start = datetime.now(UTC) + timedelta(days=10 + number % 200)
    return {
        "customerName": f"Load Visitor{number}",
        "driverAge": "36",
        "groupSize": "2",
        "customerEmail": f"visitor{number}@example.com",
        "customerPhone": "+995 555 000 000",
        "pickupLocation": "tbilisi",
        "dropoffLocation": "batumi",
        "pickupDate": f"{start:%Y-%m-%d}",
        "pickupTime": "09:00",
        "returnDate": f"{start + timedelta(days=7):%Y-%m-%d}",
        "returnTime": "09:00",
        "carType": "Subaru Forester",
        "insuranceType": "standard",
        "babySeat": True,
        "totalPrice": "555",
        "gclid": f"click-{number}",
    }


def serve_bare(url: str, port: int) -> None:
    """The measure: a JSON body, one insert, an answer."""
    import uvicorn  # noqa: PLC0415
    from fastapi import FastAPI  # noqa: PLC0415
    from psycopg_pool import AsyncConnectionPool  # noqa: PLC0415

    pool: AsyncConnectionPool[Any] = AsyncConnectionPool(url, min_size=1, max_size=POOL_SIZE, open=False)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await pool.open()
        yield
        await pool.close()

    app = FastAPI(lifespan=lifespan)

    @app.post("/api/bookings", status_code=201)
    async def insert(body: dict[str, Any]) -> dict[str, bool]:
        async with pool.connection() as conn:
            await conn.execute("insert into bare_bookings (body) values (%s)", (json.dumps(body),))
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


async def load(port: int, seconds: float, connections: int, first: int) -> float:
    """Answers a second over kept-alive connections, each asking again as soon as it is answered."""
    until = time.perf_counter() + seconds
    counter = iter(range(first, first + 10_000_000))
    done = 0

    async def one() -> None:
        nonlocal done
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while time.perf_counter() < until:
            number = next(counter)
            body = json.dumps(booking(number)).encode()
            writer.write(
                b"POST /api/bookings HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                b"Idempotency-Key: bench-%d\r\nContent-Length: %d\r\n\r\n" % (number, len(body)) + body
            )
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 201"), head
            length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
            await reader.readexactly(length)
            done += 1
        writer.close()

    started = time.perf_counter()
    await asyncio.gather(*(one() for _ in range(connections)))
    return done / (time.perf_counter() - started)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(kind: str, url: str, folder: str) -> tuple["subprocess.Popen[bytes]", int]:
    port = free_port()
    environ = {name: value for name, value in os.environ.items() if not name.startswith("ABANO_")}
    command = [
        sys.executable,
        __file__,
        "--serve",
        kind,
        "--url",
        url,
        "--port",
        str(port),
        "--folder",
        folder,
    ]
    process = subprocess.Popen(command, env=environ)  # noqa: S603 - this very script
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return process, port
        time.sleep(0.1)
    raise SystemExit(f"The {kind} server did not start.")


def measure(seconds: float, rounds: int, connections: int) -> float:
    """Runs everything, prints the figures, answers the ratio."""
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
                conn.execute("create table bare_bookings (id bigserial primary key, body jsonb not null)")
            ports = {}
            for kind in ("bare", "platform"):
                process, ports[kind] = start(kind, url, folder)
                servers.append(process)
            bare: list[float] = []
            platform: list[float] = []
            for turn in range(rounds + 1):
                for place, (kind, rates) in enumerate((("bare", bare), ("platform", platform))):
                    first = (2 * turn + place) * 1_000_000
                    rates.append(asyncio.run(load(ports[kind], seconds, connections, first)))
                if turn:  # the first turn only warms up
                    print(f"turn {turn}: bare {bare[-1]:6.0f}/s  bookings {platform[-1]:6.0f}/s", flush=True)
        finally:
            for process in servers:
                process.terminate()
                process.wait(20)
            postgres.stop()
    ratio = statistics.median(ours / theirs for ours, theirs in zip(platform[1:], bare[1:], strict=True))
    medians = (
        f"bare insert {statistics.median(bare[1:]):.0f}/s, bookings {statistics.median(platform[1:]):.0f}/s"
    )
    print(f"{medians}; median ratio {ratio:.0%} (goal {GOAL:.0%})")
    return ratio


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=0.7)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--connections", type=int, default=16)
    parser.add_argument("--serve", choices=["bare", "platform"], help=argparse.SUPPRESS)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve == "bare":
        serve_bare(given.url, given.port)
    elif given.serve == "platform":
        serve_platform(given.url, given.port, given.folder)
    elif measure(given.seconds, given.rounds, given.connections) < GOAL:
        sys.exit("The goal was missed.")


if __name__ == "__main__":
    main()
