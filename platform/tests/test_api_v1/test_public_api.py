"""The public API: what a key opens, one form of errors, pages, fields, ETags, idempotency keys and rate limits."""

import json
import logging
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest
from api_key_steps import KEYS, create_key
from api_steps import BOOKING, RENTAL, V1, bearer, book
from console_people import signed_in_person
from fleet_steps import add_vehicle
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.api.v1.app import describe
from abano.core.clock import FixedClock
from abano.db.engine import Database
from abano.integrations.api_keys.repository import ApiKeyRepository
from abano.integrations.api_keys.rules import SCOPES, new_api_token
from abano.tenancy.directory.tenant import Tenant
from abano.web.middleware.security import LIMIT_BYTES

pytestmark = pytest.mark.anyio
ENDPOINTS = sorted(
    f"{method.upper()} {path}" for path, methods in describe()["paths"].items() for method in methods
)
# The scope of each endpoint.
WANTED = {
    "DELETE /api/v1/vehicles/{vehicle_id}/blocks/{block_id}": "vehicles:write",
    "DELETE /api/v1/webhooks/{webhook_id}": "webhooks:write",
    "GET /api/v1/availability": "bookings:read",
    "GET /api/v1/bookings": "bookings:read",
    "GET /api/v1/bookings/{booking_id}": "bookings:read",
    "GET /api/v1/catalog": "bookings:read",
    "GET /api/v1/customers": "customers:read",
    "GET /api/v1/customers/{customer_id}": "customers:read",
    "GET /api/v1/invoices": "payments:read",
    "GET /api/v1/invoices/{invoice_id}": "payments:read",
    "GET /api/v1/invoices/{invoice_id}/pdf": "payments:read",
    "GET /api/v1/payments": "payments:read",
    "GET /api/v1/payments/{payment_id}": "payments:read",
    "GET /api/v1/queries/tables": "analytics:read",
    "POST /api/v1/queries": "analytics:read",
    "POST /api/v1/queries/export": "analytics:read",
    "GET /api/v1/quiz/answers": "analytics:read",
    "GET /api/v1/quiz/campaigns": "analytics:read",
    "GET /api/v1/quiz/overview": "analytics:read",
    "GET /api/v1/reports/rentals": "reports:read",
    "GET /api/v1/search": "bookings:read",
    "GET /api/v1/vehicles": "vehicles:read",
    "GET /api/v1/vehicles/{vehicle_id}": "vehicles:read",
    "GET /api/v1/webhooks": "webhooks:read",
    "GET /api/v1/webhooks/{webhook_id}": "webhooks:read",
    "PATCH /api/v1/bookings/{booking_id}": "bookings:write",
    "PATCH /api/v1/webhooks/{webhook_id}": "webhooks:write",
    "POST /api/v1/bookings": "bookings:write",
    "POST /api/v1/bookings/{booking_id}/cancel": "bookings:write",
    "POST /api/v1/bookings/{booking_id}/confirm": "bookings:write",
    "POST /api/v1/quotes": "bookings:read",
    "POST /api/v1/vehicles/{vehicle_id}/blocks": "vehicles:write",
    "POST /api/v1/webhooks": "webhooks:write",
    "POST /api/v1/webhooks/{webhook_id}/secret": "webhooks:write",
}
BODIES: dict[str, dict[str, Any]] = {
    "PATCH /api/v1/bookings/{booking_id}": {"group_size": 3},
    "PATCH /api/v1/webhooks/{webhook_id}": {"description": "CRM"},
    "POST /api/v1/webhooks": {"url": "https://hooks.example.com/abano", "events": ["booking.created"]},
    "POST /api/v1/bookings": BOOKING,
    "POST /api/v1/bookings/{booking_id}/cancel": {"reason": "Changed plans"},
    "POST /api/v1/quotes": RENTAL,
    "POST /api/v1/queries": {"sql": "select 1"},
    "POST /api/v1/queries/export": {"sql": "select 1", "format": "csv"},
    "POST /api/v1/vehicles/{vehicle_id}/blocks": {
        "kind": "workshop", "title": "Tyres", "starts_at": "2026-08-01T09:00:00Z", "ends_at": "2026-08-02T09:00:00Z",
    },
}  # fmt: skip


