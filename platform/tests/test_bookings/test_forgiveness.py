"""What a booking can do without never loses a customer; what it cannot do without is reported in plain words."""

import asyncio
from typing import Any

import httpx
import pytest
from booking_form import book
from loadtests.forms import ALPINE, booking_form
from product_fixtures import AdminSql
from refusals import refused_fields

from abano.db.engine import Database

pytestmark = pytest.mark.anyio

NUL = "\0"


@pytest.mark.parametrize(
    ("change", "column", "stored"),
    [
        ({"gclid": "g" * 600}, "gclid", None),
        ({"gclid": "   "}, "gclid", None),
        ({"gclid": " TeSter-123 "}, "gclid", "TeSter-123"),
        ({"gclid": {"not": "text"}}, "gclid", None),
        ({"gclid": f"a{NUL}b"}, "gclid", None),
        ({"totalPrice": 485.5}, "client_estimate", "485.5"),
        ({"totalPrice": None}, "client_estimate", None),
        ({"deviceFingerprint": ["x"]}, "device_fingerprint", None),
        ({"quizSessionId": "q" * 121}, "quiz_session_id", None),
        ({"consentState": "sure"}, "consent_state", "not_required"),
        ({"consentState": {"not": "text"}}, "consent_state", "not_required"),
        ({"promoCode": "  "}, "promo_code", None),
        ({"babySeat": None}, "service_codes", []),
        ({"somethingNew": 1}, "status", "pending"),
        ({"driverAge": 36, "groupSize": 2}, "driver_age", 36),
        ({"carType": "  subaru   FORESTER "}, "car_name", "Subaru Forester"),
        ({"pickupLocation": "Tbilisi"}, "pickup_location", "tbilisi"),
    ],
)
async def test_what_is_not_needed_is_left_out_or_put_right(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, change: dict[str, Any], column: str, stored: object
) -> None:
    answer = await book(client, **change)
    assert answer.status_code == 201, answer.text
    found = query_admin_sql(f"select {column} from bookings where id = %s", answer.json()["bookingId"])
    assert found == [(stored,)]


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"customerName": f"Ada{NUL} Lovelace"}, "customerName", "First name must be at least 2 characters"),
        ({"customerName": "A" * 5000 + " B"}, "customerName", "First name must be at least 2 characters"),
        ({"customerName": ["Ada"]}, "customerName", "First name must be at least 2 characters"),
        ({"customerName": True}, "customerName", "First name must be at least 2 characters"),
        ({"customerEmail": "a@b"}, "customerEmail", "Please enter a valid email address"),
        ({"customerEmail": "a@b.c\r\nBcc: x@y.zz"}, "customerEmail", "Please enter a valid email address"),
        (
            {"customerPhone": "+++++++++++++"},
            "customerPhone",
            "Please enter a valid phone number with country code",
        ),
        ({"customerPhone": "1" * 90}, "customerPhone", "Please enter a valid phone number with country code"),
        ({"driverAge": "٣٦"}, "driverAge", "Driver age must be between 23 and 70 years old"),
        ({"driverAge": "1e2"}, "driverAge", "Driver age must be between 23 and 70 years old"),
        ({"driverAge": "9" * 19}, "driverAge", "Driver age must be between 23 and 70 years old"),
        ({"groupSize": "0"}, "groupSize", "Group size must be between 1 and 20 people"),
        ({"groupSize": "-1"}, "groupSize", "Group size must be between 1 and 20 people"),
        ({"pickupDate": 20260701}, "pickupDate", "Please select pickup date"),
        ({"pickupDate": "2026-02-30"}, "pickupDate", "Please select pickup date"),
        ({"pickupTime": "09:00+04:00"}, "pickupTime", "Please select pickup time"),
        ({"returnTime": "24:30"}, "returnTime", "Please select return time"),
        ({"returnDate": "2026-06-30"}, "returnDate", "The return must be after the pickup"),
        ({"returnDate": "9999-12-31"}, "returnDate", "The longest rental is 365 days"),
        ({"carType": "  "}, "carType", "Please select a car type"),
        ({"carType": "x" * 121}, "carType", "Please select a car type"),
        ({"promoCode": "No one"}, "promoCode", "Invalid promo code"),
        ({"promoCode": 7}, "promoCode", "Invalid promo code"),
        ({"promoCode": "STEINBOCK"}, "promoCode", "Invalid promo code"),
    ],
)
async def test_what_is_needed_is_named_with_its_text(
    client: httpx.AsyncClient, change: dict[str, Any], field: str, message: str
) -> None:
    answer = await book(client, **change)
    assert answer.status_code == 422, answer.text
    assert answer.json()["success"] is False
    assert {"field": field, "message": message} in refused_fields(answer)


