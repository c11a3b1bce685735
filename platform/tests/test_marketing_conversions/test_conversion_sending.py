"""Sending to a local Google stand-in: each booking once, despite any failure."""

import asyncio
from collections import Counter
from datetime import timedelta
from uuid import UUID

import httpx
import pytest
from ad_bookings import booked
from data_manager import ACCOUNT, ACTION, MANAGER, Google
from loadtests.forms import ALPINE
from product_fixtures import AdminSql
from service_account import CLIENT_EMAIL, KEY_FILE

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.marketing.conversions.google import DataManager
from abano.marketing.conversions.rules import wait_before_retry
from abano.marketing.conversions.sending import LEASE, UploadRepository, check_outcomes, send_pending
from abano.tenancy.directory.tenant import Tenant
from abano.worker import all_tasks

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("_no_ad_bookings")]
PAGE = "/api/admin/conversions"
ORIGIN = {"Origin": "http://localhost"}
SENDER = {
    "accountId": "123-456-7890",
    "loginAccountId": "987-654-3210",
    "conversionActionId": ACTION,
    "keyFile": KEY_FILE,
}


class Sending:
    """Runs the job's two steps against the stand-in, at the clock's time."""

    def __init__(self, context: TaskContext, google: Google, clock: FixedClock) -> None:
        self.context, self.google, self.clock = context, google, clock

    def api(self) -> DataManager:
        self.google.now = self.clock.now()
        return DataManager(self.google.url, f"{self.google.url}/token")

    async def __call__(self, tenant: Tenant) -> int:
        return await send_pending(self.context, tenant.id, self.api())


@pytest.fixture
def send(db: Database, settings: Settings, clock: FixedClock, google: Google) -> Sending:
    return Sending(TaskContext(db, settings, clock), google, clock)


@pytest.fixture
async def _sender(_no_ad_bookings: None, owner_client: httpx.AsyncClient) -> None:
    await set_sender(owner_client)


async def set_sender(owner: httpx.AsyncClient, **changes: object) -> None:
    answer = await owner.put(f"{PAGE}/sender", json=SENDER | changes, headers=ORIGIN)
    assert answer.status_code == 204, answer.text


async def sending(owner: httpx.AsyncClient) -> dict[str, object]:
    found: dict[str, object] = (await owner.get(PAGE)).json()["sending"]
    return found


@pytest.mark.usefixtures("_sender")
async def test_a_restored_booking_is_sent_again_once_its_retraction_was_fetched(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    clock: FixedClock,
    georgia: Tenant,
    google: Google,
    send: Sending,
    query_admin_sql: AdminSql,
) -> None:
    reference = await booked(client, gclid="click-restored")
    [(booking,)] = query_admin_sql("select id from bookings where reference = %s", reference)

    async def to(path: str, before: str, after: str) -> None:
        clock.move(minutes=10)
        body = {"fromStatus": before, "toStatus": after, "reason": "By mistake"}
        answer = await owner_client.post(f"/api/admin/bookings/{booking}/{path}", json=body, headers=ORIGIN)
        assert answer.status_code == 200, answer.text

    clock.move(hours=6)
    assert await send(georgia) == 1
    await to("status", "pending", "cancelled")
    await to("step-back", "cancelled", "pending")
    assert await send(georgia) == 0
    await to("status", "pending", "cancelled")
    assert (await owner_client.get(f"{PAGE}/retractions.csv")).status_code == 200
    assert await send(georgia) == 0
    await to("step-back", "cancelled", "pending")
    assert sorted(await asyncio.gather(send(georgia), send(georgia))) == [0, 1]
    assert await send(georgia) == 0
    assert list(google.conversions) == [reference, f"{reference}-2"]


