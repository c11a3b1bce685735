"""Refuses API addresses that are no text, that name nothing, or that say one thing in two ways.

What no database could hold must not reach one. And of a parameter that is given twice, one part of a system may take
the first value and the next one the last; no endpoint of ours takes several, so such a call is told so.

Pages are not held to it. A visitor whose link was mangled on its way should still arrive; pages read no more of an
address than its path, and one that is no text is unknown to them.
"""

from urllib.parse import parse_qsl, unquote_to_bytes

from starlette.types import ASGIApp, Receive, Scope, Send

from abano.errors import InvalidInput, NotFound
from abano.http.error_handlers import render

# Longer is the name of nothing: no file system holds it, and no page or record of ours is called so.
LONGEST_SEGMENT = 255
# Of a name that is repeated to the caller.
LONGEST_SHOWN = 60


class ReadableAddress:
    """Answers 404 to a path with a NUL, with bytes that are not UTF-8, or with a segment of over 255 letters; 422 to
    such a query and to one that gives a parameter twice."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            if not _is_text(scope.get("raw_path", b"")) or _has_endless_segment(scope["path"]):
                await render(NotFound())(scope, receive, send)
                return
            field = _unreadable_field(scope["query_string"])
            if field is not None:
                await render(InvalidInput.of(field, "This is not readable text"))(scope, receive, send)
                return
            field = _repeated_field(scope["query_string"])
            if field is not None:
                message = f"'{field[:LONGEST_SHOWN]}' was given more than once. Please give it one value."
                await render(InvalidInput.of(field[:LONGEST_SHOWN], message))(scope, receive, send)
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


def _has_endless_segment(path: str) -> bool:
    return len(path) > LONGEST_SEGMENT and any(len(part) > LONGEST_SEGMENT for part in path.split("/"))


def _repeated_field(query: bytes) -> str | None:
    """The first parameter that is given twice, however its name is escaped."""
    if b"&" not in query:
        return None
    seen = set()
    for name, _ in parse_qsl(query.decode("latin-1"), keep_blank_values=True):
        if name in seen:
            return name
        seen.add(name)
    return None


def _unreadable_field(query: bytes) -> str | None:
    """The name of the first parameter whose name or value is no text."""
    if _is_text(query):
        return None
    parts = query.split(b"&")
    bad = next((part for part in parts if not _is_text(part)), query)
    return unquote_to_bytes(bad.partition(b"=")[0]).replace(b"\0", b"").decode(errors="replace") or "query"
