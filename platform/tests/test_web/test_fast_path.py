"""The fast path of visitors' writes: it answers like the router, and only plain requests take it."""

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from product_fixtures import AdminSql, ClientFactory

pytestmark = pytest.mark.anyio
PATH = "/api/quiz/session/complete"
JSON = {"content-type": "application/json"}


def body(session: str) -> bytes:
    return json.dumps({"sessionId": session, "completionStatus": "completed"}).encode()


async def in_pieces(content: bytes) -> AsyncIterator[bytes]:
    """Sent without an announced length, which is never plain."""
    for at in range(0, len(content), 16_384):
        yield content[at : at + 16_384]


BODIES = [body("short-1"), b"{", b'{"sessionId": 7}', b"\xff\xfe", b"x" * 300_000]


@pytest.mark.parametrize("content", BODIES, ids=["good", "cut off", "bad field", "no text", "huge"])
async def test_both_ways_answer_alike(client: httpx.AsyncClient, content: bytes) -> None:
    short = await client.post(PATH, content=content, headers=JSON)
    long = await client.post(PATH, content=in_pieces(content), headers=JSON)
    assert (short.status_code, short.json()) == (long.status_code, long.json())
    different = {"x-request-id"}
    assert {k: v for k, v in short.headers.items() if k not in different} == {
        k: v for k, v in long.headers.items() if k not in different
    }
    assert short.headers["x-content-type-options"] == "nosniff"


async def test_only_plain_requests_pass_the_router_by(app: FastAPI, client: httpx.AsyncClient) -> None:
    app.router.routes.clear()
    plain = await client.post(PATH, content=body("short-2"))
    assert (plain.status_code, plain.json()) == (200, {"success": True})
    assert (await client.post(PATH, content=in_pieces(body("short-2")))).status_code == 404
    assert (await client.put(PATH, content=body("short-2"))).status_code == 404
    assert (await client.post(f"{PATH}/", content=body("short-2"))).status_code == 404
    with_cookie = await client.post(PATH, content=body("short-2"), headers={"cookie": "abano_admin=x"})
    assert with_cookie.status_code == 404


async def test_another_site_cannot_write_with_an_admins_cookie(client: httpx.AsyncClient) -> None:
    headers = {"cookie": "abano_admin=x", "origin": "https://elsewhere.example"}
    answer = await client.post(PATH, content=body("short-3"), headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (403, "CrossSiteRequest")


async def test_hosts_identify_companies(
    client_of: ClientFactory, alps_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    unknown = await client_of("unknown.example.com").post(PATH, content=body("short-4"))
    assert (unknown.status_code, unknown.json()["error"]) == (404, "UnknownTenant")
    assert (await alps_client.post(PATH, content=body("short-4"))).status_code == 200
    owners = query_admin_sql(
        "select t.slug from quiz_sessions s join tenants t on t.id = s.tenant_id where s.session_id = 'short-4'"
    )
    assert owners == [("alps",)]


async def test_it_is_counted_under_its_route(client: httpx.AsyncClient) -> None:
    await client.post(PATH, content=b"{}")
    figures = (await client.get("/metrics")).text
    assert f'abano_http_requests_total{{method="POST",route="{PATH}",status="422"}}' in figures


async def test_a_caller_who_leaves_is_no_failure(app: FastAPI, client: httpx.AsyncClient) -> None:
    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": PATH,
        "headers": [(b"host", b"localhost"), (b"content-length", b"10")],
        "query_string": b"",
        "client": ("127.0.0.1", 1),
    }
    await app(scope, receive, send)
    assert sent == []
    figures = (await client.get("/metrics")).text
    assert f'abano_http_requests_total{{method="POST",route="{PATH}",status="499"}}' in figures
