"""The operator console as an application of its own, on a host of its own.

Nothing of companies is served on that host, and nothing of the console on any other one.
"""

from functools import cache

from fastapi import APIRouter, FastAPI, Request, Response
from starlette.datastructures import State
from starlette.routing import BaseRoute

from abano.core.config import Settings
from abano.operators.console.announcement_endpoints import router as announcements
from abano.operators.console.checks import Checks
from abano.operators.console.checks import router as checks
from abano.operators.console.companies import HOME, Companies
from abano.operators.console.company_data import CompanyRecords
from abano.operators.console.company_data_endpoints import router as company_data
from abano.operators.console.database import OperatorDatabase
from abano.operators.console.endpoints import router
from abano.operators.console.frame import MAX_BODY, SameOrigin, files_router, own_page
from abano.operators.console.move_endpoints import router as move_router
from abano.operators.console.moves import Moves
from abano.operators.console.plan_endpoints import router as plans
from abano.operators.console.support import OperatorRecords, Support
from abano.operators.console.support_endpoints import router as support_router
from abano.site.pages.files import FrontendFiles
from abano.web.errors import install_error_handlers
from abano.web.middleware.readable_url import ReadableUrl
from abano.web.middleware.security import BodyLimit
from abano.web.routes import all_routes

TITLE = "Operator console"

pages = APIRouter(include_in_schema=False)


def create_console(settings: Settings, shared: State, further: tuple[APIRouter, ...] = ()) -> FastAPI:
    """The application. ``shared``: the platform's clock, directory of companies and analytics client.

    ``further``: endpoints of packages above this one.

    The caller opens and closes ``state.operators``, and closes ``state.checks``.
    """
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    app.state.settings = settings
    app.state.clock = shared.clock
    app.state.tenants = shared.tenants
    app.state.operators = OperatorDatabase(settings, refuse_unsafe_roles=settings.is_production)
    app.state.companies = Companies(app.state.operators)
    app.state.records = OperatorRecords(app.state.operators)
    app.state.support = Support(app.state.companies, shared.db, app.state.records, settings.port)
    app.state.moves = Moves(
        app.state.operators, app.state.companies, shared.db, (HOME, *sorted(settings.clusters))
    )
    app.state.company_records = CompanyRecords(
        app.state.companies, shared.db, app.state.records, app.state.moves
    )
    app.state.checks = Checks(
        app.state.operators, shared.analytics_client.progress, has_mail_server=bool(settings.smtp_url)
    )
    app.state.files = FrontendFiles(settings.frontend_dir)
    install_error_handlers(app)
    app.router.routes.extend((*all_routes(further), *_routes()))
    app.add_middleware(ReadableUrl)
    app.add_middleware(SameOrigin)
    app.add_middleware(BodyLimit, limit=MAX_BODY)
    return app


@cache
def _routes() -> tuple[BaseRoute, ...]:
    """After all others: some answer any path."""
    return all_routes(
        (
            plans,
            support_router,
            company_data,
            move_router,
            announcements,
            checks,
            router,
            files_router,
            pages,
        )
    )


@pages.get("/{path:path}")
async def console_page(request: Request) -> Response:
    """The one page of the console, whose script shows what its path names."""
    return own_page(request.app.state.settings, "console", TITLE)
