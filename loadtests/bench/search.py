"""Searches of a channel at the rate of a price feed: five a second, each within 500 ms.

    python -m loadtests.bench.search

Takes about 20 seconds after the start. Ends with 1 when the goal is not met.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx

from loadtests.bench.figures import Figure, table
from loadtests.bench.public_api import console_of
from loadtests.local_product import local_product

PER_SECOND, SECONDS, WARM_UP = 5, 20, 5
MAX_MS = 500
CHANNEL = {"name": "Bench", "kind": "price_feed", "rateBasis": "gross", "commissionPercent": 10}


def key_of(console: httpx.Client) -> str:
    """The value of a key of a new channel."""
    answer = console.post("/api/admin/channels", json=CHANNEL).raise_for_status().json()
    scopes = {"name": "Bench", "scopes": ["bookings:read"], "requestsPerMinute": 3000}
    body = scopes | {"channelId": answer["channels"][0]["id"]}
    return str(console.post("/api/admin/api-keys", json=body).raise_for_status().json()["token"])


async def measure(origin: str, token: str) -> list[float]:
    """Milliseconds of each search. They start at fixed times, whether or not the one before has ended."""
    async with httpx.AsyncClient(
        base_url=origin, headers={"Authorization": f"Bearer {token}"}, timeout=30
    ) as client:
        for number in range(WARM_UP):
            await one(client, number)
        started, tasks = time.perf_counter(), []
        for number in range(PER_SECOND * SECONDS):
            await asyncio.sleep(max(0.0, started + number / PER_SECOND - time.perf_counter()))
            tasks.append(asyncio.create_task(one(client, number)))
        return list(await asyncio.gather(*tasks))


async def one(client: httpx.AsyncClient, number: int) -> float:
    """A search of other days each time."""
    pickup = datetime.now(UTC).date() + timedelta(days=10 + number % 200)
    params = {
        "pickup_location": "tbilisi", "dropoff_location": "batumi", "pickup_at": f"{pickup}T10:00",
        "return_at": f"{pickup + timedelta(days=3 + number % 14)}T10:00",
    }  # fmt: skip
    began = time.perf_counter()
    answer = (await client.get("/api/v1/search", params=params)).raise_for_status().json()
    if not answer["offers"]:
        raise RuntimeError(f"No offers: {answer['warnings']}")
    return (time.perf_counter() - began) * 1000


def main() -> int:
    with (
        tempfile.TemporaryDirectory(prefix="abano-bench-") as folder,
        local_product(Path(folder)) as product,
        closing(console_of(product)) as console,
    ):
        taken = asyncio.run(measure(product.origin, key_of(console)))
    percentiles = statistics.quantiles(taken, n=100)
    figures = [
        Figure(
            name=f"search, {PER_SECOND} a second: {name}",
            value=value,
            measured=f"{value:.0f} ms",
            reference="",
            ratio="",
            asked=f"at most {MAX_MS} ms",
            met=value <= MAX_MS,
        )
        for name, value in (("median", percentiles[49]), ("p95", percentiles[94]), ("slowest", max(taken)))
    ]
    print(table(figures, []))
    return 0 if all(figure.met for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
