"""A flood of one company waits and is refused; requests of other companies are served meanwhile."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, Protocol

import httpx
import pytest
from fastapi import FastAPI
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from abano.core.fair_turns import REFUSED
from abano.web.middleware import fair_requests
from abano.web.middleware.fair_requests import FairRequests, request_turns
from abano_shared.fair_turns import FairTurns, end_turn

pytestmark = pytest.mark.anyio
GEORGIA, ALPS = "localhost", "alps.localhost"


class Held:
    """An application whose requests end when the test lets them."""

    def __init__(self) -> None:
        self.release = asyncio.Event()
        self.running: list[str] = []
        self.arrived = asyncio.Condition()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = dict(scope["headers"])[b"host"].decode()
        async with self.arrived:
            self.running.append(host)
            self.arrived.notify_all()
        if scope["path"] == "/streamed":
            await send({"type": "http.response.start", "status": 200, "headers": []})
        if scope["path"] == "/elsewhere":
            end_turn()
        if scope["path"] != "/quick":
            await self.release.wait()
        if scope["path"] != "/streamed":
            await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"served"})

    async def runs(self, count: int) -> None:
        """Wait until so many requests were handed to the application."""
        async with self.arrived, asyncio.timeout(60):
            await self.arrived.wait_for(lambda: len(self.running) >= count)


@pytest.fixture
async def held() -> AsyncIterator[Held]:
    application = Held()
    yield application
    application.release.set()


@pytest.fixture
def turns() -> FairTurns:
    """Four, of which a company holds at most three."""
    return request_turns(4, {})


@pytest.fixture
def fair(app: FastAPI, held: Held, turns: FairTurns) -> ASGIApp:
    return FairRequests(held, turns=turns, tenants=app.state.tenants)


class Visit(Protocol):
    def __call__(self, host: str, path: str = "/") -> "asyncio.Task[httpx.Response]":
        """Begin a request."""


@pytest.fixture
async def visit(fair: ASGIApp, held: Held) -> AsyncIterator[Visit]:
    """Begins a request at a host and returns it. Both companies' hosts are known."""
    tasks: list[asyncio.Task[httpx.Response]] = []
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=fair)) as client:

        def begin(host: str, path: str = "/") -> "asyncio.Task[httpx.Response]":
            tasks.append(asyncio.create_task(client.get(f"http://{host}{path}")))
            return tasks[-1]

        for known in (GEORGIA, ALPS):
            await begin(known, "/quick")
        held.running.clear()
        yield begin
        held.release.set()
        await asyncio.gather(*tasks, return_exceptions=True)


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110 - what it looks at has no event
            await asyncio.sleep(0.005)


async def test_a_flood_at_one_company_delays_no_other(visit: Visit, held: Held, turns: FairTurns) -> None:
    flood = [visit(GEORGIA) for _ in range(15)]
    await until(lambda: turns.waiting == 12)
    assert (await visit(ALPS, "/quick")).status_code == 200
    held.release.set()
    assert {answer.status_code for answer in await asyncio.gather(*flood)} == {200}
    assert turns.waiting == 0


