"""Middleware about where data is read: the replica, a drill, a company that moved."""

import asyncio
from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from abano.accounts.access.principals import ADMIN_COOKIE
from abano.db.engine import ReadOnlyData, writing_allowed
from abano.db.replica import reads_may_lag
from abano.web.errors import MOVED_HEADER, render
from abano.web.middleware.security import SAFE_METHODS

CONSOLE = "/api/admin/"
CHANGED_COOKIE = "abano_changed"


class ConsoleReads:
    """Marks the console's reads. A read that fails on the replica is repeated on the primary."""

    def __init__(self, app: ASGIApp, *, lag_seconds: float) -> None:
        self._app = app
        self._lifetime = int(lag_seconds) + 5

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        cookies = Headers(scope=scope).get("cookie", "")
        is_console = scope["path"].startswith(CONSOLE)
        if scope["method"] not in SAFE_METHODS and (is_console or ADMIN_COOKIE in cookies):
            await self._app(scope, receive, self._marking(send))
            return
        # A file's download is written to the audit log.
        if not is_console or CHANGED_COOKIE in cookies or scope["path"].endswith(".csv"):
            await self._app(scope, receive, send)
            return
        attempt = _Attempt(send)
        with reads_may_lag():
            await self._app(dict(scope), receive, attempt.send)
        if attempt.failed:
            await self._app(scope, receive, send)

    def _marking(self, send: Send) -> Send:
        cookie = f"{CHANGED_COOKIE}=1; Path={CONSOLE}; Max-Age={self._lifetime}; HttpOnly; SameSite=Lax"

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("set-cookie", cookie)
            await send(message)

        return marked


class _Attempt:
    """Holds back error responses: data missing on the replica may exist on the primary."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.failed = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.failed = message["status"] >= 400
        if not self.failed:
            await self._send(message)


# In a drill a request that would change something is refused at the door, but for signing in and out.

SIGN_IN = frozenset({"/api/admin/login", "/api/admin/login/code", "/api/admin/logout"})


class Drill:
    """Runs before everything that could write."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in SAFE_METHODS:
            await self._app(scope, receive, send)
        elif scope["path"] in SIGN_IN:
            with writing_allowed():
                await self._app(scope, receive, send)
        else:
            await render(ReadOnlyData())(scope, receive, send)


# A write rejected by its cluster because the company has moved is repeated on the new cluster.
#
# Clients only notice a slower response. This is safe: the rejected transaction was rolled back.

_MOVED = MOVED_HEADER.lower().encode()
# Some milliseconds pass between the commits on both clusters, in which both reject writes.
WAITS = (0.02, 0.1, 0.5, 1.0)


class FollowMoves:
    """Runs before anything that reads bodies: it buffers them until they are read."""

    def __init__(self, app: ASGIApp, *, forget: Callable[[], None]) -> None:
        """``forget`` drops what is remembered of where companies are."""
        self._app = app
        self._forget = forget

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        attempt = _FollowMovesAttempt(receive, send)
        for wait in WAITS:
            await self._app(dict(scope), attempt.receive, attempt.send)
            if not attempt.was_refused:
                return
            await asyncio.sleep(wait)
            self._forget()
            attempt.begin_again()
        await self._app(scope, attempt.receive, send)


class _FollowMovesAttempt:
    """Replays the body, and holds back a response that reports that the company has moved."""

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
            # BodyLimit, the next middleware, stops reading bodies that are too large.
            self._kept.append(message)
        self._next += 1
        return self._kept[self._next - 1]

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.was_refused = any(name.lower() == _MOVED for name, _ in message["headers"])
        if not self.was_refused:
            await self._send(message)
