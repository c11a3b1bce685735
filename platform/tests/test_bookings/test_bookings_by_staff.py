"""Bookings by the desk: taken by phone, changed with both prices beside each other, and customers who do not come."""

import asyncio
from typing import Any

import httpx
import pytest
from affiliate_steps import add_affiliate
from console_people import signed_in_person
from emptied_tables import empty_tables
from fleet_steps import add_vehicle, promise, read, staff_rental, vehicle_of
from loadtests.forms import booking_form
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.core.clock import FixedClock
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
BOOKINGS = "/api/admin/bookings"
ADA = {"customerName": "Ada Lovelace", "customerPhone": "+44 20 7946 0000"}


@pytest.fixture(autouse=True)
def _no_fleet(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false")
    empty_tables(
        query_admin_sql, "bookings", "booking_events", "vehicle_reservations", "vehicle_events", "vehicles"
    )


async def take(desk: httpx.AsyncClient, **changes: Any) -> dict[str, Any]:
    answer = await desk.post(BOOKINGS, json=staff_rental(source="chat", **ADA) | changes)
    assert answer.status_code == 201, answer.text
    booking: dict[str, Any] = answer.json()["booking"]
    return booking


def changed(booking: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return staff_rental(**ADA, seenAt=booking["updatedAt"], price="fresh") | changes


async def test_a_booking_by_chat_is_confirmed_with_a_vehicle_at_the_sites_price(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    away = add_vehicle(query_admin_sql, georgia, "AA-1", home="batumi")
    here = add_vehicle(query_admin_sql, georgia, "AA-2")
    promise(query_admin_sql, georgia)
    quote = (await owner_client.post(f"{BOOKINGS}/quotes", json=staff_rental())).json()
    assert (quote["agreed"], quote["assignment"]["state"]) == (None, "free")
    assert quote["assignment"]["vehicle"]["plate"] == "AA-2"
    assert quote["assignment"]["otherPlace"] == ["batumi"]
    assert {"car": "Subaru Forester", "state": "few", "left": 2} in quote["cars"]
    booking = await take(owner_client)
    assert booking["status"] == "confirmed"
    assert vehicle_of(query_admin_sql, booking["id"]) == here
    site = (await client.post("/api/bookings", json=booking_form())).json()
    assert booking["totalPrice"] == site["totalPrice"] == quote["fresh"]["totalPrice"]
    assert vehicle_of(query_admin_sql, site["bookingId"]) == away
    shown = await read(owner_client, f"{BOOKINGS}/{booking['id']}/changes")
    assert (shown["source"], shown["isFirm"], shown["vehicle"]["plate"]) == ("chat", True, "AA-2")
    assert [each["kind"] for each in shown["changes"]] == ["taken"]


async def test_when_no_vehicle_is_free_the_desk_is_warned_before_and_after(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    add_vehicle(query_admin_sql, georgia, "AA-1")
    add_vehicle(query_admin_sql, georgia, "BB-1", "Toyota 4Runner")
    promise(query_admin_sql, georgia)
    await take(owner_client)
    assignment = (await owner_client.post(f"{BOOKINGS}/quotes", json=staff_rental())).json()["assignment"]
    assert (assignment["state"], assignment["choices"]) == ("none_free", [])
    assert assignment["alternatives"]["cars"][0]["car"] == "Toyota 4Runner"
    assert assignment["alternatives"]["freeFrom"] == "2026-07-09"
    refused = await owner_client.post(BOOKINGS, json=staff_rental(source="phone", **ADA))
    assert (refused.status_code, refused.json()["error"]) == (409, "NoVehicleFree")
    assert refused.json()["details"]["alternatives"] == assignment["alternatives"]
    assert query_admin_sql("select count(*) from bookings") == [(1,)]


async def test_a_pending_booking_that_finds_no_vehicle_is_not_confirmed(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    """Two were taken before the company promised anything; there is one vehicle."""
    pending = [
        (await client.post("/api/bookings", json=booking_form())).json()["bookingId"] for _ in range(2)
    ]
    vehicle = add_vehicle(query_admin_sql, georgia, "AA-1")
    promise(query_admin_sql, georgia)
    confirm = {"fromStatus": "pending", "toStatus": "confirmed"}
    first = await owner_client.post(f"{BOOKINGS}/{pending[0]}/status", json=confirm)
    assert first.status_code == 200, first.text
    assert vehicle_of(query_admin_sql, pending[0]) == vehicle
    assignment = (await read(owner_client, f"{BOOKINGS}/{pending[1]}/assignment"))["assignment"]
    assert assignment["state"] == "none_free"
    second = await owner_client.post(f"{BOOKINGS}/{pending[1]}/status", json=confirm)
    assert (second.status_code, second.json()["error"]) == (409, "NoVehicleFree")
    assert query_admin_sql("select status from bookings where id = %s", pending[1]) == [("pending",)]


async def test_a_change_of_dates_shows_both_prices_and_keeps_the_agreed_one_if_asked(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant, clock: FixedClock
) -> None:
    vehicle = add_vehicle(query_admin_sql, georgia, "AA-1")
    promise(query_admin_sql, georgia)
    booking = await take(owner_client)
    longer = {"returnDate": "2026-07-15"}
    body = staff_rental(bookingId=booking["id"], **longer)
    # Prices rise meanwhile: what was agreed does not.
    query_admin_sql("update car_rates set daily_rate_minor = daily_rate_minor + 1000")
    quote = (await owner_client.post(f"{BOOKINGS}/quotes", json=body)).json()
    assert quote["agreed"]["totalPrice"] == booking["totalPrice"]
    assert quote["difference"] == quote["fresh"]["totalPrice"] - booking["totalPrice"] > 0
    clock.move(minutes=1)
    kept = await owner_client.put(
        f"{BOOKINGS}/{booking['id']}", json=changed(booking, price="agreed", **longer)
    )
    assert kept.status_code == 200, kept.text
    after = kept.json()["booking"]
    assert (after["totalPrice"], after["days"]) == (booking["totalPrice"], 14)
    stale = await owner_client.put(f"{BOOKINGS}/{booking['id']}", json=changed(booking, **longer))
    assert (stale.status_code, stale.json()["error"]) == (409, "BookingChanged")
    fresh = await owner_client.put(f"{BOOKINGS}/{booking['id']}", json=changed(after, **longer))
    assert fresh.json()["booking"]["totalPrice"] == quote["fresh"]["totalPrice"]
    assert vehicle_of(query_admin_sql, booking["id"]) == vehicle
    changes = (await read(owner_client, f"{BOOKINGS}/{booking['id']}/changes"))["changes"]
    assert [each["kind"] for each in changes] == ["taken", "changed", "changed"]
    assert set(changes[1]["after"]) == {"returnAt", "days"}
    assert changes[2]["before"]["totalPrice"] == booking["totalPrice"]


async def test_a_rental_is_extended_unless_its_vehicle_is_promised_to_someone_else(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    add_vehicle(query_admin_sql, georgia, "AA-1")
    promise(query_admin_sql, georgia)
    booking = await take(owner_client)
    await take(owner_client, pickupDate="2026-07-10", returnDate="2026-07-12")
    active = await owner_client.post(
        f"{BOOKINGS}/{booking['id']}/status",
        json={"fromStatus": "confirmed", "toStatus": "active", "acknowledged": ["early_handover"]},
    )
    booking = active.json()["booking"]
    path = f"{BOOKINGS}/{booking['id']}"
    refused = await owner_client.put(path, json=changed(booking, returnDate="2026-07-11"))
    assert (refused.status_code, refused.json()["error"]) == (409, "VehicleAlreadyBooked")
    moved = await owner_client.put(path, json=changed(booking, pickupDate="2026-07-02"))
    assert moved.status_code == 422, moved.text
    extended = await owner_client.put(path, json=changed(booking, returnDate="2026-07-09"))
    assert extended.status_code == 200, extended.text


async def test_prices_by_hand_are_a_managers_and_say_why(
    owner_client: httpx.AsyncClient, db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> None:
    desk = (await signed_in_person(db, georgia, "desk", client_of, sign_in)).client
    plain = await take(desk)
    extra = {"manualLines": [{"label": "Child seat lost", "amount": 40}]}
    refused = await desk.post(BOOKINGS, json=staff_rental(source="phone", **ADA, **extra, reason="Lost"))
    assert [each["field"] for each in refused.json()["fields"]] == ["manualLines"]
    refused = await desk.post(
        BOOKINGS, json=staff_rental(source="phone", **ADA, discountPercent=11, reason="Nice")
    )
    assert [each["field"] for each in refused.json()["fields"]] == ["discountPercent"]
    path = f"{BOOKINGS}/{plain['id']}"
    refused = await owner_client.put(path, json=changed(plain, **extra))
    assert [each["field"] for each in refused.json()["fields"]] == ["reason"]
    done = await owner_client.put(path, json=changed(plain, **extra, discountPercent="10", reason="Lost"))
    booking = done.json()["booking"]
    assert booking["totalPrice"] == pytest.approx((plain["totalPrice"] + 40) * 0.9)
    assert [line["code"] for line in booking["priceLines"]][-2:] == ["manual", "discount"]
    below = await owner_client.put(
        path, json=changed(booking, manualLines=[{"label": "Gift", "amount": -9999}], reason="Gift")
    )
    assert [each["field"] for each in below.json()["fields"]] == ["manualLines"]


async def test_a_promised_promo_discount_stays_and_the_commission_too(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    code = query_admin_sql("select code from promo_codes where affiliate_id is not null limit 1")[0][0]
    taken = (await client.post("/api/bookings", json=booking_form(promoCode=code))).json()
    ledger = "select amount_minor, kind from commission_entries where booking_id = %s"
    before = query_admin_sql(ledger, taken["bookingId"])
    query_admin_sql("update promo_codes set is_active = false where code = %s", code)
    body = staff_rental(bookingId=taken["bookingId"], returnDate="2026-07-15")
    quote = (await owner_client.post(f"{BOOKINGS}/quotes", json=body)).json()
    lines = {line["code"]: line["amount"] for line in quote["fresh"]["lines"]}
    assert lines["promo"] < 0
    assert quote["commission"]["stays"] is True
    shown = (await owner_client.get(f"{BOOKINGS}/{taken['bookingId']}")).json()["booking"]
    done = await owner_client.put(
        f"{BOOKINGS}/{taken['bookingId']}", json=changed(shown, returnDate="2026-07-15")
    )
    assert done.json()["booking"]["totalPrice"] == quote["fresh"]["totalPrice"]
    assert query_admin_sql(ledger, taken["bookingId"]) == before


async def test_a_no_show_frees_the_vehicle_and_may_notify_the_customer(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant, clock: FixedClock
) -> None:
    add_vehicle(query_admin_sql, georgia, "AA-1")
    promise(query_admin_sql, georgia)
    booking = await take(owner_client, customerEmail="ada@example.com")
    path = f"{BOOKINGS}/{booking['id']}/no-show"
    body: dict[str, Any] = {"seenAt": booking["updatedAt"], "reason": "Flight missed"}
    early = await owner_client.post(path, json=body)
    assert [each["field"] for each in early.json()["fields"]] == ["status"]
    query_admin_sql(
        "update bookings set pickup_at = pickup_at - interval '30 days' where id = %s", booking["id"]
    )
    with_message = body | {"message": {"subject": "We missed you", "body": "Your car waited."}}
    done = await owner_client.post(path, json=with_message)
    assert done.json()["booking"]["status"] == "cancelled"
    assert vehicle_of(query_admin_sql, booking["id"]) is None
    shown = await read(owner_client, f"{BOOKINGS}/{booking['id']}/changes")
    assert (shown["noShow"], shown["changes"][-1]["isNotified"]) == (True, True)
    mails = query_admin_sql(
        "select payload ->> 'subject' from outbox_messages where kind = 'booking.customer_email'"
    )
    assert ("We missed you",) in mails


async def test_a_code_given_by_phone_lowers_the_price_and_its_commission_waits_for_review(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, db: Database, georgia: Tenant,
    client_of: ClientFactory, sign_in: SignIn,
) -> None:  # fmt: skip
    add_affiliate(query_admin_sql, "PHONE10")
    query_admin_sql(
        "update promo_codes set discount_basis_points = 1000, maximum_uses = 1 where code = 'PHONE10'"
    )
    desk = (await signed_in_person(db, georgia, "desk", client_of, sign_in)).client
    plain = (await desk.post(f"{BOOKINGS}/quotes", json=staff_rental())).json()["fresh"]["totalPrice"]
    quote = (await desk.post(f"{BOOKINGS}/quotes", json=staff_rental(promoCode="phone10"))).json()
    assert quote["promo"] == {"code": "PHONE10", "discountPercent": 10, "affiliate": "Affiliate PHONE10"}
    # No one's address: a walk-in without one is not the affiliate who has given none for payouts.
    query_admin_sql("update affiliates set paypal_email = null where name = 'Affiliate PHONE10'")
    booking = await take(desk, promoCode=" phone10 ", source="whatsapp")
    assert booking["totalPrice"] == quote["fresh"]["totalPrice"] == pytest.approx(plain * 0.9)
    assert (booking["promoCode"], booking["referrer"]["name"]) == ("PHONE10", "Affiliate PHONE10")
    earned = query_admin_sql(
        "select c.base_minor, c.is_self_referral, h.reason from commissions c left join commission_holds h"
        " on h.booking_id = c.booking_id where c.booking_id = %s",
        booking["id"],
    )
    assert earned == [(round(booking["totalPrice"] * 100), False, "by_staff")]
    # Its only use is gone.
    for path, body in ((f"{BOOKINGS}/quotes", {}), (BOOKINGS, {"source": "phone", **ADA})):
        refused = await desk.post(path, json=staff_rental(promoCode="PHONE10", **body))
        assert [each["field"] for each in refused.json()["fields"]] == ["promoCode"]
    cancel = {"fromStatus": "confirmed", "toStatus": "cancelled", "reason": "Called off"}
    assert (await desk.post(f"{BOOKINGS}/{booking['id']}/status", json=cancel)).status_code == 200
    assert query_admin_sql("select uses from promo_codes where code = 'PHONE10'") == [(0,)]
    longer = await take(desk, promoCode="PHONE10")
    changes = changed(longer, returnDate="2026-07-15")
    done = (await desk.put(f"{BOOKINGS}/{longer['id']}", json=changes)).json()["booking"]
    assert "promo" in [line["code"] for line in done["priceLines"]]
    base = query_admin_sql("select base_minor from commissions where booking_id = %s", longer["id"])
    assert base == [(round(longer["totalPrice"] * 100),)]


async def test_the_last_use_of_a_code_is_one_bookings(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    add_affiliate(query_admin_sql, "ONCE")
    query_admin_sql("update promo_codes set maximum_uses = 1 where code = 'ONCE'")
    body = staff_rental(source="phone", promoCode="ONCE", **ADA)
    answers = await asyncio.gather(*(owner_client.post(BOOKINGS, json=body) for _ in range(5)))
    assert sorted(each.status_code for each in answers) == [201, 422, 422, 422, 422]
    assert query_admin_sql("select count(*) from bookings where promo_code = 'ONCE'") == [(1,)]


async def test_the_desk_leaves_in_a_price_what_a_manager_gave(
    owner_client: httpx.AsyncClient, db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> None:
    desk = (await signed_in_person(db, georgia, "desk", client_of, sign_in)).client
    given = {"manualLines": [{"label": "Chains", "amount": 25}], "discountPercent": 15}
    booking = await take(owner_client, **given, reason="A friend of the house")
    path = f"{BOOKINGS}/{booking['id']}"
    more = {"manualLines": [{"label": "Chains", "amount": 5}], "discountPercent": 20}
    refused = await desk.put(path, json=changed(booking, **more, reason="Less"))
    assert {each["field"] for each in refused.json()["fields"]} == {"manualLines", "discountPercent"}
    kept = await desk.put(path, json=changed(booking, **given, returnDate="2026-07-09"))
    assert kept.status_code == 200, kept.text
    assert [line["code"] for line in kept.json()["booking"]["priceLines"]][-2:] == ["manual", "discount"]


async def test_the_customer_is_notified_in_their_language_if_the_desk_chooses_so(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    query_admin_sql("delete from outbox_messages")
    mails = (
        "select payload ->> 'occasion', b.reference from outbox_messages m join bookings b on b.id = m.booking_id"
        " order by m.created_at, m.id"
    )
    refused = await owner_client.post(BOOKINGS, json=staff_rental(source="chat", **ADA, tell=True))
    assert [each["field"] for each in refused.json()["fields"]] == ["customerEmail"]
    typo = await owner_client.post(BOOKINGS, json=staff_rental(source="chat", **ADA, customerEmail="ada@"))
    assert [each["field"] for each in typo.json()["fields"]] == ["customerEmail"]
    address = {"customerEmail": "ada@example.com"}
    booking = await take(owner_client, **address)
    assert query_admin_sql(mails) == []
    waiting = await take(owner_client, **address, tell=True, confirm=False, language="en")
    response = await owner_client.put(
        f"{BOOKINGS}/{booking['id']}", json=changed(booking, **address, tell=True, returnDate="2026-07-10")
    )
    assert response.status_code == 200, response.text
    assert query_admin_sql(mails) == [
        ("received", waiting["reference"]),
        ("changed", booking["reference"]),
    ]
    # Confirming a pending one notifies its customer without a message of the desk.
    await owner_client.post(
        f"{BOOKINGS}/{waiting['id']}/status", json={"fromStatus": "pending", "toStatus": "confirmed"}
    )
    assert query_admin_sql(mails)[2:] == [("confirmed", waiting["reference"])]
