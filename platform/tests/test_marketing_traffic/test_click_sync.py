"""The page that sister sites open in a hidden frame, and addresses behind proxies."""

import httpx
import pytest
from fastapi import FastAPI
from product_fixtures import AdminSql, ClientFactory

from abano.core.config import Settings

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _sisters(query_admin_sql: AdminSql) -> None:
    query_admin_sql(
        "update tenant_settings set click_id_domains = '{sister.example,Cars.Example:8443}'"
        " where tenant_id = (select id from tenants where is_default)"
    )


async def sync(client: httpx.AsyncClient, referer: str, query: str = "gclid=TeSter-123") -> httpx.Response:
    return await client.get(f"/click-sync?{query}", headers={"referer": referer} if referer else {})


@pytest.mark.parametrize("referer", ["https://sister.example/", "http://cars.example:8443/x?y=1"])
async def test_a_sister_site_hands_its_click_ids_over(client: httpx.AsyncClient, referer: str) -> None:
    page = await sync(client, referer, "gclid=TeSter-123&wbraid=w_1&gbraid=")
    assert page.status_code == 200
    cookies = page.headers.get_list("set-cookie")
    assert [cookie.partition(";")[0] for cookie in cookies] == [
        "cross_domain_gclid=TeSter-123",
        "cross_domain_wbraid=w_1",
    ]
    assert all("Max-Age=7776000; Path=/; SameSite=None; Secure" in cookie for cookie in cookies)
    policy = page.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; frame-ancestors 'self' ")
    assert {"sister.example:*", "cars.example:*"} <= set(policy.split())
    assert "<script" not in page.text


@pytest.mark.parametrize(
    "referer",
    [
        "",
        "https://evil.example/",
        "https://sister.example.evil.example/",
        "https://evil.example/?sister.example",
        "https://sister.example@evil.example/",
        "sister.example",
        "https://[broken",
    ],
)
async def test_no_one_else_does(client: httpx.AsyncClient, referer: str) -> None:
    refused = await sync(client, referer)
    assert refused.status_code == 403
    assert "set-cookie" not in refused.headers


async def test_another_companys_sister_is_no_one_here(alps_client: httpx.AsyncClient) -> None:
    assert (await sync(alps_client, "https://sister.example/")).status_code == 403


@pytest.mark.parametrize("claim", ["<script>", "a;b=c", "a%0d%0aSet-Cookie:x=1", "x" * 201, "ü"])
async def test_only_valid_ids_are_taken(client: httpx.AsyncClient, claim: str) -> None:
    refused = await sync(client, "https://sister.example/", f"gclid={claim}")
    assert refused.status_code == 422
    assert "set-cookie" not in refused.headers


@pytest.mark.parametrize(
    ("proxies", "forwarded", "seen"),
    [
        (0, "203.0.113.7", "192.0.2.10"),
        (1, "1.1.1.1, 203.0.113.7", "203.0.113.7"),
        (1, "2001:DB8::7", "2001:db8::7"),
        (2, "203.0.113.7", "unknown"),
        (1, "not an address", "unknown"),
    ],
)
async def test_addresses_are_believed_as_far_as_the_proxies_reach(
    app: FastAPI,
    settings: Settings,
    client_of: ClientFactory,
    query_admin_sql: AdminSql,
    proxies: int,
    forwarded: str,
    seen: str,
) -> None:
    query_admin_sql("delete from click_records")
    app.state.settings = settings.model_copy(update={"trusted_proxies": proxies})
    client = client_of("localhost")
    headers = {"x-forwarded-for": forwarded}
    assert (await client.get("/api/ip/detect", headers=headers)).json() == {"ip": seen}
    saved = await client.post("/api/gclid/save", json={"gclid": "x", "ipAddress": "9.9.9.9"}, headers=headers)
    assert saved.status_code == 200
    expected = None if seen == "unknown" else seen
    assert query_admin_sql("select host(ip_address) from click_records") == [(expected,)]
    found = await client.get(f"/api/gclid/latest?ipAddress={forwarded}", headers=headers)
    assert found.json()["success"] is (seen == forwarded.lower())
