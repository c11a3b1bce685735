"""The console's messages: texts with their revisions, previews, tests to oneself, and reports of mail services."""

import base64
import hashlib
import hmac
import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from console_people import signed_in_person
from emptied_tables import empty_tables
from loadtests.forms import ALPINE, booking_form
from message_steps import add_sent_message
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.core.clock import FixedClock
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
MESSAGES = "/api/admin/messages"
TEXT: dict[str, Any] = {
    "subject": "Your {car}, {name}",
    "heading": "It waits <b>here</b>",
    "body": "First.\n\nSecond: https://abano.example/x?a=1&b=2.",
    "button": "Look",
}
SECRET = "a signing key of a mail service"


@pytest.fixture(autouse=True)
def _nothing_of_before(query_admin_sql: AdminSql) -> None:
    empty_tables(
        query_admin_sql, "outbox_messages", "message_settings", "message_texts", "message_unsubscribes"
    )


def shown(answer: httpx.Response, occasion: str, language: str) -> dict[str, Any]:
    assert answer.status_code == 200, answer.text
    [found] = [each for each in answer.json()["occasions"] if each["occasion"] == occasion]
    [text] = [each for each in found["texts"] if each["language"] == language]
    return dict(text)


async def test_two_who_edit_the_same_text_do_not_undo_each_other(owner_client: httpx.AsyncClient) -> None:
    path = f"{MESSAGES}/texts/thanks/ka"
    ours = shown(await owner_client.get(MESSAGES), "thanks", "ka")
    assert ours["revision"] == 0
    first = await owner_client.put(path, json=TEXT | {"revision": 0})
    assert shown(first, "thanks", "ka")["revision"] == 1
    for stale in (0, 2):
        second = await owner_client.put(path, json=TEXT | {"subject": "Another", "revision": stale})
        assert (second.status_code, second.json()["error"]) == (409, "MessageChanged")
    assert (await owner_client.post(f"{path}/reset", json={"revision": 0})).status_code == 409
    again = await owner_client.put(path, json=TEXT | {"subject": "Another", "revision": 1})
    assert shown(again, "thanks", "ka")["subject"] == "Another"
    back = shown(await owner_client.post(f"{path}/reset", json={"revision": 2}), "thanks", "ka")
    assert back == ours


@pytest.mark.parametrize(
    ("change", "field", "stated"),
    [
        ({"body": "{name} {Name}"}, "body", "{Name}"),
        ({"subject": "{{ config }}"}, "subject", "{ config }"),
        ({"heading": "{car.__class__}"}, "heading", "{car.__class__}"),
        ({"button": "}"}, "button", "}"),
        ({"subject": " \x1f"}, "subject", "Please enter a message"),
        ({"body": "\n "}, "body", "Please enter a message"),
        ({"body": "x" * 4001}, "body", ""),
        ({"heading": "\0"}, "heading", ""),
    ],
)
async def test_a_text_that_cannot_be_sent_is_refused_at_its_field(
    owner_client: httpx.AsyncClient, change: dict[str, str], field: str, stated: str
) -> None:
    for path, method in (("", "PUT"), ("/preview", "POST"), ("/test", "POST")):
        answer = await owner_client.request(
            method, f"{MESSAGES}/texts/confirmed/en{path}", json=TEXT | change | {"revision": 0}
        )
        assert answer.status_code == 422, answer.text
        assert [each["field"] for each in answer.json()["fields"]] == [field]
        assert stated in answer.json()["fields"][0]["message"]


async def test_a_language_or_page_that_is_none_is_refused_at_its_field(
    owner_client: httpx.AsyncClient,
) -> None:
    answer = await owner_client.put(f"{MESSAGES}/texts/confirmed/de", json=TEXT | {"revision": 0})
    assert [each["field"] for each in answer.json()["fields"]] == ["language"]
    body = {"revision": 0, "switchedOff": [], "reminderHour": 9, "thanksDays": 1}
    for url in ("http://reviews.example", "javascript:alert(1)", "https://", "reviews.example"):
        refused = await owner_client.put(f"{MESSAGES}/settings", json=body | {"reviewUrl": url})
        assert [each["field"] for each in refused.json()["fields"]] == ["reviewUrl"], url
    assert (await owner_client.put(f"{MESSAGES}/settings", json=body)).status_code == 200
    assert (await owner_client.put(f"{MESSAGES}/settings", json=body)).status_code == 409


