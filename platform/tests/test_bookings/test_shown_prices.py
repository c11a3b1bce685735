"""What a customer saw beside the charged total: computed by the server, stored, shown, and nowhere counted."""

import csv
from typing import Any

import httpx
import pytest
from booking_form import book
from loadtests.forms import ALPINE
from product_fixtures import AdminSql

pytestmark = pytest.mark.anyio
STORED = (
    "select display_currency, display_rate::text, display_total_minor, total_minor, currency"
    " from bookings where id = %s"
)


async def test_the_server_computes_what_the_customer_saw_and_charges_its_own_currency(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booked = (await book(client, displayCurrency="USD", displayTotal=1, displayRate=1)).json()
    assert (booked["totalPrice"], booked["currency"]) == (485, "EUR")
    assert (booked["displayTotal"], booked["displayCurrency"]) == (566, "USD")
    assert query_admin_sql(STORED, booked["bookingId"]) == [("USD", "1.165000", 56_600, 48_500, "EUR")]
    console = (await owner_client.get(f"/api/admin/bookings/{booked['bookingId']}")).json()["booking"]
    assert (console["totalPrice"], console["currency"]) == (485, "EUR")
    assert console["shownPrice"] == {"currency": "USD", "rate": 1.165, "total": 566}


async def test_the_bookings_export_has_both(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    plain = (await book(client)).json()["reference"]
    shown = (await book(client, displayCurrency="GEL")).json()["reference"]
    text = (await owner_client.get("/api/admin/bookings/export.csv")).text
    rows = {row["Booking ID"]: row for row in csv.DictReader(text.lstrip("\ufeff").splitlines())}
    names = ("Total price", "Currency", "Shown total", "Shown currency", "Exchange rate")
    assert [rows[shown][name] for name in names] == ["485.00", "EUR", "1528.00", "GEL", "3.150000"]
    assert [rows[plain][name] for name in names] == ["485.00", "EUR", "", "", ""]


@pytest.mark.parametrize(
    "currency", ["EUR", "CHF", "XYZ", "usd", "", "a long text", "\0", None, 5, 1.5, True, [], {}]
)
async def test_no_booking_fails_by_a_currency_that_is_not_offered(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, currency: Any
) -> None:
    answer = await book(client, displayCurrency=currency)
    assert answer.status_code == 201, answer.text
    booked = answer.json()
    assert (booked["displayTotal"], booked["displayCurrency"]) == (None, None)
    assert query_admin_sql(STORED, booked["bookingId"]) == [(None, None, None, 48_500, "EUR")]
    console = (await owner_client.get(f"/api/admin/bookings/{booked['bookingId']}")).json()["booking"]
    assert console["shownPrice"] is None


async def test_a_company_shows_by_its_own_rates_alone(
    alps_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    shown = (await book(alps_client, displayCurrency="EUR", **ALPINE)).json()
    assert (shown["currency"], shown["displayCurrency"]) == ("CHF", "EUR")
    assert query_admin_sql(STORED, shown["bookingId"])[0][:2] == ("EUR", "1.072000")
    # The other company's dollars are none of this one's.
    other = (await book(alps_client, displayCurrency="USD", **ALPINE)).json()
    assert other["displayCurrency"] is None


async def test_a_submit_that_is_sent_again_is_answered_with_what_was_shown_then(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    first = await book(client, key="shown", displayCurrency="USD")
    await owner_client.post("/api/admin/currencies/rates", json={"currency": "USD", "rate": 2})
    again = await book(client, key="shown", displayCurrency="USD")
    assert again.json() == first.json()


async def test_ledger_and_analytics_know_the_charged_amount_alone(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    query_admin_sql(
        "insert into affiliates (tenant_id, id, name, email, created_at)"
        " select id, gen_random_uuid(), 'Partner', 'shown@example.com', now() from tenants where slug = 'georgia'"
    )
    query_admin_sql(
        "insert into promo_codes (tenant_id, code, affiliate_id, created_at)"
        " select tenant_id, 'SHOWN', id, now() from affiliates where email = 'shown@example.com'"
    )
    booked = (await book(client, displayCurrency="GEL", promoCode="SHOWN")).json()
    assert (booked["totalPrice"], booked["displayTotal"]) == (436.5, 1375)
    earned = "select currency, base_minor, amount_minor from commissions where booking_id = %s"
    assert query_admin_sql(earned, booked["bookingId"]) == [("EUR", 43_650, 8_730)]
    readable = query_admin_sql(
        "select attname::text from pg_attribute where attrelid = 'bookings'::regclass and attnum > 0"
        " and has_column_privilege('abano_reporting', attrelid, attnum, 'select')"
    )
    assert ("total_minor",) in readable
    assert not [name for (name,) in readable if name.startswith("display_")]
    assert query_admin_sql("select has_table_privilege('abano_reporting', 'exchange_rates', 'select')") == [
        (False,)
    ]


async def test_erasing_the_person_keeps_what_was_shown_as_it_keeps_the_total(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    email = "shown.person@example.com"
    booked = (await book(client, displayCurrency="USD", customerEmail=email)).json()
    copy = await owner_client.post("/api/admin/customers/export", json={"email": email})
    assert '"display_currency":"USD"' in copy.text.replace(" ", "")
    assert (await owner_client.post("/api/admin/customers/erase", json={"email": email})).status_code == 200
    [row] = query_admin_sql(STORED, booked["bookingId"])
    assert row[0] == "USD"
    assert row[3] == 48_500
