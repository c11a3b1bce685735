"""Fees of late cancellations and no-shows: proposed by the agreed terms, and one amount in money and invoice."""

from datetime import timedelta
from typing import Any

import httpx
import pytest
from payment_steps import BOOKINGS, add_booking, empty_money, money, pay
from product_fixtures import AdminSql

from abano.booking_record.rules import CancellationFee, cancellation_fee

pytestmark = pytest.mark.anyio
TERMS = {"freeCancellationHours": 24, "lateCancellationDays": 1, "noShowDays": 2}


@pytest.fixture(autouse=True)
def _no_money(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false")
    empty_money(query_admin_sql)


async def cancelled(console: httpx.AsyncClient, sql: AdminSql, *, hours: int) -> str:
    """A confirmed booking, cancelled so many hours before its pickup."""
    booking = await add_booking(console)
    sql(
        "update bookings set status = 'confirmed', agreed_terms = %s::jsonb,"
        " pickup_at = updated_at + %s * interval '1 hour', return_at = updated_at + interval '30 days' where id = %s",
        '{"freeCancellationHours": 24, "lateCancellationDays": 1, "noShowDays": 2}', hours, booking,
    )  # fmt: skip
    body = {"fromStatus": "confirmed", "toStatus": "cancelled", "reason": "Flight cancelled"}
    answer = await console.post(f"{BOOKINGS}/{booking}/status", json=body)
    assert answer.status_code == 200, answer.text
    return booking


async def charge(console: httpx.AsyncClient, booking: str, amount: object) -> httpx.Response:
    return await console.put(f"{BOOKINGS}/{booking}/cancellation-fee", json={"amount": amount})


def shown_fee(answer: dict[str, Any]) -> tuple[str, float, float | None]:
    fee = answer["cancellationFee"]
    return fee["kind"], fee["proposed"], fee["charged"]


async def test_a_late_cancellation_costs_what_was_agreed_once_the_desk_charges_it(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking = await cancelled(owner_client, query_admin_sql, hours=23)
    rate = (await owner_client.get(f"{BOOKINGS}/{booking}")).json()["booking"]["dailyRate"]
    before = await money(owner_client, booking)
    assert shown_fee(before) == ("late_cancellation", rate, None)
    assert (before["agreed"], before["due"]) == (0, 0)
    charged = await charge(owner_client, booking, rate)
    assert charged.status_code == 200, charged.text
    assert (charged.json()["agreed"], charged.json()["due"]) == (rate, rate)
    # It is owed like anything else: on the list of balances, paid at the desk, on the invoice.
    owed = (await owner_client.get("/api/admin/balances-due")).json()
    assert [each["due"] for each in owed["balances"] if each["bookingId"] == booking] == [rate]
    assert owed["total"] == rate
    paid = await pay(owner_client, booking, rate)
    assert (paid["paid"], paid["due"]) == (rate, 0)
    preview = (await owner_client.get(f"{BOOKINGS}/{booking}/invoice-preview")).json()["preview"]
    assert [(line["label"], line["amount"]) for line in preview["lines"]] == [("Cancellation fee", rate)]
    # Undone with the cancellation.
    back = {"fromStatus": "cancelled", "toStatus": "confirmed", "reason": "By mistake"}
    stepped = await owner_client.post(f"{BOOKINGS}/{booking}/step-back", json=back)
    assert stepped.status_code == 200, stepped.text
    restored = await money(owner_client, booking)
    assert restored["cancellationFee"] is None
    assert query_admin_sql("select cancellation_fee_minor from bookings where id = %s", booking) == [(None,)]


async def test_a_fee_is_waived_changed_and_never_above_the_price(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking = await cancelled(owner_client, query_admin_sql, hours=48)
    assert shown_fee(await money(owner_client, booking)) == ("cancellation", 0, None)
    total = (await owner_client.get(f"{BOOKINGS}/{booking}")).json()["booking"]["totalPrice"]
    for amount, code in ((total + 0.01, "fee_above_price"), (-1, "too_small"), ("1.234", None)):
        refused = await charge(owner_client, booking, amount)
        assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, "amount")
        assert code is None or code in refused.text
    assert (await charge(owner_client, booking, 15)).json()["due"] == 15
    waived = (await charge(owner_client, booking, 0)).json()
    assert (waived["due"], shown_fee(waived)) == (0, ("cancellation", 0, 0))
    reference = (await owner_client.get(f"{BOOKINGS}/{booking}")).json()["booking"]["reference"]
    audited = (
        "select after ->> 'amount' from audit_log where action = 'booking.fee_charged' and subject_id = %s"
    )
    assert {row[0] for row in query_admin_sql(audited, reference)} == {"15", "0"}


async def test_only_a_cancelled_booking_has_a_fee(owner_client: httpx.AsyncClient) -> None:
    booking = await add_booking(owner_client)
    assert (await money(owner_client, booking))["cancellationFee"] is None
    refused = await charge(owner_client, booking, 10)
    assert (refused.status_code, refused.json()["code"]) == (409, "NotCancelled")


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({}, CancellationFee("late_cancellation", 5_000)),
        ({"notice": timedelta(hours=24)}, CancellationFee("cancellation", 0)),
        ({"was_confirmed": False}, CancellationFee("cancellation", 0)),
        ({"is_no_show": True, "was_confirmed": False}, CancellationFee("no_show", 10_000)),
        ({"is_no_show": True, "total": 7_000}, CancellationFee("no_show", 7_000)),
        ({"terms": {}}, CancellationFee("cancellation", 0)),
        ({"terms": {"freeCancellationHours": 24}}, CancellationFee("late_cancellation", 0)),
    ],
)
def test_the_fee_is_the_price_of_the_agreed_days(facts: dict[str, Any], expected: CancellationFee) -> None:
    usual: dict[str, Any] = {
        "terms": TERMS, "was_confirmed": True, "is_no_show": False, "notice": timedelta(hours=23),
        "daily_rate": 5_000, "total": 35_000,
    }  # fmt: skip
    given = usual | facts
    assert cancellation_fee(given.pop("terms"), **given) == expected
