"""The sign-up of companies as an application of its own, on the installation's own host (``ABANO_SITE_DOMAIN``).

Nothing of companies is served on that host, and /start on no host of a company.
"""

from functools import cache

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import RedirectResponse
from starlette.datastructures import State
from starlette.routing import BaseRoute

from abano.core.config import Settings
from abano.operators.console.frame import MAX_BODY, SameOrigin, files_router, own_page
from abano.operators.sign_up.endpoints import router
from abano.operators.sign_up.rules import CONFIRM_PAGE, START_PAGE
from abano.operators.sign_up.service import SignUps
from abano.site.pages.files import FrontendFiles
from abano.site.pages.service import BOT_CHECK_SOURCES
from abano.web.errors import install_error_handlers
from abano.web.middleware.readable_url import ReadableUrl
from abano.web.middleware.security import BodyLimit, content_security_policy
from abano.web.routes import all_routes

TITLE = "Create your company's site"

pages = APIRouter(include_in_schema=False)


def create_sign_up(settings: Settings, shared: State) -> FastAPI:
    """The application. ``shared``: the platform's database, clock and bot check."""
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    app.state.settings = settings
    app.state.clock = shared.clock
    app.state.files = FrontendFiles(settings.frontend_dir)
    app.state.sign_ups = SignUps(shared.db, shared.bot_check, settings, shared.clock)
    install_error_handlers(app)
    app.router.routes.extend(_routes())
    app.add_middleware(ReadableUrl)
    app.add_middleware(SameOrigin)
    app.add_middleware(BodyLimit, limit=MAX_BODY)
    return app


@cache
def _routes() -> tuple[BaseRoute, ...]:
    return all_routes((router, files_router, pages))


@pages.get("/")
async def sign_up_root() -> Response:
    return RedirectResponse(START_PAGE, status_code=307)


@pages.get(START_PAGE)
@pages.get(CONFIRM_PAGE)
async def sign_up_page(request: Request) -> Response:
    """The one page of the sign-up, whose script shows what its path names. Links have their token in the fragment."""
    settings: Settings = request.app.state.settings
    check = BOT_CHECK_SOURCES if settings.sign_up_bot_check_key else ()
    policy = content_security_policy(secure=settings.is_production, scripts=check, connections=check)
    headers = {"Content-Security-Policy": policy, "Referrer-Policy": "no-referrer"}
    return own_page(settings, "sign-up", TITLE, headers)