class AnyId(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return str(uuid4())


async def call(
    client: httpx.AsyncClient, endpoint: str, token: str | None, ids: dict[str, str] | None = None
) -> httpx.Response:
    method, path = endpoint.split(" ")
    if endpoint == "GET /api/v1/availability":
        path += "?pickup_at=2026-07-01T10:00:00&return_at=2026-07-04T10:00:00"
    if endpoint == "GET /api/v1/search":
        path += "?pickup_location=tbilisi&pickup_at=2026-07-01T10:00:00&return_at=2026-07-04T10:00:00"
    return await client.request(
        method,
        path.format_map(ids or AnyId()),
        json=BODIES.get(endpoint),
        headers=bearer(token) if token else {},
    )


@pytest.fixture(autouse=True)
def clean(query_admin_sql: AdminSql) -> Iterator[None]:
    yield
    for table in ("public_write_counts", "vehicle_reservations"):
        query_admin_sql(f"delete from {table}")


@pytest.fixture
async def token(owner_client: httpx.AsyncClient) -> str:
    return await create_key(owner_client)


def test_every_endpoint_has_its_scope() -> None:
    assert sorted(WANTED) == ENDPOINTS
    assert set(WANTED.values()) <= set(SCOPES)


@pytest.mark.parametrize("endpoint", ENDPOINTS)
async def test_no_endpoint_answers_without_a_key_or_its_scope(
    endpoint: str, client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    refused = await call(client, endpoint, None)
    assert (refused.status_code, refused.json()["error"]["code"]) == (401, "missing_api_key")
    # A session of the console opens nothing here.
    assert (await call(owner_client, endpoint, None)).status_code == 401
    wanted = WANTED[endpoint]
    others = [scope for scope in SCOPES if scope.partition(":")[0] != wanted.partition(":")[0]]
    if wanted.endswith(":write"):
        others.append(wanted.replace(":write", ":read"))
    refused = await call(client, endpoint, await create_key(owner_client, scopes=others))
    assert refused.status_code == 403
    assert refused.json()["error"]["code"] == "missing_scope"
    assert wanted in refused.json()["error"]["message"]
    allowed = await call(client, endpoint, await create_key(owner_client, scopes=[wanted]))
    assert allowed.status_code not in {401, 403}, allowed.text


async def test_a_key_that_cannot_be_one_never_reaches_the_database(
    client: httpx.AsyncClient, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(*_: object) -> None:
        raise AssertionError("the database was asked")

    monkeypatch.setattr(ApiKeyRepository, "find_by_hash", asked)
    wrong = token[:-1] + ("0" if token[-1] != "0" else "1")
    for key in (wrong, "abano_", "x" * 5000, token.upper()):
        answer = await client.post(f"{V1}/bookings", content=b"{", headers=bearer(key))
        error = answer.json()["error"]
        assert (answer.status_code, error["code"], error["field"]) == (
            401,
            "invalid_api_key",
            "Authorization",
        )
        assert answer.headers["www-authenticate"] == "Bearer"


async def test_unknown_expired_and_revoked_keys_are_refused_by_name(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, clock: FixedClock
) -> None:
    async def code(token: str) -> str:
        answer = await client.get(f"{V1}/bookings", headers=bearer(token))
        assert answer.status_code == 401
        return str(answer.json()["error"]["code"])

    assert await code(new_api_token()) == "unknown_api_key"
    made = (await owner_client.post(KEYS, json={"name": "Gone", "scopes": ["bookings:read"]})).json()
    assert (await client.get(f"{V1}/bookings", headers=bearer(made["token"]))).status_code == 200
    await owner_client.delete(f"{KEYS}/{made['keyId']}")
    assert await code(made["token"]) == "revoked_api_key"
    short = await create_key(owner_client, expiresInDays=1)
    clock.move(days=1)
    try:
        assert await code(short) == "expired_api_key"
    finally:
        clock.move(days=-1)


async def test_a_key_opens_its_own_company_alone(
    client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    token: str,
    db: Database,
    alps: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
    georgia: Tenant,
) -> None:
    booked = await book(client, token)
    vehicle = add_vehicle(query_admin_sql, georgia, uuid4().hex[:8])
    stranger = await signed_in_person(db, alps, "owner", client_of, sign_in)
    foreign = await create_key(stranger.client)
    # At the other company's host the key is unknown, and the other company's key finds nothing of ours.
    for endpoint in ENDPOINTS:
        assert (await call(alps_client, endpoint, token)).status_code == 401
    ids = {
        "booking_id": booked["id"], "vehicle_id": str(vehicle), "block_id": str(uuid4()),
        "customer_id": booked["customer_id"], "payment_id": str(uuid4()), "invoice_id": str(uuid4()),
        "webhook_id": (await call(client, "POST /api/v1/webhooks", token)).json()["id"],
    }  # fmt: skip
    for endpoint in (each for each in ENDPOINTS if "{" in each):
        assert (await call(alps_client, endpoint, foreign, ids)).status_code == 404, endpoint
    listed = (await alps_client.get(f"{V1}/bookings", headers=bearer(foreign))).json()["data"]
    assert booked["id"] not in {each["id"] for each in listed}


async def test_a_booking_is_created_confirmed_and_cancelled(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, token: str
) -> None:
    quote = (await client.post(f"{V1}/quotes", json=RENTAL, headers=bearer(token))).json()
    booked = await book(client, token)
    assert booked["total"] == quote["total"]
    assert booked["total"].count(".") == 1
    assert booked["status"] == "pending"
    # 10:00 in Tbilisi.
    assert booked["pickup_at"] == "2026-07-01T06:00:00Z"
    at = f"{V1}/bookings/{booked['id']}"
    confirmed = await client.post(f"{at}/confirm", headers=bearer(token))
    assert confirmed.json()["status"] == "confirmed", confirmed.text
    assert (await client.post(f"{at}/confirm", headers=bearer(token))).status_code == 409
    cancelled = await client.post(f"{at}/cancel", json={"reason": "Changed plans"}, headers=bearer(token))
    assert cancelled.json()["status"] == "cancelled"
    entries = (await owner_client.get("/api/admin/audit-log?action=booking.")).json()["entries"]
    mine = [each for each in entries if each["subjectName"] == booked["reference"]]
    assert {each["action"] for each in mine} == {"booking.taken", "booking.confirmed", "booking.cancelled"}
    assert {(each["actor"], each["apiKeyName"], each["adminName"]) for each in mine} == {
        ("api_key", "Test", "")
    }
    changes = await owner_client.get(f"/api/admin/bookings/{booked['id']}/changes")
    assert changes.json()["source"] == "api"


async def test_a_vehicle_is_blocked_and_unblocked(
    client: httpx.AsyncClient, token: str, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    vehicle = add_vehicle(query_admin_sql, georgia, uuid4().hex[:8])
    at = f"{V1}/vehicles/{vehicle}"
    body = BODIES["POST /api/v1/vehicles/{vehicle_id}/blocks"]
    headers = bearer(token) | {"Idempotency-Key": uuid4().hex}
    made = await client.post(f"{at}/blocks", json=body, headers=headers)
    assert made.status_code == 201, made.text
    again = await client.post(f"{at}/blocks", json=body, headers=headers)
    assert again.json() == made.json()
    shown = (await client.get(at, headers=bearer(token))).json()
    assert [each["id"] for each in shown["upcoming"]] == [made.json()["id"]]
    assert (await client.post(f"{at}/blocks", json=body, headers=bearer(token))).status_code == 409
    gone = bearer(token) | {"Idempotency-Key": uuid4().hex}
    for _ in range(2):
        assert (await client.delete(f"{at}/blocks/{made.json()['id']}", headers=gone)).status_code == 204
    assert (await client.delete(f"{at}/blocks/{made.json()['id']}", headers=bearer(token))).status_code == 404


async def test_the_same_idempotency_key_books_once(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, token: str
) -> None:
    headers = bearer(token) | {"Idempotency-Key": "order-17"}
    first = await client.post(f"{V1}/bookings", json=BOOKING, headers=headers)
    again = await client.post(f"{V1}/bookings", json=BOOKING, headers=headers)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json()["id"] == again.json()["id"]
    other = await client.post(f"{V1}/bookings", json=BOOKING | {"group_size": 4}, headers=headers)
    assert other.status_code == 409
    assert other.json()["error"]["field"] == "Idempotency-Key"
    # Keys of different systems may be alike.
    second = bearer(await create_key(owner_client)) | {"Idempotency-Key": "order-17"}
    taken = await client.post(f"{V1}/bookings", json=BOOKING, headers=second)
    assert taken.json()["id"] != first.json()["id"]
    # A refused call keeps nothing: the corrected one is taken.
    fresh = bearer(token) | {"Idempotency-Key": "order-18"}
    assert (
        await client.post(f"{V1}/bookings", json=BOOKING | {"car": "None"}, headers=fresh)
    ).status_code == 422
    assert (await client.post(f"{V1}/bookings", json=BOOKING, headers=fresh)).status_code == 201


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"car": "Flying carpet"}, "car"),
        ({"pickup_location": "atlantis"}, "pickup_location"),
        ({"return_at": "2026-07-01T09:00:00"}, "return_at"),
        ({"pickup_at": "0001-01-01T00:00:00+14:00"}, "pickup_at"),
        ({"pickup_at": "tomorrow"}, "pickup_at"),
        ({"insurance": "none at all"}, "insurance"),
        ({"driver_age": 3}, "driver_age"),
        ({"customer_email": "someone"}, "customer_email"),
        ({"promo_code": "NOSUCHCODE"}, "promo_code"),
        ({"discount": 50}, "discount"),
        ({"customer_name": "x"}, "customer_name"),
    ],
)
async def test_bad_input_names_the_field(
    client: httpx.AsyncClient, token: str, change: dict[str, object], field: str
) -> None:
    answer = await client.post(
        f"{V1}/bookings", json=BOOKING | change, headers=bearer(token) | {"X-Request-Id": "request-12345"}
    )
    assert answer.status_code == 422, answer.text
    error = answer.json()["error"]
    assert set(answer.json()) == {"error"}
    assert set(error) == {"code", "message", "field", "request_id"}
    assert (error["field"], error["request_id"]) == (field, "request-12345")
    assert answer.headers["x-request-id"] == "request-12345"


