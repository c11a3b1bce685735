"""The endpoints of the application, worked out before anybody asks for them."""

from collections.abc import Iterable

from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from abano.web.errors import ErrorResponse

# Matches no endpoint, so that all of them are looked at.
_NOWHERE = {"type": "http", "method": "GET", "path": "\0", "root_path": "", "headers": []}


def all_routes(routers: Iterable[APIRouter]) -> tuple[BaseRoute, ...]:
    """The routes of ``routers``. Any number of applications may share them.

    FastAPI works out what endpoints take at the first request, which would hold the event loop for most of a second.
    """
    whole = APIRouter(
        responses={"4XX": {"model": ErrorResponse}, "5XX": {"model": ErrorResponse}},
        generate_unique_id_function=_operation_id,
        redirect_slashes=False,
    )
    for router in routers:
        whole.include_router(router)
    for route in whole.routes:
        route.matches(dict(_NOWHERE))
    return tuple(whole.routes)


def _operation_id(route: APIRoute) -> str:
    """Operations are named after the endpoint functions, which are unique across domains."""
    return route.name
