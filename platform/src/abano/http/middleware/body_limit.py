"""Limits the size of request bodies, with and without Content-Length."""

import re

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from abano.errors import RequestTooLarge
from abano.http.error_handlers import render

LIMIT_BYTES = 256 * 1024
# A photograph as text with what stands around it, or a part of a file; both have closer limits of their own.
PICTURE_BYTES = 1_750_000
PICTURE_PATH = re.compile(
    r"/api/(?:admin/(?:yard/records/[^/]+/pictures/[^/]+|media/parts/[0-9a-f]{64})|my-booking/licences)"
)

# The whole catalogue of a company as a file, or a report of its campaigns; their schemas have closer limits.
CATALOG_BYTES = 1_900_000
CATALOG_PATH = "/api/admin/catalog/import"
COSTS_PATH = "/api/admin/campaign-costs/uploads"
LONGEST_LENGTH = 12


def is_within(content_length: bytes, limit: int) -> bool:
    """Whether Content-Length is a number up to ``limit``. Overlong numbers are not parsed."""
    return content_length.isdigit() and len(content_length) <= LONGEST_LENGTH and int(content_length) <= limit


class BodyTooLarge(Exception):
    """The body exceeds the limit."""


class BodyLimit:
    """Responds 413 above ``limit`` bytes without buffering the body."""

    def __init__(self, app: ASGIApp, *, limit: int = LIMIT_BYTES) -> None:
        self._app = app
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in {"GET", "HEAD", "OPTIONS"}:
            await self._app(scope, receive, send)
            return
        limit = self._limit_of(scope)
        for name, value in scope["headers"]:
            if name == b"content-length" and not is_within(value, limit):
                await render(RequestTooLarge())(scope, receive, send)
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
                await render(RequestTooLarge())(scope, receive, send)
            if seen <= limit:
                await send(message)

        try:
            await self._app(scope, counted, noted)
        except BodyTooLarge:
            if not answered:
                await render(RequestTooLarge())(scope, receive, send)

    def _limit_of(self, scope: Scope) -> int:
        if scope["path"] in {CATALOG_PATH, COSTS_PATH}:
            return max(self._limit, CATALOG_BYTES)
        is_picture = scope["method"] == "PUT" and PICTURE_PATH.fullmatch(scope["path"])
        return max(self._limit, PICTURE_BYTES) if is_picture else self._limit