@pytest.mark.parametrize("body", [b"{", b"", b"[]", b"\xff\xfe", b'"text"', b"null"])
async def test_what_is_no_booking_at_all_is_refused(client: httpx.AsyncClient, body: bytes) -> None:
    answer = await client.post("/api/bookings", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in {400, 422}
    assert answer.json()["success"] is False


async def test_lone_surrogate_is_no_server_error(client: httpx.AsyncClient) -> None:
    body = '{"customerName": "Ada \\ud800 Lovelace", "gclid": "\\udfff"}'
    answer = await client.post("/api/bookings", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in {400, 422}


async def test_huge_body_is_refused(client: httpx.AsyncClient) -> None:
    assert (await book(client, customerName="x" * 300_000)).status_code == 413


@pytest.mark.parametrize("key", ["", "k" * 201])
async def test_key_of_a_wrong_length_is_refused(client: httpx.AsyncClient, key: str) -> None:
    answer = await client.post("/api/bookings", json=booking_form(), headers={"idempotency-key": key})
    assert answer.status_code == 422


async def test_promo_is_taken_off_the_whole_and_its_last_use_is_given_once(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    answer = await book(client, promoCode=" nomad15 ", insuranceType="standard", babySeat=True)
    assert answer.json()["totalPrice"] == 489.6  # 15 % off 385 + 100 + 70 + 21
    query_admin_sql(
        "insert into promo_codes (tenant_id, code, maximum_uses, created_at)"
        " select id, 'ONCE', 1, now() from tenants where slug = 'georgia'"
    )
    answers = await asyncio.gather(
        *(book(client, key=f"once-{number}", promoCode="once") for number in range(10))
    )
    assert sorted(answer.status_code for answer in answers) == [201] + [422] * 9
    winner = next(number for number, answer in enumerate(answers) if answer.status_code == 201)
    # Its repetition is the same booking although the code is used up by now.
    again = await book(client, key=f"once-{winner}", promoCode="once")
    assert (again.status_code, again.json()) == (201, answers[winner].json())
    assert query_admin_sql("select uses from promo_codes where code = 'ONCE'") == [(1,)]
    assert (await client.post("/api/promo-codes/validate", json={"promoCode": "ONCE"})).json()[
        "valid"
    ] is False


async def test_nothing_that_recognises_a_visitor_is_kept_without_consent(
    alps_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    claims = {"gclid": "click-9", "gbraid": "b", "wbraid": "w", "deviceFingerprint": "device-9"}
    for consent, counted, kept in [
        ("granted", "granted", "click-9"),
        ("refused", "refused", None),
        ("not_required", "unknown", None),
        (None, "unknown", None),
    ]:
        answer = await book(alps_client, **ALPINE, **claims, consentState=consent)
        [row] = query_admin_sql(
            "select consent_state, gclid, coalesce(gbraid, wbraid, device_fingerprint) is not null from bookings"
            " where id = %s",
            answer.json()["bookingId"],
        )
        assert row == (counted, kept, kept is not None)


async def test_bookings_of_one_company_are_invisible_in_the_other(
    client: httpx.AsyncClient, db: Database, query_admin_sql: AdminSql, georgia: Any, alps: Any
) -> None:
    booking_id = (await book(client)).json()["bookingId"]
    for tenant, expected in ((georgia, 1), (alps, 0)):
        async with db.pipeline_transaction(tenant.id) as transaction:
            cursor = await transaction.connection.execute(
                "select count(*) from bookings where id = %s", (booking_id,)
            )
            assert await cursor.fetchone() == (expected,)
