"""An affiliate changes where the money goes: by password, confirmed by email, visible to the company."""

import asyncio
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from product_fixtures import NOW, AdminSql
from refusals import refused_fields

from abano.core.clock import FixedClock
from abano.marketing.commissions.rules import Summary
from abano.messaging.outbox.layout import Recipient
from abano.messaging.outbox.service import render

pytestmark = pytest.mark.anyio
URL = "/api/referrers/payout-address"
PASSWORD = "a long password"
NEW = {"paypalEmail": "new@example.com", "password": PASSWORD}


@pytest.fixture
def email() -> str:
    return f"{uuid4().hex}@example.com"


@pytest.fixture
async def bearer(client: httpx.AsyncClient, email: str) -> dict[str, str]:
    who = {"name": "Nomad Tales", "email": email, "paypalEmail": "old@example.com", "password": PASSWORD}
    assert (await client.post("/api/referrers/register", json=who)).status_code == 201
    answer = await client.post("/api/referrers/login", json=who)
    return {"authorization": f"Bearer {answer.json()['token']}"}


def account(sql: AdminSql, email: str) -> UUID:
    [(found,)] = sql("select id from affiliates where email = %s", email)
    return UUID(str(found))


def emails(sql: AdminSql, email: str) -> list[dict[str, Any]]:
    query = "select payload from outbox_messages where kind = %s and payload ->> 'to' = %s"
    return [payload for (payload,) in sql(query, "affiliate.payout_email_changed", email)]


async def test_change_is_emailed_and_shown_before_paying(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql,
    bearer: dict[str, str], email: str, clock: FixedClock,
) -> None:  # fmt: skip
    page = f"/api/admin/affiliates/{account(query_admin_sql, email)}"
    before = (await owner_client.get(page)).json()["affiliate"]
    assert (before["payoutEmailChangedAt"], before["payoutEmailIsNew"]) == (None, False)
    clock.move(minutes=5)
    for _ in range(2):
        assert (await client.put(URL, json=NEW, headers=bearer)).status_code == 200
        clock.move(minutes=1)
    dashboard = (await client.get("/api/referrers/dashboard", headers=bearer)).json()["data"]
    assert dashboard["payoutEmail"] == "new@example.com"

    seen = (await owner_client.get(page)).json()["affiliate"]
    assert (seen["paypalEmail"], seen["payoutEmailChangedAt"]) == (
        "new@example.com",
        "2026-06-10T09:05:00Z",
    )
    assert seen["payoutEmailIsNew"] is True
    log = query_admin_sql(
        "select actor, action, before, after from audit_log where subject_id = %s",
        str(account(query_admin_sql, email)),
    )
    redacted = {"payoutEmail": "redacted"}
    assert log == [("affiliate", "affiliate.payout_email_changed", redacted, redacted)]
    entries = (await owner_client.get("/api/admin/audit-log?action=affiliate.")).json()["entries"]
    own = [one["actor"] for one in entries if one["subjectId"] == str(account(query_admin_sql, email))]
    assert own == ["affiliate"]
    assert emails(query_admin_sql, email) == [{"to": email, "name": "Nomad Tales"}]


@pytest.mark.parametrize(("days", "new"), [(None, False), (0, True), (13.9, True), (14, False)])
def test_address_is_new_for_fourteen_days(days: float | None, new: bool) -> None:
    changed = None if days is None else NOW - timedelta(days=days)
    figures = {"bookings": 0, "revenue": 0, "earned": 0, "paid": 0, "held": 0, "pending": 0}
    one = Summary(
        id=UUID(int=1), name="", email="", status="active", paypal_email="", created_at=NOW - timedelta(days=20),
        promo_code="", payout_email_changed_at=changed, **figures,
    )  # fmt: skip
    assert one.payout_email_is_new(NOW) is new


def test_letter_says_what_to_do() -> None:
    company = Recipient("Abano Georgia", "hello@abano.example", "", "https://abano.example")
    text = render("affiliate.payout_email_changed", {"to": "a@example.com", "name": "Nomad"}, company)
    assert text.to == "a@example.com"
    assert text.subject == "Your payout email at Abano Georgia was changed"
    for part in (
        "If it was not you",
        "hello@abano.example",
        "https://abano.example/affiliate-forgot-password",
    ):
        assert part in text.body


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"password": "a wrong password"}, "password", "This is not your current password"),
        ({"password": ""}, "password", "Password is required"),
        ({"paypalEmail": "no one"}, "paypalEmail", "Please enter a valid PayPal email address"),
        ({"paypalEmail": None}, "paypalEmail", "Please enter a valid PayPal email address"),
    ],
)
async def test_bad_field_is_named_and_nothing_changes(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, bearer: dict[str, str], email: str,
    change: dict[str, Any], field: str, message: str,
) -> None:  # fmt: skip
    answer = await client.put(URL, json=NEW | change, headers=bearer)
    assert answer.status_code == 422
    assert refused_fields(answer) == [{"field": field, "message": message}]
    stored = query_admin_sql(
        "select paypal_email, payout_email_changed_at from affiliates where email = %s", email
    )
    assert stored == [("old@example.com", None)]
    assert emails(query_admin_sql, email) == []


async def test_only_who_signed_in_at_this_company(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, bearer: dict[str, str]
) -> None:
    assert (await client.put(URL, json=NEW)).status_code == 401
    assert (await alps_client.put(URL, json=NEW, headers=bearer)).status_code == 401
    await client.post("/api/referrers/logout", headers=bearer)
    assert (await client.put(URL, json=NEW, headers=bearer)).status_code == 401


async def test_guessing_the_password_has_to_wait(
    client: httpx.AsyncClient, bearer: dict[str, str], clock: FixedClock
) -> None:
    for _ in range(5):
        wrong = await client.put(URL, json=NEW | {"password": "wrong"}, headers=bearer)
        assert wrong.status_code == 422
    waiting = await client.put(URL, json=NEW, headers=bearer)
    assert waiting.status_code == 429
    clock.move(seconds=int(waiting.headers["retry-after"]) + 1)
    assert (await client.put(URL, json=NEW, headers=bearer)).status_code == 200


async def test_two_concurrent_changes_are_both_emailed(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, bearer: dict[str, str], email: str
) -> None:
    wanted = [NEW | {"paypalEmail": f"{name}@example.com"} for name in ("one", "two")]
    answers = await asyncio.gather(*(client.put(URL, json=body, headers=bearer) for body in wanted))
    assert [answer.status_code for answer in answers] == [200, 200]
    assert len(emails(query_admin_sql, email)) == 2
