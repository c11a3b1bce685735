"""A visitor who refuses leaves no id in any column of any table; refusing after consent deletes all of it."""

from typing import Any

import httpx
import pytest
from described import operations
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from loadtests.forms import booking_form
from product_fixtures import AdminSql, ClientFactory

from abano.main import ROUTERS
from abano.marketing.traffic.rules import ConsentState, may_recognise, strip_ids
from abano.web.public_writes import get_public_call, get_public_writer

pytestmark = pytest.mark.anyio
# Values that occur nowhere else.
GCLID, GBRAID, WBRAID, OLDER = "PlantedGclid1", "PlantedGbraid1", "PlantedWbraid1", "PlantedOlder1"
DEVICE, CONSENT, AGENT = "feedfacecafebeef", "planted-consent-1", "PlantedBrowser/1.0 (iPhone) Mobile"
SESSION, ADDRESS = "quiz_1780000000000_planted", "192.0.2.10"
VISIT = "11111111-2222-4333-8444-555555555555"
IDS = (GCLID, GBRAID, WBRAID, OLDER, DEVICE, CONSENT, AGENT, ADDRESS)
HEADERS = {"user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1"}
QUERY = f"gclid={GCLID}&x={DEVICE}"
COLUMNS = """
select c.table_name, c.column_name from information_schema.columns c
join information_schema.tables t using (table_schema, table_name)
where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, 2
"""
PLACES = {"alps.localhost": ("chur", "hiking"), "localhost": ("tbilisi", "leisure")}


def known(state: ConsentState) -> dict[str, Any]:
    """Every field in which a page may identify its visitor."""
    return {
        "gclid": GCLID, "gbraid": GBRAID, "wbraid": WBRAID, "deviceFingerprint": DEVICE, "consentId": CONSENT,
        "consentState": state, "sessionId": SESSION, "quizSessionId": SESSION, "userAgent": AGENT,
        "ipAddress": ADDRESS, "sourceUrl": f"https://x.example/black?{QUERY}#{GBRAID}",
        "referrer": f"https://{WBRAID}@search.example/people/{GCLID}?{QUERY}#{DEVICE}",
        "entryPath": f"/black%3F{QUERY}", "utmSource": "google", "utmTerm": f"4x4 {GCLID}", "utmContent": OLDER,
        "utmCampaign": f"{DEVICE}-summer", "domain": "x.example", "language": "de", "platform": "iPhone",
        "isReturning": True,
    }  # fmt: skip


def writes(state: ConsentState, host: str = "alps.localhost") -> dict[str, dict[str, Any]]:
    """Every public write of a visitor, by path, in the order of a visit."""
    visitor = known(state)
    place, answer = PLACES[host]
    return {
        "/api/gclid/save": visitor | {"utmContent": None},
        "/api/journey": visitor
        | {"visitId": VISIT, "steps": [{"step": "landing"}], "page": f"/black?{QUERY}", "utmContent": f"ad {GCLID}"},
        "/api/quiz/session/start": visitor | {"utmContent": f"ad {GCLID}"},
        "/api/quiz/question-view": {"sessionId": SESSION, "questionId": "q1"} | visitor,
        "/api/quiz/answers": {"answers": [{"questionId": "q1", "value": answer}]} | visitor,
        "/api/promo-codes/validate": {"promoCode": "NONE"} | visitor,
        "/api/recaptcha/verify": {"token": "x", "action": "booking_submission"} | visitor,
        "/api/quiz/session/complete": {"completionStatus": "completed"} | visitor,
        "/api/personal-info-step": {"firstName": "Ann", "customerEmail": "ann@example.com", "bookingDetails": visitor}
        | visitor,
        "/api/bookings": visitor | booking_form(
            pickupLocation=place, dropoffLocation=place, carType="Some car", customerName="Ann Visitor",
            customerEmail="ann@example.com", customerPhone="+43 660 1234567",
        ),
    }  # fmt: skip


async def visit(client: httpx.AsyncClient, state: ConsentState, host: str = "alps.localhost") -> None:
    for path, body in writes(state, host).items():
        answer = await client.post(path, json=body, headers=HEADERS)
        assert answer.is_success, (path, answer.text)


def columns_containing(query_admin_sql: AdminSql, words: tuple[str, ...] = IDS) -> set[str]:
    """The columns of the whole database that contain one of the values."""
    found = set()
    for table, column in query_admin_sql(COLUMNS):
        looked = " or ".join([f'position(lower(%s) in lower("{column}"::text)) > 0'] * len(words))
        if query_admin_sql(f'select 1 from "{table}" where {looked} limit 1', *words):
            found.add(f"{table}.{column}")
    return found


@pytest.fixture(autouse=True)
def _no_one_was_here(query_admin_sql: AdminSql) -> None:
    for table in (
        "click_records", "ip_visits", "quiz_sessions", "idempotency_keys", "booking_events", "bookings",
        "personal_info_drafts", "outbox_messages", "warehouse_erasures", "journey_events",
    ):  # fmt: skip
        query_admin_sql(f"delete from {table}")


