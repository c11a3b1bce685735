"""A fast path through FastAPI for visitors' small writes, which a campaign sends many of at once.

An endpoint on a ``FastPathRoute`` takes ``body`` (a pydantic model) and dependencies that need only the request; it
answers success, or the response that it returns. OpenAPI describes it like any other, while a request goes from bytes
to the endpoint without the general solver; plain requests do not pass the router (see FastPath). Bodies are JSON
whatever their type says: browsers send beacons as text/plain.
"""

from collections.abc import Callable, Coroutine, Iterable
from inspect import iscoroutinefunction
from typing import Any, Literal, NamedTuple

from fastapi import APIRouter, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError

from abano.kit.api_model import ApiModel


class Saved(ApiModel):
    success: Literal[True] = True


# Rendered once. A response that is sent does not change, so all answers share it.
SAVED = Response(Saved().model_dump_json().encode(), media_type="application/json")

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class FastPathRoute(APIRoute):
    """Answers ``Saved`` when the endpoint returns nothing; its errors are rendered like everybody's."""

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
    """The routes of the fast path by the whole path that a POST to them names."""
    return {
        route.path: FastPathEndpoint(route, route.get_route_handler())
        for router in routers
        for route in router.routes
        if isinstance(route, FastPathRoute) and route.methods == {"POST"}
    }
