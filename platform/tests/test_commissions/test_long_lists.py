"""More affiliates and bookings than a list shows: the rest is told of, the totals count all."""

import httpx
import pytest
from partner_steps import add_partner, book
from product_fixtures import AdminSql

from abano.commissions import endpoints, reading
from abano.kit.clock import FixedClock

pytestmark = pytest.mark.anyio
URL = "/api/referrers/dashboard"
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
    monkeypatch.setattr(reading, "LISTED_BOOKINGS", 1)
    code = (await client.post("/api/referrers/register", json=WHO)).json()["referrer"]["promoCode"]
    held = str(await book(client, code, gclid="click"))
    clock.move(seconds=1)
    newest = str(await book(client, code))
    entered = await client.post("/api/referrers/login", json=WHO)
    own = {"authorization": f"Bearer {entered.json()['token']}"}

    short = (await client.get(URL, headers=own)).json()["data"]
    assert [one["bookingId"] for one in short["bookings"]] == [newest]
    assert short["bookingsCount"] == 2
    whole = (await client.get(URL, params={"every": "true"}, headers=own)).json()["data"]
    assert {one["bookingId"] for one in whole["bookings"]} == {held, newest}
    assert whole["bookingsCount"] == 2
    # 385 less 10 % is 346.50, of which a fifth is 69.30: both are counted, one is in review.
    assert short["totals"] == whole["totals"] == {
        "totalCommissionOwed": 138.6, "totalCommissionPaid": 0, "totalCommissionInReview": 69.3, "totalBookings": 2,
    }  # fmt: skip

    [(affiliate,)] = query_admin_sql("select id from affiliates where email = 'many@dash.example.com'")
    seen = (await owner_client.get(f"/api/admin/affiliates/{affiliate}")).json()
    assert (len(seen["commissions"]), seen["commissionsCount"]) == (1, 2)
    assert seen["affiliate"]["commissionOwed"] == 138.6


async def test_list_of_affiliates_tells_how_many_it_leaves_out(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(endpoints, "LONGEST_LIST", 1)
    for code in ("LONGLIST1", "LONGLIST2"):
        add_partner(query_admin_sql, code, commission=1000)
        await book(client, code)
    add_partner(query_admin_sql, "LONGLIST3", tenant="alps")
    answer = await owner_client.get("/api/admin/affiliates", params={"search": "longlist"})
    assert (len(answer.json()["affiliates"]), answer.json()["found"]) == (1, 2)
    assert answer.json()["stats"]["totalCommissionOwed"] >= 77