@pytest.mark.usefixtures("_sender")
async def test_each_booking_is_sent_once_with_its_click_value_and_consent(
    client: httpx.AsyncClient,
    clock: FixedClock,
    georgia: Tenant,
    google: Google,
    send: Sending,
    query_admin_sql: AdminSql,
) -> None:
    web = await booked(client, gclid="click-1")
    app = await booked(client, wbraid="app-1")
    silent = await booked(client, gclid="click-2")
    # A company without a consent banner: consent is omitted.
    agreed = "update bookings set consent_state = 'granted', ad_user_data = %s, ad_personalization = %s"
    query_admin_sql(f"{agreed} where reference = %s", True, True, web)
    query_admin_sql(f"{agreed} where reference = %s", True, False, app)
    cancelled = await booked(client, gclid="click-3")
    query_admin_sql("update bookings set status = 'cancelled' where reference = %s", cancelled)
    denied = await booked(client, gclid="click-5")
    query_admin_sql(f"{agreed} where reference = %s", False, True, denied)
    refused = await booked(client, gclid="click-4")
    query_admin_sql("update bookings set consent_state = 'refused' where reference = %s", refused)
    await booked(client)
    assert await send(georgia) == 0  # The clicks are too recent.
    assert google.requests == []

    clock.move(hours=6)
    assert await send(georgia) == 3
    event = {
        "eventTimestamp": "2026-06-10T09:00:00Z",
        "conversionValue": 485.0,
        "currency": "EUR",
        "eventSource": "WEB",
    }
    yes, no = "CONSENT_GRANTED", "CONSENT_DENIED"
    both = {"consent": {"adUserData": yes, "adPersonalization": yes}}
    one = {"consent": {"adUserData": yes, "adPersonalization": no}}
    assert google.conversions == {
        web: {**event, **both, "transactionId": web, "adIdentifiers": {"gclid": "click-1"}},
        app: {**event, **one, "transactionId": app, "adIdentifiers": {"wbraid": "app-1"}},
        silent: {**event, "transactionId": silent, "adIdentifiers": {"gclid": "click-2"}},
    }
    [request] = google.requests
    assert request["destinations"] == [
        {
            "operatingAccount": {"accountType": "GOOGLE_ADS", "accountId": ACCOUNT},
            "loginAccount": {"accountType": "GOOGLE_ADS", "accountId": MANAGER},
            "productDestinationId": ACTION,
        }
    ]
    for personal in ("Ada", "Lovelace", "example.com", "7946"):
        assert personal not in str(request)
    clock.move(hours=1)
    assert await send(georgia) == 0
    later = await booked(client, gclid="click-1")
    clock.move(hours=6)
    assert await send(georgia) == 1
    assert google.received == Counter([web, app, silent, later])


@pytest.mark.usefixtures("_sender")
@pytest.mark.parametrize("names_events", [True, False])
async def test_a_bad_event_sinks_no_other(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    clock: FixedClock,
    georgia: Tenant,
    google: Google,
    send: Sending,
    names_events: bool,
) -> None:
    google.names_events = names_events
    google.bad_clicks = {"bad-2", "bad-5"}
    references = [await booked(client, gclid=f"{'bad' if n in {2, 5} else 'good'}-{n}") for n in range(8)]
    clock.move(hours=6)
    assert await send(georgia) == 6
    assert set(google.conversions) == {ref for n, ref in enumerate(references) if n not in {2, 5}}
    state = await sending(owner_client)
    assert (state["sent"], state["notTaken"], state["problem"]) == (6, 2, None)
    reason = "invalid format" if names_events else "refused without a reason"
    assert state["reasons"] == [{"reason": reason, "events": 2}]
    # Rejected conversions are not retried forever.
    before = len(google.requests)
    clock.move(hours=1)
    assert await send(georgia) == 0
    assert len(google.requests) == before


@pytest.mark.usefixtures("_sender")
async def test_when_google_takes_nothing_and_names_nothing_no_booking_is_given_up(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    clock: FixedClock,
    georgia: Tenant,
    google: Google,
    send: Sending,
) -> None:
    google.names_events = False
    google.bad_clicks = {f"click-{n}" for n in range(40)}
    for n in range(40):
        await booked(client, gclid=f"click-{n}")
    clock.move(hours=6)
    assert await send(georgia) == 0
    assert len(google.requests) <= 30
    state = await sending(owner_client)
    assert state["notTaken"] == 0
    assert "Google refuses everything" in str(state["problem"])
    google.bad_clicks = set()
    clock.move(minutes=10)
    assert await send(georgia) == 40


