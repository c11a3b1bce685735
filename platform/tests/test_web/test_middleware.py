"""What surrounds every request: limits, ids, headers, one shape of errors, tenants by host."""

import json
from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI
from product_fixtures import AdminSql, ClientFactory

from abano.core.config import Settings
from abano.main import create_app
from abano.tenancy.directory.tenant import host_name

pytestmark = pytest.mark.anyio


async def test_errors_have_one_shape(client: httpx.AsyncClient) -> None:
    answers = [
        await client.get("/api/admin/me"),
        await client.get("/api/no-such-thing"),
        await client.put("/api/admin/login"),
        await client.post("/api/admin/login", json={}),
        await client.post("/api/admin/login", content=b"{", headers={"content-type": "application/json"}),
    ]
    assert [answer.status_code for answer in answers] == [401, 404, 405, 422, 400]
    for answer in answers:
        body = answer.json()
        assert body["success"] is False
        assert body["error"].isidentifier()
        assert body["message"].endswith((".", "!", "?"))
    assert {item["field"] for item in answers[3].json()["fields"]} == {"email", "password"}


async def test_deeply_nested_json_is_refused(client: httpx.AsyncClient) -> None:
    bomb = "[" * 100_000 + "]" * 100_000
    answer = await client.post("/api/admin/login", content=bomb, headers={"content-type": "application/json"})
    assert answer.status_code == 400


@pytest.mark.parametrize("announced", [True, False])
async def test_huge_bodies_are_refused(client: httpx.AsyncClient, announced: bool) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(64):
            yield b"x" * 16_384

    body = {"content": b"x" * 300_000} if announced else {"content": chunks()}
    answer = await client.post("/api/admin/login", headers={"content-type": "application/json"}, **body)
    assert answer.status_code == 413
    assert answer.json()["error"] == "RequestTooLarge"


async def test_answers_carry_security_headers_and_a_request_id(client: httpx.AsyncClient) -> None:
    answer = await client.get("/healthz", headers={"x-request-id": "trace-0123456789"})
    assert answer.headers["x-content-type-options"] == "nosniff"
    policy = answer.headers["content-security-policy"].split("; ")
    assert {
        "default-src 'self'", "script-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'self'",
        "form-action 'self'",
    } <= set(policy)  # fmt: skip
    assert answer.headers["referrer-policy"] == "strict-origin-when-cross-origin"
    assert answer.headers["x-request-id"] == "trace-0123456789"
    forged = await client.get("/healthz", headers={"x-request-id": "not ok\\x00{}"})
    assert forged.headers["x-request-id"] != "not ok\\x00{}"


async def test_what_the_api_answers_is_kept_by_no_cache_unless_it_says_so(client: httpx.AsyncClient) -> None:
    # A browser keeps it to ask whether it has changed; which version a visitor was drawn is no one else's.
    assert (await client.get("/api/quiz/definition")).headers["cache-control"] == "private, no-cache"
    assert (await client.get("/api/recaptcha/site-key")).headers["cache-control"] == "no-store"
    assert (await client.get("/api/admin/me")).headers["cache-control"] == "no-store"
    assert "cache-control" not in (await client.get("/healthz")).headers


async def test_an_unexpected_failure_is_reported_without_details(
    app: FastAPI, client: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken() -> None:
        raise RuntimeError("secret detail")

    app.router.add_api_route("/api/broken", broken)
    app.router.routes.insert(0, app.router.routes.pop())
    answer = await client.get("/api/broken")
    assert answer.status_code == 500
    assert answer.json()["error"] == "InternalError"
    assert "secret detail" not in answer.text


@pytest.mark.parametrize("path", ["/", "/booking", "/api/site", "/api/admin/me", "/healthz", "/no-such-page"])
async def test_no_one_is_shown_their_own_request(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.request("TRACE", path, headers={"cookie": "abano_admin=echoed"})
    assert answer.status_code == 405
    assert "echoed" not in answer.text


async def test_in_production_the_api_description_is_hidden(
    settings: Settings, sign_ins: dict[str, str], client: httpx.AsyncClient
) -> None:
    assert (await client.get("/api/openapi.json")).status_code == 200
    app = create_app(Settings(**settings.model_dump() | {"env": "production"} | sign_ins))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="https://localhost") as outside:
            for path in ("/api/openapi.json", "/openapi.json", "/docs", "/redoc", "/api/docs"):
                answer = await outside.get(path)
                assert "openapi" not in answer.text, path
                assert answer.status_code in {404, 503}, path


async def test_a_header_names_the_company_for_tools_and_not_in_production(
    settings: Settings, sign_ins: dict[str, str], client: httpx.AsyncClient
) -> None:
    named = {"x-abano-tenant": "alps"}
    assert (await client.get("/api/site", headers=named)).json()["site"]["tenant"]["slug"] == "alps"
    app = create_app(Settings(**settings.model_dump() | {"env": "production"} | sign_ins))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="https://localhost") as outside:
            answer = await outside.get("/api/site", headers=named)
            assert answer.json()["site"]["tenant"]["slug"] == "georgia"


async def test_unknown_and_suspended_hosts_get_their_own_error(
    client_of: ClientFactory, query_admin_sql: AdminSql
) -> None:
    unknown = await client_of("unknown.example.com").get("/api/admin/me")
    assert (unknown.status_code, unknown.json()["error"]) == (404, "UnknownTenant")
    query_admin_sql("update tenants set status = 'suspended' where slug = 'alps'")
    try:
        suspended = await client_of("alps.localhost").get("/api/site")
    finally:
        query_admin_sql("update tenants set status = 'active' where slug = 'alps'")
    assert (suspended.status_code, suspended.json()["error"]) == (503, "TenantSuspended")


async def test_metrics_count_requests_and_stay_inside(client: httpx.AsyncClient) -> None:
    await client.get("/api/admin/me")
    figures = (await client.get("/metrics")).text
    assert 'abano_http_requests_total{method="GET",route="/api/admin/me",status="401"}' in figures
    outside = await client.get("/metrics", headers={"x-forwarded-for": "203.0.113.7"})
    assert outside.status_code == 404


async def test_ready_means_database_and_schema(client: httpx.AsyncClient, query_admin_sql: AdminSql) -> None:
    assert (await client.get("/readyz")).status_code == 200
    [(current,)] = query_admin_sql("select version_num from alembic_version")
    query_admin_sql("update alembic_version set version_num = '0000'")
    try:
        behind = await client.get("/readyz")
    finally:
        query_admin_sql("update alembic_version set version_num = %s", current)
    assert behind.status_code == 503
    assert "abano migrate" in behind.json()["message"]


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("Example.COM:8000", "example.com"),
        ("example.com.", "example.com"),
        ("[::1]:8000", "[::1]"),
        (" localhost ", "localhost"),
        ("[::1]evil.com", "[::1]evil.com"),
        ("localhost:80@evil.com", "localhost:80@evil.com"),
        ("", ""),
    ],
)
def test_host_name(header: str, name: str) -> None:
    assert host_name(header) == name


async def test_the_api_description_names_each_operation_once(app: FastAPI) -> None:
    description = app.openapi()
    names = [
        operation["operationId"] for path in description["paths"].values() for operation in path.values()
    ]
    assert len(names) == len(set(names))
    assert json.dumps(description)
