"""The two answers about ads: kept with each record, withdrawn from all of them, never granted afterwards."""

from typing import Any

import httpx
import pytest
from loadtests.forms import ALPINE, booking_form
from product_fixtures import AdminSql

from abano.core.clock import FixedClock

pytestmark = pytest.mark.anyio
HEADERS = {"user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1"}
ALL = {"adUserData": True, "adPersonalization": True, "version": 1, "answeredAt": "2026-06-10T08:30:00Z"}
TABLES = ("click_records", "quiz_sessions", "bookings")


class Visitor:
    """A visitor of the company that asks for consent, with ids that end with ``name``."""

    def __init__(self, client: httpx.AsyncClient, sql: AdminSql, name: str) -> None:
        self.client, self.sql = client, sql
        self.ids = {"gclid": f"Answered-{name}", "consentId": f"consent-{name}", "sessionId": f"quiz_{name}"}

    async def visit(self, state: str = "granted", answers: Any = None) -> None:
        body = {**self.ids, "consentState": state, **({"adConsent": answers} if answers else {})}
        for path in ("/api/gclid/save", "/api/quiz/session/start"):
            answer = await self.client.post(path, json=body, headers=HEADERS)
            assert answer.is_success, answer.text
        await self.book(state, answers)

    async def book(self, state: str = "granted", answers: Any = None) -> None:
        form = booking_form(**ALPINE, **self.ids, consentState=state, adConsent=answers)
        answer = await self.client.post("/api/bookings", json=form | {"quizSessionId": self.ids["sessionId"]})
        assert answer.status_code == 201, answer.text

    async def change(self, *, data: bool, personalization: bool, **ids: Any) -> None:
        known = ids or {"clickIds": [self.ids["gclid"]], "consentId": self.ids["consentId"]}
        body = {**known, "adUserData": data, "adPersonalization": personalization}
        answer = await self.client.post("/api/consent/ad-answers", json=body, headers=HEADERS)
        assert answer.is_success, answer.text

    def answers(self) -> dict[str, list[tuple[Any, ...]]]:
        return {
            table: self.sql(
                "select ad_user_data, ad_personalization, ad_answered_at::text, ad_consent_version"
                f" from {table} where gclid = %s or gclid is null order by ad_user_data",
                self.ids["gclid"],
            )
            for table in TABLES
        }


@pytest.fixture(autouse=True)
def _no_records(query_admin_sql: AdminSql) -> None:
    for table in ("click_records", "quiz_sessions"):
        query_admin_sql(f"delete from {table}")
    query_admin_sql(
        "update bookings set gclid = 'Of-another-test', quiz_session_id = null, attributed_session_id = null"
    )


@pytest.fixture
def visitor(alps_client: httpx.AsyncClient, query_admin_sql: AdminSql) -> Visitor:
    return Visitor(alps_client, query_admin_sql, "one")


async def test_each_record_keeps_what_was_answered_then(visitor: Visitor) -> None:
    await visitor.visit(answers=ALL | {"adPersonalization": False})
    assert visitor.answers() == {key: [(True, False, "2026-06-10 08:30:00+00", 1)] for key in TABLES}
    # A later booking has later answers, and the earlier one its own.
    await visitor.book(answers=ALL | {"adUserData": False, "answeredAt": "2026-06-10T08:50:00Z"})
    assert visitor.answers()["bookings"] == [
        (False, True, "2026-06-10 08:50:00+00", 1),
        (True, False, "2026-06-10 08:30:00+00", 1),
    ]


@pytest.mark.parametrize("state", ["refused", "unknown", "not_required"])
async def test_without_consent_there_are_no_answers(visitor: Visitor, state: str) -> None:
    await visitor.visit(state, ALL)
    assert visitor.answers() == {key: [(None, None, None, None)] for key in TABLES}


async def test_a_consent_given_during_the_quiz_brings_its_answers(visitor: Visitor) -> None:
    for state, answers in (("unknown", None), ("granted", ALL)):
        body = {**visitor.ids, "consentState": state, "adConsent": answers}
        assert (await visitor.client.post("/api/quiz/session/start", json=body, headers=HEADERS)).is_success
    assert visitor.answers()["quiz_sessions"] == [(True, True, "2026-06-10 08:30:00+00", 1)]


