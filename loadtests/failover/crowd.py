"""Visitors of the fault runs, and one more who books four times a second without waiting for the last try."""

import asyncio
import itertools
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from loadtests.faults.crowd import Crowd, new_ip
from loadtests.faults.product import Product

# Fewer than in the fault runs: the messages of their bookings are waited for at the end.
VISITORS = 2
PROBE_SECONDS = 0.25
PAGES = ("/", "/api/site")


@dataclass(slots=True)
class Moments:
    """When bookings were acknowledged, and when pages were served or not, by the monotonic clock."""

    booked: list[float] = field(default_factory=list)
    served: list[float] = field(default_factory=list)
    unserved: list[float] = field(default_factory=list)


class ProbedCrowd(Crowd):
    """``moments`` are those since the last ``go_on``."""

    def __init__(self, product: Product, promo_code: str) -> None:
        super().__init__(product, promo_code)
        self.moments = Moments()

    def go_on(self) -> None:
        self.moments = Moments()
        super().go_on()

    def _people(self) -> list[Callable[[], Coroutine[Any, Any, None]]]:
        return [*[self._visitor] * VISITORS, self._analyst, self._prober, self._page_reader]

    async def _prober(self) -> None:
        async with self._product.client() as client, asyncio.TaskGroup() as tries:

            async def book() -> None:
                key = uuid4().hex
                headers = {"Idempotency-Key": key, "X-Forwarded-For": new_ip()}
                body = self._form(key, referred=False)
                with self._busy():
                    answer = await self._note(
                        lambda: client.post("/api/bookings", json=body, headers=headers)
                    )
                if answer is not None and answer.is_success:
                    self._remember(key, answer, referred=False)
                    self.moments.booked.append(time.monotonic())

            while True:
                await self._go.wait()
                tries.create_task(book())
                await asyncio.sleep(PROBE_SECONDS)

    async def _page_reader(self) -> None:
        async with self._product.client() as client:
            while True:
                await self._go.wait()
                for page in PAGES:
                    answer = await self._note(lambda page=page: client.get(page))  # type: ignore[misc]
                    is_served = answer is not None and answer.is_success
                    (self.moments.served if is_served else self.moments.unserved).append(time.monotonic())
                await asyncio.sleep(PROBE_SECONDS)


def longest_gap(moments: list[float], since: float, until: float) -> tuple[float, float]:
    """Begin and end of the longest time without any of ``moments`` between ``since`` and ``until``."""
    within = [since, *sorted(moment for moment in moments if since < moment < until), until]
    return max(itertools.pairwise(within), key=lambda pair: pair[1] - pair[0])


def count_within(moments: list[float], gap: tuple[float, float]) -> int:
    return sum(gap[0] <= moment <= gap[1] for moment in moments)
