"""Endpoints are worked out when the application is made, and found without trying all of them at a request."""

import inspect
import re
from collections.abc import Iterator
from typing import Any, NoReturn

import httpx
import pytest
from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute, iter_route_contexts
from starlette.routing import Match

pytestmark = pytest.mark.anyio


async def test_no_endpoint_is_worked_out_at_a_request(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_late(*_: Any, **__: Any) -> NoReturn:
        raise AssertionError("worked out at a request")

    monkeypatch.setattr("fastapi.routing._EffectiveRouteContext.from_api_route", too_late)
    assert (await client.get("/api/site")).status_code == 200
    assert (await client.get("/api/admin/bookings")).status_code == 401
    assert (await client.get("/api/nowhere")).status_code == 404


async def test_each_endpoint_is_found_and_few_others_are_tried(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = 0
    for route in app.router.routes:
        for context in iter_route_contexts([route]):
            path = re.sub(r"{[^}]*}", "x", context.path or "")
            for method in context.methods or ():
                scope = {"type": "http", "method": method, "path": path, "root_path": "", "headers": []}
                assert route.matches(scope)[0] == Match.FULL, f"{method} {context.path}"
                found += 1
    assert found > 500

    tried: list[str] = []
    matches = APIRoute.matches

    def noted(route: APIRoute, scope: Any) -> Any:
        tried.append(route.path)
        return matches(route, scope)

    monkeypatch.setattr(APIRoute, "matches", noted)
    assert (await client.get("/api/admin/vehicles")).status_code == 401
    assert (await client.delete("/api/admin/vehicles")).status_code == 405
    assert 0 < len(tried) < 100


def dependencies_of(dependant: Dependant) -> Iterator[Any]:
    for each in dependant.dependencies:
        yield each.call
        yield from dependencies_of(each)


async def test_no_dependency_is_a_plain_function(app: FastAPI) -> None:
    """FastAPI runs those, and classes, in threads: on a busy process each waits for the interpreter."""
    contexts = [each for each in iter_route_contexts(app.router.routes) if hasattr(each, "dependant")]
    found = {call for each in contexts for call in dependencies_of(each.dependant)}
    assert len(found) > 50
    assert [
        call.__qualname__
        for call in found
        if not inspect.iscoroutinefunction(call) and not inspect.isasyncgenfunction(call)
        if not inspect.iscoroutinefunction(getattr(call, "__call__", None))  # noqa: B004 - an object, maybe
    ] == []