async def test_answers_from_the_future_are_from_now(visitor: Visitor, clock: FixedClock) -> None:
    await visitor.visit(answers=ALL | {"answeredAt": "2099-01-01T00:00:00Z"})
    assert {row[2] for rows in visitor.answers().values() for row in rows} == {
        clock.now().strftime("%Y-%m-%d %H:%M:%S+00")
    }


@pytest.mark.parametrize(
    "answers",
    ["yes", [], {}, {"adUserData": True}, ALL | {"version": 0}, ALL | {"answeredAt": "2026-06-10T08:30:00"}],
)
async def test_no_booking_fails_because_of_unusable_answers(visitor: Visitor, answers: Any) -> None:
    await visitor.book(answers=answers)
    assert visitor.answers()["bookings"] == [(None, None, None, None)]
    saved = await visitor.client.post(
        "/api/gclid/save",
        json={**visitor.ids, "consentState": "granted", "adConsent": answers},
        headers=HEADERS,
    )
    assert saved.status_code == 422
    assert saved.json()["fields"][0]["field"].startswith("adConsent")


async def test_a_withdrawal_applies_to_all_records_and_a_later_grant_to_none(
    visitor: Visitor, clock: FixedClock
) -> None:
    await visitor.visit(answers=ALL)
    clock.move(hours=1)
    await visitor.change(data=True, personalization=False)
    withdrawn_at = clock.now().strftime("%Y-%m-%d %H:%M:%S+00")
    assert visitor.answers() == {key: [(True, False, withdrawn_at, 1)] for key in TABLES}
    clock.move(hours=1)
    await visitor.change(data=True, personalization=True)
    assert visitor.answers() == {key: [(True, False, withdrawn_at, 1)] for key in TABLES}
    await visitor.change(data=False, personalization=True)
    assert [row[:2] for rows in visitor.answers().values() for row in rows] == [(False, False)] * 3
    # The consent itself is kept.
    states = [
        visitor.sql(f"select consent_state from {table} where gclid = %s", visitor.ids["gclid"])
        for table in TABLES
    ]
    assert states == [[("granted",)]] * 3


@pytest.mark.parametrize("known", ["consentId", "clickIds", "sessionIds"])
async def test_a_withdrawal_finds_all_records_by_any_of_the_ids(visitor: Visitor, known: str) -> None:
    await visitor.visit(answers=ALL)
    ids = {
        "consentId": visitor.ids["consentId"],
        "clickIds": [visitor.ids["gclid"]],
        "sessionIds": [visitor.ids["sessionId"]],
    }
    await visitor.change(data=False, personalization=False, **{known: ids[known]})
    assert [row[:2] for rows in visitor.answers().values() for row in rows] == [(False, False)] * 3


async def test_a_withdrawal_leaves_other_visitors_alone(
    visitor: Visitor, client: httpx.AsyncClient, alps_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    other = Visitor(alps_client, query_admin_sql, "two")
    await other.visit(answers=ALL)
    await visitor.change(data=False, personalization=False)
    await visitor.change(data=False, personalization=False, deviceFingerprint="0123456789abcdef")
    # Another company has the same ids.
    elsewhere = Visitor(client, query_admin_sql, "two")
    await elsewhere.change(data=False, personalization=False)
    assert [row[:2] for rows in other.answers().values() for row in rows] == [(True, True)] * 3


async def test_a_refusal_removes_the_answers(visitor: Visitor) -> None:
    await visitor.visit(answers=ALL)
    body = {"consentId": visitor.ids["consentId"], "clickIds": [visitor.ids["gclid"]]}
    assert (await visitor.client.post("/api/consent/refusal", json=body, headers=HEADERS)).is_success
    assert visitor.answers() == {
        "click_records": [],
        "quiz_sessions": [(None, None, None, None)],
        "bookings": [(None, None, None, None)],
    }


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"adUserData": True}, "adPersonalization"),
        ({"adUserData": True, "adPersonalization": None}, "adPersonalization"),
        ({"adUserData": True, "adPersonalization": True, "clickIds": ["x"] * 51}, "clickIds"),
    ],
)
async def test_a_withdrawal_that_cannot_be_read_is_refused_by_field(
    alps_client: httpx.AsyncClient, body: dict[str, Any], field: str
) -> None:
    answer = await alps_client.post("/api/consent/ad-answers", json=body, headers=HEADERS)
    assert answer.status_code == 422
    assert [item["field"] for item in answer.json()["fields"]] == [field]