def test_the_visit_makes_every_public_write() -> None:
    found = {
        route.path
        for router in ROUTERS
        for route in router.routes
        if isinstance(route, APIRoute)
        and route.methods == {"POST"}
        and is_public_write(route.dependant)
        # Sign-in and links of staff: no visitor data.
        and not route.path.startswith("/api/admin/")
    }
    # A refusal stores nothing; its deletions are tested below. A price is only computed, though counted; a
    # hold is a car and days for ten minutes, with a digest of the IP so that a visitor has one hold. Stripe's
    # events come from Stripe and name a payment of ours; reports come from a mail service and name a message
    # of ours.
    kept_nothing = {
        "/api/consent/refusal",
        # Only turns answers of stored records into refusals.
        "/api/consent/ad-answers",
        "/api/quotes",
        # Anyone with a review's link can open it, and it identifies their rental.
        "/api/reviews/own/link",
        "/api/availability/holds",
        "/api/availability/holds/release",
        "/api/stripe/events",
        "/api/messages/reports/{provider}",
        # Signed by Meta and Twilio; kept with the booking and erased with its customer.
        "/api/phone-messages/sms",
        "/api/phone-messages/whatsapp",
        # A keyed hash of the address a message was sent to, so that no other one is sent to it.
        "/api/messages/unsubscribe",
        # Unsubscribes a colleague from a report.
        "/api/insight/unsubscribe",
        # A reader of figures, who has the secret of a link.
        "/api/shared-figures",
        # The status of a payment, by its link's token.
        "/api/payments/online",
    }
    # A customer's actions on her own booking, opened by link or reference: none accepts an id of a visit.
    own_booking = {path for path in found if path.startswith("/api/my-booking/")}
    visit_ids = set(known("refused")) - {"language"}
    taken = {one.path: visit_ids & set(one.body or {}) for one in operations() if one.path in own_booking}
    assert taken.keys() == own_booking
    assert not any(taken.values())
    assert found - kept_nothing - own_booking == set(writes("refused"))


def is_public_write(dependant: Dependant) -> bool:
    """Whether the operation counts as a visitor's write."""
    return dependant.call in {get_public_writer, get_public_call} or any(
        is_public_write(inner) for inner in dependant.dependencies
    )


@pytest.mark.parametrize(
    ("host", "state"),
    [("alps.localhost", "refused"), ("localhost", "refused"), ("alps.localhost", "unknown")],
)
async def test_without_consent_no_column_holds_an_id(
    client_of: ClientFactory, query_admin_sql: AdminSql, host: str, state: ConsentState
) -> None:
    await visit(client_of(host), state, host)
    assert columns_containing(query_admin_sql) == set()
    # Data other than ids is kept: figures continue.
    assert query_admin_sql("select source_url, referrer, entry_path, utm_source from quiz_sessions") == [
        ("https://x.example/black", "https://search.example", "/black", "google")
    ]
    assert query_admin_sql("select language, is_returning from quiz_sessions") == [("de", None)]
    assert query_admin_sql("select count(*) from quiz_answers where session_id = %s", SESSION) == [(1,)]
    led = query_admin_sql("select quiz_session_id, attributed_session_id from bookings")
    assert led == ([(None, None)] if state == "refused" else [(SESSION, SESSION)])


WITHDRAWALS = {
    "by the key of the consent": ("/api/consent/refusal", {"consentId": CONSENT, "deviceFingerprint": DEVICE}),
    "by ids alone": (
        "/api/consent/refusal",
        {"clickIds": [GCLID, OLDER], "sessionIds": [SESSION], "deviceFingerprint": DEVICE},
    ),
    **{f"by {path}": (path, body) for path, body in writes("refused").items() if "consentState" in body and path in {
        "/api/gclid/save", "/api/quiz/session/start", "/api/bookings"}},
}  # fmt: skip


