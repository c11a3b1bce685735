"""The product's routes beside a bare FastAPI route with one pooled psycopg insert: same run, same database.

Both are served by one uvicorn process of their own and asked in turns. What counts is the middle of the rounds'
ratios, because a machine that is slow in one round is slow for both.
"""

import asyncio
import socket
import statistics
import subprocess
import sys
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
    the requests of a range of numbers."""

    name: str
    path: str
    body: Body
    prepare: Callable[[range], None] | None = None


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
        url, min_size=POOL_SIZE, max_size=POOL_SIZE, open=False, kwargs={"autocommit": autocommit}
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
                "insert into bare_answers (session, question, value) values (%s, %s, %s)",
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

    async def rate(self, path: str, body: Body, numbers: Sequence[int], seconds: float) -> float:
        """Answers a second, over ``seconds`` or until all numbers were sent."""
        counter = iter(numbers)
        until = time.perf_counter() + seconds
        done = 0

        async def one() -> None:
            nonlocal done
            reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
            for number in counter:
                if time.perf_counter() >= until:
                    break
                content = body(number)
                writer.write(
                    b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    b"User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148\r\n"
                    b"Content-Length: %d\r\n\r\n" % (path.encode(), len(content)) + content
                )
                head = await reader.readuntil(b"\r\n\r\n")
                assert head.startswith(b"HTTP/1.1 200"), head
                length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
                await reader.readexactly(length)
                done += 1
            writer.close()

        started = time.perf_counter()
        await asyncio.gather(*(one() for _ in range(16)))
        return done / (time.perf_counter() - started)


def compare(
    endpoints: Sequence[Endpoint], ports: dict[str, int], bare: Endpoint, seconds: float, rounds: int
) -> dict[tuple[str, str], float]:
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
                rates[kind] = asyncio.run(clients[kind].rate(measured.path, measured.body, numbers, seconds))
            if turn == 0:  # warms up
                continue
            for kind in bare_kinds:
                ratios.setdefault((endpoint.name, kind), []).append(rates["platform"] / rates[kind])
            figures = "  ".join(f"{kind} {rate:6.0f}/s" for kind, rate in sorted(rates.items()))
            print(f"round {turn}  {endpoint.name:<9} {figures}", flush=True)
    return {key: statistics.median(values) for key, values in ratios.items()}
