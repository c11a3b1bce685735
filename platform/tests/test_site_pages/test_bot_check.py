"""The bot check against a real server that stands in for the outside service."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

import httpx
import pytest
from fastapi import FastAPI
from product_fixtures import AdminSql

from abano.site.pages.bot_check import BotCheckService

pytestmark = pytest.mark.anyio

FAILED = "reCAPTCHA verification failed"
KEYS = '{"recaptchaSiteKey": "site-key", "recaptchaSecret": "s3cret"}'


class StandIn:
    """Answers with what a test put in; remembers what it was asked."""

    def __init__(self) -> None:
        self.answer: tuple[int, bytes] = (200, b"{}")
        self.asked: list[dict[str, list[str]]] = []
        stand_in = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"])).decode()
                stand_in.asked.append(parse_qs(body))
                self.send_response(stand_in.answer[0])
                self.end_headers()
                self.wfile.write(stand_in.answer[1])

            def log_message(self, *_: object) -> None:
                """Quiet."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/siteverify"

    def says(self, **values: Any) -> None:
        self.answer = (200, json.dumps(values).encode())


@pytest.fixture
def stand_in(app: FastAPI) -> Iterator[StandIn]:
    found = StandIn()
    thread = threading.Thread(target=found.server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    app.state.bot_check = BotCheckService(found.url)
    yield found
    found.server.shutdown()
    found.server.server_close()
    thread.join()


@pytest.fixture
def configured(query_admin_sql: AdminSql) -> None:
    query_admin_sql(
        "update tenant_settings set integrations = integrations || %s::jsonb where currency = 'EUR'", KEYS
    )


async def verify(client: httpx.AsyncClient, token: object = "token") -> dict[str, Any]:  # noqa: S107 - no secret
    body = {"token": token, "action": "booking_submission"}
    answer = await client.post("/api/recaptcha/verify", json=body)
    assert answer.status_code == 200
    return dict(answer.json())


async def test_without_keys_the_check_is_skipped(
    alps_client: httpx.AsyncClient, configured: None, stand_in: StandIn
) -> None:
    assert (await alps_client.get("/api/recaptcha/site-key")).json() == {"configured": False, "siteKey": None}
    assert (await verify(alps_client))["success"] is True
    assert stand_in.asked == []


async def test_site_key_is_public_and_the_secret_is_not(client: httpx.AsyncClient, configured: None) -> None:
    answer = await client.get("/api/recaptcha/site-key")
    assert answer.json() == {"configured": True, "siteKey": "site-key"}
    assert "s3cret" not in answer.text


@pytest.mark.parametrize("token", [None, "", "  "])
async def test_missing_token_counts_as_success(
    client: httpx.AsyncClient, configured: None, stand_in: StandIn, token: str | None
) -> None:
    assert (await verify(client, token))["success"] is True
    assert stand_in.asked == []


async def test_person_passes_with_a_score(
    client: httpx.AsyncClient, configured: None, stand_in: StandIn
) -> None:
    stand_in.says(success=True, score=0.9, action="booking_submission")
    assert await verify(client) == {"success": True, "score": 0.9, "error": None}
    assert stand_in.asked == [{"secret": ["s3cret"], "response": ["token"]}]


@pytest.mark.parametrize(
    ("stated", "score"),
    [
        ({"success": False, "error-codes": ["invalid-input-response"]}, None),
        ({"success": True, "score": 0.1, "action": "booking_submission"}, 0.1),
        ({"success": True, "score": 0.9, "action": "another"}, 0.9),
    ],
)
async def test_others_do_not(
    client: httpx.AsyncClient,
    configured: None,
    stand_in: StandIn,
    stated: dict[str, Any],
    score: float | None,
) -> None:
    stand_in.says(**stated)
    assert await verify(client) == {"success": False, "score": score, "error": FAILED}


@pytest.mark.parametrize("answer", [(500, b"oops"), (200, b"not json"), (200, b"[]")])
async def test_a_failing_service_is_a_failed_check_and_never_an_error(
    client: httpx.AsyncClient, configured: None, stand_in: StandIn, answer: tuple[int, bytes]
) -> None:
    stand_in.answer = answer
    assert await verify(client) == {"success": False, "score": None, "error": FAILED}


async def test_service_that_is_away(client: httpx.AsyncClient, configured: None, app: FastAPI) -> None:
    app.state.bot_check = BotCheckService("http://127.0.0.1:9/none")
    assert (await verify(client))["error"] == FAILED
