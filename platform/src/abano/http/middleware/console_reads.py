"""What the console reads may come from a replica, unless its user has just changed something.

A change leaves a cookie that lives longer than a replica may lag: until then the same browser reads from the primary.
"""

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from abano.auth.principals import ADMIN_COOKIE
from abano.database.replica import reads_may_lag
from abano.http.middleware.origin_check import SAFE_METHODS

CONSOLE = "/api/admin/"
CHANGED_COOKIE = "abano_changed"


class ConsoleReads:
    """Marks the console's reads; an answer that such a read could not give is asked for again at the primary."""

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
    """Holds back every answer but a good one: what is missing at the replica may be at the primary."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.failed = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.failed = message["status"] >= 400
        if not self.failed:
            await self._send(message)
