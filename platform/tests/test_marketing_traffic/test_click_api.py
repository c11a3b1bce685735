"""Click tracking: stored data, attribution, and visitors who leave no trace."""

from typing import Any

import httpx
import pytest
from background_tasks import run_for_all
from product_fixtures import AdminSql

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.marketing.traffic.tasks import delete_old

pytestmark = pytest.mark.anyio
DEVICE = "0123456789abcdef"
PHONE = {"user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1"}


@pytest.fixture(autouse=True)
def _no_clicks(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from click_records")
    query_admin_sql("delete from ip_visits")


async def save(
    client: httpx.AsyncClient, headers: dict[str, str] | None = None, **body: Any
) -> httpx.Response:
    return await client.post("/api/gclid/save", json=body, headers=headers or PHONE)


async def latest(client: httpx.AsyncClient, **query: str) -> str | None:
    found: str | None = (await client.get("/api/gclid/latest", params=query)).json()["gclid"]
    return found


async def test_a_click_is_found_again_by_own_address_and_by_device(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    await save(client, gclid="TeSter-123", deviceFingerprint=DEVICE, ipAddress="203.0.113.9")
    assert (await client.get("/api/ip/detect")).json() == {"ip": "192.0.2.10"}
    assert await latest(client, ipAddress="192.0.2.10") == "TeSter-123"
    assert await latest(client, deviceFingerprint=DEVICE) == "TeSter-123"
    assert await latest(client, ipAddress="203.0.113.9") is None  # claimed, and not the caller's own
    assert await latest(client, ipAddress="nonsense") is None
    assert await latest(client) is None
    assert await latest(alps_client, deviceFingerprint=DEVICE) is None


async def test_a_click_is_forgotten_after_ninety_days(client: httpx.AsyncClient, clock: FixedClock) -> None:
    await save(client, gclid="old-1", deviceFingerprint=DEVICE)
    clock.move(days=91)
    assert await latest(client, deviceFingerprint=DEVICE) is None


@pytest.mark.parametrize(
    ("body", "paid"),
    [
        ({"gclid": "a"}, True),
        ({"wbraid": "b"}, True),
        ({"gclid": "a", "isRestored": True}, False),
        ({"gclid": "a", "isRestored": True, "sourceUrl": "/?utm_source=google&utm_medium=ppc"}, True),
        ({"sourceUrl": "https://x.example/?utm_source=google&utm_medium=CPC"}, True),
        ({"sourceUrl": "https://x.example/?utm_source=bing&utm_medium=cpc"}, False),
        ({}, False),
    ],
)
async def test_visits_say_whether_they_were_paid_for(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, body: dict[str, Any], paid: bool
) -> None:
    await save(client, **body)
    rows = query_admin_sql("select host(ip_address), is_google_ads_traffic from ip_visits")
    assert rows == [("192.0.2.10", paid)]


@pytest.mark.parametrize(
    "fingerprint",
    [
        "",
        "iphone",
        DEVICE.upper(),
        DEVICE[:-1],
        DEVICE + "0",
        f" {DEVICE}",
        f"{DEVICE}\n",
        "0123456789abcdeg",
        "a" * 5000,
    ],
)
async def test_a_fingerprint_that_is_no_hash_of_ours_is_refused_by_name(
    client: httpx.AsyncClient, fingerprint: str
) -> None:
    answer = await client.get("/api/gclid/latest", params={"deviceFingerprint": fingerprint})
    assert answer.status_code == 422
    assert [item["field"] for item in answer.json()["fields"]] == ["deviceFingerprint"]


async def test_looking_for_click_ids_is_limited_by_address(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("update tenant_settings set public_writes_per_minute = 3")
    codes = [
        (await client.get("/api/gclid/latest", params={"deviceFingerprint": f"{number:016x}"})).status_code
        for number in range(4)
    ]
    refused = await client.get("/api/gclid/latest", params={"ipAddress": "192.0.2.10"})
    query_admin_sql("update tenant_settings set public_writes_per_minute = 600")
    assert codes == [200, 200, 200, 429]
    assert refused.status_code == 429
    assert 0 < int(refused.headers["retry-after"]) <= 60


async def test_a_refused_record_recognises_no_one(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    ids = {"gclid": "a", "wbraid": "w", "deviceFingerprint": "d"}
    await save(client, None, **ids, sourceUrl="https://x.example/black?gclid=a", consentState="refused")
    rows = query_admin_sql(
        "select gclid, wbraid, device_fingerprint, source_url, ip_address from click_records"
    )
    assert rows == [(None, None, None, "https://x.example/black", None)]
    assert query_admin_sql("select 1 from ip_visits") == []


async def test_where_a_company_asks_only_consent_makes_a_visit(
    alps_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    kept = "select consent_state, gclid, host(ip_address) from click_records order by created_at, id"
    await save(alps_client, gclid="a", consentState="unknown")
    assert query_admin_sql("select count(*) from ip_visits") == [(0,)]
    await save(alps_client, gclid="a", consentState="granted", isRepeat=True)
    assert query_admin_sql(kept) == [("unknown", None, None), ("granted", "a", "192.0.2.10")]
    assert query_admin_sql("select count(*) from ip_visits") == [(1,)]
    await save(alps_client, gclid="a", consentState="refused", isRepeat=True)
    assert query_admin_sql(kept) == [("unknown", None, None), ("refused", None, None)]
    assert query_admin_sql("select count(*) from ip_visits") == [(0,)]


async def test_a_repeated_load_is_no_second_visit(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    await save(client, gclid="a")
    await save(client, gclid="a", isRepeat=True)
    assert query_admin_sql("select count(*) from ip_visits") == [(1,)]


@pytest.mark.parametrize(
    "headers",
    [
        {"user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"},
        {"user-agent": "AdsBot-Google (+http://www.google.com/adsbot.html)"},
        {"user-agent": "facebookexternalhit/1.1"},
        {"user-agent": ""},
        {**PHONE, "sec-purpose": "prefetch;prerender"},
        {**PHONE, "purpose": "prefetch"},
    ],
)
async def test_machines_leave_no_trace(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, headers: dict[str, str]
) -> None:
    assert (await save(client, headers, gclid="x")).status_code == 200
    assert query_admin_sql("select 1 from click_records") == query_admin_sql("select 1 from ip_visits") == []


async def test_a_companys_own_addresses_leave_no_trace(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("update tenant_settings set excluded_ips = '{192.0.2.0/24,2001:db8::/32}'")
    await save(client, gclid="x")
    query_admin_sql("update tenant_settings set excluded_ips = '{}'")
    assert query_admin_sql("select 1 from click_records") == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"gclid": "<script>"}, "gclid"),
        ({"gclid": "a" * 201}, "gclid"),
        ({"gclid": 5}, "gclid"),
        ({"sourceUrl": "x" * 2049}, "sourceUrl"),
        ({"consentState": "maybe"}, "consentState"),
    ],
)
async def test_bad_records_are_refused_by_field(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, body: dict[str, Any], field: str
) -> None:
    refused = await save(client, **body)
    assert refused.status_code == 422
    assert [item["field"] for item in refused.json()["fields"]] == [field]
    assert query_admin_sql("select 1 from click_records") == []


async def test_erasures_sent_to_the_warehouse_are_kept_for_ninety_days(
    db: Database, settings: Settings, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("delete from warehouse_erasures")
    query_admin_sql(
        "insert into warehouse_erasures (tenant_id, kind, subject, created_at)"
        " select id, 'session', 'quiz_x', %s from tenants where slug = 'georgia'",
        clock.now(),
    )
    for days, left in ((89, 1), (2, 0)):
        clock.move(days=days)
        await run_for_all(delete_old, TaskContext(db, settings, clock))
        assert query_admin_sql("select count(*) from warehouse_erasures") == [(left,)]


async def test_clicks_and_visits_go_after_the_retention_days(
    client: httpx.AsyncClient,
    db: Database,
    settings: Settings,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    await save(client, gclid="old")
    clock.move(days=89)
    await save(client, gclid="new")
    await run_for_all(delete_old, TaskContext(db, settings, clock))
    assert query_admin_sql("select count(*) from click_records") == [(2,)]
    clock.move(days=2)
    await run_for_all(delete_old, TaskContext(db, settings, clock))
    assert query_admin_sql("select gclid from click_records") == [("new",)]
    assert query_admin_sql("select count(*) from ip_visits") == [(1,)]
