"""A submit that is sent again gives the booking of the first."""

import json
from typing import Any

import httpx
import pytest
from loadtests.forms import booking_form
from product_fixtures import AdminSql

pytestmark = pytest.mark.anyio


async def submit(client: httpx.AsyncClient, key: str, content: bytes) -> httpx.Response:
    headers = {"idempotency-key": key, "content-type": "application/json"}
    return await client.post("/api/bookings", content=content, headers=headers)


def body(**changes: Any) -> bytes:
    return json.dumps(booking_form(**changes)).encode()


async def test_a_submit_is_known_by_its_key_and_its_raw_body(client: httpx.AsyncClient) -> None:
    # With a field that this release does not read.
    content = body(childSeats=2)
    first = await submit(client, "same", content)
    again = await submit(client, "same", content)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    written_otherwise = json.dumps(booking_form(childSeats=2), indent=1).encode()
    for other in (body(childSeats=2, groupSize="3"), written_otherwise):
        assert (await submit(client, "same", other)).status_code == 409


async def test_a_submit_whose_promo_code_is_used_up_since_is_known(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    content = body(promoCode="REPEAT")
    query_admin_sql(
        "insert into promo_codes (tenant_id, code, maximum_uses, created_at)"
        " select id, 'REPEAT', 1, now() from tenants where slug = 'georgia'"
    )
    first = await submit(client, "used-up", content)
    again = await submit(client, "used-up", content)
    assert (first.status_code, again.json()) == (201, first.json())