async def test_errors_have_one_form(client: httpx.AsyncClient, token: str) -> None:
    key = bearer(token)
    as_json = key | {"Content-Type": "application/json"}
    for status, answer in (
        (404, await client.get(f"{V1}/nowhere", headers=key)),
        (404, await client.get(f"{V1}/bookings/{uuid4()}", headers=key)),
        (405, await client.put(f"{V1}/bookings", headers=key)),
        (413, await client.post(f"{V1}/bookings", content=b"x" * (LIMIT_BYTES + 1), headers=as_json)),
        (400, await client.post(f"{V1}/bookings", content=b"{", headers=as_json)),
        (422, await client.get(f"{V1}/bookings?limit=1000", headers=key)),
        (422, await client.get(f"{V1}/bookings?cursor=abc", headers=key)),
        (422, await client.get(f"{V1}/bookings?fields=id,price", headers=key)),
        (401, await client.get(f"{V1}/bookings")),
    ):
        assert answer.status_code == status, answer.text
        assert set(answer.json()["error"]) == {"code", "message", "field", "request_id"}
        assert answer.json()["error"]["request_id"] == answer.headers["x-request-id"]


async def test_pages_are_whole_while_bookings_come_in(client: httpx.AsyncClient, token: str) -> None:
    before = [(await book(client, token))["id"] for _ in range(5)]
    seen: list[str] = []
    cursor: str | None = None
    while True:
        params = {"limit": "2"} | ({"cursor": cursor} if cursor else {})
        answer = (await client.get(f"{V1}/bookings", params=params, headers=bearer(token))).json()
        assert len(answer["data"]) <= 2
        seen += [each["id"] for each in answer["data"]]
        cursor = answer["next_cursor"]
        if cursor is None:
            break
        await book(client, token)
    assert len(seen) == len(set(seen))
    assert set(before) <= set(seen)


