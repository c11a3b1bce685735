"""Endpoints are worked out when the application is made: no visitor's request pays for that."""

from typing import Any, NoReturn

import httpx
import pytest
from fastapi import FastAPI

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
