"""Payments, refunds and deposits at the desk: what is due follows, and nothing below zero is given back."""

from typing import Any

import httpx
import pytest
from console_people import signed_in_person
from payment_steps import BOOKINGS, add_booking, empty_money, money, open_till, pay, post
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _no_money(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false")
    empty_money(query_admin_sql)


def fields(answer: httpx.Response) -> dict[str, Any]:
    assert answer.status_code == 422, answer.text
    return {each["field"]: each["code"] for each in answer.json()["fields"]}


async def test_a_booking_is_paid_in_parts_and_each_has_a_receipt(owner_client: httpx.AsyncClient) -> None:
    booking = await add_booking(owner_client)
    total = (await money(owner_client, booking))["agreed"]
    await pay(owner_client, booking, 100.5)
    shown = await pay(owner_client, booking, total - 100.5, "bank")
    assert (shown["paid"], shown["due"]) == (total, 0)
    assert [(each["kind"], each["method"], each["amount"]) for each in shown["entries"]] == [
        ("payment", "card", 100.5),
        ("payment", "bank", total - 100.5),
    ]
    assert [each["receiptNumber"] for each in shown["entries"]] == ["R-2026-00001", "R-2026-00002"]
    assert shown["entries"][0]["by"] == "Demo owner"


async def test_more_than_is_due_is_refused_at_its_field(owner_client: httpx.AsyncClient) -> None:
    booking = await add_booking(owner_client)
    total = (await money(owner_client, booking))["agreed"]
    body = {"amount": total + 0.01, "method": "card"}
    answer = await owner_client.post(f"{BOOKINGS}/{booking}/payments", json=body)
    assert fields(answer) == {"amount": "more_than_due"}
    for amount in (0, -5, 1.005, 10_000_001, "NaN"):
        answer = await owner_client.post(f"{BOOKINGS}/{booking}/payments", json=body | {"amount": amount})
        assert list(fields(answer)) == ["amount"]
    assert (await money(owner_client, booking))["entries"] == []


async def test_the_same_key_records_one_payment_and_another_body_is_refused(
    owner_client: httpx.AsyncClient,
) -> None:
    booking = await add_booking(owner_client)
    first = await pay(owner_client, booking, 50, key="one")
    again = await pay(owner_client, booking, 50, key="one")
    assert first["entries"] == again["entries"]
    body = {"amount": 60, "method": "card"}
    answer = await owner_client.post(
        f"{BOOKINGS}/{booking}/payments", json=body, headers={"Idempotency-Key": "one"}
    )
    assert answer.status_code == 409
    assert answer.json()["code"] == "KeyUsedOtherwise"
    # A call that failed is not remembered: it may succeed later.
    bad = {"amount": 99_999, "method": "card"}
    headers = {"Idempotency-Key": "two"}
    assert fields(await owner_client.post(f"{BOOKINGS}/{booking}/payments", json=bad, headers=headers))
    assert (await pay(owner_client, booking, 10, key="two"))["paid"] == 60


async def test_a_refund_needs_a_reason_and_never_exceeds_what_was_paid(
    owner_client: httpx.AsyncClient,
) -> None:
    booking = await add_booking(owner_client)
    await pay(owner_client, booking, 80)
    path = f"{BOOKINGS}/{booking}/refunds"
    body: dict[str, Any] = {"amount": 80.01, "method": "card", "reason": "A day less"}
    assert fields(await owner_client.post(path, json=body)) == {"amount": "more_than_paid"}
    assert list(fields(await owner_client.post(path, json=body | {"reason": " "}))) == ["reason"]
    shown = await post(owner_client, path, body | {"amount": 30})
    assert (shown["paid"], shown["entries"][-1]["amount"]) == (50, -30)
    assert shown["entries"][-1]["note"] == "A day less"
    # By Stripe only what was paid by it.
    online = await owner_client.post(path, json=body | {"amount": 10, "method": "online"})
    assert fields(online) == {"amount": "not_refundable_online"}
    assert (await money(owner_client, booking))["paid"] == 50


async def test_a_refund_that_lowers_the_price_is_not_owed_again(owner_client: httpx.AsyncClient) -> None:
    booking = await add_booking(owner_client)
    total = (await money(owner_client, booking))["agreed"]
    await pay(owner_client, booking, total)
    path = f"{BOOKINGS}/{booking}/refunds"
    body: dict[str, Any] = {"amount": 30, "method": "card", "reason": "A day less"}
    assert (await post(owner_client, path, body | {"lowersPrice": True}))["due"] == 0
    shown = await money(owner_client, booking)
    assert (shown["agreed"], shown["paid"]) == (total - 30, total - 30)
    shown = await post(owner_client, path, body)
    assert (shown["agreed"], shown["paid"], shown["due"]) == (total - 30, total - 60, 30)
    assert [each["kind"] for each in shown["entries"]] == ["payment", "refund", "refund"]
    # What was given back once is not given back again.
    again = body | {"amount": total - 59, "lowersPrice": True}
    assert fields(await owner_client.post(path, json=again)) == {"amount": "more_than_paid"}
    too_much = body | {"amount": total + 1, "lowersPrice": True}
    assert fields(await owner_client.post(path, json=too_much)) == {"amount": "more_than_paid"}


async def test_a_deposit_is_given_back_kept_and_applied_in_parts(owner_client: httpx.AsyncClient) -> None:
    booking = await add_booking(owner_client)
    path = f"{BOOKINGS}/{booking}/deposits"
    shown = await post(owner_client, path, {"amount": 300, "method": "card"})
    total = shown["agreed"]
    assert (shown["held"], shown["paid"]) == (300, 0)
    settle: dict[str, Any] = {"returned": 150, "kept": 100, "applied": 50, "method": "card"}
    assert fields(await owner_client.post(f"{path}/settlement", json=settle)) == {
        "reason": "kept_reason_missing"
    }
    too_much = settle | {"returned": 200, "reason": "A scratch"}
    assert fields(await owner_client.post(f"{path}/settlement", json=too_much)) == {
        "returned": "more_than_held"
    }
    shown = await post(owner_client, f"{path}/settlement", settle | {"reason": "A scratch"})
    # What is kept is charged, and paid from the deposit.
    assert (shown["held"], shown["agreed"], shown["paid"]) == (0, total + 100, 150)
    assert [(each["kind"], each["note"]) for each in shown["entries"][1:]] == [
        ("deposit_applied", "A scratch"),
        ("deposit_applied", "A scratch"),
        ("deposit_returned", "A scratch"),
    ]
    lines = (await owner_client.get(f"{BOOKINGS}/{booking}")).json()["booking"]["priceLines"]
    assert (lines[-1]["label"], lines[-1]["amount"]) == ("Kept from the deposit: A scratch", 100)
    # What only changed its name has no receipt.
    assert [bool(each["receiptId"]) for each in shown["entries"]] == [True, False, False, True]


async def test_the_balance_follows_the_agreed_total_and_a_cancelled_booking_costs_nothing(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking = await add_booking(owner_client)
    await pay(owner_client, booking, 100)
    query_admin_sql("update bookings set total_minor = 25000 where id = %s", booking)
    shown = await money(owner_client, booking)
    assert (shown["agreed"], shown["due"]) == (250, 150)
    query_admin_sql("update bookings set status = 'cancelled' where id = %s", booking)
    shown = await money(owner_client, booking)
    assert (shown["agreed"], shown["due"]) == (0, -100)
    due = (await owner_client.get("/api/admin/balances-due")).json()
    assert [(each["bookingId"], each["due"]) for each in due["balances"]] == [(booking, -100)]


async def test_a_customer_s_balance_is_over_all_their_bookings(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    first = await add_booking(owner_client)
    second = await add_booking(owner_client, customerEmail="ANA@example.com", customerPhone="")
    await add_booking(owner_client, customerEmail="other@example.com", customerPhone="")
    # Another person with the same phone, such as of a hotel.
    await add_booking(owner_client, customerName="Levan Kapanadze", customerEmail="levan@example.com")
    query_admin_sql("update bookings set status = 'confirmed'")
    await pay(owner_client, second, 40)
    shown = (await money(owner_client, first))["customer"]
    total = (await money(owner_client, first))["agreed"]
    assert (shown["bookings"], shown["paid"], shown["due"]) == (2, 40, 2 * total - 40)


async def test_balances_due_are_those_of_today_and_before(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    today = await add_booking(owner_client)
    later = await add_booking(owner_client, customerName="Later One")
    old = await add_booking(owner_client, customerName="Long Ago")
    query_admin_sql("update bookings set status = 'confirmed', pickup_at = '2026-06-10 18:00+04'")
    query_admin_sql("update bookings set pickup_at = '2026-06-12 18:00+04' where id = %s", later)
    query_admin_sql(
        "update bookings set status = 'completed', pickup_at = '2026-01-01', return_at = '2026-01-05'"
        " where id = %s",
        old,
    )
    answer = (await owner_client.get("/api/admin/balances-due")).json()
    # What ended before payments were recorded here counts as settled.
    assert [each["bookingId"] for each in answer["balances"]] == [today]
    total = (await money(owner_client, today))["agreed"]
    assert answer["total"] == total
    await pay(owner_client, today, total)
    assert (await owner_client.get("/api/admin/balances-due")).json()["balances"] == []
    await pay(owner_client, old, 1)
    answer = (await owner_client.get("/api/admin/balances-due")).json()
    assert [each["bookingId"] for each in answer["balances"]] == [old]


async def test_cash_needs_a_till_of_one_s_own(owner_client: httpx.AsyncClient) -> None:
    booking = await add_booking(owner_client)
    body = {"amount": 20, "method": "cash"}
    answer = await owner_client.post(f"{BOOKINGS}/{booking}/payments", json=body)
    assert (answer.status_code, answer.json()["code"]) == (409, "TillNotOpen")
    assert not (await money(owner_client, booking))["hasTill"]
    await open_till(owner_client)
    assert (await pay(owner_client, booking, 20, "cash"))["paid"] == 20


async def test_the_desk_takes_money_and_deposits_and_gives_no_refund(
    db: Database,
    georgia: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    owner_client: httpx.AsyncClient,
) -> None:
    desk = (await signed_in_person(db, georgia, "desk", client_of, sign_in)).client
    booking = await add_booking(owner_client)
    await pay(desk, booking, 20)
    path = f"{BOOKINGS}/{booking}/deposits"
    await post(desk, path, {"amount": 100, "method": "card"})
    shown = await post(
        desk, f"{path}/settlement", {"returned": 100, "kept": 0, "applied": 0, "method": "card"}
    )
    assert shown["held"] == 0
    refund = {"amount": 5, "method": "card", "reason": "no"}
    assert (await desk.post(f"{BOOKINGS}/{booking}/refunds", json=refund)).status_code == 403


async def test_another_company_sees_and_moves_nothing(
    alps_client: httpx.AsyncClient, sign_in: SignIn, owner_client: httpx.AsyncClient
) -> None:
    await sign_in(alps_client, "owner@abano.localhost", "correct horse battery")
    booking = await add_booking(owner_client)
    assert (await alps_client.get(f"{BOOKINGS}/{booking}/money")).status_code == 404
    body = {"amount": 5, "method": "card"}
    assert (await alps_client.post(f"{BOOKINGS}/{booking}/payments", json=body)).status_code == 404
    assert (await alps_client.get("/api/admin/balances-due")).json()["balances"] == []
