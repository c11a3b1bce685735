"""Requests take turns, shared fairly between companies. Only those of a company above its share wait or are refused.

A request holds a turn while this process works on it: not while its body arrives, not once its response has begun,
and not while another service is asked (``end_turn``).
"""

import asyncio
from collections.abc import Hashable

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from abano.core.errors import AbanoError, TooManyRequests
from abano.core.expensive_work import TooBusy
from abano.core.fair_turns import MeasuredTurns, ProcessorUse
from abano.tenancy.directory.tenant import TENANT_HEADER, TenantCache
from abano.web.errors import answer_at
from abano.web.middleware.security import SAFE_METHODS, body_limit, is_within
from abano_shared.fair_turns import FairTurns, Turn, TurnRefused, holding

# A request needs its connection for a part of its time only. With fewer turns, companies would wait for each other on
# a busy machine. Connections have fair turns of their own.
TURNS_PER_CONNECTION = 3
# Of one company. A campaign's burst waits here as it otherwise would on the event loop.
MAX_WAITING = 500
MAX_WAITING_BYTES = 16 * 1024 * 1024
WAIT_SECONDS = 8.0
RETRY_SECONDS = 5
# A client that asks again at once, as floods do, then asks once in this time. Of all companies, so many are delayed.
DELAY_SECONDS = 1.0
MAX_DELAYED = 1_000
# All hosts at which there is no company.
NO_COMPANY = "no company"
MAX_TURNS_OF_NO_COMPANY = 2
LIVENESS = "/healthz"
# Of the cluster's own probes and of Prometheus, which come past the proxy.
PROBES = frozenset({"/readyz", "/metrics"})


def request_turns(count: int, weights: dict[Hashable, int]) -> FairTurns:
    return MeasuredTurns(
        "requests",
        count,
        max_waiting=MAX_WAITING,
        max_waiting_size=MAX_WAITING_BYTES,
        wait_seconds=WAIT_SECONDS,
        weights=weights,
        limits={NO_COMPANY: MAX_TURNS_OF_NO_COMPANY},
        processor_use=ProcessorUse(),
    )


class FairRequests:
    """Runs after what takes no time, and before everything that costs."""

    def __init__(self, app: ASGIApp, *, turns: FairTurns, tenants: TenantCache) -> None:
        self._app = app
        self._turns = turns
        self._tenants = tenants
        self._delayed = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or _is_probe(scope):
            await self._app(scope, receive, send)
            return
        body = None
        if scope["method"] not in SAFE_METHODS and (limit := _expected_body(scope)):
            body = _Body(receive)
            await body.arrive(limit)
            receive = body.receive
        try:
            turn = await self._turn_of(scope, body.size if body else 0)
        except TurnRefused as refused:
            if refused.reason == "over_share":
                if body:
                    body.drop()
                await self._delay()
            await answer_at(scope, _error_of(refused))(scope, receive, send)
            return

        async def ending(message: Message) -> None:
            # What its client takes to read it is not its company's share.
            turn.end()
            await send(message)

        with holding(turn):
            await self._app(scope, receive, ending)

    async def _delay(self) -> None:
        if self._delayed < MAX_DELAYED:
            self._delayed += 1
            try:
                await asyncio.sleep(DELAY_SECONDS)
            finally:
                self._delayed -= 1

    async def _turn_of(self, scope: Scope, size: int) -> Turn:
        """Raises TurnRefused."""
        headers = Headers(scope=scope)
        host, named = headers.get("host", ""), headers.get(TENANT_HEADER)
        tenant_id = self._tenants.remembered(host, named)
        if tenant_id is None:
            turn = await self._turns.take(NO_COMPANY, size=size)
            try:
                tenant_id = (await self._tenants.find(host, named)).id
            except AbanoError:
                # The application answers with it, within the same turn.
                return turn
            except BaseException:
                turn.end()
                raise
            turn.end()
        return await self._turns.take(tenant_id, size=size)


def _error_of(refused: TurnRefused) -> AbanoError:
    return TooManyRequests(retry_after=RETRY_SECONDS) if refused.reason == "over_share" else TooBusy()


def _is_probe(scope: Scope) -> bool:
    path = scope["path"]
    return path == LIVENESS or (path in PROBES and "x-forwarded-for" not in Headers(scope=scope))


def _expected_body(scope: Scope) -> int:
    """How many bytes of the body to wait for: as many as its path may have; 0 if it has none or too many."""
    limit = body_limit(scope)
    for name, value in scope["headers"]:
        if name == b"content-length":
            return limit if value != b"0" and is_within(value, limit) else 0
        if name == b"transfer-encoding":
            return limit
    return 0


class _Body:
    """A body that has arrived before the application asks for it."""

    def __init__(self, receive: Receive) -> None:
        self.size = 0
        self._receive = receive
        self._arrived: list[Message] = []

    async def arrive(self, limit: int) -> None:
        """Wait until it is whole, or longer than ``limit``, or its client has gone, which the application notes."""
        is_whole = False
        while not is_whole:
            message = await self._receive()
            self._arrived.append(message)
            self.size += len(message.get("body", b""))
            is_whole = not message.get("more_body", False) or self.size > limit
        self._arrived.reverse()

    def drop(self) -> None:
        """Free it, when no one will read it."""
        self._arrived.clear()

    async def receive(self) -> Message:
        return self._arrived.pop() if self._arrived else await self._receive()
