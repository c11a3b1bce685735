"""More affiliates and bookings than a list shows: the rest is mentioned, the totals count all."""

import csv
import io
from uuid import UUID

import httpx
import pytest
from affiliate_steps import add_affiliate, book
from product_fixtures import AdminSql

from abano.core.clock import FixedClock
from abano.db.unit_of_work import UnitOfWork
from abano.marketing.commissions import endpoints
from abano.marketing.commissions import service as report_service
from abano.marketing.commissions.rules import Summary
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
URL = "/api/referrers/dashboard"
COLUMNS = ["Date", "Booking ID", "Car", "Route", "Total Price", "Commission", "Commission Status"]
WHO = {
    "name": "Many Roads",
    "email": "many@dash.example.com",
    "paypalEmail": "pay@dash.example.com",
    "password": "a long password",
}


async def test_dashboard_of_more_bookings_than_it_lists(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql,
    clock: FixedClock, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(report_service, "LISTED_BOOKINGS", 1)
    code = (await client.post("/api/referrers/register", json=WHO)).json()["referrer"]["promoCode"]
    held = str(await book(client, code, gclid="click"))
    clock.move(seconds=1)
    newest = str(await book(client, code))
    entered = await client.post("/api/referrers/login", json=WHO)
    own = {"authorization": f"Bearer {entered.json()['token']}"}

    short = (await client.get(URL, headers=own)).json()["data"]
    assert [one["bookingId"] for one in short["bookings"]] == [newest]
    assert short["bookingsCount"] == 2
    references = {str(row[0]): row[1] for row in query_admin_sql("select id, reference from bookings")}
    file = await client.get("/api/referrers/bookings.csv", headers=own)
    assert file.headers["content-type"] == "text/csv; charset=utf-8"
    assert file.headers["cache-control"] == "no-store"
    heading, *rows = csv.reader(io.StringIO(file.content.decode("utf-8-sig")))
    assert heading == COLUMNS
    assert [row[1] for row in rows] == [references[newest], references[held]]
    assert [row[6] for row in rows] == ["Pending", "In review"]
    assert rows[0][3:6] == ["Tbilisi – Tbilisi", "346.50", "69.30"]
    assert (await client.get("/api/referrers/bookings.csv")).status_code == 401
    # 385 less 10 % is 346.50, of which a fifth is 69.30: both are counted, one is in review.
    assert short["totals"] == {
        "totalCommissionOwed": 138.6, "totalCommissionPaid": 0, "totalCommissionPayable": 0,
        "totalCommissionPending": 69.3, "totalCommissionInReview": 69.3, "totalBookings": 2,
    }  # fmt: skip

    [(affiliate,)] = query_admin_sql("select id from affiliates where email = 'many@dash.example.com'")
    seen = (await owner_client.get(f"/api/admin/affiliates/{affiliate}")).json()
    assert (len(seen["commissions"]), seen["commissionsCount"]) == (1, 2)
    assert seen["affiliate"]["commissionOwed"] == 138.6
    # What waits for a decision is listed however old it is.
    assert [one["bookingId"] for one in seen["heldCommissions"]] == [held]


async def test_totals_and_bookings_are_of_one_moment(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = WHO | {"email": "moment@dash.example.com"}
    code = (await client.post("/api/referrers/register", json=who)).json()["referrer"]["promoCode"]
    own = {"authorization": f"Bearer {(await client.post('/api/referrers/login', json=who)).json()['token']}"}
    await book(client, code)
    totals = report_service.get_affiliate

    async def slowly(uow: UnitOfWork, tenant: Tenant, affiliate_id: UUID) -> Summary:
        found = await totals(uow, tenant, affiliate_id)
        await book(client, code)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(report_service, "get_affiliate", slowly)
        seen = (await client.get(URL, headers=own)).json()["data"]
    assert (seen["totals"]["totalBookings"], seen["bookingsCount"], len(seen["bookings"])) == (1, 1, 1)
    assert (await client.get(URL, headers=own)).json()["data"]["totals"]["totalBookings"] == 2


async def test_list_of_affiliates_counts_those_left_out(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(endpoints, "MAX_ROWS", 1)
    for code in ("LONGLIST1", "LONGLIST2"):
        add_affiliate(query_admin_sql, code, commission=1000)
        await book(client, code)
    add_affiliate(query_admin_sql, "LONGLIST3", tenant="alps")
    answer = await owner_client.get("/api/admin/affiliates", params={"search": "longlist"})
    assert (len(answer.json()["affiliates"]), answer.json()["found"]) == (1, 2)
    assert answer.json()["stats"]["totalCommissionOwed"] >= 77
