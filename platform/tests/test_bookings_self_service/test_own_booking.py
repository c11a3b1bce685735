"""Customers manage their booking: opened by reference and email, changed, cancelled, confirmed by email."""

import asyncio
from typing import Any
from uuid import UUID

import httpx
import pytest
from background_tasks import run_for_all
from emptied_tables import empty_tables
from fastapi import FastAPI
from fleet_steps import add_vehicle, promise, vehicle_of
from loadtests.forms import booking_form
from product_fixtures import NOW, AdminSql, ClientFactory
from stripe_stand_in import KEYS, StripeStandIn, running_stripe
from yard_steps import picture, stay_signed_in

from abano.booking_record.links import manage_token
from abano.booking_record.models import BookingRow
from abano.bookings.desk.documents import forget_documents
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.storage import service as media_service
from abano.storage.tasks import remove_unneeded
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
MINE = "/api/my-booking"
EMAIL = "Ada@Example.com"
RENTAL = {
    "pickupLocation": "tbilisi",
    "dropoffLocation": "batumi",
    "pickupDate": "2026-07-01",
    "pickupTime": "09:00",
    "returnDate": "2026-07-08",
    "returnTime": "09:00",
    "insuranceType": "minimum",
    "services": [],
}


@pytest.fixture(autouse=True)
def _no_fleet(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false")
    empty_tables(
        query_admin_sql, "bookings", "vehicle_reservations", "vehicles", "sign_in_failures", "outbox_messages"
    )


async def book(client: httpx.AsyncClient, **changes: Any) -> dict[str, Any]:
    answer = await client.post("/api/bookings", json=booking_form(customerEmail=EMAIL, **changes))
    assert answer.status_code == 201, answer.text
    # The browser that booked has it open already: here it is opened separately.
    client.cookies.delete("abano_booking")
    booked: dict[str, Any] = answer.json()
    return booked


async def opened(client: httpx.AsyncClient, booked: dict[str, Any]) -> dict[str, Any]:
    answer = await client.post(
        f"{MINE}/sign-in", json={"reference": booked["reference"], "email": EMAIL.lower()}
    )
    assert answer.status_code == 200, answer.text
    return await seen(client)


async def seen(client: httpx.AsyncClient) -> dict[str, Any]:
    answer = await client.get(MINE)
    assert answer.status_code == 200, answer.text
    booking: dict[str, Any] = answer.json()["booking"]
    return booking


async def confirm(owner: httpx.AsyncClient, booked: dict[str, Any]) -> None:
    body = {"fromStatus": "pending", "toStatus": "confirmed"}
    answer = await owner.post(f"/api/admin/bookings/{booked['bookingId']}/status", json=body)
    assert answer.status_code == 200, answer.text


async def test_reference_and_email_open_one_booking_and_nothing_else_does(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, client_of: ClientFactory, clock: FixedClock
) -> None:
    booked = await book(client)
    assert (await client.get(MINE)).status_code == 401
    wrong = [
        await client.post(f"{MINE}/sign-in", json={"reference": reference, "email": email})
        for reference, email in ((booked["reference"], "eve@example.com"), ("ZZZ-ZZZZ", EMAIL))
    ]
    assert [each.status_code for each in wrong] == [404, 404]
    # Exactly the same response.
    assert wrong[0].text == wrong[1].text
    typed = {"reference": booked["reference"].lower().replace("-", " "), "email": f" {EMAIL.upper()} "}
    answer = await client.post(f"{MINE}/sign-in", json=typed)
    assert answer.status_code == 200, answer.text
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert booked["reference"] not in cookie
    assert booked["bookingId"] not in cookie
    shown = await client.get(MINE)
    assert (shown.headers["cache-control"], shown.headers["referrer-policy"]) == ("no-store", "no-referrer")
    assert shown.headers["x-robots-tag"] == "noindex"
    booking = shown.json()["booking"]
    assert (booking["reference"], booking["status"]) == (booked["reference"], "pending")
    assert booking["confirmBy"] == "2026-06-11T09:00:00Z"
    # The cookie is this company's.
    alps_client.cookies.set("abano_booking", client.cookies["abano_booking"])
    assert (await alps_client.get(MINE)).status_code == 401
    # Another site's page cannot act as the customer.
    foreign = await client.post(
        f"{MINE}/messages", json={"text": "Hello"}, headers={"origin": "https://evil.example"}
    )
    assert foreign.status_code == 403
    clock.move(hours=2)
    assert (await client.get(MINE)).status_code == 401


async def test_a_cookie_opens_nothing_once_the_address_is_another(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    await opened(client, await book(client))
    query_admin_sql("update bookings set customer_email = 'new@example.com'")
    assert (await client.get(MINE)).status_code == 401
    query_admin_sql("update bookings set customer_email = ''")
    refused = await client.post(f"{MINE}/sign-in", json={"reference": "ABC-DEFG", "email": "unknown@invalid"})
    assert refused.status_code == 404


async def test_the_link_of_an_email_opens_the_booking_until_it_is_taken_back(
    client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    settings: Settings,
    clock: FixedClock,
    db: Database,
    georgia: Tenant,
) -> None:
    booked = await book(client)
    async with db.uow(georgia.id) as uow:
        row = await uow.session.get_one(BookingRow, (georgia.id, UUID(booked["bookingId"])))
        token = manage_token(settings.secret_key.get_secret_value(), row)
    assert (await alps_client.post(f"{MINE}/link", json={"token": token})).status_code == 404
    assert (await client.post(f"{MINE}/link", json={"token": token})).status_code == 200
    assert (await seen(client))["reference"] == booked["reference"]
    query_admin_sql("update bookings set manage_version = 1")
    assert (await client.get(MINE)).status_code == 401
    refused = [await client.post(f"{MINE}/link", json={"token": each}) for each in (token, "x", token[::-1])]
    assert [each.status_code for each in refused] == [404] * 3
    query_admin_sql("update bookings set manage_version = 0")
    clock.move(days=60)
    assert (await client.post(f"{MINE}/link", json={"token": token})).status_code == 404


async def test_a_cookie_that_was_copied_opens_nothing_after_sign_out(
    client: httpx.AsyncClient, client_of: ClientFactory, clock: FixedClock
) -> None:
    booked = await book(client)
    await opened(client, booked)
    thief = client_of("localhost")
    thief.cookies.update(client.cookies)
    assert (await thief.get(MINE)).status_code == 200
    clock.move(minutes=1)
    assert (await client.post(f"{MINE}/sign-out")).status_code == 200
    assert (await thief.get(MINE)).status_code == 401
    assert (await thief.post(f"{MINE}/messages", json={"text": "It is me."})).status_code == 401
    # Signing out without a session is not an error, and the customer can come back.
    assert (await client.post(f"{MINE}/sign-out")).status_code == 200
    await opened(client, booked)


async def test_tries_are_limited_for_a_reference_and_from_an_address(
    client: httpx.AsyncClient, app: FastAPI, clock: FixedClock
) -> None:
    booked = await book(client)
    body = {"reference": booked["reference"], "email": "eve@example.com"}
    statuses = [(await client.post(f"{MINE}/sign-in", json=body)).status_code for _ in range(11)]
    assert statuses == [404] * 10 + [429]
    # Someone who knows a reference does not lock out the customer, who uses another IP.
    elsewhere = httpx.ASGITransport(app=app, client=("198.51.100.7", 50000))
    async with httpx.AsyncClient(transport=elsewhere, base_url="http://localhost") as customer:
        await opened(customer, booked)
    others = [
        (await client.post(f"{MINE}/sign-in", json=body | {"reference": f"AAA-{n:04}"})).status_code
        for n in range(11)
    ]
    assert others == [404] * 10 + [429]
    clock.move(minutes=15)
    await opened(client, booked)


async def test_a_longer_rental_shows_both_prices_and_keeps_what_was_agreed(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    vehicle = add_vehicle(query_admin_sql, georgia, "AA-1")
    promise(query_admin_sql, georgia)
    booked = await book(client)
    await confirm(owner_client, booked)
    booking = await opened(client, booked)
    # Delivery becomes more expensive in the meantime; the booking does not change.
    query_admin_sql("update delivery_fees set fee_minor = fee_minor + 5000")
    longer = RENTAL | {"returnDate": "2026-07-10", "services": ["babySeat"]}
    quote = (await client.post(f"{MINE}/quotes", json=longer)).json()
    assert (quote["agreed"]["totalPrice"], quote["isAvailable"]) == (485, True)
    assert quote["fresh"]["totalPrice"] == 9 * 55 + 100 + 9 * 3
    assert quote["difference"] == quote["fresh"]["totalPrice"] - 485
    body = longer | {"seenAt": booking["updatedAt"], "total": quote["fresh"]["totalPrice"]}
    stale = await client.put(f"{MINE}/rental", json=body | {"total": 1})
    assert (stale.status_code, stale.json()["error"]) == (409, "PriceChanged")
    changed = await client.put(f"{MINE}/rental", json=body)
    query_admin_sql("update delivery_fees set fee_minor = fee_minor - 5000")
    assert changed.status_code == 200, changed.text
    now = changed.json()["booking"]
    assert (now["totalPrice"], now["days"], now["serviceCodes"]) == (622, 9, ["babySeat"])
    assert vehicle_of(query_admin_sql, booked["bookingId"]) == vehicle
    # An event at the desk, shown on Today, and messages to both.
    changes = (await owner_client.get(f"/api/admin/bookings/{booked['bookingId']}/changes")).json()["changes"]
    assert [(each["kind"], each["adminName"], each["after"]["days"]) for each in changes] == [
        ("changed", None, 9)
    ]
    today = (await owner_client.get("/api/admin/today")).json()["byCustomers"]
    assert [(each["kind"], each["reference"]) for each in today] == [("changed", booked["reference"])]
    kinds = {kind for (kind,) in query_admin_sql("select kind from outbox_messages")}
    assert {"booking.by_customer", "booking.customer_message"} <= kinds
    seen_to = await owner_client.post(f"/api/admin/customer-actions/{today[0]['id']}/seen")
    assert seen_to.status_code == 204
    assert (await owner_client.get("/api/admin/today")).json()["byCustomers"] == []


async def test_a_change_is_refused_where_no_car_is_free_and_by_the_sites_rules(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    add_vehicle(query_admin_sql, georgia, "AA-1")
    promise(query_admin_sql, georgia)
    booked = await book(client)
    await book(client, pickupDate="2026-07-10", returnDate="2026-07-15")
    booking = await opened(client, booked)
    longer = RENTAL | {"returnDate": "2026-07-11"}
    quote = (await client.post(f"{MINE}/quotes", json=longer)).json()
    assert quote["isAvailable"] is False
    body = longer | {"seenAt": booking["updatedAt"], "total": quote["fresh"]["totalPrice"]}
    refused = await client.put(f"{MINE}/rental", json=body)
    assert (refused.status_code, refused.json()["error"]) == (409, "NoVehicleFree")
    for changes, field in (
        ({"returnDate": "2026-07-02"}, "returnDate"),
        ({"pickupDate": "2026-06-01"}, "pickupDate"),
        ({"pickupLocation": "atlantis"}, "pickupLocation"),
    ):
        answer = await client.post(f"{MINE}/quotes", json=RENTAL | changes)
        assert answer.status_code == 422
        assert [each["field"] for each in answer.json()["fields"]] == [field]
    assert (await seen(client))["totalPrice"] == 485


async def test_cancelling_is_free_until_it_costs_and_the_cost_must_have_been_seen(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    clock: FixedClock,
) -> None:
    booked = await book(client)
    await confirm(owner_client, booked)
    clock.move(days=20, hours=4)
    # Terms changed after the booking do not apply to this customer.
    query_admin_sql(
        "update tenant_settings set integrations = jsonb_set(integrations, '{rentalTerms,lateCancellationDays}', '5')"
    )
    booking = await opened(client, booked)
    assert (booking["allowed"]["changeUntil"], booking["allowed"]["cancelCost"]) == (None, 55)
    unseen = await client.post(f"{MINE}/cancellation", json={})
    assert (unseen.status_code, unseen.json()["error"]) == (409, "CostNotAcknowledged")
    done = await client.post(f"{MINE}/cancellation", json={"cost": 55, "reason": "Ill"})
    assert done.status_code == 200, done.text
    assert done.json()["booking"]["status"] == "cancelled"
    [(actor, reason, note)] = query_admin_sql(
        "select actor, reason, note from booking_events where to_status = 'cancelled'"
    )
    assert (actor, reason) == ("customer", "Ill")
    assert note["params"] == {"amount": "55.00", "currency": "EUR"}
    again = await client.post(f"{MINE}/cancellation", json={})
    assert (again.status_code, again.json()["error"]) == (409, "NotByCustomer")
    # The desk gets the proposal that the customer saw.
    stay_signed_in(query_admin_sql)
    shown = (await owner_client.get(f"/api/admin/bookings/{booking['id']}/money")).json()
    fee = {"kind": "late_cancellation", "proposed": 55, "charged": None}
    assert shown["cancellationFee"] == fee


async def test_flight_second_driver_licence_and_message_reach_the_desk(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    booked = await book(client)
    await opened(client, booked)
    driver = {"name": "Charles Babbage", "born": "1991-12-26", "licence": "BAB 1791"}
    young = await client.put(f"{MINE}/details", json={"secondDriver": driver | {"born": "2010-01-01"}})
    assert [each["field"] for each in young.json()["fields"]] == ["secondDriver.born"]
    response = await client.put(f"{MINE}/details", json={"flightNumber": "tk 386", "secondDriver": driver})
    assert response.status_code == 200, response.text
    not_one = await client.put(f"{MINE}/licences", json={"content": "AAAA"})
    assert [each["field"] for each in not_one.json()["fields"]] == ["content"]
    sent = await client.put(f"{MINE}/licences", json=picture(isSecondDriver=True))
    assert sent.status_code == 200, sent.text
    wrote = await client.post(f"{MINE}/messages", json={"text": "We land late.\nPlease wait."})
    booking = wrote.json()["booking"]
    kept = driver | {"licenceExpiresOn": None}
    assert (booking["flightNumber"], booking["secondDriver"]) == ("TK 386", kept)
    assert [each["isSecondDriver"] for each in booking["licences"]] == [True]
    assert booking["messages"][0]["text"] == "We land late.\nPlease wait."
    path = f"/api/admin/bookings/{booked['bookingId']}"
    shown = (await owner_client.get(f"{path}/by-customer")).json()
    assert [each["kind"] for each in shown["actions"]] == ["message", "licence", "details"]
    assert shown["secondDriver"]["name"] == "Charles Babbage"
    picture_id = shown["actions"][1]["pictureId"]
    image = await owner_client.get(f"{path}/driver-documents/{picture_id}")
    assert (image.headers["content-type"], image.content[:2]) == ("image/jpeg", b"\xff\xd8")
    other = await book(client, customerName="Eve Lovelace")
    elsewhere = await owner_client.get(
        f"/api/admin/bookings/{other['bookingId']}/driver-documents/{picture_id}"
    )
    assert elsewhere.status_code == 404


async def test_customer_images_have_their_own_small_quota(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They used up the company's storage, so photographs of the yard were refused."""
    await opened(client, await book(client))
    assert (await client.put(f"{MINE}/licences", json=picture())).status_code == 200
    used = (await owner_client.get("/api/admin/media")).json()["usedBytes"]
    query_admin_sql("update media_files set bytes = 600 * 1024 * 1024 where by_customer")
    assert (await owner_client.get("/api/admin/media")).json()["usedBytes"] == used
    refused = await client.put(f"{MINE}/licences", json=picture())
    assert (refused.status_code, refused.json()["error"]) == (409, "CustomerFilesFull")
    other = await book(client, customerName="Eve Lovelace")
    await opened(client, other)
    refused = await client.put(f"{MINE}/licences", json=picture())
    assert refused.json()["error"] == "CustomerFilesFull", "of the company's share"
    query_admin_sql("update media_files set bytes = 300 where by_customer")
    assert (await client.put(f"{MINE}/licences", json=picture())).status_code == 200
    monkeypatch.setattr(media_service, "MAX_BOOKING_BYTES", 1_000)
    refused = await client.put(f"{MINE}/licences", json=picture())
    assert refused.json()["error"] == "CustomerFilesFull", "of the booking's share"


async def test_pictures_of_licences_go_a_day_after_a_cancellation(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    db: Database,
    settings: Settings,
    clock: FixedClock,
) -> None:
    kept, gone = await book(client), await book(client, customerName="Eve Lovelace")
    for booked in (kept, gone):
        await opened(client, booked)
        assert (await client.put(f"{MINE}/licences", json=picture())).status_code == 200
    assert (await client.post(f"{MINE}/cancellation", json={})).status_code == 200
    context = TaskContext(db, settings, clock)
    counted = "select count(*) from media_files where booking_id = %s"
    await run_for_all(forget_documents, context)
    assert query_admin_sql(counted, gone["bookingId"]) == [(1,)]
    clock.move(days=1.5)
    await run_for_all(forget_documents, context)
    await run_for_all(remove_unneeded, context)
    assert query_admin_sql(counted, gone["bookingId"]) == [(0,)]
    assert query_admin_sql(counted, kept["bookingId"]) == [(1,)]
    assert query_admin_sql(
        "select kind from customer_actions where booking_id = %s order by kind", gone["bookingId"]
    )


async def test_documents_are_those_of_this_booking(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, client_of: ClientFactory
) -> None:
    booked, other = await book(client), await book(client, customerName="Eve Lovelace")
    for each in (booked, other):
        issued = await owner_client.post(f"/api/admin/bookings/{each['bookingId']}/invoices", json={})
        assert issued.status_code == 201, issued.text
    booking = await opened(client, booked)
    [document] = booking["documents"]
    assert document["kind"] == "invoice"
    assert document["name"]
    pdf = await client.get(f"{MINE}/documents/{document['id']}")
    assert pdf.content[:5] == b"%PDF-"
    stranger = client_of("localhost")
    [of_other] = (await opened(stranger, other))["documents"]
    assert (await client.get(f"{MINE}/documents/{of_other['id']}")).status_code == 404


@pytest.fixture
def stripe() -> Any:
    with running_stripe() as stand_in:
        yield stand_in


@pytest.fixture
def settings(settings: Settings, stripe: StripeStandIn) -> Settings:
    return Settings(**settings.model_dump() | {"stripe_api_url": stripe.url})


async def test_what_is_due_is_paid_by_one_link(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booked = await book(client)
    booking = await opened(client, booked)
    assert booking["allowed"]["pay"] is False
    assert (await client.post(f"{MINE}/payments")).json()["error"] == "NotByCustomer"
    assert (await owner_client.put("/api/admin/stripe", json=KEYS)).status_code == 204
    await confirm(owner_client, booked)
    assert (await seen(client))["allowed"]["pay"] is True
    urls = [(await client.post(f"{MINE}/payments")).json()["url"] for _ in range(2)]
    assert urls[0] == urls[1]
    assert query_admin_sql("select amount_minor, created_by from online_payments") == [(48500, None)]


async def test_concurrent_payments_of_one_booking_lead_to_one_session(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, stripe: StripeStandIn
) -> None:
    booked = await book(client)
    assert (await owner_client.put("/api/admin/stripe", json=KEYS)).status_code == 204
    await confirm(owner_client, booked)
    await opened(client, booked)
    stripe.seconds = 0.2
    answers = await asyncio.gather(*(client.post(f"{MINE}/payments") for _ in range(8)))
    assert {each.status_code for each in answers} == {200}
    assert len({each.json()["url"] for each in answers}) == 1
    assert [each["status"] for each in stripe.sessions.values()] == ["open"]


async def test_the_deposit_is_put_on_hold_where_the_company_offers_it_shortly_before_the_pickup(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    stripe: StripeStandIn,
    query_admin_sql: AdminSql,
) -> None:
    query_admin_sql("update cars set deposit_minor = 30000")
    booked = await book(client)
    assert (await owner_client.put("/api/admin/stripe", json=KEYS)).status_code == 204
    await confirm(owner_client, booked)
    query_admin_sql("update bookings set pickup_at = %s + interval '47 hours', return_at = %s + interval '5 days'",
                    NOW, NOW)  # fmt: skip
    assert (await opened(client, booked))["allowed"]["hold"] is None
    assert (await client.post(f"{MINE}/card-hold")).json()["error"] == "NotByCustomer"
    assert (
        await owner_client.put("/api/admin/stripe/options", json={"offersHolds": True})
    ).status_code == 204
    assert (await seen(client))["allowed"]["hold"] == 300
    # Earlier, it could expire before the return.
    query_admin_sql("update bookings set pickup_at = pickup_at + interval '2 hours'")
    assert (await seen(client))["allowed"]["hold"] is None
    query_admin_sql("update bookings set pickup_at = pickup_at - interval '2 hours'")
    assert (await client.post(f"{MINE}/card-hold")).json()["url"].endswith("/cs_test_1")
    assert stripe.sessions["cs_test_1"]["capture_method"] == "manual"
    query_admin_sql("update online_payments set state = 'held', intent_id = 'pi_1', authorized_at = created_at,"
                    " capture_before = created_at + interval '7 days'")  # fmt: skip
    booking = await seen(client)
    assert (booking["allowed"]["hold"], [each["amount"] for each in booking["cardHolds"]]) == (None, [300])
    assert (await client.post(f"{MINE}/card-hold")).json()["error"] == "NotByCustomer"


async def test_concurrent_card_holds_of_one_booking_lead_to_one_session(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    stripe: StripeStandIn,
    query_admin_sql: AdminSql,
) -> None:
    query_admin_sql("update cars set deposit_minor = 30000")
    booked = await book(client)
    assert (await owner_client.put("/api/admin/stripe", json=KEYS)).status_code == 204
    assert (
        await owner_client.put("/api/admin/stripe/options", json={"offersHolds": True})
    ).status_code == 204
    await confirm(owner_client, booked)
    query_admin_sql("update bookings set pickup_at = %s + interval '1 day', return_at = %s + interval '5 days'",
                    NOW, NOW)  # fmt: skip
    await opened(client, booked)
    stripe.seconds = 0.2
    answers = await asyncio.gather(*(client.post(f"{MINE}/card-hold") for _ in range(8)))
    assert {each.status_code for each in answers} == {200}
    assert [each["status"] for each in stripe.sessions.values()] == ["open"]


@pytest.mark.parametrize(
    ("kind", "most", "path", "body"),
    [
        ("message", 50, "POST /messages", {"text": "Hello"}),
        ("licence", 8, "PUT /licences", {"content": picture()["content"], "isSecondDriver": False}),
        ("changed", 30, "PUT /rental", RENTAL),
    ],
)
async def test_what_a_customer_may_do_to_one_booking_has_an_end(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql,
    kind: str, most: int, path: str, body: dict[str, Any],
) -> None:  # fmt: skip
    booked = await book(client)
    await confirm(owner_client, booked)
    booking = await opened(client, booked)
    query_admin_sql(
        "insert into customer_actions (tenant_id, id, booking_id, kind, created_at)"
        " select tenant_id, gen_random_uuid(), id, %s, now() from bookings, generate_series(1, %s) where id = %s",
        kind, most, booked["bookingId"],
    )  # fmt: skip
    method, _, end = path.partition(" ")
    if kind == "changed":
        quote = (await client.post(f"{MINE}/quotes", json=body)).json()
        body = body | {"seenAt": booking["updatedAt"], "total": quote["fresh"]["totalPrice"]}
    answer = await client.request(method, f"{MINE}{end}", json=body)
    assert (answer.status_code, answer.json()["error"]) == (409, "TooManyOfThem")
