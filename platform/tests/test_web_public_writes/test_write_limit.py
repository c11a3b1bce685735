"""The limit of public writes: one count for an address and company, over every public write."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from loadtests.forms import booking_form
from product_fixtures import AdminSql

from abano.core.clock import FixedClock
from abano.core.config import Settings

pytestmark = pytest.mark.anyio
WRITES: dict[str, dict[str, Any]] = {
    "/api/bookings": booking_form(),
    "/api/personal-info-step": {"firstName": "Ada"},
    "/api/promo-codes/validate": {"promoCode": "NOMAD15"},
    "/api/recaptcha/verify": {"token": "t", "action": "booking"},
    "/api/gclid/save": {"gclid": "click-1"},
    "/api/quiz/session/complete": {"sessionId": "limited", "completionStatus": "completed"},
}


@pytest.fixture
def allowed(query_admin_sql: AdminSql, clock: FixedClock) -> Iterator[int]:
    """Writes a minute, of both companies, and twenty seconds past of a minute that no one wrote in."""
    query_admin_sql("update tenant_settings set public_writes_per_minute = 3")
    query_admin_sql("delete from public_write_counts")
    clock.move(seconds=20)
    yield 3
    query_admin_sql("update tenant_settings set public_writes_per_minute = 600")


@pytest.mark.parametrize("path", WRITES)
async def test_each_public_write_is_limited(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, clock: FixedClock, path: str, allowed: int
) -> None:
    answers = [await client.post(path, json=WRITES[path]) for _ in range(allowed)]
    assert {answer.status_code for answer in answers} <= {200, 201}, [answer.text for answer in answers]
    refused = await client.post(path, json=WRITES[path])
    assert refused.status_code == 429
    assert refused.headers["retry-after"] == "40"
    assert refused.json() == {
        "success": False,
        "error": "TooManyWrites",
        "code": "TooManyWrites",
        "message": "Too many requests. Nothing was lost. Try again in a moment.",
    }
    # Another company's count is its own, whatever it makes of the body.
    assert (await alps_client.post(path, json=WRITES[path])).status_code != 429
    clock.move(seconds=40)
    assert (await client.post(path, json=WRITES[path])).status_code in {200, 201}


async def test_all_writes_of_an_address_count_together(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, allowed: int
) -> None:
    for path in list(WRITES)[:allowed]:
        assert (await client.post(path, json=WRITES[path])).status_code in {200, 201}
    before = query_admin_sql("select count(*) from bookings")
    refused = await client.post("/api/bookings", json=WRITES["/api/bookings"])
    assert refused.status_code == 429
    assert query_admin_sql("select count(*) from bookings") == before


async def test_bad_bodies_count_too_and_reading_never_does(client: httpx.AsyncClient, allowed: int) -> None:
    for _ in range(allowed):
        assert (await client.post("/api/bookings", content=b"{")).status_code == 400
    assert (await client.post("/api/bookings", content=b"{")).status_code == 429
    assert (await client.get("/api/site")).status_code == 200


async def test_ips_behind_the_proxies_are_counted_separately(
    app: FastAPI, settings: Settings, client: httpx.AsyncClient, allowed: int
) -> None:
    app.state.settings = settings.model_copy(update={"trusted_proxies": 1})
    first, second = {"x-forwarded-for": "198.51.100.7"}, {"x-forwarded-for": "198.51.100.8"}
    path = "/api/promo-codes/validate"
    for _ in range(allowed):
        assert (await client.post(path, json=WRITES[path], headers=first)).status_code == 200
    assert (await client.post(path, json=WRITES[path], headers=first)).status_code == 429
    assert (await client.post(path, json=WRITES[path], headers=second)).status_code == 200
