"""Quotes a second while catalogues are published, beside the same without.

    python -m loadtests.bench.catalog [--turns 5] [--seconds 4]

Starts the product on free ports with a fresh data folder. In turns of the same length quotes are asked for by eight
callers, once with an edit published after the other and once without; the middle ratio is printed. Fails when a quote
has not the price of the version that it names.
"""

import argparse
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import psycopg

from loadtests.local_product import EMAIL, PASSWORD, local_product

CALLERS = 8
URL = "/api/admin/catalog/draft"
RENTAL = {"carType": "Hyundai Elantra", "pickupLocation": "tbilisi", "dropoffLocation": "tbilisi", "days": 7}


@dataclass(slots=True)
class Editor:
    """Publishes one price after another and records the price of each version."""

    client: httpx.Client
    prices: dict[int, float] = field(default_factory=dict)
    steps: Iterator[int] = field(default_factory=lambda: count(1))

    def publish(self) -> None:
        rate = 30 + next(self.steps) % 50
        draft = self._sent(self.client.get(URL))
        [car] = [item for item in draft["items"] if item["key"] == "hyundai-elantra"]
        body = {"revision": car["revision"], "item": {"rates": [{"minDays": 1, "dailyRate": rate}]}}
        changed = self._sent(self.client.patch(f"{URL}/cars/hyundai-elantra", json=body))
        if changed["changes"]:
            done = self._sent(self.client.post(f"{URL}/publish", json={"revision": changed["revision"]}))
            self.prices[done["version"]] = 7.0 * rate

    @staticmethod
    def _sent(answer: httpx.Response) -> dict[str, Any]:
        answer.raise_for_status()
        return dict(answer.json())


@dataclass(slots=True)
class Turn:
    """The (version, price) of each quote."""

    quotes: list[tuple[int, float]] = field(default_factory=list)
    publishings: int = 0


def run_turn(origin: str, editor: Editor | None, seconds: float) -> Turn:
    turn, end = Turn(), threading.Event()

    def ask() -> None:
        with httpx.Client(base_url=origin) as client:
            while not end.is_set():
                answer = client.post("/api/quotes", json=RENTAL)
                if answer.status_code == 429:
                    continue  # the limit is removed; every cache has the new value after some seconds
                answer.raise_for_status()
                body = answer.json()
                turn.quotes.append((body["catalogVersion"], body["totalPrice"]))

    callers = [threading.Thread(target=ask) for _ in range(CALLERS)]
    for caller in callers:
        caller.start()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if editor is None:
            end.wait(until - time.monotonic())
        else:
            editor.publish()
            turn.publishings += 1
    end.set()
    for caller in callers:
        caller.join()
    return turn


@contextmanager
def editor_of(origin: str) -> Iterator[Editor]:
    with httpx.Client(base_url=origin, headers={"Origin": origin}, timeout=30) as client:
        client.post("/api/admin/login", json={"email": EMAIL, "password": PASSWORD}).raise_for_status()
        yield Editor(client)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=4)
    given = parser.parse_args()
    ratios, quotes, mixed, publishings = [], 0, 0, 0
    with (
        tempfile.TemporaryDirectory() as folder,
        local_product(Path(folder)) as product,
        editor_of(product.origin) as editor,
    ):
        with psycopg.connect(product.database_url, autocommit=True) as conn:
            conn.execute(
                "update tenant_settings set public_writes_per_minute = 1000000000, unconfirmed_per_ip = 0,"
                " unconfirmed_per_contact = 0"
            )
        editor.publish()
        # Every process has the new settings and catalogue after some seconds.
        run_turn(product.origin, editor, given.seconds)
        for _ in range(given.turns):
            calm = run_turn(product.origin, None, given.seconds)
            busy = run_turn(product.origin, editor, given.seconds)
            ratios.append(len(busy.quotes) / len(calm.quotes))
            publishings += busy.publishings
            for version, price in [*calm.quotes, *busy.quotes]:
                quotes += 1
                mixed += version in editor.prices and editor.prices[version] != price
            print(
                f"{len(calm.quotes) / given.seconds:.0f} quotes/s without,"
                f" {len(busy.quotes) / given.seconds:.0f} with {busy.publishings} publishings",
                file=sys.stderr,
                flush=True,
            )
    print(f"Quotes a second while publishing, of those without: {statistics.median(ratios):.2f}")
    print(f"{publishings} publishings; {mixed} of {quotes} quotes had another price than their version")
    return 1 if mixed else 0


if __name__ == "__main__":
    sys.exit(main())
