"""The production log: events and failures, without data that anyone sent."""

import ast
import io
import json
import logging
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog
from described import fields, operations, replaced
from product_fixtures import OWNER_EMAIL, OWNER_PASSWORD, AdminSql

from abano.analytics.email_reports.service import PATH as REPORTS_PATH
from abano.bookings.customer_emails.webhooks import PATH as MESSAGES_PATH
from abano.bookings.customer_emails.webhooks import unsubscribe_key
from abano.core.config import Settings
from abano.team.users import sign_in as first_step
from abano.tenancy.directory.tenant import Tenant
from abano.web.middleware import request_log
from abano_shared.logging import set_up_logging

pytestmark = pytest.mark.anyio
MARK = "kept-out-of-logs"
LOGIN = "/api/admin/login"


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """Everything that the process logs."""
    text = io.StringIO()
    monkeypatch.setattr(sys, "stderr", text)
    root = logging.getLogger()
    before = root.handlers, root.level
    set_up_logging(as_json=True, process="platform")
    yield text
    root.handlers, root.level = before
    structlog.contextvars.clear_contextvars()


@pytest.fixture(autouse=True)
def _fresh(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from sign_in_failures")


def lines(written: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written.getvalue().splitlines()]


async def test_a_crash_logs_its_place_and_nothing_of_the_request(
    client: httpx.AsyncClient, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(stored: str | None, password: str) -> bool:
        secret = f"derived from {password}"
        detail = f"\nDETAIL: Failing row contains ({secret}, nino@example.com)."
        raise RuntimeError(f"\"{password}\" of 'Nino Abashidze', +995 555 123 456, is not known{detail}")

    monkeypatch.setattr(first_step, "password_matches", broken)
    answer = await client.post(LOGIN, json={"email": OWNER_EMAIL, "password": "a secret of mine"})
    assert answer.status_code == 500
    text = written.getvalue()
    for part in (OWNER_EMAIL, "a secret of mine", "nino@example.com", "Abashidze", "555 123", "192.0.2.10"):
        assert part not in text, part
    [crash] = [line for line in lines(written) if line["event"] == "request crashed"]
    assert crash["request_id"] == answer.headers["x-request-id"]
    assert (crash["route"], crash["tenant"]) == (LOGIN, "georgia")
    [exception] = crash["exception"]
    assert (exception["exc_type"], exception["exc_value"]) == ("RuntimeError", "… of …, …, is not known")
    assert {"sign_in", "broken"} <= {frame["name"] for frame in exception["frames"]}


async def test_nested_errors_are_logged_the_same_way(written: io.StringIO) -> None:
    try:
        try:
            raise ValueError(f'"{MARK}" is no date')
        except ValueError as error:
            error.add_note(MARK)
            raise ExceptionGroup(f"two with {MARK}@example.com", [error, KeyError(MARK)]) from error
    except ExceptionGroup:
        logging.getLogger("abano").exception("task failed")
    assert MARK not in written.getvalue()
    assert "KeyError" in written.getvalue()
    assert "… is no date" in json.dumps(lines(written), ensure_ascii=False)


async def test_sign_ins_are_written_down_with_their_outcome_and_without_the_person(
    client: httpx.AsyncClient, written: io.StringIO
) -> None:
    for _ in range(2):
        await client.post(LOGIN, json={"email": OWNER_EMAIL, "password": "not this one"})
    assert (await client.post(LOGIN, json={"email": OWNER_EMAIL, "password": OWNER_PASSWORD})).is_success
    wrong = {"currentPassword": "not this one", "newPassword": "an entirely new password"}
    assert (await client.post("/api/admin/account/password", json=wrong)).status_code == 422
    affiliate = {"email": "road@example.com", "password": "the password of an affiliate"}
    await client.post("/api/referrers/login", json=affiliate)
    account = affiliate | {"name": "Road Tales", "paypalEmail": "road@example.com"}
    assert (await client.post("/api/referrers/register", json=account)).is_success
    token = (await client.post("/api/referrers/login", json=affiliate)).json()["token"]
    written_down = [line for line in lines(written) if "sign" in line["event"]]
    assert [(line["event"], line.get("what")) for line in written_down] == [
        ("sign-in refused", "admin password"),
        ("sign-in refused", "admin password"),
        ("admin signed in", None),
        ("sign-in refused", "present password"),
        ("sign-in refused", "affiliate password"),
        ("affiliate signed in", None),
    ]
    first, second, signed_in, proof, affiliate, affiliate_in = written_down
    assert first["subject"] == second["subject"]
    assert len({first["subject"], proof["subject"], affiliate["subject"]}) == 3
    assert {"admin", "session", "company", "request_id", "timestamp"} <= signed_in.keys()
    assert {"affiliate", "company", "request_id", "timestamp"} <= affiliate_in.keys()
    assert all(datetime.fromisoformat(line["timestamp"]).tzinfo == UTC for line in written_down)
    text = written.getvalue()
    for part in (OWNER_EMAIL, "road@example.com", "not this one", OWNER_PASSWORD, "192.0.2.10", token):
        assert part not in text, part
    assert client.cookies["abano_admin"] not in text


async def test_nothing_that_is_sent_to_any_endpoint_is_written_down(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    written: io.StringIO,
    query_admin_sql: AdminSql,
) -> None:
    query_admin_sql("update tenant_settings set public_writes_per_minute = 1000000")
    calls = 0
    for one in operations():
        # Signing out, or changing who signs in, would end the test.
        if one.path.endswith("/logout") or one.name == "DELETE /api/admin/account/sessions":
            continue
        for caller in (client, owner_client):
            marked = one.body
            for at in fields(one.body or {}):
                marked = replaced(marked or {}, at, f"{MARK}@example.com")
                calls += (await one.call(caller, body=replaced(one.body or {}, at, MARK))).status_code < 500
            ids = dict.fromkeys(one.path_ids, MARK)
            query = dict.fromkeys(one.texts, MARK)
            headers = {"user-agent": MARK, "referer": f"https://{MARK}.example", "cookie": f"other={MARK}"}
            answer = await one.call(client, body=marked, ids=ids, params=query, headers=headers)
            calls += answer.status_code < 500
    assert calls > 300
    assert MARK not in written.getvalue()
    assert "sign-in refused" in written.getvalue(), "something is written down, or this shows nothing"


@pytest.mark.parametrize("path", [MESSAGES_PATH, REPORTS_PATH])
async def test_the_key_of_a_link_that_ends_messages_is_in_no_log_and_no_metric(
    client: httpx.AsyncClient, written: io.StringIO, georgia: Tenant, settings: Settings, path: str
) -> None:
    """It stays in the query, because mail programs post to it (RFC 8058)."""
    key = unsubscribe_key(settings.secret_key.get_secret_value(), georgia.id, f"{MARK}@example.com")
    # Every request counts as slow, so that each is a line.
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(request_log, "SLOW_SECONDS", -1)
        for call in (client.get, client.post):
            for sent in (key, "x" * len(key)):
                assert (await call(path, params={"key": sent})).status_code < 500
    assert {path} == {line["route"] for line in lines(written) if line["event"] == "request was slow"}
    metrics = (await client.get("/metrics")).text
    assert path in metrics
    for text in (written.getvalue(), metrics):
        assert key not in text
        assert "x" * len(key) not in text


def test_no_server_writes_its_own_line_for_each_request() -> None:
    """Such lines hold the query. Each of our processes switches them off."""
    root = Path(__file__).parents[3]
    servers = [
        call
        for folder in ("platform", "analytics")
        for file in (root / folder / "src").rglob("*.py")
        if "uvicorn" in (source := file.read_text(encoding="utf-8"))
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call) and ast.unparse(call.func) in {"uvicorn.run", "uvicorn.Config"}
    ]
    assert len(servers) >= 3
    for call in servers:
        assert "access_log=False" in [ast.unparse(option) for option in call.keywords]
