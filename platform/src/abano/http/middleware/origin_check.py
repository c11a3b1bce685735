"""Protection against cross-site request forgery of admins (decision 19)."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from abano.auth.principals import ADMIN_COOKIE
from abano.errors import NotAllowed
from abano.http.error_handlers import render

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class CrossSiteRequest(NotAllowed):
    """This request came from another site, so it was not carried out."""


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
    """Whether a request about admins or a customer's booking comes from another site, says the browser."""
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
    """Host and port of an Origin; None, which equals no Host header, for a malformed one."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None
