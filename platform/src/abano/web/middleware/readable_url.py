"""Refuses overlong paths, and API URLs that are not valid text, have overlong segments, or repeat a parameter.

Text that the database cannot store must not reach it. Of a repeated parameter one component may use the first value
and another one the last, so it is refused unless the endpoint takes a list.

Pages are exempt: a visitor with a damaged link should still see a page. Pages read only the path, and an invalid one
is unknown to them.
"""

from urllib.parse import parse_qsl, unquote_to_bytes

from starlette.types import ASGIApp, Receive, Scope, Send

from abano.core.errors import InvalidInput, Message, NotFound
from abano.web.errors import render

# No file, page or record has a longer name.
MAX_SEGMENT_LENGTH = 255
# No route has a longer path, so parsers of paths need not be fast for longer ones.
MAX_PATH = 2_048
# Parameters that may be given several times, by where the paths of their endpoints begin: the first counts.
LISTS = (
    ("/api/quiz/analytics/own-funnel", frozenset({"answer", "step"})),
    ("/api/quiz/analytics/", frozenset({"answer"})),
    ("/api/admin/media", frozenset({"kind"})),
)
# Of a parameter's name in the message.
MAX_SHOWN_LENGTH = 60
UNREADABLE_TEXT = Message("unreadable_text", "This is not readable text")
GIVEN_TWICE = Message("given_twice", "''{name}'' was given more than once. Please give it one value.")


class ReadableUrl:
    """Responds 404 to an overlong path, and for the API also to NUL, invalid UTF-8 or an overlong segment.

    Responds 422 to such a query and to a repeated parameter, except for lists.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and len(scope["path"]) > MAX_PATH:
            await render(NotFound())(scope, receive, send)
            return
        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            if not _is_text(scope.get("raw_path", b"")) or _has_overlong_segment(scope["path"]):
                await render(NotFound())(scope, receive, send)
                return
            field = _unreadable_field(scope["query_string"])
            if field is not None:
                await render(InvalidInput.of(field, UNREADABLE_TEXT()))(scope, receive, send)
                return
            lists = next((names for start, names in LISTS if scope["path"].startswith(start)), frozenset())
            field = _repeated_field(scope["query_string"], lists)
            if field is not None:
                shown = field[:MAX_SHOWN_LENGTH]
                await render(InvalidInput.of(shown, GIVEN_TWICE(name=shown)))(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _is_text(escaped: bytes) -> bool:
    if b"%" not in escaped:
        return True
    raw = unquote_to_bytes(escaped)
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return b"\0" not in raw


def _has_overlong_segment(path: str) -> bool:
    return len(path) > MAX_SEGMENT_LENGTH and any(len(part) > MAX_SEGMENT_LENGTH for part in path.split("/"))


def _repeated_field(query: bytes, lists: frozenset[str]) -> str | None:
    """The first repeated parameter that is not one of ``lists``, by its unescaped name."""
    if b"&" not in query:
        return None
    seen = set()
    for name, _ in parse_qsl(query.decode("latin-1"), keep_blank_values=True):
        if name in seen and name not in lists:
            return name
        seen.add(name)
    return None


def _unreadable_field(query: bytes) -> str | None:
    """The name of the first parameter whose name or value is not valid text."""
    if _is_text(query):
        return None
    parts = query.split(b"&")
    bad = next((part for part in parts if not _is_text(part)), query)
    return unquote_to_bytes(bad.partition(b"=")[0]).replace(b"\0", b"").decode(errors="replace") or "query"