async def test_a_preview_is_what_a_customer_would_get_and_a_test_comes_to_oneself(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    path = f"{MESSAGES}/texts/confirmed/en"
    made = (await owner_client.post(f"{path}/preview", json=TEXT)).json()
    assert made["subject"].endswith(", Alex Morgan")
    assert "&lt;b&gt;here&lt;/b&gt;" in made["html"]
    assert 'href="https://abano.example/x?a=1&amp;b=2"' in made["html"]
    assert (await owner_client.post(f"{path}/test", json=TEXT)).status_code == 204
    [(to, subject, html)] = query_admin_sql(
        "select payload ->> 'to', payload ->> 'subject', payload ->> 'html' from outbox_messages"
    )
    assert to.startswith("owner")
    assert (subject, html) == (made["subject"], made["html"])
    for _ in range(19):
        await owner_client.post(f"{path}/test", json=TEXT)
    assert (await owner_client.post(f"{path}/test", json=TEXT)).status_code == 429


def generic(body: bytes, clock: FixedClock, secret: str = SECRET) -> dict[str, str]:
    stated = str(int(clock.now().timestamp()))
    signature = hmac.new(secret.encode(), stated.encode() + b"." + body, hashlib.sha256).hexdigest()
    return {"x-abano-signature": f"t={stated},v1={signature}"}


def password(_: bytes, __: FixedClock, secret: str = SECRET) -> dict[str, str]:
    return {"authorization": "Basic " + base64.b64encode(f"abano:{secret}".encode()).decode()}


Sign = Callable[..., dict[str, str]]


def bodies(named: str, message: str) -> dict[str, tuple[dict[str, Any], Sign]]:
    ses = {"notificationType": "Bounce", "bounce": {"bounceType": "Permanent", "bounceSubType": "550 no such user"},
           "mail": {"headers": [{"name": "X-Abano-Message", "value": named}]}}  # fmt: skip
    return {
        "generic": ({"events": [{"message": named, "event": "bounced", "reason": "550 no such user"}]}, generic),
        "postmark": ({"RecordType": "Bounce", "Type": "HardBounce", "Details": "550 no such user",
                      "Metadata": {"abano-message": named}}, password),
        "ses": ({"Type": "Notification", "Message": json.dumps(ses)}, password),
    }  # fmt: skip


@pytest.mark.parametrize("provider", ["generic", "postmark", "ses"])
async def test_a_report_marks_the_booking_and_only_of_this_company(
    provider: str, client: httpx.AsyncClient, alps_client: httpx.AsyncClient, owner_client: httpx.AsyncClient,
    db: Database, alps: Tenant, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn, clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:  # fmt: skip
    alpine_owner = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    path = f"/api/messages/reports/{provider}"
    booking = (await client.post("/api/bookings", json=booking_form())).json()["bookingId"]
    message = add_sent_message(query_admin_sql, georgia, booking)
    body, sign = bodies(f"{georgia.id}/{message}", str(message))[provider]
    content = json.dumps(body).encode()
    # No one has set a secret yet.
    assert (await client.post(path, content=content, headers=sign(content, clock))).status_code == 404
    for owner in (owner_client, alpine_owner):
        answer = await owner.put(f"{MESSAGES}/reports-secret", json={"secret": SECRET})
        assert answer.json() == {"success": True, "secret": None}
    wrong: tuple[dict[str, str], ...] = (
        sign(content, clock, "another secret"),
        {},
        {"authorization": "Basic !"},
        {"x-abano-signature": "t=1"},
    )
    for headers in wrong:
        assert (await client.post(path, content=content, headers=headers)).status_code == 400
    # Another company's service knows nothing of this message, though its own signature is right.
    assert (await alps_client.post(path, content=content, headers=sign(content, clock))).json()[
        "counted"
    ] == 0
    assert query_admin_sql("select outcome from outbox_messages where id = %s", message) == [(None,)]
    for _ in range(2):
        answer = await client.post(path, content=content, headers=sign(content, clock))
        assert answer.json() == {"success": True, "counted": 1}
    listed = (await owner_client.get(f"/api/admin/bookings/{booking}/messages")).json()
    [bounced] = [each for each in listed["messages"] if each["id"] == str(message)]
    assert (bounced["state"], bounced["reason"]) == ("bounced", "550 no such user")
    assert listed["hasBounced"]
    query_admin_sql("update bookings set customer_email = 'ada@right.example' where id = %s", booking)
    assert not (await owner_client.get(f"/api/admin/bookings/{booking}/messages")).json()["hasBounced"]


async def test_a_complaint_ends_messages_that_are_no_transaction(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, georgia: Tenant, clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:  # fmt: skip
    made = (await owner_client.put(f"{MESSAGES}/reports-secret", json={})).json()["secret"]
    assert len(made) > 30
    stored = query_admin_sql("select events_secret from message_settings")
    assert made.encode() not in bytes(stored[0][0])
    booking = (await client.post("/api/bookings", json=booking_form())).json()["bookingId"]
    message = add_sent_message(query_admin_sql, georgia, booking)
    for event, outcome in (("complained", "complained"), ("delivered", "complained")):
        content = json.dumps({"events": [{"message": str(message), "event": event}]}).encode()
        headers = generic(content, clock, made)
        answer = await client.post("/api/messages/reports/generic", content=content, headers=headers)
        assert answer.json()["counted"] == 1
        assert query_admin_sql("select outcome from outbox_messages where id = %s", message) == [(outcome,)]
    assert query_admin_sql("select reason from message_unsubscribes") == [("complained",)]
    assert (await owner_client.delete(f"{MESSAGES}/reports-secret")).status_code == 204
    assert (
        await client.post("/api/messages/reports/generic", content=content, headers=headers)
    ).status_code == 404


async def test_reports_that_are_too_large_or_no_json_are_refused(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, clock: FixedClock
) -> None:
    await owner_client.put(f"{MESSAGES}/reports-secret", json={"secret": SECRET})
    for content in (b"{", b"[]" * 200_000, b"7", b"\xff"):
        headers = generic(content, clock)
        answer = await client.post("/api/messages/reports/generic", content=content, headers=headers)
        assert answer.status_code in (400, 413), content[:9]
    unknown = await client.post("/api/messages/reports/sparkpost", content=b"{}")
    assert unknown.status_code == 422


async def test_an_alpine_booking_uses_its_own_companys_texts(
    alps_client: httpx.AsyncClient, query_admin_sql: AdminSql, alps: Tenant
) -> None:
    answer = await alps_client.post("/api/bookings", json=booking_form(language="de", **ALPINE))
    assert answer.status_code == 201, answer.text
    rows = query_admin_sql("select tenant_id, kind from outbox_messages where booking_id is not null")
    assert rows == [(alps.id, "booking.customer_message")]