@pytest.mark.parametrize("how", WITHDRAWALS)
async def test_a_refusal_takes_back_what_was_granted(
    alps_client: httpx.AsyncClient, query_admin_sql: AdminSql, how: str
) -> None:
    # The same browser came from another ad before; only its consent identifies it.
    if how != "by /api/bookings":
        earlier = {
            "gclid": OLDER,
            "consentId": CONSENT,
            "consentState": "granted",
            "deviceFingerprint": DEVICE,
        }
        assert (await alps_client.post("/api/gclid/save", json=earlier, headers=HEADERS)).is_success
    await visit(alps_client, "granted")
    assert {
        "click_records.gclid",
        "quiz_sessions.consent_id",
        "bookings.gclid",
        "ip_visits.ip_address",
    } <= columns_containing(query_admin_sql)
    assert query_admin_sql("select attribution_method from bookings") == [("session",)]
    assert query_admin_sql("select is_returning from quiz_sessions") == [(True,)]

    path, body = WITHDRAWALS[how]
    answer = await alps_client.post(path, json=body, headers=HEADERS)
    assert answer.is_success, answer.text
    assert columns_containing(query_admin_sql) == set()
    assert query_admin_sql("select distinct consent_state from quiz_sessions") == [("refused",)]
    assert query_admin_sql(
        "select consent_state, quiz_session_id, attributed_session_id, attribution_method from bookings"
    ) == [("refused", None, None, None)] * (2 if path == "/api/bookings" else 1)
    # Calls still in progress do not restore anything.
    late = writes("granted")["/api/quiz/session/start"]
    assert (await alps_client.post("/api/quiz/session/start", json=late, headers=HEADERS)).is_success
    assert columns_containing(query_admin_sql) == set()
    assert query_admin_sql("select distinct is_returning from quiz_sessions") == [(None,)]


async def test_a_refusal_leaves_others_alone(
    alps_client: httpx.AsyncClient, client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    # The same kind of device in another place.
    other = {
        "gclid": "OtherGclid1", "consentId": "other-consent", "consentState": "granted", "sessionId": "quiz_other",
        "deviceFingerprint": DEVICE,
    }  # fmt: skip
    for path in ("/api/gclid/save", "/api/quiz/session/start"):
        assert (await alps_client.post(path, json=other, headers=HEADERS)).is_success
    query_admin_sql("update click_records set ip_address = '203.0.113.5'")
    assert (await client.post("/api/gclid/save", json=known("granted"), headers=HEADERS)).is_success
    everything = {
        "consentId": CONSENT,
        "clickIds": [GCLID],
        "sessionIds": [SESSION],
        "deviceFingerprint": DEVICE,
    }
    assert (await alps_client.post("/api/consent/refusal", json=everything, headers=HEADERS)).is_success
    rows = query_admin_sql("select gclid, consent_id, device_fingerprint from click_records order by gclid")
    assert rows == [("OtherGclid1", "other-consent", DEVICE), (GCLID, CONSENT, DEVICE)], (
        "also another company's"
    )
    assert query_admin_sql("select gclid, consent_state from quiz_sessions") == [("OtherGclid1", "granted")]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"consentId": "x" * 65}, "consentId"),
        ({"consentId": "a b"}, "consentId"),
        ({"clickIds": ["x"] * 51}, "clickIds"),
        ({"sessionIds": ["a\0"]}, "sessionIds.0"),
        ({"deviceFingerprint": "x" * 201}, "deviceFingerprint"),
    ],
)
async def test_a_refusal_that_cannot_be_read_is_refused_by_field(
    alps_client: httpx.AsyncClient, body: dict[str, Any], field: str
) -> None:
    answer = await alps_client.post("/api/consent/refusal", json=body, headers=HEADERS)
    assert answer.status_code == 422
    assert [item["field"] for item in answer.json()["fields"]] == [field]


@pytest.mark.parametrize(
    ("is_required", "reported", "may"),
    [
        (True, "granted", True), (True, "unknown", False), (True, "not_required", False), (True, "refused", False),
        (False, "granted", True), (False, "unknown", True), (False, "not_required", True), (False, "refused", False),
    ],
)  # fmt: skip
def test_who_may_be_recognised(is_required: bool, reported: ConsentState, may: bool) -> None:
    assert may_recognise(is_required=is_required, state=reported) is may


@pytest.mark.parametrize(
    ("address", "bare"),
    [
        ("/black?gclid=a", "/black"),
        ("/black#gclid=a", "/black"),
        ("/black;gclid=a", "/black"),
        ("/black%3Fgclid%3Da", "/black"),
        ("/%253fgclid=a", "/"),
        ("/gclid=a", "/gclid"),
        ("/black\n?x", "/black\n"),
        ("?gclid=a", None),
        ("", None),
        (None, None),
    ],
)
def test_addresses_end_before_their_query(
    query_admin_sql: AdminSql, address: str | None, bare: str | None
) -> None:
    assert strip_ids({"entry_path": address})["entry_path"] == bare
    assert query_admin_sql("select bare_url(%s)", address) == [(bare,)], "the same rule in Postgres"


@pytest.mark.parametrize(
    ("referrer", "origin"),
    [
        ("https://search.example/people/ann?q=1", "https://search.example"),
        ("https://ann:pw@search.example:8443/", "https://search.example:8443"),
        ("android-app://com.example.mail/ann", "android-app://com.example.mail"),
        ("someone", None),
        ("", None),
        (None, None),
    ],
)
def test_of_the_page_before_only_the_site_stays(
    query_admin_sql: AdminSql, referrer: str | None, origin: str | None
) -> None:
    assert strip_ids({"referrer": referrer})["referrer"] == origin
    assert query_admin_sql("select bare_origin(%s)", referrer) == [(origin,)], "the same rule in Postgres"
