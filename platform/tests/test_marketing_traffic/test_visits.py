"""Visits: who sees them, paging, filters, deleting, and ips that leave none."""

import asyncio
import time
from datetime import datetime, timedelta
from typing import get_args
from uuid import UUID

import httpx
import pytest
from console_people import audited
from paged_lists import assert_sorted, assert_sorts_checked
from product_fixtures import NOW, AdminSql
from running_stack import WAIT_SECONDS

from abano.core.ids import new_id
from abano.marketing.traffic.schemas import VisitSort
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
VISITS = "/api/ip/visits"
EXCLUDED = "/api/ip/excluded-ips"


@pytest.fixture(autouse=True)
def _no_visits(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from ip_visits")
    query_admin_sql("update tenant_settings set excluded_ips = '{}'")


def add_visit(
    query_admin_sql: AdminSql, tenant: Tenant, address: str, at: datetime, *, paid: bool = False
) -> UUID:
    visit_id = new_id()
    query_admin_sql(
        "insert into ip_visits (tenant_id, id, ip_address, is_google_ads_traffic, visited_at)"
        " values (%s, %s, %s, %s, %s)",
        tenant.id,
        visit_id,
        address,
        paid,
        at,
    )
    return visit_id


async def ips(owner: httpx.AsyncClient, **query: str) -> list[str]:
    answer = await owner.get(VISITS, params=query)
    assert answer.status_code == 200, answer.text
    return [visit["ipAddress"] for visit in answer.json()["visits"]]


async def test_a_visit_as_the_product_describes_it(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    visit = add_visit(query_admin_sql, georgia, "198.51.100.7", NOW, paid=True)
    assert (await owner_client.get(VISITS)).json() == {
        "success": True,
        "visits": [
            {
                "id": str(visit),
                "ipAddress": "198.51.100.7",
                "visitedAt": "2026-06-10T09:00:00Z",
                "isGoogleAdsTraffic": True,
            }
        ],
        "nextCursor": None,
    }


async def test_newest_first_page_by_page_without_gap_or_repetition(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    # Three of a moment: the place in the list does not hang on the time alone.
    made = [
        str(add_visit(query_admin_sql, georgia, "198.51.100.7", NOW + timedelta(seconds=n // 3)))
        for n in range(10)
    ]
    seen: list[str] = []
    cursor = None
    while True:
        query = {"limit": "3"} | ({"cursor": cursor} if cursor else {})
        body = (await owner_client.get(VISITS, params=query)).json()
        seen += [visit["id"] for visit in body["visits"]]
        cursor = body["nextCursor"]
        if cursor is None:
            break
        # New visits come before the first page and shift nothing.
        add_visit(query_admin_sql, georgia, "203.0.113.1", NOW + timedelta(hours=1))
    assert seen == made[::-1]


async def test_sorts_keep_every_visit_when_many_share_a_value(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant, alps: Tenant
) -> None:
    add_visit(query_admin_sql, alps, "198.51.100.7", NOW)
    for address in ("2001:db8::1", "198.51.100.70", "198.51.100.9", "198.51.100.70", "2001:db8::1"):
        add_visit(query_admin_sql, georgia, address, NOW)
    by_address = ["198.51.100.9", "198.51.100.70", "198.51.100.70", "2001:db8::1", "2001:db8::1"]
    await assert_sorted(owner_client, VISITS, "visits", "ipAddress", by_address, limit="2")
    await assert_sorted(owner_client, VISITS, "visits", "visitedAt", ["2026-06-10T09:00:00Z"] * 5, limit="2")
    await assert_sorts_checked(owner_client, VISITS, get_args(VisitSort), limit="2")


async def test_filters_by_paid_search_and_by_address(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    for number, (address, paid) in enumerate(
        [("198.51.100.7", True), ("198.51.100.70", False), ("203.0.113.9", False), ("2001:db8::1", True)]
    ):
        add_visit(query_admin_sql, georgia, address, NOW - timedelta(minutes=number), paid=paid)
    assert await ips(owner_client, paid="true") == ["198.51.100.7", "2001:db8::1"]
    assert await ips(owner_client, paid="false") == ["198.51.100.70", "203.0.113.9"]
    assert await ips(owner_client, ip="198.51") == ["198.51.100.7", "198.51.100.70"]
    assert await ips(owner_client, ip="2001:DB8") == ["2001:db8::1"]
    assert await ips(owner_client, ip="203.0.113.0/24") == ["203.0.113.9"]
    assert await ips(owner_client, ip="2001:db8::/32", paid="true") == ["2001:db8::1"]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"ip": "100%"}, "ip"),
        ({"ip": "300.0.0.0/8"}, "ip"),
        ({"cursor": "nonsense"}, "cursor"),
        ({"limit": "0"}, "limit"),
    ],
)
async def test_what_cannot_be_read_is_named(
    owner_client: httpx.AsyncClient, query: dict[str, str], field: str
) -> None:
    answer = await owner_client.get(VISITS, params=query)
    assert answer.status_code == 422
    assert [item["field"] for item in answer.json()["fields"]] == [field]


async def test_deleting_one_and_all_leaves_other_companies_alone(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant, alps: Tenant
) -> None:
    own = [add_visit(query_admin_sql, georgia, "198.51.100.7", NOW) for _ in range(3)]
    foreign = add_visit(query_admin_sql, alps, "198.51.100.8", NOW)
    assert await ips(owner_client) == ["198.51.100.7"] * 3
    assert (await owner_client.delete(f"{VISITS}/{own[0]}")).status_code == 200
    assert (await owner_client.delete(f"{VISITS}/{own[0]}")).status_code == 404
    assert (await owner_client.delete(f"{VISITS}/{foreign}")).status_code == 404
    assert (await owner_client.delete(VISITS)).json() == {"success": True, "deleted": 2}
    assert await ips(owner_client) == []
    assert query_admin_sql("select id from ip_visits") == [(foreign,)]
    assert audited(query_admin_sql, "visits.all_deleted") == 1
    assert audited(query_admin_sql, "visits.deleted") == 1


async def test_excluded_addresses_are_kept_plain_and_noted_without_the_address(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    body = {"ips": [" 198.51.100.7 ", "10.0.0.0/8", "2001:db8::1", "10.1.2.3/8"]}
    answer = await owner_client.put(EXCLUDED, json=body)
    expected = ["198.51.100.7", "10.0.0.0/8", "2001:db8::1"]
    assert answer.json() == {"success": True, "ips": expected, "ownIp": "192.0.2.10"}
    assert (await owner_client.get(EXCLUDED)).json()["ips"] == expected
    rows = query_admin_sql("select before, after from audit_log where action = 'visits.exclusions_changed'")
    assert rows == [({"excludedIps": [], "count": 0}, {"excludedIps": "redacted", "count": 3})]
    assert query_admin_sql(
        "select count(*) from tenant_settings where tenant_id <> %s and excluded_ips <> '{}'",
        georgia.id,
    ) == [(0,)]


async def test_an_excluded_address_leaves_no_visit(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    await owner_client.put(EXCLUDED, json={"ips": ["192.0.2.0/24"]})
    # Copies of the product keep a company's rules for seconds; signing in has read them just now.
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        query_admin_sql("delete from ip_visits")
        assert (await client.post("/api/gclid/save", json={"gclid": "abc"})).status_code == 200
        if query_admin_sql("select count(*) from ip_visits") == [(0,)]:
            return
        await asyncio.sleep(0.1)
    pytest.fail("the excluded address still leaves visits")


@pytest.mark.parametrize("ips", [["198.51.100"], ["198.51.100.7/40"], ["10.0.0.1"] * 51])
async def test_a_bad_exclusion_is_refused_by_name(owner_client: httpx.AsyncClient, ips: list[str]) -> None:
    answer = await owner_client.put(EXCLUDED, json={"ips": ips})
    assert answer.status_code == 422
    assert [item["field"] for item in answer.json()["fields"]] == ["ips"]