@pytest.mark.usefixtures("_sender")
async def test_a_request_holds_two_thousand_at_most(
    client: httpx.AsyncClient,
    clock: FixedClock,
    georgia: Tenant,
    google: Google,
    send: Sending,
    query_admin_sql: AdminSql,
) -> None:
    reference = await booked(client, gclid="click-many")
    columns = [
        name
        for (name,) in query_admin_sql(
            "select column_name::text from information_schema.columns where table_name = 'bookings'"
            " and table_schema = 'public' and column_name not in ('id', 'reference', 'row_xid')"
        )
    ]
    query_admin_sql(
        f"insert into bookings (id, reference, {', '.join(columns)})"
        f" select gen_random_uuid(), 'bulk ' || n, {', '.join(columns)} from bookings, generate_series(1, 4200) n"
        " where reference = %s",
        reference,
    )
    clock.move(hours=6)
    assert await send(georgia) == 4201
    assert sorted(len(request["events"]) for request in google.requests) == [201, 2000, 2000]
    assert len(google.conversions) == 4201
    assert set(google.received.values()) == {1}
    query_admin_sql("delete from conversion_events")
    query_admin_sql("delete from bookings where reference like 'bulk %%'")


@pytest.mark.usefixtures("_sender")
async def test_a_google_that_is_away_is_tried_again_ever_more_rarely(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    clock: FixedClock,
    georgia: Tenant,
    google: Google,
    send: Sending,
) -> None:
    reference = await booked(client, gclid="click-away")
    clock.move(hours=6)
    google.is_down = True
    assert await send(georgia) == 0
    state = await sending(owner_client)
    assert state["problem"] == {
        "code": "google_answered",
        "message": "Google answered 503.",
        "params": {"status": "503"},
    }
    assert state["nextAttempt"] == "2026-06-10T15:10:00Z"
    clock.move(minutes=9)
    await send(georgia)
    assert len(google.requests) == 1
    clock.move(minutes=1)
    await send(georgia)
    assert len(google.requests) == 2
    assert (await sending(owner_client))["nextAttempt"] == "2026-06-10T15:30:00Z"
    google.is_down = False
    clock.move(minutes=20)
    assert await send(georgia) == 1
    assert set(google.conversions) == {reference}
    state = await sending(owner_client)
    assert (state["problem"], state["nextAttempt"]) == (None, None)


def test_waits_double_up_to_six_hours() -> None:
    minutes = [wait_before_retry(failures).total_seconds() / 60 for failures in (1, 2, 3, 6, 7, 100)]
    assert minutes == [10, 20, 40, 320, 360, 360]


@pytest.mark.usefixtures("_sender")
async def test_a_lost_answer_makes_no_second_conversion(
    client: httpx.AsyncClient, clock: FixedClock, georgia: Tenant, google: Google, send: Sending
) -> None:
    reference = await booked(client, gclid="click-lost")
    clock.move(hours=6)
    google.loses_answers = True
    assert await send(georgia) == 0
    google.loses_answers = False
    clock.move(minutes=10)
    assert await send(georgia) == 1
    # It was sent again with the same transaction id: Google shows one.
    assert set(google.conversions) == {reference}


@pytest.mark.usefixtures("_sender")
async def test_a_sender_that_died_is_followed_by_another_after_its_lease(
    client: httpx.AsyncClient, clock: FixedClock, georgia: Tenant, send: Sending, query_admin_sql: AdminSql
) -> None:
    reference = await booked(client, gclid="click-died")
    clock.move(hours=6)
    [(booking,)] = query_admin_sql("select id from bookings where reference = %s", reference)
    async with send.context.db.uow(georgia.id) as uow:
        claimed = await UploadRepository(uow).claim([UUID(str(booking))], clock.now(), LEASE)
    assert claimed == {booking}
    assert await send(georgia) == 0
    clock.move(seconds=LEASE.total_seconds())
    assert await send(georgia) == 1


