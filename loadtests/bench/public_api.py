"""The public API beside the console's own endpoints, and webhooks through the worker: rate and delay.

    python -m loadtests.bench.public_api

Takes one to two minutes. Both sides of a ratio are asked in turns, in the same run, by one connection. Of fifty
webhook endpoints one hangs all the time. Ends with 1 when a goal is not met.
"""

import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from itertools import cycle
from pathlib import Path
from uuid import uuid4

import httpx
import psycopg

from loadtests.bench.figures import Figure, table
from loadtests.local_product import EMAIL, PASSWORD, LocalProduct, free_ports, local_product

TURNS, REQUESTS = 20, 10
ENDPOINTS, BURST = 50, 20
# At half the burst's rate: a queue that only grows has no meaningful delay.
STEADY_SECONDS, STEADY_PART = 12, 0.5
PATIENCE_SECONDS = 40
MAX_RATIO = 1.5
MAX_DELAY_SECONDS = 5.0
KEYS, PAGE = 20, 50


def console_of(product: LocalProduct) -> httpx.Client:
    """Signed in as the owner."""
    client = httpx.Client(base_url=product.origin, headers={"Origin": product.origin}, timeout=30)
    client.post("/api/admin/login", json={"email": EMAIL, "password": PASSWORD}).raise_for_status()
    return client


def keys_of(console: httpx.Client) -> Iterator[dict[str, str]]:
    """Headers with alternating keys: each has its own rate limit."""
    scopes = ["bookings:write", "webhooks:write"]
    body = {"name": "Bench", "scopes": scopes, "requestsPerMinute": 3000}
    made = [console.post("/api/admin/api-keys", json=body).raise_for_status().json() for _ in range(KEYS)]
    return cycle([{"Authorization": f"Bearer {each['token']}"} for each in made])


def book(client: httpx.Client, keys: Iterator[dict[str, str]]) -> str:
    """A page of bookings; returns the id of one."""
    pickup = datetime.now(UTC).date() + timedelta(days=30)
    body = {
        "car": "Subaru Forester", "pickup_location": "tbilisi", "dropoff_location": "tbilisi",
        "pickup_at": f"{pickup}T10:00", "return_at": f"{pickup + timedelta(days=3)}T10:00", "insurance": "minimum",
        "customer_name": "Ada Lovelace", "customer_phone": "+995555123456",
    }  # fmt: skip
    made = [client.post("/api/v1/bookings", json=body, headers=next(keys)) for _ in range(PAGE)]
    return str(made[0].raise_for_status().json()["id"])


def compare(
    name: str, client: httpx.Client, keys: Iterator[dict[str, str]], ours: str, console: str
) -> Figure:
    """Milliseconds of a request by the public API and by the console's; the first turn warms up."""
    taken: dict[str, list[float]] = {ours: [], console: []}
    for turn in range(TURNS + 1):
        for path in sorted(taken, reverse=bool(turn % 2)):
            began = time.perf_counter()
            for _ in range(REQUESTS):
                client.get(path, headers=next(keys) if path == ours else {}).raise_for_status()
            if turn:
                taken[path].append((time.perf_counter() - began) / REQUESTS * 1000)
    ratios = [mine / theirs for mine, theirs in zip(taken[ours], taken[console], strict=True)]
    low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return Figure(
        name=name,
        value=middle,
        measured=f"{statistics.median(taken[ours]):.1f} ms",
        reference=f"console {statistics.median(taken[console]):.1f} ms",
        ratio=f"× {middle:.2f}",
        asked=f"at most × {MAX_RATIO}",
        met=middle <= MAX_RATIO,
        middle_half=f"× {low:.2f} to × {high:.2f}",
    )


class Receiver:
    """Responds 204 and records the delay of each event; ``/hang`` never responds."""

    def __init__(self) -> None:
        self.delays: list[float] = []
        self._wanted, self._enough = 0, asyncio.Event()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
            event = json.loads(await reader.readexactly(length))
            if head.startswith(b"POST /hang"):
                await asyncio.sleep(PATIENCE_SECONDS)
            happened = datetime.fromisoformat(event["timestamp"])
            self.delays.append((datetime.now(UTC) - happened).total_seconds())
            if len(self.delays) >= self._wanted:
                self._enough.set()
            writer.write(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            # The sender gave up, or the bench has ended.
            pass
        finally:
            writer.close()

    def expect(self, count: int) -> None:
        """Starts waiting for this many events."""
        self.delays.clear()
        self._wanted, self._enough = count, asyncio.Event()

    async def wait(self) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self._enough.wait()


@asynccontextmanager
async def receiving(port: int) -> AsyncIterator[Receiver]:
    receiver = Receiver()
    server = await asyncio.start_server(receiver.serve, "127.0.0.1", port)
    try:
        yield receiver
    finally:
        server.close()


def add_endpoints(client: httpx.Client, keys: Iterator[dict[str, str]], port: int) -> None:
    for number in range(ENDPOINTS):
        path = f"hook/{number}" if number else "hang"
        body = {"url": f"http://127.0.0.1:{port}/{path}", "events": ["booking.created"]}
        client.post("/api/v1/webhooks", json=body, headers=next(keys)).raise_for_status()


async def measure_webhooks(url: str, port: int) -> list[Figure]:
    """``url``: of the database."""
    answering = ENDPOINTS - 1
    async with receiving(port) as receiver:
        with psycopg.connect(url, autocommit=True) as conn:
            receiver.expect(BURST * answering)
            began = time.perf_counter()
            emit(conn, BURST)
            await receiver.wait()
            rate = BURST * answering / (time.perf_counter() - began)
            steady = rate * STEADY_PART
            events = max(1, round(steady * STEADY_SECONDS / answering))
            receiver.expect(events * answering)
            for _ in range(events):
                emit(conn, 1)
                await asyncio.sleep(answering / steady)
            await receiver.wait()
    p99 = statistics.quantiles(receiver.delays, n=100)[98]
    return [
        Figure("webhook deliveries", rate, f"{rate:.0f}/s", "", "", "", None),
        Figure(
            name="delay p99, one of 50 hangs",
            value=p99,
            measured=f"{p99:.2f} s",
            reference=f"{steady:.0f} deliveries/s",
            ratio="",
            asked=f"at most {MAX_DELAY_SECONDS:.0f} s",
            met=p99 <= MAX_DELAY_SECONDS,
        ),
    ]


def emit(conn: "psycopg.Connection[tuple[object, ...]]", count: int) -> None:
    """Events of bookings, as written by triggers."""
    [tenant] = conn.execute("select id from tenants where is_default").fetchone() or [None]
    for _ in range(count):
        conn.execute("select emit_events(%s, array['booking.created'], %s, now())", (tenant, str(uuid4())))


def main() -> int:
    with (
        tempfile.TemporaryDirectory(prefix="abano-bench-") as folder,
        local_product(Path(folder), ABANO_CALLABLE_NETWORKS="127.0.0.0/8") as product,
        closing(console_of(product)) as console,
    ):
        keys, [port] = keys_of(console), free_ports(1)
        add_endpoints(console, keys, port)
        one = book(console, keys)
        figures = [
            compare("one booking", console, keys, f"/api/v1/bookings/{one}", f"/api/admin/bookings/{one}"),
            compare("list of bookings", console, keys, "/api/v1/bookings", "/api/admin/bookings"),
            *asyncio.run(measure_webhooks(product.database_url, port)),
        ]
    print(table(figures, []))
    return 0 if all(figure.met is not False for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
