"""Bookings and webhook endpoints are changed by the public API, with the rules of the console."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest
from api_key_steps import create_key
from api_steps import V1, bearer, book
from fleet_steps import add_vehicle
from product_fixtures import AdminSql

from abano.core.clock import FixedClock
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
HOOK = {"url": "https://hooks.example.com/abano", "events": ["booking.created", "booking.changed"]}


@pytest.fixture(autouse=True)
def clean(query_admin_sql: AdminSql) -> Iterator[None]:
    yield
    for table in ("public_write_counts", "vehicle_reservations", "webhook_endpoints"):
        query_admin_sql(f"delete from {table}")


@pytest.fixture
async def token(owner_client: httpx.AsyncClient) -> str:
    return await create_key(owner_client, name="Broker")


async def patch(
    client: httpx.AsyncClient, token: str, path: str, body: dict[str, Any], **headers: str
) -> httpx.Response:
    return await client.patch(f"{V1}/{path}", json=body, headers=bearer(token) | headers)


async def test_a_longer_rental_is_priced_again_and_a_new_name_is_not(
    client: httpx.AsyncClient, token: str
) -> None:
    booked = await book(client, token)
    at = f"bookings/{booked['id']}"
    named = (await patch(client, token, at, {"customer_name": "Ada King"})).json()
    assert (named["customer_name"], named["total"]) == ("Ada King", booked["total"])
    assert {name for name in booked if named[name] != booked[name]} == {"customer_name"}
    longer = (await patch(client, token, at, {"return_at": "2026-07-08T10:00:00"})).json()
    assert (longer["days"], longer["pickup_at"]) == (7, booked["pickup_at"])
    assert float(longer["total"]) > float(booked["total"])
    kept = (await patch(client, token, at, {"return_at": "2026-07-05T10:00:00", "price": "keep"})).json()
    assert (kept["days"], kept["total"]) == (4, longer["total"])


async def test_a_change_is_made_once_and_only_of_what_was_seen(
    client: httpx.AsyncClient, token: str, clock: FixedClock
) -> None:
    booked = await book(client, token)
    at = f"bookings/{booked['id']}"
    seen = (await client.get(f"{V1}/{at}", headers=bearer(token))).headers["etag"]
    clock.move(seconds=5)
    try:
        once = {"Idempotency-Key": uuid4().hex, "If-Match": seen}
        first = await patch(client, token, at, {"group_size": 3}, **once)
        assert first.status_code == 200, first.text
        again = await patch(client, token, at, {"group_size": 3}, **once)
        assert again.json() == first.json()
        late = await patch(client, token, at, {"group_size": 2}, **{"If-Match": seen})
        assert (late.status_code, late.json()["error"]["code"]) == (409, "booking_changed")
        other = await patch(client, token, at, {"group_size": 2}, **once)
        assert other.json()["error"]["field"] == "Idempotency-Key"
    finally:
        clock.move(seconds=-5)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"car": "Flying carpet"}, "car"),
        ({"dropoff_location": "atlantis"}, "dropoff_location"),
        ({"return_at": "2026-06-01T10:00:00"}, "return_at"),
        ({"services": ["rocket"]}, "services"),
        ({"customer_email": "someone"}, "customer_email"),
        ({"status": "confirmed"}, "status"),
        ({"price": "cheap"}, "price"),
    ],
)
async def test_a_bad_change_names_the_field_and_leaves_the_booking(
    client: httpx.AsyncClient, token: str, change: dict[str, object], field: str
) -> None:
    booked = await book(client, token)
    answer = await patch(client, token, f"bookings/{booked['id']}", change)
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, field), answer.text
    whole = await client.get(f"{V1}/bookings/{booked['id']}", headers=bearer(token))
    assert whole.json() == booked


async def test_a_change_without_a_free_vehicle_or_of_a_cancelled_booking_is_refused(
    client: httpx.AsyncClient, token: str, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    add_vehicle(query_admin_sql, georgia, uuid4().hex[:8])
    query_admin_sql("update tenant_settings set availability = true where tenant_id = %s", georgia.id)
    cars = query_admin_sql("select count(*) from vehicles where tenant_id = %s", georgia.id)
    taken = [await book(client, token, confirm=True) for _ in range(cars[0][0])]
    later = await book(
        client, token, pickup_at="2026-08-01T10:00:00", return_at="2026-08-03T10:00:00", confirm=True
    )
    moved = {"pickup_at": "2026-07-01T10:00:00", "return_at": "2026-07-03T10:00:00"}
    refused = await patch(client, token, f"bookings/{later['id']}", moved)
    assert refused.status_code == 409, refused.text
    gone = f"bookings/{taken[0]['id']}"
    await client.post(f"{V1}/{gone}/cancel", json={"reason": "Changed plans"}, headers=bearer(token))
    over = await patch(client, token, gone, {"group_size": 3})
    assert (over.status_code, over.json()["error"]["code"]) == (409, "booking_is_over")


async def test_a_price_set_by_hand_is_kept_or_refused(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, token: str
) -> None:
    booked = await book(client, token)
    at = f"/api/admin/bookings/{booked['id']}"
    seen = (await owner_client.get(at)).json()["booking"]
    discounted = {
        "car": seen["carName"], "pickupLocation": seen["pickupLocation"], "dropoffLocation": seen["dropoffLocation"],
        "pickupDate": "2026-07-01", "pickupTime": "10:00", "returnDate": "2026-07-04", "returnTime": "10:00",
        "insuranceType": seen["insuranceCode"], "driverAge": 30, "groupSize": 1, "customerName": "Ada Lovelace",
        "customerEmail": "ada@example.com", "discountPercent": 10, "reason": "Regular", "price": "fresh",
        "seenAt": seen["updatedAt"],
    }  # fmt: skip
    given = await owner_client.put(at, json=discounted)
    assert given.status_code == 200, given.text
    longer = {"return_at": "2026-07-05T10:00:00"}
    refused = await patch(client, token, f"bookings/{booked['id']}", longer)
    assert (refused.status_code, refused.json()["error"]["field"]) == (422, "price")
    kept = await patch(client, token, f"bookings/{booked['id']}", longer | {"price": "keep"})
    assert float(kept.json()["total"]) == given.json()["booking"]["totalPrice"]


async def test_the_console_names_the_key_that_changed_a_booking(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, token: str, clock: FixedClock
) -> None:
    booked = await book(client, token)
    at = f"{V1}/bookings/{booked['id']}"
    clock.move(seconds=1)
    try:
        await patch(client, token, f"bookings/{booked['id']}", {"group_size": 3})
        await client.post(f"{at}/confirm", headers=bearer(token))
        clock.move(seconds=1)
        console = f"/api/admin/bookings/{booked['id']}"
        cancelled = await owner_client.post(
            f"{console}/status",
            json={"fromStatus": "confirmed", "toStatus": "cancelled", "reason": "Asked for it"},
        )
        assert cancelled.status_code == 200, cancelled.text
    finally:
        clock.move(seconds=-2)
    history = cancelled.json()["booking"]["history"]
    assert [(each["toStatus"], each["apiKeyName"]) for each in history] == [
        ("pending", "Broker"), ("confirmed", "Broker"), ("cancelled", None),
    ]  # fmt: skip
    changes = (await owner_client.get(f"{console}/changes")).json()["changes"]
    assert [(each["kind"], each["apiKeyName"]) for each in changes] == [
        ("taken", "Broker"), ("changed", "Broker"),
    ]  # fmt: skip


async def test_a_webhook_is_created_changed_rotated_and_deleted(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, token: str
) -> None:
    once = bearer(token) | {"Idempotency-Key": uuid4().hex}
    made = await client.post(f"{V1}/webhooks", json=HOOK, headers=once)
    assert made.status_code == 201, made.text
    hook = made.json()
    assert hook.pop("secret").startswith("whsec_")
    repeated = (await client.post(f"{V1}/webhooks", json=HOOK, headers=once)).json()
    # The secret is shown once.
    assert repeated == hook | {"secret": None}
    at = f"webhooks/{hook['id']}"
    listed = (await client.get(f"{V1}/webhooks", headers=bearer(token))).json()
    assert listed == {"data": [hook], "next_cursor": None}
    changed = (await patch(client, token, at, {"is_enabled": False, "description": "CRM"})).json()
    assert changed == hook | {"is_enabled": False, "description": "CRM"}
    shown = await client.get(f"{V1}/{at}", headers=bearer(token))
    assert shown.json() == changed
    known = bearer(token) | {"If-None-Match": shown.headers["etag"]}
    assert (await client.get(f"{V1}/{at}", headers=known)).status_code == 304
    rotated = (await client.post(f"{V1}/{at}/secret", headers=bearer(token))).json()
    assert rotated["secret"].startswith("whsec_")
    assert rotated["previous_secret_until"]
    assert (await client.delete(f"{V1}/{at}", headers=bearer(token))).status_code == 204
    assert (await client.delete(f"{V1}/{at}", headers=bearer(token))).status_code == 404
    entries = (await owner_client.get("/api/admin/audit-log?action=webhook.")).json()["entries"]
    mine = [each for each in entries if each["subjectId"] == hook["id"]]
    assert {each["action"] for each in mine} == {
        "webhook.added", "webhook.changed", "webhook.secret_rotated", "webhook.deleted",
    }  # fmt: skip
    assert {each["apiKeyName"] for each in mine} == {"Broker"}
    assert "whsec_" not in str(mine)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"url": "ftp://example.com"}, "url"),
        ({"url": "https://user:pass@example.com/"}, "url"),  # pragma: allowlist secret
        ({"url": "https://example.com:22/"}, "url"),
        ({"events": []}, "events"),
        ({"events": ["booking.dreamt"]}, "events.0"),
        ({"description": "x" * 201}, "description"),
        ({"secret": "whsec_mine"}, "secret"),
    ],
)
async def test_a_bad_webhook_names_the_field(
    client: httpx.AsyncClient, token: str, change: dict[str, object], field: str
) -> None:
    answer = await client.post(f"{V1}/webhooks", json=HOOK | change, headers=bearer(token))
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, field), answer.text
