"""A booking without any id, from an address that had a click: attributed on the server, and named a guess."""

from datetime import timedelta
from typing import Any

import httpx
import pytest
from booking_form import book
from loadtests.forms import ALPINE
from product_fixtures import NOW, AdminSql, ClientFactory

pytestmark = pytest.mark.anyio
PHONE = {"user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1"}
CREDITED = (
    "select attributed_session_id, attribution_method, gclid, gbraid, wbraid from bookings where id = %s"
)
GUESSED = ("quiz_ad", "address", None, None, None)
NO_ONE = (None, None, None, None, None)


@pytest.fixture(autouse=True)
def _no_one_was_here(query_admin_sql: AdminSql) -> None:
    for table in ("click_records", "ip_visits", "quiz_sessions"):
        query_admin_sql(f"delete from {table}")


async def click(client: httpx.AsyncClient, session: str = "quiz_ad", **more: Any) -> None:
    """Someone at the caller's address came by an advertisement, and did the quiz."""
    claims = {"gclid": f"click-of-{session}", "sessionId": session, **more}
    for path in ("/api/gclid/save", "/api/quiz/session/start"):
        assert (await client.post(path, json=claims, headers=PHONE)).status_code == 200


async def credited(client: httpx.AsyncClient, query_admin_sql: AdminSql, **claims: Any) -> tuple[Any, ...]:
    answer = await book(client, **claims)
    assert answer.status_code == 201, answer.text
    return query_admin_sql(CREDITED, answer.json()["bookingId"])[0]


async def test_a_click_from_the_same_address_explains_a_booking_that_nothing_else_does(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    await click(client)
    answer = await book(client)
    assert query_admin_sql(CREDITED, answer.json()["bookingId"]) == [GUESSED]
    booking_id = answer.json()["bookingId"]
    shown = (await owner_client.get(f"/api/admin/bookings/{booking_id}")).json()["booking"]
    assert shown["attribution"]["method"] == "address"
    assert shown["attribution"]["gclid"] is None, (
        "whose click it was is a guess: it is not uploaded to Google"
    )
    assert not shown["hasClickId"]
    stored = query_admin_sql(
        "select to_jsonb(b)::text from bookings b where id = %s", answer.json()["bookingId"]
    )
    assert "192.0.2.10" not in stored[0][0]


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        ({"quizSessionId": "quiz_own"}, ("quiz_own", "session", None, None, None)),
        ({"gclid": "click-of-quiz_own"}, ("quiz_own", "gclid", "click-of-quiz_own", None, None)),
        ({"deviceFingerprint": "device-of-own"}, ("quiz_own", "fingerprint", None, None, None)),
        # Its own click explains it, though no one knows a quiz of it.
        ({"gclid": "another"}, (None, None, "another", None, None)),
        ({"wbraid": "another"}, (None, None, None, None, "another")),
        ({"deviceFingerprint": "not-seen", "quizSessionId": "not-seen"}, GUESSED),
        ({"consentState": "refused"}, NO_ONE),
    ],
)
async def test_the_address_comes_last(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, claims: dict[str, Any], expected: tuple[Any, ...]
) -> None:
    await click(client, "quiz_own", deviceFingerprint="device-of-own")
    await click(client)
    assert await credited(client, query_admin_sql, **claims) == expected


async def test_only_clicks_of_ninety_days_at_this_address_and_of_this_company_count(
    client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    client_of: ClientFactory,
    query_admin_sql: AdminSql,
) -> None:
    await click(alps_client, consentState="granted")
    assert await credited(client, query_admin_sql) == NO_ONE, "another company's"
    await click(client)
    query_admin_sql("update click_records set ip_address = '192.0.2.11'")
    assert await credited(client, query_admin_sql) == NO_ONE, "another address"
    query_admin_sql(
        "update click_records set ip_address = '192.0.2.10', created_at = %s", NOW - timedelta(days=91)
    )
    assert await credited(client, query_admin_sql) == NO_ONE, "too long ago"
    query_admin_sql("update click_records set created_at = %s", NOW)
    assert await credited(client, query_admin_sql) == GUESSED


async def test_the_newest_click_at_the_address_counts_and_its_newest_quiz(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    await click(client, "quiz_older")
    query_admin_sql("update click_records set created_at = %s", NOW - timedelta(days=2))
    await click(client)
    assert await credited(client, query_admin_sql) == GUESSED


async def test_where_a_company_asks_the_address_explains_with_consent_only(
    alps_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    await click(alps_client, consentState="granted")
    for state, expected in (("unknown", NO_ONE), ("refused", NO_ONE), ("granted", GUESSED)):
        assert await credited(alps_client, query_admin_sql, **ALPINE, consentState=state) == expected
