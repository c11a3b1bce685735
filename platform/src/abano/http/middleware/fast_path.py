"""Visitors' small writes go from the connection to their endpoint past the layers that are not for them.

Only a plain request goes this way: a POST to a path of the fast path, its length announced and within the limit,
without an admin's cookie. Any other request to the same path takes all the layers and comes to the same handler: what
they decide is decided there alone.
"""

from collections.abc import Mapping

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send

from abano.auth.principals import ADMIN_COOKIE
from abano.errors import AbanoError
from abano.http.error_handlers import error_answer
from abano.http.fast_path_route import FastPathEndpoint
from abano.http.middleware.body_limit import LIMIT_BYTES, is_within

_ADMIN_COOKIE = ADMIN_COOKIE.encode()


class FastPath:
    """Stands before the router and the checks that only other requests need."""

    def __init__(self, app: ASGIApp, *, paths: Mapping[str, FastPathEndpoint]) -> None:
        self._app = app
        self._paths = paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        endpoint = self._paths.get(scope["path"]) if scope["type"] == "http" else None
        if endpoint is None or scope["method"] != "POST" or not _is_plain(scope["headers"]):
            await self._app(scope, receive, send)
            return
        scope["route"] = endpoint.route
        try:
            answer = await endpoint.handle(Request(scope, receive))
        except (AbanoError, RequestValidationError) as error:
            answer = error_answer(error)
        except ClientDisconnect:
            return
        await answer(scope, receive, send)


def _is_plain(headers: list[tuple[bytes, bytes]]) -> bool:
    length = b""
    for name, value in headers:
        if name == b"content-length":
            length = value
        elif name == b"transfer-encoding" or (name == b"cookie" and _ADMIN_COOKIE in value):
            return False
    return is_within(length, LIMIT_BYTES)
