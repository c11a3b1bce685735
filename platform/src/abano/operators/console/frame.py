"""What applications on a host of the installation share: how they are reached, their files and the frame of a page.

Nothing of companies is served on these hosts, and nothing of theirs on any other one.
"""

from html import escape
from pathlib import Path
from urllib.parse import urlsplit

import orjson
from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse, HTMLResponse
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from abano.core.config import Settings
from abano.core.errors import NotFound
from abano.site.pages.files import FrontendFiles
from abano.site.pages.head import brand_css
from abano.site.pages.pages import BODY_MARK, HEAD_MARK, not_built
from abano.site.pages.schemas import Colors
from abano.tenancy.directory.brand import DEFAULTS
from abano.tenancy.directory.tenant import host_name
from abano.web.errors import render
from abano.web.middleware.security import SAFE_METHODS, CrossSiteRequest

FOREVER = "public, max-age=31536000, immutable"
MAX_BODY = 64 * 1024
OWN_COLORS = Colors.model_validate({name: str(color) for name, color in DEFAULTS.items()})
# The front end's script finds this element, and starts what it names instead of a company's site.
MARK = '<script id="own-host" type="application/json">{}</script>'

files_router = APIRouter(include_in_schema=False)


class OwnHost:
    """Hands requests of one host to its application; all others go on."""

    def __init__(self, app: ASGIApp, *, inner: ASGIApp, host: str) -> None:
        self._app = app
        self._inner = inner
        self._host = host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_theirs = scope["type"] == "http" and host_name(Headers(scope=scope).get("host", "")) == self._host
        await (self._inner if is_theirs else self._app)(scope, receive, send)


class SameOrigin:
    """Refuses changes that another site's page asks for. Cookies are SameSite, too."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in SAFE_METHODS and _is_foreign(scope):
            await render(CrossSiteRequest())(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _is_foreign(scope: Scope) -> bool:
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}
    try:
        return urlsplit(origin).netloc.lower() != headers.get("host", "").lower()
    except ValueError:
        return True


@files_router.get("/brand.css")
async def own_host_stylesheet() -> Response:
    """The product's own colours."""
    return Response(brand_css(OWN_COLORS), media_type="text/css", headers={"Cache-Control": "no-cache"})


@files_router.get("/drawings/{name:path}")
async def own_host_drawing(request: Request, name: str) -> Response:
    """A drawing of the product, in its own colours."""
    files: FrontendFiles = request.app.state.files
    found = files.picture(name, OWN_COLORS)
    if found is None:
        raise NotFound
    headers = {"Cache-Control": "public, max-age=86400"}
    return Response(found.body, media_type=found.media_type, headers=headers)


@files_router.get("/assets/{name:path}")
async def own_host_asset(request: Request, name: str) -> Response:
    """A built file; its name carries a digest of what is in it."""
    files: FrontendFiles = request.app.state.files
    found = files.asset(f"assets/{name}", request.headers.get("accept-encoding", ""))
    if found is None:
        raise NotFound
    headers = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
    if found.encoding:
        headers["Content-Encoding"] = found.encoding
    return FileResponse(found.path, media_type=found.media_type, headers=headers)


@files_router.get("/robots.txt")
async def own_host_robots() -> Response:
    return Response("User-agent: *\nDisallow: /\n", media_type="text/plain")


def own_page(settings: Settings, app: str, title: str, headers: dict[str, str] | None = None) -> Response:
    """The one page of an application, whose script ``app`` shows what the path names."""
    template = _template(settings.frontend_dir / "index.html")
    if template is None:
        return not_built()
    # Without an icon of its own; browsers would ask for /favicon.ico.
    icon = '<link rel="icon" href="data:,">'
    head = f'<title>{escape(title)}</title>{icon}<link rel="stylesheet" href="/brand.css">'
    mark = MARK.format(orjson.dumps({"app": app}).decode())
    return HTMLResponse(
        template.replace(HEAD_MARK, head).replace(BODY_MARK, mark),
        headers={"Cache-Control": "no-store", "X-Robots-Tag": "noindex", **(headers or {})},
    )


def _template(file: Path) -> str | None:
    try:
        return file.read_text(encoding="utf-8")
    except OSError:
        return None
