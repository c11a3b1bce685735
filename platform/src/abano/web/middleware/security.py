"""Middleware that refuses: foreign origins, large bodies, unreadable addresses; and security headers."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from abano.accounts.access.principals import ADMIN_COOKIE
from abano.core.errors import NotAllowed, RequestTooLarge
from abano.web.errors import answer_at, render


def content_security_policy(
    *,
    secure: bool,
    scripts: Sequence[str] = (),
    connections: Sequence[str] = (),
    films: Sequence[str] = (),
    framed_by: Sequence[str] = (),
) -> str:
    """The policy of a page. ``scripts``, ``connections`` and ``films``: a company's external sources.

    ``framed_by``: other websites that may show it in a frame.
    """
    # In development sister sites, which the click-id frame opens, have no TLS.
    frames = "frame-src 'self' https:" if secure else "frame-src 'self' https: http:"
    return "; ".join(
        [
            "default-src 'self'",
            "base-uri 'none'",
            "object-src 'none'",
            " ".join(["frame-ancestors 'self'", *framed_by]),
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


# Protection against cross-site request forgery of admins.

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class CrossSiteRequest(NotAllowed):
    """This request came from another site and was blocked."""


class OriginCheck:
    """Refuses state-changing requests of other origins that carry the admin cookie, or go to what a cookie opens."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in SAFE_METHODS and is_cross_site(scope):
            await render(CrossSiteRequest())(scope, receive, send)
            return
        await self._app(scope, receive, send)


def is_cross_site(scope: Scope) -> bool:
    """Whether the browser reports a cross-site request about admins or a customer's booking."""
    headers = Headers(scope=scope)
    path, cookies = scope["path"], headers.get("cookie", "")
    if not path.startswith(("/api/admin/", "/api/my-booking")) and ADMIN_COOKIE not in cookies:
        return False
    origin = headers.get("origin")
    if origin is not None:
        return _host_of(origin) != headers.get("host", "").lower()
    # No Origin: not a browser, or a request for which browsers send Sec-Fetch-Site.
    return headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}


def _host_of(origin: str) -> str | None:
    """Host and port of an Origin. None if malformed, which never equals a Host header."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


# Limits the size of request bodies, with and without Content-Length.

LIMIT_BYTES = 256 * 1024
# A photo as text with the fields around it, or a part of a file; both have their own lower limits.
PICTURE_BYTES = 1_750_000
PICTURE_PATH = re.compile(
    r"/api/(?:admin/(?:yard/records/[^/]+/pictures/[^/]+|media/parts/[0-9a-f]{64}|vehicle-costs/[^/]+/receipt"
    r"|fines/[^/]+/notice|bookings/[^/]+/driver-documents)"
    r"|my-booking/licences)"
)

# The whole catalogue of a company as a file, or a report of its campaigns; their schemas have closer limits.
CATALOG_BYTES = 1_900_000
CATALOG_PATH = "/api/admin/catalog/import"
COSTS_PATH = "/api/admin/campaign-costs/uploads"
MAX_LENGTH_DIGITS = 12


def is_within(content_length: bytes, limit: int) -> bool:
    """Whether Content-Length is a number up to ``limit``. Overlong numbers are not parsed."""
    return (
        content_length.isdigit() and len(content_length) <= MAX_LENGTH_DIGITS and int(content_length) <= limit
    )


def body_limit(scope: Scope, limit: int = LIMIT_BYTES) -> int:
    """How many bytes the body of a request may have; ``limit`` where the path allows no more."""
    if scope["path"] in {CATALOG_PATH, COSTS_PATH}:
        return max(limit, CATALOG_BYTES)
    is_picture = scope["method"] in {"PUT", "POST"} and PICTURE_PATH.fullmatch(scope["path"])
    return max(limit, PICTURE_BYTES) if is_picture else limit


class BodyTooLarge(Exception):
    """The body exceeds the limit."""


class BodyLimit:
    """Responds 413 above ``limit`` bytes, or what the path allows, without buffering the body."""

    def __init__(self, app: ASGIApp, *, limit: int = LIMIT_BYTES) -> None:
        self._app = app
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in {"GET", "HEAD", "OPTIONS"}:
            await self._app(scope, receive, send)
            return
        limit = body_limit(scope, self._limit)
        for name, value in scope["headers"]:
            if name == b"content-length" and not is_within(value, limit):
                await answer_at(scope, RequestTooLarge())(scope, receive, send)
                return
        seen = 0
        answered = False

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            if message["type"] == "http.request":
                seen += len(message.get("body", b""))
                if seen > limit:
                    raise BodyTooLarge
            return message

        async def noted(message: Message) -> None:
            nonlocal answered
            # Replaces the application's response to a truncated body.
            if seen > limit and not answered:
                answered = True
                await answer_at(scope, RequestTooLarge())(scope, receive, send)
            if seen <= limit:
                await send(message)

        try:
            await self._app(scope, counted, noted)
        except BodyTooLarge:
            if not answered:
                await answer_at(scope, RequestTooLarge())(scope, receive, send)
