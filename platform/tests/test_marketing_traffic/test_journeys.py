"""Steps of visits: each once, for the right visitor, and nothing of visitors who refused."""

from datetime import timedelta
from typing import Any

import httpx
import pytest
from background_tasks import run_for_all
from loadtests.forms import booking_form
from product_fixtures import NOW, AdminSql

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.marketing.traffic.rules import page_of
from abano.marketing.traffic.tasks import journeys_delete_old

pytestmark = pytest.mark.anyio
VISIT = "0123456789abcdef" * 2
PHONE = {"user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1"}
LANDING = {"step": "landing", "millisecondsAgo": 3000}
CAMPAIGN = {"utmSource": "google", "utmMedium": "cpc", "utmCampaign": "autumn-4x4", "gclid": "TeSter-123",
            "utmTerm": "jeep", "isReturning": True}  # fmt: skip
BOOKING = booking_form(
    pickupLocation="tbilisi", dropoffLocation="tbilisi", carType="Some car", customerName="Ann Visitor",
    customerEmail="ann@example.com", customerPhone="+43 660 1234567",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _no_visits(query_admin_sql: AdminSql) -> None:
    for table in ("journey_events", "warehouse_erasures", "idempotency_keys", "quiz_sessions"):
        query_admin_sql(f"delete from {table}")


async def report(client: httpx.AsyncClient, *steps: dict[str, Any], **more: Any) -> httpx.Response:
    body = {"visitId": VISIT, "steps": steps, "page": "/", "language": "en", "consentState": "granted"} | more
    return await client.post("/api/journey", json=body, headers=PHONE)


async def test_each_step_of_a_visit_is_stored_once_and_the_first_counts(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    began = clock.now()
    assert (await report(client, LANDING, {"step": "quiz_intro"}, **CAMPAIGN)).is_success
    clock.move(minutes=2)
    start = {"step": "quiz_start", "sessionId": "quiz_1_a"}
    # A retry of all that was queued, with what came since, and another campaign in the address.
    assert (await report(client, LANDING, {"step": "quiz_intro"}, start, utmSource="bing")).is_success
    # Another company's visit of the same id.
    assert (await report(alps_client, LANDING)).is_success
    rows = query_admin_sql(
        "select step, reached_at, session_id, page, device, utm_source, utm_campaign, has_click_id,"
        " utm_term, country, is_returning"
        " from journey_events join tenants on id = tenant_id where slug = 'georgia' order by reached_at, step"
    )
    assert rows == [
        (
            "landing",
            began - timedelta(seconds=3),
            None,
            "/",
            "phone",
            "google",
            "autumn-4x4",
            True,
            "jeep",
            None,
            True,
        ),
        ("quiz_intro", began, None, None, None, None, None, False, None, None, None),
        ("quiz_start", clock.now(), "quiz_1_a", None, None, None, None, False, None, None, None),
    ]
    assert query_admin_sql("select count(*) from journey_events") == [(4,)]


async def test_a_booking_ends_its_visit_in_the_same_transaction(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    await report(client, LANDING)
    for _ in range(2):
        taken = await client.post(
            "/api/bookings", json=BOOKING | {"visitId": VISIT}, headers={"Idempotency-Key": "j1-booking"}
        )
        assert taken.is_success, taken.text
    found = query_admin_sql(
        "select b.id, j.reached_at - b.created_at from journey_events j join bookings b on b.id = j.booking_id"
        " where j.step = 'booking'"
    )
    assert [(str(booking), wait) for booking, wait in found] == [(taken.json()["bookingId"], timedelta(0))]
    # Only the server reports bookings; any other id is ignored, and never loses a booking.
    assert (await report(client, {"step": "booking"})).status_code == 422
    assert (await client.post("/api/bookings", json=BOOKING | {"visitId": ["x"]})).is_success
    assert query_admin_sql("select count(*) from journey_events where step = 'booking'") == [(1,)]


@pytest.mark.parametrize("how", ["by the visit", "by its quiz session", "by a booking"])
async def test_a_refusal_deletes_the_visit_and_the_warehouse_follows(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, how: str
) -> None:
    await report(client, LANDING, {"step": "quiz_start", "sessionId": "quiz_1_a"}, **CAMPAIGN)
    if how == "by the visit":
        refused = await report(client, {"step": "search"}, consentState="refused")
    elif how == "by its quiz session":
        refused = await client.post("/api/consent/refusal", json={"sessionIds": ["quiz_1_a"]})
    else:
        body = BOOKING | {"visitId": VISIT, "consentState": "refused"}
        refused = await client.post("/api/bookings", json=body)
    assert refused.is_success, refused.text
    assert query_admin_sql("select * from journey_events") == []
    assert ("visit", VISIT) in [
        (kind, subject.replace("-", ""))
        for kind, subject in query_admin_sql("select kind, subject from warehouse_erasures")
    ]


async def test_crawlers_and_too_much_at_once_are_not_stored(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    body = {"visitId": VISIT, "steps": [LANDING]}
    crawler = {"user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"}
    assert (await client.post("/api/journey", json=body, headers=crawler)).is_success
    assert (await report(client, *[LANDING] * 21)).status_code == 422
    assert (await report(client, LANDING, visitId="none")).status_code == 422
    assert query_admin_sql("select * from journey_events") == []


async def test_an_ip_that_writes_too_often_has_to_wait(
    client: httpx.AsyncClient, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("update tenant_settings set public_writes_per_minute = 5")
    clock.move(hours=1)
    answers = [(await report(client, LANDING)).status_code for _ in range(6)]
    assert answers == [200] * 5 + [429]
    query_admin_sql("update tenant_settings set public_writes_per_minute = 600")


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/", "/"),
        ("/cars/dacia-duster", "/cars/dacia-duster"),
        ("/my-booking/Xk3_92kKq", None),
        ("/x?name=ann", None),
        (f"/{'a' * 60}", None),
        (None, None),
    ],
)
def test_only_names_of_pages_are_kept(path: str | None, page: str | None) -> None:
    assert page_of(path) == page


async def test_old_visits_are_deleted(
    client: httpx.AsyncClient, settings: Settings, db: Database, query_admin_sql: AdminSql
) -> None:
    await report(client, LANDING)
    for days, left in ((819, 1), (821, 0)):
        await run_for_all(
            journeys_delete_old, TaskContext(db, settings, FixedClock(NOW + timedelta(days=days)))
        )
        assert query_admin_sql("select count(*) from journey_events") == [(left,)]


async def test_a_pressed_link_is_a_step_and_any_other_is_refused(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    pressed = {"step": "press_phone", "millisecondsAgo": 1000}
    assert (await report(client, LANDING, pressed)).is_success
    assert (await report(client, pressed, {"step": "press_whatsapp"})).is_success
    refused = await report(client, {"step": "press_door"})
    assert refused.status_code == 422
    rows = query_admin_sql("select step from journey_events order by reached_at, step")
    assert rows == [("landing",), ("press_phone",), ("press_whatsapp",)]


async def test_pages_seen_and_presses_are_stored_without_what_names_a_person(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    seen: list[dict[str, Any]] = [
        {"step": "seen", "page": page} for page in ("/guide/tbilisi", "/guide/tbilisi", "/me/AbC123xyz")
    ]
    presses: list[dict[str, Any]] = [
        {
            "step": "pressed",
            "page": "/",
            "link": "https://www.instagram.com/abano/?igsh=secret#x",
            "label": " Our\n photos ",
        },
        {"step": "pressed", "page": "/", "link": "tel:+43660123456", "label": "+43 660 123456"},
        {
            "step": "pressed",
            "page": "/",
            "link": "https://wa.me/43660123456",
            "label": "Write to ann@example.com",
        },
        {"step": "pressed", "page": "/", "link": "/cars/forester", "label": "Forester"},
        {"step": "pressed", "page": "/", "link": None, "label": "14"},
        {"step": "pressed", "page": "/", "link": "javascript:alert(1)", "label": None},
    ]
    assert (await report(client, LANDING, *seen, *presses)).is_success
    assert (await report(client, *seen, *presses)).is_success
    rows = query_admin_sql(
        "select split_part(step, '_', 1), page, link, label from journey_events where step <> 'landing'"
        " order by 1 desc, 3 nulls last, 4"
    )
    assert rows == [
        ("seen", "/guide/tbilisi", None, None),
        ("pressed", "/", "/cars/forester", "Forester"),
        ("pressed", "/", "instagram.com/abano", "Our photos"),
        ("pressed", "/", "tel:", None),
        ("pressed", "/", "wa.me", None),
    ]


async def test_a_visit_stores_at_most_60_pages_and_presses_and_none_after_a_refusal(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    await report(client, LANDING)
    for batch in range(5):
        steps = [{"step": "seen", "page": f"/guide/page-{batch}-{one}"} for one in range(20)]
        assert (await report(client, *steps)).is_success
    assert query_admin_sql("select count(*) from journey_events where starts_with(step, 'seen')") == [(60,)]
    assert (await report(client, {"step": "search"})).is_success
    assert query_admin_sql("select count(*) from journey_events where step = 'search'") == [(1,)]
    assert (await report(client, consentState="refused")).is_success
    assert query_admin_sql("select count(*) from journey_events") == [(0,)]
