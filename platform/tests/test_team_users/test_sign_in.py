"""Admin sign-in: cookies, wrong passwords, throttling, other tenants, other origins."""

import asyncio

import httpx
import pytest
from fastapi import FastAPI
from product_fixtures import OWNER_EMAIL, OWNER_PASSWORD, AdminSql, ClientFactory, SignIn
from pydantic import SecretStr

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.main import create_app

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _forget_failures(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from sign_in_failures")


async def post_login(client: httpx.AsyncClient, email: str, password: str) -> httpx.Response:
    return await client.post("/api/admin/login", json={"email": email, "password": password})


async def test_signing_in_and_out(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/admin/me")).status_code == 401
    answer = await post_login(client, OWNER_EMAIL.upper(), OWNER_PASSWORD)
    assert answer.json() == {
        "success": True,
        "admin": {"email": OWNER_EMAIL, "name": answer.json()["admin"]["name"], "role": "owner"},
    }
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    me = (await client.get("/api/admin/me")).json()
    assert me["admin"]["role"] == "owner"
    assert me["tenant"]["timezone"] == "Asia/Tbilisi"
    token = client.cookies["abano_admin"]
    assert (await client.post("/api/admin/logout")).status_code == 200
    client.cookies.set("abano_admin", token)
    assert (await client.get("/api/admin/me")).status_code == 401


async def test_the_token_is_not_stored(
    client: httpx.AsyncClient, sign_in: SignIn, query_admin_sql: AdminSql
) -> None:
    await sign_in(client, OWNER_EMAIL, OWNER_PASSWORD)
    stored = query_admin_sql("select encode(token_hash, 'escape') from admin_sessions")
    assert client.cookies["abano_admin"] not in {row[0] for row in stored}


async def test_a_session_ends_after_its_time(
    client: httpx.AsyncClient, sign_in: SignIn, clock: FixedClock
) -> None:
    await sign_in(client, OWNER_EMAIL, OWNER_PASSWORD)
    clock.move(hours=11, minutes=59)
    assert (await client.get("/api/admin/me")).status_code == 200
    clock.move(minutes=2)
    assert (await client.get("/api/admin/me")).status_code == 401


async def test_signing_in_again_ends_the_session_that_the_browser_had(
    client: httpx.AsyncClient, sign_in: SignIn, query_admin_sql: AdminSql
) -> None:
    await sign_in(client, OWNER_EMAIL, OWNER_PASSWORD)
    earlier = client.cookies["abano_admin"]
    assert (await post_login(client, OWNER_EMAIL, "wrong")).status_code == 401
    assert (await client.get("/api/admin/me")).status_code == 200
    [(before,)] = query_admin_sql("select count(*) from admin_sessions")
    await sign_in(client, OWNER_EMAIL, OWNER_PASSWORD)
    assert client.cookies["abano_admin"] != earlier
    assert query_admin_sql("select count(*) from admin_sessions") == [(before,)]
    client.cookies.delete("abano_admin")
    client.cookies.set("abano_admin", earlier)
    assert (await client.get("/api/admin/me")).status_code == 401


async def test_wrong_password_and_unknown_account_sound_the_same(client: httpx.AsyncClient) -> None:
    wrong = await post_login(client, OWNER_EMAIL, "wrong password")
    unknown = await post_login(client, "unknown@example.com", "wrong password")
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.json() == unknown.json()


async def test_five_failures_a_minute_then_wait(client: httpx.AsyncClient, clock: FixedClock) -> None:
    for _ in range(5):
        assert (await post_login(client, OWNER_EMAIL, "wrong")).status_code == 401
    refused = await post_login(client, OWNER_EMAIL, OWNER_PASSWORD)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["retry-after"]) <= 60
    clock.move(seconds=61)
    assert (await post_login(client, OWNER_EMAIL, OWNER_PASSWORD)).status_code == 200


async def test_guessing_in_parallel_gets_no_extra_tries(client: httpx.AsyncClient) -> None:
    answers = await asyncio.gather(*(post_login(client, OWNER_EMAIL, f"guess {n}") for n in range(12)))
    statuses = [answer.status_code for answer in answers]
    assert statuses.count(401) == 5
    assert statuses.count(429) == 7


async def test_one_accounts_failures_do_not_lock_another_out(client: httpx.AsyncClient) -> None:
    for _ in range(6):
        await post_login(client, "unknown@example.com", "wrong")
    assert (await post_login(client, OWNER_EMAIL, OWNER_PASSWORD)).status_code == 200


async def test_one_password_cannot_be_tried_on_everyone(client: httpx.AsyncClient, clock: FixedClock) -> None:
    statuses = [
        (await post_login(client, f"someone{n}@example.com", "Summer2026")).status_code for n in range(102)
    ]
    assert statuses == [401] * 100 + [429] * 2
    # Affiliates have the same door count.
    body = {"email": "affiliate@example.com", "password": "Summer2026"}
    assert (await client.post("/api/referrers/login", json=body)).status_code == 429
    clock.move(seconds=61)
    assert (await post_login(client, OWNER_EMAIL, OWNER_PASSWORD)).status_code == 200


async def test_an_admin_of_one_company_is_no_one_at_another(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, sign_in: SignIn
) -> None:
    await sign_in(client, OWNER_EMAIL, OWNER_PASSWORD)
    alps_client.cookies.set("abano_admin", client.cookies["abano_admin"])
    assert (await alps_client.get("/api/admin/me")).status_code == 401


async def test_a_disabled_admin_is_out_at_once(
    client: httpx.AsyncClient, sign_in: SignIn, query_admin_sql: AdminSql
) -> None:
    await sign_in(client, OWNER_EMAIL, OWNER_PASSWORD)
    query_admin_sql("update admins set disabled_at = now()")
    try:
        assert (await client.get("/api/admin/me")).status_code == 401
        assert (await post_login(client, OWNER_EMAIL, OWNER_PASSWORD)).status_code == 401
    finally:
        query_admin_sql("update admins set disabled_at = null")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://localhost"}, 200),
        ({"origin": "https://evil.example.com"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-origin"}, 200),
        ({}, 200),
    ],
)
async def test_other_sites_cannot_change_anything(
    client_of: ClientFactory, sign_in: SignIn, headers: dict[str, str], status: int
) -> None:
    client = client_of("localhost")
    await sign_in(client, OWNER_EMAIL, OWNER_PASSWORD)
    assert (await client.post("/api/admin/logout", headers=headers)).status_code == status


async def test_with_tls_the_cookie_belongs_to_this_host_alone(
    settings: Settings, sign_ins: dict[str, str], clock: FixedClock
) -> None:
    secret = SecretStr("a secret of forty letters for a test run")
    production = settings.model_copy(
        update={"env": "production", "secret_key": secret, "internal_secret": secret} | sign_ins
    )
    app = create_app(production, clock=clock)
    async with app.router.lifespan_context(app), client_for(app) as client:
        answer = await client.post(
            "/api/admin/login", json={"email": OWNER_EMAIL, "password": OWNER_PASSWORD}
        )
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-abano_admin=")
        assert {"Secure", "HttpOnly", "Path=/"} <= set(cookie.split("; "))
        assert "Domain" not in cookie
        assert answer.headers["strict-transport-security"] == "max-age=31536000; includeSubDomains"
        assert (await client.get("/api/admin/me")).status_code == 200
        assert (await client.post("/api/admin/logout")).status_code == 200
        assert (await client.get("/api/admin/me")).status_code == 401


def client_for(app: FastAPI) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="https://localhost")
