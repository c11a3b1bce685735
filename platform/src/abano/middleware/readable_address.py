"""Refuses API addresses that are no text: what no database could hold must not reach one.

Pages are not held to it. A visitor whose link was mangled on its way should still arrive; pages read no more of an
address than its path, and one that is no text is unknown to them.
"""

from urllib.parse import unquote_to_bytes

from starlette.types import ASGIApp, Receive, Scope, Send

from abano.error_handlers import render
from abano.errors import InvalidInput, NotFound


class ReadableAddress:
    """Answers 404 to a path and 422 to a query with a NUL or with bytes that are not UTF-8."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            if not _is_text(scope.get("raw_path", b"")):
                await render(NotFound())(scope, receive, send)
                return
            field = _unreadable_field(scope["query_string"])
            if field is not None:
                await render(InvalidInput.of(field, "This is not readable text"))(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _is_text(escaped: bytes) -> bool:
    if b"%" not in escaped:
        return True
    found = unquote_to_bytes(escaped)
    try:
        found.decode()
    except UnicodeDecodeError:
        return False
    return b"\0" not in found


def _unreadable_field(query: bytes) -> str | None:
    """The name of the first parameter whose name or value is no text."""
    if _is_text(query):
        return None
    parts = query.split(b"&")
    bad = next((part for part in parts if not _is_text(part)), query)
    return unquote_to_bytes(bad.partition(b"=")[0]).replace(b"\0", b"").decode(errors="replace") or "query"
