"""Payments by method, equal to the journal to the cent, and aged receivables, equal to what each booking owes."""

import csv
import io
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import httpx
import pytest
from console_people import signed_in_person
from payment_steps import BOOKINGS, add_booking, empty_money, money, open_till, pay, post
from product_fixtures import NOW, AdminSql, ClientFactory, SignIn

from abano.core.clock import FixedClock
from abano.db.engine import Database
from abano.payments.reports.rules import age_of, days_overdue
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
REPORTS = "/api/admin/reports"
YEAR = f"year={NOW.year}"


@pytest.fixture(autouse=True)
def _no_money(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false")
    empty_money(query_admin_sql)


async def shown(client: httpx.AsyncClient, path: str) -> dict[str, Any]:
    answer = await client.get(f"{REPORTS}/{path}")
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def lines(client: httpx.AsyncClient, path: str) -> list[dict[str, str]]:
    file = await client.get(f"{REPORTS}/{path}")
    assert file.status_code == 200, file.text
    return list(csv.DictReader(io.StringIO(file.text.removeprefix("\ufeff"))))


async def test_payments_by_method_are_those_of_the_journal(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    till = await open_till(owner_client)
    first, second = await add_booking(owner_client), await add_booking(owner_client)
    for booking, amount, method in (
        (first, 100.05, "cash"), (first, 30.1, "card"), (second, 45, "card"), (second, 12.34, "bank"),
    ):  # fmt: skip
        await pay(owner_client, booking, amount, method)
    refund = {"amount": 10.02, "method": "card", "reason": "Discount"}
    await post(owner_client, f"{BOOKINGS}/{first}/refunds", refund)
    await post(owner_client, f"{BOOKINGS}/{second}/deposits", {"amount": 200, "method": "cash"})
    back = {"returned": 150, "kept": 50, "applied": 0, "method": "bank", "reason": "A scratch"}
    await post(owner_client, f"{BOOKINGS}/{second}/deposits/settlement", back)
    await post(owner_client, f"/api/admin/tills/{till}/count", {"counted": 399, "reason": "Lost a coin"})
    # One in another currency, which is added up apart.
    query_admin_sql("update bookings set currency = 'USD' where id = %s", await add_booking(owner_client))
    [(other,)] = query_admin_sql("select id from bookings where currency = 'USD'")
    await pay(owner_client, str(other), 7, "card")

    report = await shown(owner_client, f"payments?{YEAR}")
    assert [each["currency"] for each in report["currencies"]] == sorted({georgia.currency, "USD"})
    for currency in report["currencies"]:
        for row in currency["methods"]:
            [(change,)] = query_admin_sql(
                "select sum(case when debit = %s then amount_minor when credit = %s then -amount_minor else 0 end)"
                " from journal_entries where tenant_id = %s and currency = %s",
                row["method"], row["method"], georgia.id, currency["currency"],
            )  # fmt: skip
            assert round(100 * row["change"]) == change
            parts = ("net", "depositsTaken", "differences")
            assert round(100 * (sum(row[part] for part in parts) - row["depositsReturned"])) == change
    own = next(each for each in report["currencies"] if each["currency"] == georgia.currency)
    assert {row["method"]: (row["received"], row["refunded"], row["net"]) for row in own["methods"]} == {
        "cash": (100.05, 0, 100.05),
        "card": (75.1, 10.02, 65.08),
        "bank": (12.34, 0, 12.34),
    }
    cash = own["methods"][0]
    assert (cash["depositsTaken"], cash["differences"], cash["change"]) == (200, -1.05, 299)
    assert (own["received"], own["refunded"], own["net"]) == (187.49, 10.02, 177.47)

    summary = await lines(owner_client, f"payments/export.csv?{YEAR}")
    entries = await lines(owner_client, f"payments/entries.csv?{YEAR}")
    for row in summary:
        of_method = [
            Decimal(entry["Amount"])
            for entry in entries
            if (entry["Payment method"], entry["Currency"]) == (row["Payment method"], row["Currency"])
        ]
        assert sum(of_method) == Decimal(row["Total change"])
    assert {entry["Receipt"][:2] for entry in entries} == {"R-", ""}
    # Before and after that day there is nothing.
    assert (await shown(owner_client, "payments?from=2020-01-01&to=2020-12-31"))["currencies"] == []


def test_ages_change_on_their_day() -> None:
    due = date(2026, 1, 31)
    ages = [
        age_of(days_overdue(due, due + timedelta(days=count))) for count in (-5, 0, 1, 30, 31, 60, 61, 90, 91)
    ]
    assert ages == ["notDue", "notDue", "days30", "days30", "days60", "days60", "days90", "days90", "older"]


def move(query_admin_sql: AdminSql, booking: str, days: int) -> None:
    """The rental began so many days ago, and was booked and confirmed before."""
    query_admin_sql(
        "update bookings set status = 'active', created_at = %s, pickup_at = %s, return_at = %s where id = %s",
        NOW - timedelta(days=days + 30), NOW - timedelta(days=days), NOW + timedelta(days=3), booking,
    )  # fmt: skip
    query_admin_sql("delete from booking_events where booking_id = %s", booking)


async def test_receivables_are_what_bookings_owe_by_age(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, clock: FixedClock
) -> None:
    seller = {"legalName": "Abano", "paymentDays": 14}
    assert (await owner_client.put("/api/admin/seller", json=seller)).is_success
    bookings = [await add_booking(owner_client) for _ in range(5)]
    today, old, older, paid, invoiced = bookings
    for booking, days in ((today, 0), (old, 20), (older, 100), (paid, 40)):
        move(query_admin_sql, booking, days)
    await pay(owner_client, old, 10.01)
    await pay(owner_client, paid, (await money(owner_client, paid))["due"])
    document = (await post(owner_client, f"{BOOKINGS}/{invoiced}/invoices"))["document"]

    report = await shown(owner_client, "receivables")
    [currency] = report["currencies"]
    items = {item["bookingId"]: item for customer in currency["customers"] for item in customer["items"]}
    dues = {booking: (await money(owner_client, booking))["due"] for booking in bookings}
    assert {booking: item["open"] for booking, item in items.items()} == {
        booking: due for booking, due in dues.items() if due > 0
    }
    assert paid not in items
    assert [items[each]["age"] for each in (today, old, older, invoiced)] == [
        "notDue", "days30", "older", "notDue",
    ]  # fmt: skip
    assert items[invoiced]["invoiceNumber"] == document["number"]
    day = NOW.astimezone().date() + timedelta(days=14)
    assert items[invoiced]["dueOn"] in {str(day), str(day + timedelta(days=1))}
    total = currency["total"]
    assert total["days30"] == dues[old]
    assert total["older"] == dues[older]
    assert round(total["total"], 2) == round(sum(due for due in dues.values() if due > 0), 2)
    # The same customer five times.
    [customer] = currency["customers"]
    assert customer["ages"] == total

    # The invoice is overdue when its terms are over; before it was issued no one owed it.
    later = str(NOW.date() + timedelta(days=30))
    [then] = (await shown(owner_client, f"receivables?asOf={later}"))["currencies"]
    of_later = {item["bookingId"]: item for each in then["customers"] for item in each["items"]}
    assert of_later[invoiced]["age"] == "days30"
    before = str(NOW.date() - timedelta(days=10))
    [then] = (await shown(owner_client, f"receivables?asOf={before}"))["currencies"]
    of_before = {item["bookingId"]: item for each in then["customers"] for item in each["items"]}
    # Nothing was paid by then, and two rentals had not begun.
    assert {booking: item["age"] for booking, item in of_before.items()} == {
        old: "days30", older: "days90", paid: "days30",
    }  # fmt: skip
    assert of_before[old]["open"] == pytest.approx(dues[old] + 10.01)

    rows = await lines(owner_client, "receivables/export.csv")
    assert sum(Decimal(row["Open"]) for row in rows) == Decimal(str(round(total["total"], 2)))
    assert sum(Decimal(row["Over 90 days"] or 0) for row in rows) == Decimal(str(dues[older]))


async def test_prices_changed_and_rentals_cancelled_since_are_as_they_were(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking, cancelled = await add_booking(owner_client), await add_booking(owner_client)
    for each in (booking, cancelled):
        move(query_admin_sql, each, 50)
    agreed = (await money(owner_client, booking))["agreed"]
    await pay(owner_client, booking, 50)
    refund = {"amount": 50, "method": "card", "reason": "Discount", "lowersPrice": True}
    await post(owner_client, f"{BOOKINGS}/{booking}/refunds", refund)
    query_admin_sql("update bookings set status = 'cancelled' where id = %s", cancelled)
    for status, days in (("confirmed", 60), ("cancelled", 1)):
        query_admin_sql(
            "insert into booking_events (tenant_id, id, booking_id, from_status, to_status, actor, created_at)"
            " select tenant_id, gen_random_uuid(), id, 'pending', %s, 'system', %s from bookings where id = %s",
            status, NOW - timedelta(days=days), cancelled,
        )  # fmt: skip

    async def open_on(day: date) -> dict[str, float]:
        found = (await shown(owner_client, f"receivables?asOf={day}"))["currencies"]
        return {
            item["bookingId"]: item["open"]
            for currency in found
            for customer in currency["customers"]
            for item in customer["items"]
        }

    assert await open_on(NOW.date() - timedelta(days=5)) == {booking: agreed, cancelled: agreed}
    assert await open_on(NOW.date()) == {booking: agreed - 50}


async def test_another_company_has_its_own_and_bad_days_are_refused(
    owner_client: httpx.AsyncClient,
    db: Database,
    alps: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
) -> None:
    booking = await add_booking(owner_client)
    move(query_admin_sql, booking, 5)
    await pay(owner_client, booking, 10)
    stranger = await signed_in_person(db, alps, "owner", client_of, sign_in)
    for path in ("receivables", f"payments?{YEAR}"):
        assert len((await shown(owner_client, path))["currencies"]) == 1
        assert (await shown(stranger.client, path))["currencies"] == []
    for query in ("asOf=yesterday", "asOf=1999-12-31", "asOf=2026-02-30"):
        answer = await owner_client.get(f"{REPORTS}/receivables?{query}")
        assert answer.status_code == 422, query
        assert "asOf" in answer.text