async def test_over_its_share_a_company_is_refused_and_no_other(
    visit: Visit, held: Held, turns: FairTurns, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusals = REFUSED.labels("requests", "over_share")
    before = refusals._value.get()
    monkeypatch.setattr(turns, "_max_waiting", 5)
    monkeypatch.setattr(fair_requests, "DELAY_SECONDS", 0.01)
    flood = [visit(GEORGIA) for _ in range(20)]
    await until(lambda: sum(each.done() for each in flood) == 12)
    assert (await visit(ALPS, "/quick")).status_code == 200
    refused = next(each.result() for each in flood if each.done())
    assert (refused.status_code, refused.json()["error"]) == (429, "TooManyRequests")
    assert int(refused.headers["Retry-After"]) > 0
    public = await visit(GEORGIA, "/api/v1/bookings")
    assert (public.status_code, public.json()["error"]["code"]) == (429, "too_many_requests")
    assert refusals._value.get() - before == 13
    held.release.set()
    assert sum(answer.status_code == 200 for answer in await asyncio.gather(*flood)) == 8


async def test_refusals_over_the_share_are_delayed_up_to_a_number(
    visit: Visit, held: Held, turns: FairTurns, fair: ASGIApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "_max_waiting", 5)
    monkeypatch.setattr(fair_requests, "DELAY_SECONDS", 3_600)
    monkeypatch.setattr(fair_requests, "MAX_DELAYED", 4)
    flood = [visit(GEORGIA) for _ in range(20)]
    await until(lambda: sum(each.done() for each in flood) == 8)
    assert {each.result().status_code for each in flood if each.done()} == {429}
    held.release.set()
    # Three with a turn and five that waited for one are served, and four are still delayed.
    await until(lambda: sum(each.done() for each in flood) == 16)
    assert sum(each.done() and each.result().status_code == 200 for each in flood) == 8
    delayed = [each for each in flood if not each.done()]
    for each in delayed:
        each.cancel()
    await asyncio.wait(delayed)
    assert isinstance(fair, FairRequests)
    assert fair._delayed == 0


async def test_a_request_that_waited_too_long_is_refused(visit: Visit, held: Held, turns: FairTurns) -> None:
    turns.wait_seconds = 0.01
    flood = [visit(GEORGIA) for _ in range(4)]
    await until(lambda: any(each.done() for each in flood))
    refused = next(each.result() for each in flood if each.done())
    assert (refused.status_code, refused.json()["error"]) == (503, "TooBusy")
    assert int(refused.headers["Retry-After"]) > 0


async def test_hosts_without_a_company_share_two_turns(visit: Visit, held: Held, turns: FairTurns) -> None:
    flood = [visit(f"nothing-{number}.example.com") for number in range(30)]
    await held.runs(2)
    await until(lambda: turns.waiting == 28)
    # It is known, and waits for none of them.
    assert (await visit(GEORGIA, "/quick")).status_code == 200
    assert len(held.running) == 3
    held.release.set()
    await asyncio.gather(*flood)


async def test_a_company_that_no_one_asked_for_yet_is_found_and_gets_its_own_share(
    app: FastAPI, visit: Visit, held: Held, turns: FairTurns
) -> None:
    flood = [visit(GEORGIA) for _ in range(15)]
    await until(lambda: turns.waiting == 12)
    app.state.tenants._known.clear()
    assert (await visit(ALPS, "/quick")).status_code == 200
    held.release.set()
    await asyncio.gather(*flood)


async def test_a_response_that_streams_and_a_call_elsewhere_hold_no_turn(visit: Visit, held: Held) -> None:
    for path in ("/streamed", "/elsewhere"):
        many = [visit(GEORGIA, path) for _ in range(20)]
        await held.runs(20)
        assert (await visit(GEORGIA, "/quick")).status_code == 200
        assert not any(each.done() for each in many)
        held.running.clear()


async def test_probes_are_served_during_a_flood_unless_they_come_through_the_proxy(
    visit: Visit, fair: ASGIApp, held: Held, turns: FairTurns
) -> None:
    for _ in range(10):
        visit(GEORGIA)
    await until(lambda: turns.waiting == 7)
    probes = [visit(GEORGIA, path) for path in ("/healthz", "/readyz", "/metrics")]
    await held.runs(6)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=fair)) as client:
        outside = asyncio.create_task(
            client.get(f"http://{GEORGIA}/readyz", headers={"X-Forwarded-For": "192.0.2.1"})
        )
        await until(lambda: turns.waiting == 8)
        held.release.set()
        await asyncio.gather(outside, *probes)


class Uploading:
    """A client that sends a body when the test lets it, and then nothing more."""

    def __init__(self, *parts: bytes) -> None:
        self.parts = list(parts)
        self.sent: list[Message] = []
        self.go_on = asyncio.Event()

    async def receive(self) -> Message:
        await self.go_on.wait()
        part = self.parts.pop(0)
        return {"type": "http.request", "body": part, "more_body": bool(self.parts)}

    async def send(self, message: Message) -> None:
        self.sent.append(message)


def scope_of(length: int, path: str = "/") -> dict[str, Any]:
    headers = [(b"host", GEORGIA.encode()), (b"content-length", str(length).encode())]
    return {
        "type": "http", "method": "POST", "path": path, "root_path": "", "query_string": b"", "headers": headers,
    }  # fmt: skip


async def test_a_body_on_its_way_holds_no_turn_and_arrives_whole(
    app: FastAPI, turns: FairTurns, visit: Visit, held: Held
) -> None:
    bodies: list[bytes] = []

    async def reads(_scope: Scope, receive: Receive, send: Send) -> None:
        body = b""
        while True:
            message = await receive()
            body += message["body"]
            if not message["more_body"]:
                break
        bodies.append(body)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    fair = FairRequests(reads, turns=turns, tenants=app.state.tenants)
    client = Uploading(b"first ", b"second ", b"third")
    uploads = [
        asyncio.create_task(fair(scope_of(18), Uploading(b"never").receive, client.send)) for _ in range(20)
    ]
    upload = asyncio.create_task(fair(scope_of(18), client.receive, client.send))
    # They wait for their clients; the turns are free.
    assert (await visit(GEORGIA, "/quick")).status_code == 200
    assert not bodies
    client.go_on.set()
    await upload
    assert bodies == [b"first second third"]
    for each in uploads:
        each.cancel()


async def test_the_application_notes_that_a_client_left_while_it_sent(app: FastAPI, turns: FairTurns) -> None:
    messages: list[Message] = [
        {"type": "http.request", "body": b"some", "more_body": True},
        {"type": "http.disconnect"},
    ]
    seen: list[str] = []

    async def leaves() -> Message:
        return messages.pop(0)

    async def notes(_scope: Scope, receive: Receive, _send: Send) -> None:
        while not seen or seen[-1] != "http.disconnect":
            seen.append((await receive())["type"])

    await FairRequests(notes, turns=turns, tenants=app.state.tenants)(scope_of(5), leaves, Uploading().send)
    assert seen == ["http.request", "http.disconnect"]
    assert turns.waiting == 0
