"""Decisions on return costs are undone: lines that take a charge off, the invoice, and who may do it."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import httpx
import pytest
from console_people import signed_in_person
from emptied_tables import empty_tables
from fleet_steps import read
from payment_steps import money, pay, post
from product_fixtures import AdminSql, ClientFactory, SignIn
from yard_steps import DUE, coming_back, handover, move_to, record, rental, stay_signed_in

from abano.core.clock import FixedClock
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
BOOKINGS = "/api/admin/bookings"
REASON = {"reason": "An old scratch"}


@pytest.fixture
async def returned(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    georgia: Tenant,
    clock: FixedClock,
) -> AsyncIterator[str]:
    """Back in time, with two eighths less, a dent, and dirty."""
    empty_tables(query_admin_sql, "seller_settings")
    booking, _ = await rental(client, owner_client, query_admin_sql, georgia, clock)
    assert (await record(owner_client, booking, handover(clock))).status_code == 200
    move_to(clock, DUE)
    dent = {"id": str(uuid4()), "kind": "dent", "x": 500, "y": 500}
    body = coming_back(clock, fuelEighths=6, isClean=False, damages=[dent])
    assert (await record(owner_client, booking, body)).status_code == 200
    yield booking
    empty_tables(query_admin_sql, "seller_settings")


async def lines(client: httpx.AsyncClient, booking: str) -> dict[str, dict[str, Any]]:
    shown = await read(client, f"{BOOKINGS}/{booking}/handover")
    return {each["kind"]: each for each in shown["lines"]}


async def decide(client: httpx.AsyncClient, booking: str, kind: str, **body: object) -> str:
    """Decide on the line of this kind; answers its URL."""
    url = f"{BOOKINGS}/{booking}/proposed-lines/{(await lines(client, booking))[kind]['id']}"
    answer = await client.post(url, json={"decision": "accept"} | body)
    assert answer.status_code == 200, answer.text
    return f"{url}/reversal"


async def test_a_charge_is_undone_by_an_opposite_line_and_decided_again(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    db: Database,
    alps: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
    returned: str,
) -> None:
    open_line = (await lines(owner_client, returned))["damage"]["id"]
    early = await owner_client.post(f"{BOOKINGS}/{returned}/proposed-lines/{open_line}/reversal", json=REASON)
    assert (early.status_code, early.json()["code"]) == (409, "LineNotDecided")
    before = await money(owner_client, returned)
    url = await decide(owner_client, returned, "damage", amount="99.55", label="Bumper")
    assert (await money(owner_client, returned))["due"] == pytest.approx(before["due"] + 99.55)
    assert (await client.post(url, json=REASON)).status_code == 401
    stranger = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    assert (await stranger.post(url, json=REASON)).status_code == 404
    for wrong in ("", "x" * 501):
        refused = await owner_client.post(url, json={"reason": wrong})
        assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, "reason")
    answers = await asyncio.gather(*(owner_client.post(url, json=REASON) for _ in range(4)))
    assert sorted(each.status_code for each in answers) == [200, 409, 409, 409]
    after = await money(owner_client, returned)
    assert [after[name] for name in ("agreed", "paid", "due")] == [
        before[name] for name in ("agreed", "paid", "due")
    ]
    stored = query_admin_sql("select price_lines, total_minor from bookings where id = %s", returned)[0]
    assert [(each["label"], each["amount"], each["charge"]) for each in stored[0][-2:]] == [
        ("Bumper", 9_955, "damage"),
        ("Reversed: Bumper", -9_955, "damage"),
    ]
    assert sum(each["amount"] for each in stored[0]) == stored[1]
    changes = (await read(owner_client, f"{BOOKINGS}/{returned}/changes"))["changes"]
    assert changes[-1]["reason"] == "An old scratch"
    line = (await lines(owner_client, returned))["damage"]
    assert (line["state"], line["decidedAmount"], line["decidedBy"]) == ("proposed", None, None)
    # Decided again, as if for the first time; a refusal is undone, too.
    url = await decide(owner_client, returned, "damage", decision="refuse")
    assert (await owner_client.post(url, json=REASON)).status_code == 200
    assert (await lines(owner_client, returned))["damage"]["state"] == "proposed"
    reference = query_admin_sql("select reference from bookings where id = %s", returned)[0][0]
    audited = "select count(*) from audit_log where action = 'booking.line_reversed' and subject_id = %s"
    assert query_admin_sql(audited, reference) == [(2,)]


async def test_what_is_on_an_invoice_is_undone_by_who_may_credit_it(
    owner_client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
    returned: str,
) -> None:
    seller = {"legalName": "Abano", "vatPercent": 18}
    assert (await owner_client.put("/api/admin/seller", json=seller)).is_success
    desk = (await signed_in_person(db, georgia, "desk", client_of, sign_in)).client
    stay_signed_in(query_admin_sql)
    # Before there is an invoice, the desk undoes its own mistakes.
    url = await decide(desk, returned, "cleaning")
    assert (await desk.post(url, json=REASON)).status_code == 200
    agreed = (await money(owner_client, returned))["agreed"]
    url = await decide(desk, returned, "fuel", amount="20.35")
    path = f"{BOOKINGS}/{returned}"
    issued = (await post(owner_client, f"{path}/invoices"))["document"]
    assert issued["total"] == pytest.approx(agreed + 20.35)
    await pay(owner_client, returned, issued["total"])
    refused = await desk.post(url, json=REASON)
    assert (refused.status_code, refused.json()["code"]) == (403, "ChargeIsInvoiced")
    assert (await owner_client.post(url, json=REASON)).status_code == 200
    # The credit note follows the price, which is not lowered twice; what was paid too much is due to the customer.
    note = await post(
        owner_client, f"/api/admin/invoices/{issued['id']}/credit-note", {"reason": "Full", "amount": 20.35}
    )
    assert issued["total"] + note["document"]["total"] == pytest.approx(agreed)
    shown = await money(owner_client, returned)
    assert (shown["agreed"], shown["due"]) == (agreed, pytest.approx(-20.35))
    refund = {"amount": 20.35, "method": "card", "reason": "Full", "lowersPrice": False}
    await post(owner_client, f"{path}/refunds", refund)
    shown = await money(owner_client, returned)
    assert (shown["agreed"], shown["paid"], shown["due"]) == (agreed, agreed, 0)
    entries = "select kind, amount_minor from journal_entries where booking_id = %s order by created_at, id"
    paid = round(issued["total"] * 100)
    assert query_admin_sql(entries, returned) == [("payment", paid), ("refund", 2_035)]


async def test_a_price_below_zero_is_refused(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, returned: str
) -> None:
    url = await decide(owner_client, returned, "fuel")
    query_admin_sql(
        "update bookings set total_minor = 100, price_lines = jsonb_build_array(jsonb_set(price_lines -> -1,"
        " '{amount}', '100')) where id = %s",
        returned,
    )
    refused = await owner_client.post(url, json=REASON)
    assert (refused.status_code, refused.json()["code"]) == (409, "PriceBelowZero")
    assert (await lines(owner_client, returned))["fuel"]["state"] == "accepted"


async def test_of_a_withdrawn_return_the_next_return_proposes_it_again(
    owner_client: httpx.AsyncClient, clock: FixedClock, returned: str
) -> None:
    url = await decide(owner_client, returned, "fuel")
    clock.move(minutes=1)
    back = {"fromStatus": "completed", "toStatus": "active", "reason": "The wrong mileage"}
    assert (await owner_client.post(f"{BOOKINGS}/{returned}/step-back", json=back)).status_code == 200
    assert (await owner_client.post(url, json=REASON)).status_code == 200
    assert (await lines(owner_client, returned))["fuel"]["state"] == "withdrawn"
    again = coming_back(clock, mileageKm=13_100, fuelEighths=6)
    costs = (await owner_client.post(f"/api/admin/yard/bookings/{returned}/costs", json=again)).json()
    assert [(each["kind"], each["amount"]) for each in costs["costs"]] == [("fuel", 20)]