async def test_vehicles_come_in_pages(
    client: httpx.AsyncClient, token: str, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    added = {str(add_vehicle(query_admin_sql, georgia, uuid4().hex[:8])) for _ in range(3)}
    seen: list[str] = []
    params = {"limit": "2", "fields": "id,plate"}
    while True:
        answer = (await client.get(f"{V1}/vehicles", params=params, headers=bearer(token))).json()
        assert all(set(each) == {"id", "plate"} for each in answer["data"])
        seen += [each["id"] for each in answer["data"]]
        if answer["next_cursor"] is None:
            break
        params["cursor"] = answer["next_cursor"]
    assert len(seen) == len(set(seen))
    assert added <= set(seen)


async def test_a_reader_who_has_it_gets_304(client: httpx.AsyncClient, token: str) -> None:
    booked = await book(client, token)
    at = f"{V1}/bookings/{booked['id']}"
    whole = await client.get(at, headers=bearer(token))
    known = bearer(token) | {"If-None-Match": whole.headers["etag"]}
    again = await client.get(at, headers=known)
    assert (again.status_code, again.content) == (304, b"")
    some = await client.get(at, params={"fields": "id,status"}, headers=known)
    assert some.json() == {"id": booked["id"], "status": "pending"}
    await client.post(f"{at}/cancel", json={"reason": "Changed plans"}, headers=bearer(token))
    assert (await client.get(at, headers=known)).status_code == 200


async def test_customers_payments_and_invoices_are_read(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, token: str
) -> None:
    booked = await book(client, token, confirm=True)
    paid = await owner_client.post(
        f"/api/admin/bookings/{booked['id']}/payments", json={"amount": 20.5, "method": "card"}
    )
    assert paid.status_code == 201, paid.text
    key = bearer(token)
    [payment] = (await client.get(f"{V1}/payments?booking_id={booked['id']}", headers=key)).json()["data"]
    assert (payment["amount"], payment["kind"]) == ("20.50", "payment")
    assert (await client.get(f"{V1}/payments/{payment['id']}", headers=key)).json() == payment
    listed = (await client.get(f"{V1}/invoices", params={"search": booked["reference"]}, headers=key)).json()
    for document in listed["data"]:
        assert (await client.get(f"{V1}/invoices/{document['id']}", headers=key)).json() == document
    found = (await client.get(f"{V1}/customers?search=lovelace", headers=key)).json()["data"]
    assert booked["customer_id"] in {each["id"] for each in found}
    customer = (await client.get(f"{V1}/customers/{booked['customer_id']}", headers=key)).json()
    assert customer["emails"] == ["ada@example.com"]


async def test_availability_names_the_cars(
    client: httpx.AsyncClient, token: str, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    add_vehicle(query_admin_sql, georgia, uuid4().hex[:8])
    answer = await call(client, "GET /api/v1/availability", token)
    assert answer.status_code == 200, answer.text
    assert set(answer.json()) == {"is_tracked", "cars"}


async def test_calls_are_limited_by_key(client: httpx.AsyncClient, owner_client: httpx.AsyncClient) -> None:
    slow = bearer(await create_key(owner_client, requestsPerMinute=2))
    remaining = []
    for _ in range(2):
        answer = await client.get(f"{V1}/bookings?limit=1", headers=slow)
        assert answer.headers["ratelimit-limit"] == "2"
        remaining.append(answer.headers["ratelimit-remaining"])
    assert remaining == ["1", "0"]
    refused = await client.get(f"{V1}/bookings?limit=1", headers=slow)
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) == int(refused.headers["ratelimit-reset"])
    assert refused.headers["ratelimit-remaining"] == "0"
    assert refused.json()["error"]["code"] == "too_many_writes"
    # Another key has its own.
    assert (
        await client.get(f"{V1}/bookings", headers=bearer(await create_key(owner_client)))
    ).status_code == 200


async def test_guessing_is_limited_by_address(client: httpx.AsyncClient) -> None:
    statuses = [
        (await client.get(f"{V1}/bookings", headers=bearer(new_api_token()))).status_code for _ in range(62)
    ]
    assert statuses == [401] * 60 + [429] * 2


async def test_no_key_is_in_our_logs(
    client: httpx.AsyncClient, token: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    unknown = new_api_token()
    for key in (token, unknown, token[:-1]):
        for method, path in (("GET", "bookings"), ("POST", "bookings"), ("GET", f"bookings?key={key}")):
            await client.request(method, f"{V1}/{path}", headers=bearer(key), content=b"{")
    ours = [record for record in caplog.records if not record.name.startswith(("httpx", "httpcore"))]
    written = json.dumps([{**vars(record), "text": record.getMessage()} for record in ours], default=str)
    assert token[6:] not in written
    assert unknown[6:] not in written


async def test_the_description_is_public_and_holds_the_public_api_alone(client: httpx.AsyncClient) -> None:
    answer = await client.get(f"{V1}/openapi.json")
    assert answer.status_code == 200
    paths = answer.json()["paths"]
    assert all(path.startswith("/api/v1/") for path in paths)
    assert answer.json()["components"]["securitySchemes"]["api_key"]["scheme"] == "bearer"