@pytest.mark.usefixtures("_sender")
async def test_two_at_once_send_nothing_twice(
    client: httpx.AsyncClient, clock: FixedClock, georgia: Tenant, google: Google, send: Sending
) -> None:
    references = [await booked(client, gclid=f"click-{n}") for n in range(12)]
    clock.move(hours=6)
    counts = await asyncio.gather(*(send(georgia) for _ in range(4)))
    assert sum(counts) == len(references)
    assert google.received == Counter(references)


async def test_errors_are_reported_and_fixed_by_new_settings(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    clock: FixedClock,
    georgia: Tenant,
    google: Google,
    send: Sending,
    query_admin_sql: AdminSql,
) -> None:
    await booked(client, gclid="click-wrong")
    clock.move(hours=6)
    for changes, problem in (
        ({"accountId": "1111111111"}, "has no access to this Google Ads account"),
        (
            {"conversionActionId": "99"},
            "refuses the account or the conversion action: invalid conversion action id",
        ),
    ):
        await set_sender(owner_client, **changes)
        assert await send(georgia) == 0
        assert problem in str((await sending(owner_client))["problem"])
    # Encrypted by another installation, as after restoring a backup with a new secret.
    query_admin_sql("update conversion_senders set sealed_key = %s, due_at = %s", b"x" * 40, clock.now())
    assert await send(georgia) == 0
    assert "Enter it again" in str((await sending(owner_client))["problem"])
    await set_sender(owner_client)
    assert await send(georgia) == 1


@pytest.mark.usefixtures("_sender")
async def test_what_google_made_of_it_is_asked_later(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    clock: FixedClock,
    georgia: Tenant,
    google: Google,
    send: Sending,
    query_admin_sql: AdminSql,
) -> None:
    for n in range(3):
        await booked(client, gclid=f"click-{n}")
    clock.move(hours=6)
    assert await send(georgia) == 3
    [request_id] = google.statuses

    async def look() -> str:
        await check_outcomes(send.context, georgia.id, send.api())
        [(state,)] = query_admin_sql(
            "select state from conversion_requests where request_id = %s", request_id
        )
        return str(state)

    clock.move(minutes=30)
    assert await look() == "processing"
    google.statuses[request_id] = {
        "requestStatus": "PARTIAL_SUCCESS",
        "errorInfo": {
            "errorCounts": [{"recordCount": "2", "reason": "PROCESSING_ERROR_REASON_INVALID_GCLID"}]
        },
    }
    assert await look() == "processing"  # Requested again only after a delay.
    clock.move(hours=2)
    assert await look() == "partial"
    state = await sending(owner_client)
    assert state["notTaken"] == 2
    assert state["reasons"] == [{"reason": "invalid gclid", "events": 2}]
    # No further requests.
    del google.statuses[request_id]
    clock.move(days=1)
    assert await look() == "partial"


async def test_nothing_is_sent_for_who_has_set_nothing_nor_by_anothers_key(
    client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    clock: FixedClock,
    georgia: Tenant,
    alps: Tenant,
    google: Google,
    send: Sending,
) -> None:
    await booked(alps_client, gclid="click-alps", **ALPINE)
    mine = await booked(client, gclid="click-mine")
    clock.move(hours=6)
    assert await send(georgia) == 0
    await set_sender(owner_client)
    assert await send(alps) == 0
    assert await send(georgia) == 1
    assert set(google.received) == {mine}
    # Re-enabled later, sent conversions stay sent.
    assert (await owner_client.delete(f"{PAGE}/sender", headers=ORIGIN)).status_code == 204
    assert await sending(owner_client) is None
    await set_sender(owner_client)
    clock.move(hours=1)
    assert await send(georgia) == 0
    assert (await sending(owner_client))["clientEmail"] == CLIENT_EMAIL


def test_the_worker_sends() -> None:
    [task] = [task for task in all_tasks() if task.name == "conversions.send"]
    assert timedelta(minutes=5) <= timedelta(seconds=task.seconds) <= timedelta(hours=1)
