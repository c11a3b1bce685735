"""The operator console as an application of its own, on a host of its own.

Nothing of companies is served on that host, and nothing of the console on any other one.
"""

from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import urlsplit

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import FileResponse, HTMLResponse
from starlette.datastructures import Headers, State
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from abano.core.config import Settings
from abano.core.errors import NotFound
from abano.operators.console.companies import Companies
from abano.operators.console.database import OperatorDatabase
from abano.operators.console.endpoints import router
from abano.site.pages.files import FrontendFiles
from abano.site.pages.head import brand_css
from abano.site.pages.pages import BODY_MARK, HEAD_MARK, not_built
from abano.site.pages.schemas import Colors
from abano.tenancy.directory.brand import DEFAULTS
from abano.tenancy.directory.tenant import host_name
from abano.web.errors import install_error_handlers, render
from abano.web.middleware.readable_url import ReadableUrl
from abano.web.middleware.security import SAFE_METHODS, BodyLimit, CrossSiteRequest
from abano.web.routes import all_routes

TITLE = "Operator console"
FOREVER = "public, max-age=31536000, immutable"
MAX_BODY = 64 * 1024
OWN_COLORS = Colors.model_validate({name: str(color) for name, color in DEFAULTS.items()})
# The script that starts the console finds this element.
MARK = '<script id="operator-console" type="application/json">{}</script>'

pages = APIRouter(include_in_schema=False)


class OperatorHost:
    """Hands requests of the operators' host to their application; all others go on."""

    def __init__(self, app: ASGIApp, *, console: ASGIApp, host: str) -> None:
        self._app = app
        self._console = console
        self._host = host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_theirs = scope["type"] == "http" and host_name(Headers(scope=scope).get("host", "")) == self._host
        await (self._console if is_theirs else self._app)(scope, receive, send)


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


def create_console(settings: Settings, shared: State) -> FastAPI:
    """The application. ``shared``: the platform's clock and directory of companies.

    The caller opens and closes ``state.operators``.
    """
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    app.state.settings = settings
    app.state.clock = shared.clock
    app.state.tenants = shared.tenants
    app.state.operators = OperatorDatabase(settings, refuse_unsafe_roles=settings.is_production)
    app.state.companies = Companies(app.state.operators)
    app.state.files = FrontendFiles(settings.frontend_dir)
    install_error_handlers(app)
    app.router.routes.extend(_routes())
    app.add_middleware(ReadableUrl)
    app.add_middleware(SameOrigin)
    app.add_middleware(BodyLimit, limit=MAX_BODY)
    return app


@cache
def _routes() -> tuple[BaseRoute, ...]:
    return all_routes((router, pages))


@pages.get("/brand.css")
async def console_stylesheet() -> Response:
    """The product's own colours."""
    return Response(brand_css(OWN_COLORS), media_type="text/css", headers={"Cache-Control": "no-cache"})


@pages.get("/drawings/{name:path}")
async def console_drawing(request: Request, name: str) -> Response:
    """A drawing of the product, in its own colours."""
    files: FrontendFiles = request.app.state.files
    found = files.picture(name, OWN_COLORS)
    if found is None:
        raise NotFound
    headers = {"Cache-Control": "public, max-age=86400"}
    return Response(found.body, media_type=found.media_type, headers=headers)


@pages.get("/assets/{name:path}")
async def console_asset(request: Request, name: str) -> Response:
    """A built file; its name carries a digest of what is in it."""
    files: FrontendFiles = request.app.state.files
    found = files.asset(f"assets/{name}", request.headers.get("accept-encoding", ""))
    if found is None:
        raise NotFound
    headers = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
    if found.encoding:
        headers["Content-Encoding"] = found.encoding
    return FileResponse(found.path, media_type=found.media_type, headers=headers)


@pages.get("/robots.txt")
async def console_robots() -> Response:
    return Response("User-agent: *\nDisallow: /\n", media_type="text/plain")


@pages.get("/{path:path}")
async def console_page(request: Request) -> Response:
    """The one page of the console, whose script shows what its path names."""
    settings: Settings = request.app.state.settings
    template = _template(settings.frontend_dir / "index.html")
    if template is None:
        return not_built()
    return HTMLResponse(template, headers={"Cache-Control": "no-store", "X-Robots-Tag": "noindex"})


def _template(file: Path) -> str | None:
    try:
        text = file.read_text(encoding="utf-8")
    except OSError:
        return None
    head = f'<title>{escape(TITLE)}</title><link rel="stylesheet" href="/brand.css">'
    return text.replace(HEAD_MARK, head).replace(BODY_MARK, MARK)
