"""Visitors and an analyst during faults. Like the pages, they keep unacknowledged writes and resend them."""

import asyncio
import itertools
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import httpx

from loadtests.faults.product import Product
from loadtests.forms import booking_form, days_from
from loadtests.local_product import EMAIL, PASSWORD

VISITORS = 5
RETRY_SECONDS = 0.3
ANALYST_SECONDS = 1.0
ADDRESSES = itertools.count(1)
# A valid response during a fault: retry later, with the reason.
HONEST = frozenset({429, 503})


@dataclass(slots=True)
class Acknowledged:
    """Writes the server acknowledged."""

    # Idempotency key: id of the booking, reference, total, and whether an affiliate gets a commission.
    bookings: dict[str, tuple[str, str, float, bool]] = field(default_factory=dict)
    answers: dict[tuple[str, str], str] = field(default_factory=dict)
    started: set[str] = field(default_factory=set)
    completed: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Answers:
    """Responses during a fault: acknowledged, valid refusals, none at all, and anything else."""

    acknowledged: int = 0
    refused: int = 0
    unanswered: int = 0
    wrong: Counter[str] = field(default_factory=Counter)


class Crowd:
    """Runs until stopped; ``pause`` waits until no call is in progress."""

    def __init__(self, product: Product, promo_code: str) -> None:
        self.acknowledged = Acknowledged()
        self.answers = Answers()
        self._product = product
        self._promo_code = promo_code
        self._go = asyncio.Event()
        self._under_way = 0
        self._idle = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        self._go.set()
        self._tasks = [asyncio.create_task(person()) for person in self._people()]

    def _people(self) -> list[Callable[[], Coroutine[Any, Any, None]]]:
        return [self._visitor] * VISITORS + [self._analyst, self._reader]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def pause(self) -> None:
        self._go.clear()
        await self._idle.wait()

    def go_on(self) -> None:
        self.answers = Answers()
        self._go.set()

    async def visit(self, client: httpx.AsyncClient) -> None:
        """One quiz and one booking; each call is repeated until acknowledged."""
        with self._busy():
            await self._quiz(client)
            await self._book(client)

    @contextmanager
    def _busy(self) -> Iterator[None]:
        """For calls that ``pause`` waits for."""
        self._under_way += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._idle.set()

    async def _visitor(self) -> None:
        async with self._product.client() as client:
            while True:
                await self._go.wait()
                client.headers["X-Forwarded-For"] = new_ip()
                await self.visit(client)
                await asyncio.sleep(random.uniform(0.05, 0.3))

    async def _quiz(self, client: httpx.AsyncClient) -> None:
        session = f"quiz_{uuid4().hex}"
        quiz = (await self._until_acknowledged(lambda: client.get("/api/quiz/definition"))).json()
        common = {"sessionId": session, "quizVersion": quiz["version"]}
        await self._until_acknowledged(
            lambda: client.post("/api/quiz/session/start", json={**common, "consentState": "not_required"})
        )
        self.acknowledged.started.add(session)
        for number, question in enumerate(quiz["questions"][:4]):
            value = random.choice(question["options"])["value"]
            answer = {"questionId": question["id"], "value": value, "sequence": number}
            body = {**common, "answers": [answer]}
            await self._until_acknowledged(lambda body=body: client.post("/api/quiz/answers", json=body))  # type: ignore[misc]
            self.acknowledged.answers[session, question["id"]] = value
        await self._until_acknowledged(
            lambda: client.post(
                "/api/quiz/session/complete", json={**common, "completionStatus": "completed"}
            )
        )
        self.acknowledged.completed.add(session)

    async def _book(self, client: httpx.AsyncClient) -> None:
        key, referred = uuid4().hex, random.random() < 0.5
        body = self._form(key, referred=referred)
        answer = await self._until_acknowledged(
            lambda: client.post("/api/bookings", json=body, headers={"Idempotency-Key": key})
        )
        self._remember(key, answer, referred=referred)

    def _form(self, key: str, *, referred: bool) -> dict[str, Any]:
        """A booking whose email address names the key."""
        pickup = datetime.now(UTC).date() + timedelta(days=random.randint(3, 60))
        return booking_form(
            **days_from(pickup),
            customerName="Fault Tester",
            driverAge="40",
            customerEmail=f"{key[:12]}@faults.example",
            customerPhone=f"+995 5{random.randrange(10**8):08d}",
            **({"promoCode": self._promo_code} if referred else {}),
        )

    def _remember(self, key: str, answer: httpx.Response, *, referred: bool) -> None:
        payload = answer.json()
        self.acknowledged.bookings[key] = (
            payload["bookingId"],
            payload["reference"],
            payload["totalPrice"],
            referred,
        )

    async def _until_acknowledged(self, call: Callable[[], Awaitable[httpx.Response]]) -> httpx.Response:
        """Repeat the call with the same content until the server has stored it."""
        while True:
            answer = await self._note(call)
            if answer is not None and answer.is_success:
                return answer
            await asyncio.sleep(RETRY_SECONDS)

    async def _note(self, call: Callable[[], Awaitable[httpx.Response]]) -> httpx.Response | None:
        try:
            answer = await call()
        except httpx.TransportError:
            self.answers.unanswered += 1
            return None
        if answer.is_success:
            self.answers.acknowledged += 1
        elif answer.status_code in HONEST and "retry-after" in answer.headers:
            self.answers.refused += 1
        else:
            self.answers.wrong[f"{answer.request.url.path} {answer.status_code}"] += 1
        return answer

    async def _analyst(self) -> None:
        """Polls the figures like the page: they may be marked stale, or refused with a message."""
        async with self._product.client() as client:
            await sign_in(client)
            while True:
                await self._go.wait()
                await self._note(lambda: client.get("/api/quiz/analytics/overview", params=today()))
                await asyncio.sleep(ANALYST_SECONDS)

    async def _reader(self) -> None:
        """Opens the home page, which must load whatever is down."""
        async with self._product.client() as client:
            while True:
                await self._go.wait()
                await self._note(lambda: client.get("/"))
                await asyncio.sleep(ANALYST_SECONDS)


def new_ip() -> str:
    """An IP that no one else has, so that limits apply as in production."""
    number = next(ADDRESSES)
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


def today() -> dict[str, str]:
    """Days that include the run in every time zone."""
    now = datetime.now(UTC).date()
    return {"from": str(now - timedelta(days=2)), "to": str(now + timedelta(days=2))}


async def sign_in(client: httpx.AsyncClient) -> None:
    body = {"email": EMAIL, "password": PASSWORD}
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            if (await client.post("/api/admin/login", json=body)).is_success:
                return
        except httpx.TransportError:
            pass
        await asyncio.sleep(1)
