"""In a drill a request that would change something is refused at the door, but for signing in and out."""

from starlette.types import ASGIApp, Receive, Scope, Send

from abano.database.read_only import ReadOnlyData, writing_allowed
from abano.http.error_handlers import render
from abano.http.middleware.origin_check import SAFE_METHODS

SIGN_IN = frozenset({"/api/admin/login", "/api/admin/login/code", "/api/admin/logout"})


class Drill:
    """Stands before everything that could write."""

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
