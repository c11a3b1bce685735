"""Real copies of the platform and a proxy before them, as a cluster runs and replaces them."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import cast

import httpx
from loadtests.local_product import free_ports, start_abano
from running_stack import WAIT_SECONDS


class Copy:
    """One `abano serve` (or another command) as a separate process."""

    def __init__(self, environment: dict[str, str], folder: Path, command: str = "serve") -> None:
        (self.port,) = free_ports(1)
        self.url = f"http://127.0.0.1:{self.port}"
        port_name = "ABANO_WORKER_PORT" if command == "worker" else "ABANO_PORT"
        self.log = folder / f"{command}-{self.port}.log"
        with self.log.open("wb") as log:
            self.process = start_abano(command, {**environment, port_name: str(self.port)}, log)

    async def until_ready(self) -> "Copy":
        deadline = time.monotonic() + WAIT_SECONDS
        async with httpx.AsyncClient(trust_env=False) as client:
            while time.monotonic() < deadline and self.process.poll() is None:
                with suppress(httpx.TransportError):
                    if (await client.get(f"{self.url}/readyz")).status_code == 200:
                        return self
                await asyncio.sleep(0.05)
        raise AssertionError(self.log.read_text())

    async def ended(self) -> int:
        """The exit status, once there is one."""
        return await asyncio.to_thread(self.process.wait, WAIT_SECONDS)

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


class Proxy:
    """Passes each connection to one of ``copies``, as a Service or an ingress controller does."""

    def __init__(self, copies: list[Copy]) -> None:
        self.copies = copies
        self.port = 0
        self.under_way: set[asyncio.Task[None]] = set()

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        current = cast("asyncio.Task[None]", asyncio.current_task())
        self.under_way.add(current)
        chosen = random.choice(self.copies)  # noqa: S311 - spreads load, guards nothing
        try:
            behind, before = await asyncio.open_connection("127.0.0.1", chosen.port)
            try:
                await asyncio.gather(_pump(reader, before), _pump(behind, writer))
            finally:
                await _close(before)
        except OSError:
            pass  # the visitor's connection is closed, and the visitor counts it
        finally:
            await _close(writer)
            self.under_way.discard(current)


async def _pump(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await source.read(65536):
            target.write(data)
            await target.drain()
        target.write_eof()


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


@asynccontextmanager
async def proxy(copies: list[Copy]) -> AsyncIterator[Proxy]:
    found = Proxy(copies)
    server = await asyncio.start_server(found.pass_on, "127.0.0.1", 0)
    found.port = server.sockets[0].getsockname()[1]
    async with server:
        yield found
    if found.under_way:
        await asyncio.wait(found.under_way, timeout=WAIT_SECONDS)
