"""A write that its cluster refused because the company moved away is made again where the company is now.

Nobody notices the move but by a slower answer. It is safe: the refused transaction was rolled back.
"""

import asyncio
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from abano.http.error_handlers import MOVED_HEADER

_MOVED = MOVED_HEADER.lower().encode()
# Between the two clusters' commits lie some milliseconds, in which both refuse.
WAITS = (0.02, 0.1, 0.5, 1.0)


class FollowMoves:
    """Stands before what reads bodies: it keeps them until they were taken."""

    def __init__(self, app: ASGIApp, *, forget: Callable[[], None]) -> None:
        """``forget`` drops what is remembered of where companies are."""
        self._app = app
        self._forget = forget

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        attempt = _Attempt(receive, send)
        for wait in WAITS:
            await self._app(dict(scope), attempt.receive, attempt.send)
            if not attempt.was_refused:
                return
            await asyncio.sleep(wait)
            self._forget()
            attempt.begin_again()
        await self._app(scope, attempt.receive, send)


class _Attempt:
    """Replays the body, and holds back an answer that says that the company has moved."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._kept: list[Message] = []
        self._next = 0
        self.was_refused = False

    def begin_again(self) -> None:
        self._next = 0
        self.was_refused = False

    async def receive(self) -> Message:
        if self._next == len(self._kept):
            message = await self._receive()
            if message["type"] != "http.request":
                return message
            # BodyLimit, which stands behind, ends the reading of what is too large.
            self._kept.append(message)
        self._next += 1
        return self._kept[self._next - 1]

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.was_refused = any(name.lower() == _MOVED for name, _ in message["headers"])
        if not self.was_refused:
            await self._send(message)
