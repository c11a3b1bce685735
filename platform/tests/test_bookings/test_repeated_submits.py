"""A submit that is sent again gives the booking of the first, whichever release took that one."""

import hashlib
import json
from typing import Any

import httpx
import orjson
import pytest
from loadtests.forms import booking_form
from product_fixtures import AdminSql

from abano.bookings.intake import service
from abano.bookings.intake.schemas import BookingRequest

pytestmark = pytest.mark.anyio


async def submit(client: httpx.AsyncClient, key: str, content: bytes) -> httpx.Response:
    headers = {"idempotency-key": key, "content-type": "application/json"}
    return await client.post("/api/bookings", content=content, headers=headers)


def body(**changes: Any) -> bytes:
    return json.dumps(booking_form(**changes)).encode()


def digest_of_older_release(content: bytes) -> bytes:
    request = BookingRequest.model_validate_json(content)
    # It does not read the fields that came since.
    newer = {"catalog_version", "display_currency", "flight_number", "hold", "language"}
    newer |= {"pickup_address", "terms_version", "visit_id"}
    values = {name: value for name, value in request.__dict__.items() if name not in newer}
    return hashlib.sha256(orjson.dumps(values)).digest()


async def test_a_release_that_reads_another_field_knows_a_submit_of_before(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = body(childSeats=2)
    first = await submit(client, "new-field", content)

    def with_new_field(request: BookingRequest) -> bytes:
        return hashlib.sha256(orjson.dumps(request.__dict__ | {"child_seats": 2})).digest()

    monkeypatch.setattr(service, "request_hash", with_new_field)
    again = await submit(client, "new-field", content)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert (await submit(client, "new-field", body(groupSize="3"))).status_code == 409


async def test_a_submit_that_the_release_before_took_is_known(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    content = body()
    first = await submit(client, "older", content)
    # As a copy stored it that knows no digest of the body.
    query_admin_sql("update idempotency_keys set body_hash = null where key = 'older'")
    assert (await submit(client, "older", content)).json() == first.json()
    assert (await submit(client, "older", body(groupSize="3"))).status_code == 409


async def test_the_release_before_knows_a_submit_that_this_one_took(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    content = body()
    await submit(client, "newer", content)
    [(stored,)] = query_admin_sql("select request_hash from idempotency_keys where key = 'newer'")
    assert stored == digest_of_older_release(content)


async def test_a_submit_whose_promo_code_is_used_up_since_is_known(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, query_admin_sql: AdminSql
) -> None:
    content = body(promoCode="REPEAT")
    query_admin_sql(
        "insert into promo_codes (tenant_id, code, maximum_uses, created_at)"
        " select id, 'REPEAT', 1, now() from tenants where slug = 'georgia'"
    )
    first = await submit(client, "used-up", content)
    monkeypatch.setattr(service, "request_hash", lambda _: b"another release")
    again = await submit(client, "used-up", content)
    assert (first.status_code, again.json()) == (201, first.json())
