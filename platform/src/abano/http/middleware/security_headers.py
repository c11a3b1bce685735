"""Security headers for every response, unless the endpoint sets its own."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from starlette.types import ASGIApp, Message, Receive, Scope, Send


def content_security_policy(
    *, secure: bool, scripts: Sequence[str] = (), connections: Sequence[str] = (), films: Sequence[str] = ()
) -> str:
    """The policy of a page. ``scripts``, ``connections`` and ``films``: a company's external sources."""
    # In development sister sites, which the click-id frame opens, have no TLS.
    frames = "frame-src 'self' https:" if secure else "frame-src 'self' https: http:"
    return "; ".join(
        [
            "default-src 'self'",
            "base-uri 'none'",
            "object-src 'none'",
            "frame-ancestors 'self'",
            "form-action 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            # Chart and dialog libraries position elements by style attributes; scripts stay strict.
            "style-src 'self' 'unsafe-inline'",
            " ".join(["script-src 'self'", *scripts]),
            " ".join(["connect-src 'self'", *connections]),
            " ".join(["media-src 'self'", *films]),
            frames,
        ]
    )


COMMON = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"strict-origin-when-cross-origin",
    b"cross-origin-opener-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=(), payment=()",
}
# API responses are cacheable only when the endpoint says so.
NO_STORE = (b"cache-control", b"no-store")
STRICT_TRANSPORT = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")


class SecurityHeaders:
    """Adds missing headers. ``secure`` adds HSTS, for production."""

    def __init__(self, app: ASGIApp, *, secure: bool) -> None:
        self._app = app
        policy = content_security_policy(secure=secure)
        self._common = {**COMMON, b"content-security-policy": policy.encode()}
        self._all = [*self._common.items(), *([STRICT_TRANSPORT] if secure else [])]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message["headers"] = list(message.get("headers", []))
                names = {name for name, _ in headers}
                present = self._common.keys() & names
                headers.extend(self._all if not present else self._missing(present))
                if b"cache-control" not in names and scope["path"].startswith("/api/"):
                    headers.append(NO_STORE)
            await send(message)

        await self._app(scope, receive, with_headers)

    def _missing(self, present: AbstractSet[bytes]) -> list[tuple[bytes, bytes]]:
        return [(name, value) for name, value in self._all if name not in present]
