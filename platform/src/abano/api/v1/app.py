"""The application of the public API, and the middleware that hands it its requests.

It is an application of its own: its description holds nothing of the console, its errors have their own form, and no
cookie opens it. The state (database, caches, clock) is the platform's.
"""

from functools import cache
from pathlib import Path
from typing import Any, cast

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.datastructures import State
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from abano.api.v1 import (
    assistants,
    booking_endpoints,
    customer_endpoints,
    figure_endpoints,
    payment_endpoints,
    query_endpoints,
    quote_endpoints,
    search_endpoints,
    vehicle_endpoints,
    webhook_endpoints,
)
from abano.api.v1.answers import ErrorAnswer
from abano.api.v1.calls import BEARER, OPENAPI_PATH, KeyCheck
from abano.catalog.published.dependencies import get_catalogs, get_public_origin
from abano.core.errors import AbanoError
from abano.web.dependencies import get_settings, get_tenant
from abano.web.errors import (
    PUBLIC_API,
    InternalError,
    error_of_status,
    expected,
    is_public_api,
    render_public,
)

TITLE, VERSION = "Abano API", "1.0.0"
GUIDE = Path(__file__).with_name("guide.md")
EXAMPLE_ORIGIN = "https://cars.example.com"
ROUTERS = (
    booking_endpoints.router,
    quote_endpoints.router,
    search_endpoints.router,
    vehicle_endpoints.router,
    customer_endpoints.router,
    payment_endpoints.router,
    figure_endpoints.router,
    query_endpoints.router,
    webhook_endpoints.router,
)
_NOWHERE = {"type": "http", "method": "GET", "path": "\0", "root_path": "", "headers": []}


def create_api(state: State) -> FastAPI:
    """The application, with the state of the platform's."""
    api = FastAPI(
        title=TITLE,
        version=VERSION,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    api.state = state
    api.router.routes[:] = _routes()
    api.add_exception_handler(AbanoError, _expected_error)
    api.add_exception_handler(RequestValidationError, _expected_error)
    api.add_exception_handler(HTTPException, _http_exception)
    api.add_exception_handler(Exception, _unexpected)
    api.add_middleware(KeyCheck)
    return api


class PublicApi:
    """Hands requests of the API and of assistants to its application; all others go on."""

    def __init__(self, app: ASGIApp, *, api: ASGIApp) -> None:
        self._app = app
        self._api = api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_public = scope["type"] == "http" and is_public_api(scope["path"])
        await (self._api if is_public else self._app)(scope, receive, send)


@cache
def describe() -> dict[str, Any]:
    """The OpenAPI document, without what any tenant has."""
    return get_openapi(
        title=TITLE, version=VERSION, description=description(EXAMPLE_ORIGIN), routes=list(_routes())
    )


def description(origin: str) -> str:
    """How to begin, in Markdown, with examples that call ``origin``."""
    return GUIDE.read_text("utf-8").replace(EXAMPLE_ORIGIN, origin)


@cache
def _routes() -> tuple[BaseRoute, ...]:
    """Worked out once a process, before the first request."""
    whole = APIRouter(
        prefix=PUBLIC_API.rstrip("/"),
        responses={"4XX": {"model": ErrorAnswer}, "5XX": {"model": ErrorAnswer}},
        dependencies=[Depends(BEARER)],
        generate_unique_id_function=_operation_id,
        redirect_slashes=False,
    )
    for router in ROUTERS:
        whole.include_router(router)
    whole.add_route(OPENAPI_PATH, _describe, include_in_schema=False)
    whole.routes.append(assistants.ROUTE)
    for route in whole.routes:
        route.matches(dict(_NOWHERE))
    return tuple(whole.routes)


def _operation_id(route: APIRoute) -> str:
    return route.name


async def _describe(request: Request) -> JSONResponse:
    """With examples of the company's own domain. Raises UnknownTenant, TenantSuspended."""
    tenant = await get_tenant(request)
    origin = await get_public_origin(tenant, await get_catalogs(request), get_settings(request))
    document = describe()
    info = document["info"] | {"title": f"{tenant.name} API", "description": description(origin)}
    return JSONResponse(document | {"info": info}, headers={"Cache-Control": "public, max-age=300"})


async def _expected_error(request: Request, error: Exception) -> JSONResponse:
    return render_public(request.scope, expected(cast("AbanoError | RequestValidationError", error)))


async def _http_exception(request: Request, error: Exception) -> JSONResponse:
    refused = cast(HTTPException, error)
    answer = render_public(request.scope, error_of_status(refused.status_code))
    answer.status_code = refused.status_code
    answer.headers.update(refused.headers or {})
    return answer


async def _unexpected(request: Request, _error: Exception) -> JSONResponse:
    return render_public(request.scope, InternalError())
