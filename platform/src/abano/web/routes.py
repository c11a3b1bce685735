"""The application's routes, resolved before the first request, and the fast path of frequent public writes.

Only plain requests take the fast path: a POST to one of its paths, with a Content-Length within the limit and
without an admin's cookie. Other requests to the same path pass all layers and reach the same handler, so that
their rules are implemented only once.
"""

from collections.abc import Callable, Coroutine, Iterable, Mapping
from inspect import iscoroutinefunction
from typing import Any, NamedTuple

from fastapi import APIRouter, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute, iter_route_contexts
from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Receive, Scope, Send

from abano.accounts.access.principals import ADMIN_COOKIE
from abano.core.api_model import SuccessResponse
from abano.core.errors import AbanoError
from abano.web.errors import ErrorResponse, error_answer
from abano.web.middleware.security import LIMIT_BYTES, is_within

# Matches no endpoint, so that all of them are looked at.
_NOWHERE = {"type": "http", "method": "GET", "path": "\0", "root_path": "", "headers": []}


def all_routes(routers: Iterable[APIRouter]) -> tuple[BaseRoute, ...]:
    """The routes of ``routers``, which several applications may share.

    FastAPI resolves endpoint parameters at the first request, which would block the event loop for most of a
    second.
    """
    whole = APIRouter(
        responses={"4XX": {"model": ErrorResponse}, "5XX": {"model": ErrorResponse}},
        generate_unique_id_function=_operation_id,
        redirect_slashes=False,
    )
    for router in routers:
        whole.include_router(router)
        included = whole.routes[-1]
        included.matches(dict(_NOWHERE))
        _skip_elsewhere(included)
    return tuple(whole.routes)


def _skip_elsewhere(included: BaseRoute) -> None:
    """Have a router's routes tried only for paths that begin like one of them.

    FastAPI tries one route after another, of hundreds: that took a third of the time of a short request.
    """
    paths = [context.path for context in iter_route_contexts([included]) if context.path is not None]
    starts = tuple({path.partition("{")[0] for path in paths})
    try_each = included.matches

    def matches(scope: Scope) -> tuple[Match, Scope]:
        is_near = scope["path"].startswith(starts) or scope.get("root_path")
        return try_each(scope) if is_near else (Match.NONE, {})

    included.matches = matches  # type: ignore[method-assign]


def _operation_id(route: APIRoute) -> str:
    """Operations are named after the endpoint functions, which are unique across domains."""
    return route.name


# A fast path through FastAPI for visitors' small writes, which campaigns send in bursts.
#
# An endpoint on a ``FastPathRoute`` takes ``body`` (a pydantic model) and dependencies that need only the
# request. It returns None for success, or a response. OpenAPI describes it like any other, while a request
# goes from bytes to the endpoint without FastAPI's dependency solver; plain requests also skip the router
# (see FastPath). Bodies are parsed as JSON regardless of their type: browsers send beacons as text/plain.


class Saved(SuccessResponse):
    pass


# Rendered once. A sent response does not change, so all requests share it.
SAVED = Response(Saved().model_dump_json().encode(), media_type="application/json")

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class FastPathRoute(APIRoute):
    """Returns ``Saved`` if the endpoint returns nothing. Errors are rendered as for other routes."""

    def get_route_handler(self) -> Handler:
        endpoint = self.endpoint
        model = self.body_field.field_info.annotation if self.body_field else None
        if not (isinstance(model, type) and issubclass(model, BaseModel)):
            raise TypeError(f"{self.path} needs one body that is a model")
        solvers = [
            (dependency.name, dependency.call, iscoroutinefunction(dependency.call))
            for dependency in self.dependant.dependencies
            if dependency.name is not None and dependency.call is not None
        ]

        async def handle(request: Request) -> Response:
            values = {
                name: await solve(request) if waits else solve(request) for name, solve, waits in solvers
            }
            try:
                body = model.model_validate_json(await request.body())
            except ValidationError as error:
                raise RequestValidationError(error.errors(include_url=False)) from error
            answer = await endpoint(body=body, **values)
            return answer if isinstance(answer, Response) else SAVED

        return handle


class FastPathEndpoint(NamedTuple):
    route: FastPathRoute
    handle: Handler


def fast_path_endpoints(routers: Iterable[APIRouter]) -> dict[str, FastPathEndpoint]:
    """Routes of the fast path by full path, for POST requests."""
    return {
        route.path: FastPathEndpoint(route, route.get_route_handler())
        for router in routers
        for route in router.routes
        if isinstance(route, FastPathRoute) and route.methods == {"POST"}
    }


_ADMIN_COOKIE = ADMIN_COOKIE.encode()


class FastPath:
    """Runs before the router and the checks that only other requests need."""

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
