"""Taking bookings: our own total, one booking a key, every bad field named, nothing across companies."""

import asyncio
from typing import Any

import httpx
import pytest
from background_tasks import run_for_all
from booking_form import book
from loadtests.forms import booking_form
from product_fixtures import AdminSql
from refusals import refused_fields

from abano.booking_record.tasks import cancel_unconfirmed
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext

pytestmark = pytest.mark.anyio


async def test_the_server_computes_the_total_itself(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    answer = await book(client)
    assert answer.status_code == 201, answer.text
    body = answer.json()
    # 7 days at 55, and 100 for the way from Tbilisi to Batumi.
    assert (body["totalPrice"], body["currency"], body["status"]) == (485, "EUR", "pending")
    [(total, estimate, events, messages)] = query_admin_sql(
        "select total_minor, client_estimate,"
        " (select count(*) from booking_events e where e.booking_id = b.id),"
        " (select count(*) from outbox_messages o where o.payload->>'reference' = b.reference)"
        " from bookings b where id = %s",
        body["bookingId"],
    )
    assert (total, estimate, events, messages) == (48_500, "1", 1, 1)


async def test_services_and_insurance_are_in_the_total_and_equal_the_quote(client: httpx.AsyncClient) -> None:
    extras: dict[str, Any] = {
        "insuranceType": "enhanced",
        "prepaidFuel": True,
        "babySeat": True,
        "carRoofTent": True,
        "crossBorderArmenia": True,
    }
    quote = await client.post("/api/quotes", json=booking_form(**extras))
    booked = await book(client, **extras)
    expected = 55 * 7 + 100 + 30 * 7 + 50 + 3 * 7 + 15 * 7 + 90
    assert quote.json()["totalPrice"] == booked.json()["totalPrice"] == expected
    assert sum(line["amount"] for line in quote.json()["lines"]) == expected


async def test_the_same_key_gives_the_same_booking_however_often(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    answers = await asyncio.gather(*(book(client, key="submit-1") for _ in range(20)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["bookingId"] for answer in answers}) == 1
    [(count,)] = query_admin_sql("select count(*) from idempotency_keys where key = 'submit-1'")
    assert count == 1
    other = await book(client, key="submit-1", groupSize="3")
    assert (other.status_code, other.json()["error"]) == (409, "IdempotencyKeyReused")


async def test_a_failed_attempt_is_not_remembered(client: httpx.AsyncClient) -> None:
    assert (await book(client, key="submit-2", driverAge="12")).status_code == 422
    assert (await book(client, key="submit-2")).status_code == 201


async def test_keys_of_two_companies_do_not_meet(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    mine = await book(client, key="submit-3")
    alpine = {"pickupLocation": "chur", "dropoffLocation": "chur", "carType": "VW Golf"}
    theirs = await book(alps_client, key="submit-3", **alpine)
    assert (mine.status_code, theirs.status_code) == (201, 201)
    assert (theirs.json()["totalPrice"], theirs.json()["currency"]) == (66 * 7, "CHF")


FIELD_MESSAGES = [
    ({"customerName": "A Lovelace"}, "customerName", "First name must be at least 2 characters"),
    ({"customerName": "Ada L"}, "customerName", "Last name must be at least 2 characters"),
    ({"customerEmail": "ada"}, "customerEmail", "Please enter a valid email address"),
    ({"customerEmail": None}, "customerEmail", "Please enter a valid email address"),
    ({"customerPhone": "12345"}, "customerPhone", "Please enter a valid phone number with country code"),
    ({"driverAge": ""}, "driverAge", "Please enter your age"),
    ({"driverAge": "22"}, "driverAge", "Driver age must be between 23 and 70 years old"),
    ({"driverAge": "71"}, "driverAge", "Driver age must be between 23 and 70 years old"),
    ({"driverAge": "30.5"}, "driverAge", "Driver age must be between 23 and 70 years old"),
    ({"groupSize": " "}, "groupSize", "Please enter the number of people in your group"),
    ({"groupSize": "21"}, "groupSize", "Group size must be between 1 and 20 people"),
    ({"pickupLocation": ""}, "pickupLocation", "Please select pickup location"),
    ({"pickupLocation": "paris"}, "pickupLocation", "Please select pickup location"),
    ({"dropoffLocation": ""}, "dropoffLocation", "Please select dropoff location"),
    ({"pickupDate": "soon"}, "pickupDate", "Please select pickup date"),
    ({"pickupTime": "9"}, "pickupTime", "Please select pickup time"),
    ({"returnDate": ""}, "returnDate", "Please select return date"),
    ({"returnTime": None}, "returnTime", "Please select return time"),
    ({"carType": ""}, "carType", "Please select a car type"),
    ({"insuranceType": "none"}, "insuranceType", "Please select an insurance option"),
    ({"returnDate": "2026-07-01"}, "returnDate", "The return must be after the pickup"),
    ({"returnDate": "2026-07-03"}, "returnDate", "The shortest rental is 3 days"),
    ({"pickupDate": "2026-06-09"}, "pickupDate", "The pickup must not be in the past"),
    ({"services": ["helicopter"]}, "services", "We do not offer helicopter"),
]


@pytest.mark.parametrize(("change", "field", "message"), FIELD_MESSAGES)
async def test_each_bad_field_is_named_with_its_text(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, change: dict[str, Any], field: str, message: str
) -> None:
    before = query_admin_sql("select count(*) from bookings")
    answer = await book(client, **change)
    assert answer.status_code == 422, answer.text
    assert {"field": field, "message": message} in refused_fields(answer)
    assert query_admin_sql("select count(*) from bookings") == before


async def test_a_car_may_ask_for_an_older_driver(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("update cars set minimum_age = 30 where slug = 'subaru-forester'")
    refused = await book(client, key="young", driverAge="29")
    assert refused_fields(refused) == [
        {"field": "carType", "message": "All drivers of this car must be at least 30 years old"}
    ]
    assert (await book(client, key="young", driverAge="30")).status_code == 201


async def test_a_missing_field_is_reported_like_an_empty_one(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/bookings", json={})
    named = {item["field"] for item in answer.json()["fields"]}
    assert named >= {"customerName", "customerEmail", "pickupDate", "returnTime", "carType", "insuranceType"}
    assert not [item for item in answer.json()["fields"] if item["code"] == "missing"]


async def test_an_unknown_car_is_kept_and_marked(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    answer = await book(client, carType="Lada Niva")
    assert answer.status_code == 201
    # The rate for unknown cars is 60, less 5 % from seven days on; and delivery.
    assert answer.json()["totalPrice"] == 57 * 7 + 100
    [row] = query_admin_sql(
        "select needs_review, review_reasons from bookings where id = %s", answer.json()["bookingId"]
    )
    assert row == (True, ["unknown_car"])


async def test_unconfirmed_bookings_are_cancelled_after_a_day(
    client: httpx.AsyncClient,
    db: Database,
    settings: Settings,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    booking_id = (await book(client)).json()["bookingId"]
    context = TaskContext(db, settings, clock)
    clock.move(hours=23, minutes=59)
    await run_for_all(cancel_unconfirmed, context)
    assert query_admin_sql("select status from bookings where id = %s", booking_id) == [("pending",)]
    clock.move(minutes=2)
    await run_for_all(cancel_unconfirmed, context)
    await run_for_all(cancel_unconfirmed, context)
    assert query_admin_sql("select status from bookings where id = %s", booking_id) == [("cancelled",)]
    history = query_admin_sql(
        "select from_status, to_status, actor from booking_events where booking_id = %s order by created_at",
        booking_id,
    )
    assert history == [(None, "pending", "customer"), ("pending", "cancelled", "system")]


async def test_a_booking_is_credited_to_the_session_it_came_from(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    for session_id, gclid, fingerprint, age in [
        ("named", None, None, "1 day"),
        ("older-click", "click-1", None, "3 days"),
        ("newer-click", "click-1", None, "2 days"),
        ("same-device", None, "device-1", "1 day"),
        ("too-old", None, "device-2", "91 days"),
    ]:
        query_admin_sql(
            "insert into quiz_sessions (tenant_id, session_id, quiz_version, gclid, device_fingerprint, started_at,"
            " updated_at) select id, %s, 'v1', %s, %s, timestamptz '2026-06-10 09:00Z' - %s::interval, now()"
            " from tenants where slug = 'georgia'",
            session_id,
            gclid,
            fingerprint,
            age,
        )
    cases = [
        ({"quizSessionId": "named", "gclid": "click-1"}, ("named", "session")),
        ({"quizSessionId": "unknown", "gclid": "click-1"}, ("newer-click", "gclid")),
        ({"gclid": "click-2", "deviceFingerprint": "device-1"}, ("same-device", "fingerprint")),
        ({"deviceFingerprint": "device-2"}, (None, None)),
        ({}, (None, None)),
    ]
    for claims, expected in cases:
        booking_id = (await book(client, **claims)).json()["bookingId"]
        [credited] = query_admin_sql(
            "select attributed_session_id, attribution_method from bookings where id = %s", booking_id
        )
        assert credited == expected


async def test_personal_info_is_stored_and_sent(client: httpx.AsyncClient, query_admin_sql: AdminSql) -> None:
    answer = await client.post(
        "/api/personal-info-step",
        json={"firstName": "Ada", "customerEmail": "ada@example.com", "bookingDetails": {"totalDays": 7}},
    )
    assert answer.status_code == 200
    [(car,)] = query_admin_sql(
        "select payload->'bookingDetails'->>'selectedCar' from outbox_messages"
        " where kind = 'personal_info.received'"
    )
    assert car == "Not selected"
    assert query_admin_sql("select count(*) from personal_info_drafts") == [(1,)]
