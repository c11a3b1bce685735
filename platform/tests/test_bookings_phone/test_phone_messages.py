"""Messages by WhatsApp and SMS: consent, sending once, replies and states of the providers, limits."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from typing import Any

import httpx
import pytest
from background_tasks import run_for_all
from console_people import signed_in_person
from emptied_tables import empty_tables
from loadtests.forms import booking_form
from phone_steps import (
    ACCOUNT_SID,
    CHANNELS,
    CONFIRMED,
    SMS_EVENTS,
    VERIFY_TOKEN,
    WHATSAPP,
    WHATSAPP_EVENTS,
    Providers,
    connect,
    meta_event,
    post_meta,
    post_twilio,
    reply,
    running_providers,
)
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.bookings.phone_messages import providers as clients
from abano.bookings.phone_messages.sending import deliver
from abano.bookings.phone_messages.tasks import delete_old
from abano.core import ttl_cache
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
BOOKINGS = "/api/admin/bookings"
PHONE = "+995599123456"
STATES = "select state, reason, attempts from phone_messages where not is_inbound order by created_at, id"


@pytest.fixture(autouse=True)
def _nothing_waits(query_admin_sql: AdminSql) -> None:
    empty_tables(
        query_admin_sql,
        "outbox_messages",
        "phone_messages",
        "phone_consents",
        "phone_templates",
        "phone_channels",
    )
    query_admin_sql("update bookings set status = 'cancelled' where status in ('pending', 'confirmed')")


@pytest.fixture
async def alps_owner(
    db: Database, alps: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> httpx.AsyncClient:
    return (await signed_in_person(db, alps, "owner", client_of, sign_in)).client


@pytest.fixture
def providers() -> Iterator[Providers]:
    with running_providers() as found:
        yield found


@pytest.fixture
def context(db: Database, settings: Settings, clock: FixedClock, providers: Providers) -> TaskContext:
    changed = settings.model_copy(update={"whatsapp_api_url": providers.url, "twilio_api_url": providers.url})
    return TaskContext(db, changed, clock)


async def book(client: httpx.AsyncClient, **changes: Any) -> str:
    answer = await client.post("/api/bookings", json=booking_form(customerPhone=PHONE, **changes))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["bookingId"])


async def confirm(console: httpx.AsyncClient, booking: str) -> None:
    body = {"fromStatus": "pending", "toStatus": "confirmed"}
    answer = await console.post(f"{BOOKINGS}/{booking}/status", json=body)
    assert answer.status_code == 200, answer.text


async def thread(console: httpx.AsyncClient, booking: str) -> dict[str, Any]:
    answer = await console.get(f"{BOOKINGS}/{booking}/phone-messages")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_a_confirmation_goes_by_template_to_who_agreed_and_its_states_are_shown(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, context: TaskContext, providers: Providers,
    clock: FixedClock, query_admin_sql: AdminSql,
) -> None:  # fmt: skip
    await connect(owner_client)
    booking = await book(client, messageChannels=["whatsapp", "telegram"], customerName="Ada Lovelace")
    assert query_admin_sql("select channel, phone, is_opted_in, source from phone_consents") == [
        ("whatsapp", PHONE, True, "booking_form")
    ]
    await confirm(owner_client, booking)
    await run_for_all(deliver, context)
    [(path, body)] = providers.calls
    assert path.endswith("/106540352242922/messages")
    assert (body["to"], body["type"]) == ("995599123456", "template")
    assert body["template"]["name"] == "booking_confirmed"
    [component] = body["template"]["components"]
    reference = query_admin_sql("select reference from bookings where id = %s", booking)[0][0]
    assert [each["text"] for each in component["parameters"]] == ["Ada Lovelace", reference]
    # The number was not seen by a colleague when the booking came.
    [message] = (await thread(owner_client, booking))["messages"]
    assert (message["state"], message["body"]) == ("sent", f"Hello Ada Lovelace, {reference} is confirmed.")

    def status(state: str, **more: Any) -> dict[str, Any]:
        at = str(int(clock.now().timestamp()))
        return meta_event(statuses=[{"id": "wamid.1", "status": state, "timestamp": at, **more}])

    for state in ("read", "delivered", "read"):
        assert (await post_meta(client, status(state))).status_code == 200
    assert (await thread(owner_client, booking))["messages"][0]["state"] == "read"
    await run_for_all(deliver, context)
    assert len(providers.calls) == 1


async def test_nothing_is_sent_without_consent(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, context: TaskContext, providers: Providers,
    query_admin_sql: AdminSql,
) -> None:  # fmt: skip
    await connect(owner_client)
    await owner_client.put(f"{CHANNELS}/whatsapp/texts/received/en", json=CONFIRMED)
    await confirm(owner_client, await book(client))
    assert query_admin_sql(STATES) == []
    await book(client, messageChannels=["whatsapp"])
    await run_for_all(deliver, context)
    assert query_admin_sql(STATES) == [("skipped", "unverified", 0)]
    assert providers.calls == []


async def test_stop_ends_messages_and_a_booking_form_does_not_begin_them_again(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, context: TaskContext, providers: Providers,
    clock: FixedClock, query_admin_sql: AdminSql,
) -> None:  # fmt: skip
    await connect(owner_client)
    booking = await book(client, messageChannels=["whatsapp"])
    assert (await post_meta(client, reply(" Stop. ", PHONE, clock.now().timestamp()))).status_code == 200
    await confirm(owner_client, booking)
    await book(client, messageChannels=["whatsapp"])
    [(is_opted_in, source)] = query_admin_sql("select is_opted_in, source from phone_consents")
    assert (is_opted_in, source) == (False, "customer")
    await run_for_all(deliver, context)
    assert providers.calls == []
    written = {"channel": "whatsapp", "text": "Please come back"}
    answer = await owner_client.post(f"{BOOKINGS}/{booking}/phone-messages", json=written)
    assert (answer.status_code, answer.json()["error"]) == (409, "PhoneNotOptedIn")
    clock.move(minutes=1)
    await post_meta(client, reply("START", PHONE, clock.now().timestamp()))
    answer = await owner_client.post(f"{BOOKINGS}/{booking}/phone-messages", json=written)
    assert answer.status_code == 201, answer.text


async def test_a_reply_lands_at_its_booking_once_and_opens_the_window_for_24_hours(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, context: TaskContext, providers: Providers,
    clock: FixedClock, query_admin_sql: AdminSql,
) -> None:  # fmt: skip
    await connect(owner_client)
    booking = await book(client)
    written = {"channel": "whatsapp", "text": "The car is at the entrance."}
    path = f"{BOOKINGS}/{booking}/phone-messages"
    assert (await owner_client.post(path, json=written)).json()["error"] == "PhoneWindowClosed"
    event = reply("Where is the car?", PHONE, clock.now().timestamp(), "wamid.in")
    assert (await post_meta(client, event)).json()["counted"] == 1
    assert (await post_meta(client, event)).json()["counted"] == 0
    found = await thread(owner_client, booking)
    assert [(each["isInbound"], each["body"]) for each in found["messages"]] == [(True, "Where is the car?")]
    assert found["consents"][0]["canWrite"] is True
    assert (await owner_client.post(path, json=written)).status_code == 201
    await run_for_all(deliver, context)
    [(_, body)] = providers.calls
    assert body["text"]["body"] == written["text"]
    # Written within the window and not sent until it closed.
    assert (await owner_client.post(path, json=written)).status_code == 201
    clock.move(hours=24)
    await run_for_all(deliver, context)
    assert query_admin_sql(STATES)[-1] == ("skipped", "window_closed", 0)
    # A replay has the time of the first event.
    assert (await post_meta(client, event)).json()["counted"] == 0


async def test_a_reply_belongs_to_the_booking_of_the_last_message_to_its_number(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, clock: FixedClock
) -> None:
    await connect(owner_client)
    sooner = await book(client)
    later = await book(client, pickupDate="2026-09-01", returnDate="2026-09-08")
    await post_meta(client, reply("Hello", PHONE, clock.now().timestamp()))
    clock.move(minutes=1)
    written = {"channel": "whatsapp", "text": "About September: is a white car fine?"}
    answer = await owner_client.post(f"{BOOKINGS}/{later}/phone-messages", json=written)
    assert answer.status_code == 201, answer.text
    clock.move(minutes=1)
    await post_meta(client, reply("Yes", PHONE, clock.now().timestamp()))
    assert [each["body"] for each in (await thread(owner_client, sooner))["messages"]] == ["Hello"]
    assert [each["body"] for each in (await thread(owner_client, later))["messages"]] == [
        written["text"],
        "Yes",
    ]


async def test_messages_of_unknown_numbers_wait_in_the_inbox(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    await connect(owner_client)
    booking = await book(client)
    for text in ("Do you have vans?", "From my other number"):
        await post_meta(client, reply(text, "+4915112345678", clock.now().timestamp()))
    inbox = (await owner_client.get("/api/admin/phone-inbox")).json()["messages"]
    assert {each["body"] for each in inbox} == {"Do you have vans?", "From my other number"}
    reference = query_admin_sql("select reference from bookings where id = %s", booking)[0][0]
    first, second = (f"/api/admin/phone-inbox/{each['id']}" for each in inbox)
    unknown = await owner_client.post(first, json={"reference": "NOT-HERE"})
    assert (unknown.status_code, unknown.json()["fields"][0]["field"]) == (422, "reference")
    assert (await owner_client.post(first, json={"reference": reference})).status_code == 200
    assert (await owner_client.post(second, json={})).json()["messages"] == []
    assert len((await thread(owner_client, booking))["messages"]) == 1
    # Of a booking by now.
    assert (await owner_client.post(first, json={"reference": reference})).status_code == 404


async def test_a_reply_waits_on_today_until_it_is_answered_or_marked_as_done(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, clock: FixedClock
) -> None:
    await connect(owner_client)
    booking = await book(client)
    for text in ("Where do we meet?", "stop", "START", "Cancel"):
        clock.move(minutes=1)
        await post_meta(client, reply(text, PHONE, clock.now().timestamp()))
    inbox = (await owner_client.get("/api/admin/phone-inbox")).json()["messages"]
    # Opting out and in needs no answer; by WhatsApp "Cancel" may be about the booking.
    assert [each["body"] for each in inbox] == ["Cancel", "Where do we meet?"]
    assert {each["bookingId"] for each in inbox} == {booking}
    done = await owner_client.post(f"/api/admin/phone-inbox/{inbox[1]['id']}", json={})
    assert [each["body"] for each in done.json()["messages"]] == ["Cancel"]
    written = {"channel": "whatsapp", "text": "We cancelled it."}
    answer = await owner_client.post(f"{BOOKINGS}/{booking}/phone-messages", json=written)
    assert answer.status_code == 201, answer.text
    assert (await owner_client.get("/api/admin/phone-inbox")).json()["messages"] == []


async def test_the_booking_form_asks_only_for_channels_that_are_turned_on(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, alps_client: httpx.AsyncClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    real, passed = ttl_cache.now, count(0, 3600)

    async def offered(visitor: httpx.AsyncClient) -> list[str]:
        seconds = next(passed)
        monkeypatch.setattr(ttl_cache, "now", lambda: real() + seconds)
        channels: list[str] = (await visitor.get("/api/site")).json()["site"]["messageChannels"]
        return channels

    assert await offered(client) == []
    await connect(owner_client, "sms")
    assert await offered(client) == ["sms"]
    assert await offered(alps_client) == []


async def test_a_message_that_waits_for_another_attempt_was_sent_if_the_provider_says_so(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, context: TaskContext, providers: Providers,
    clock: FixedClock, query_admin_sql: AdminSql,
) -> None:  # fmt: skip
    await connect(owner_client)
    await confirm(owner_client, await book(client, messageChannels=["whatsapp"]))
    providers.answer = (503, {})
    await run_for_all(deliver, context)
    [(message,)] = query_admin_sql("select id from phone_messages")
    report = {"id": "wamid.x", "status": "delivered", "biz_opaque_callback_data": str(message)}
    assert (await post_meta(client, meta_event(statuses=[report]))).json()["counted"] == 1
    clock.move(hours=1)
    await run_for_all(deliver, context)
    assert (query_admin_sql(STATES)[0][0], len(providers.calls)) == ("delivered", 1)


async def test_a_provider_that_is_down_loses_nothing(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, context: TaskContext, providers: Providers,
    clock: FixedClock, query_admin_sql: AdminSql,
) -> None:  # fmt: skip
    await connect(owner_client)
    booking = await book(client, messageChannels=["whatsapp"])
    await confirm(owner_client, booking)
    for answer in ((503, {}), (429, {"error": {"code": 80007, "message": "Rate limit"}})):
        providers.answer = answer
        await run_for_all(deliver, context)
        clock.move(minutes=20)
    assert query_admin_sql(STATES) == [("pending", "80007: Rate limit", 2)]
    providers.answer = None
    await run_for_all(deliver, context)
    assert query_admin_sql(STATES) == [("sent", None, 3)]


async def test_no_connection_to_a_provider_is_tried_again(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    context: TaskContext,
    query_admin_sql: AdminSql,
) -> None:
    await connect(owner_client)
    await confirm(owner_client, await book(client, messageChannels=["whatsapp"]))
    unreachable = context.settings.model_copy(update={"whatsapp_api_url": "http://127.0.0.1:9"})
    await run_for_all(deliver, TaskContext(context.db, unreachable, context.clock))
    assert query_admin_sql(STATES) == [("pending", "unreachable", 1)]


@pytest.mark.parametrize("fault", ["hangs", "closes", "fails"])
async def test_an_unknown_outcome_is_not_sent_twice(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, context: TaskContext, providers: Providers,
    clock: FixedClock, query_admin_sql: AdminSql, monkeypatch: pytest.MonkeyPatch, fault: str,
) -> None:  # fmt: skip
    await connect(owner_client)
    booking = await book(client, messageChannels=["whatsapp"])
    await confirm(owner_client, booking)
    monkeypatch.setattr(clients, "STEP_SECONDS", 0.3)
    if fault == "hangs":
        providers.seconds = 1.0
    providers.closes = fault == "closes"
    providers.answer = (500, {"error": {"code": 1, "message": "Unknown"}}) if fault == "fails" else None
    for _ in range(3):
        await run_for_all(deliver, context)
        clock.move(hours=1)
    assert len(providers.calls) == 1
    [message] = (await thread(owner_client, booking))["messages"]
    assert (message["state"], message["canResend"]) == ("unknown", True)
    report = {"id": "wamid.late", "status": "delivered", "biz_opaque_callback_data": message["id"]}
    assert (await post_meta(client, meta_event(statuses=[report]))).json()["counted"] == 1
    [message] = (await thread(owner_client, booking))["messages"]
    assert (message["state"], message["canResend"]) == ("delivered", False)
    providers.seconds, providers.closes, providers.answer = 0.0, False, None


async def test_a_message_whose_sender_died_is_unknown_and_a_colleague_sends_it_again(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, context: TaskContext, providers: Providers,
    query_admin_sql: AdminSql, clock: FixedClock,
) -> None:  # fmt: skip
    await connect(owner_client)
    booking = await book(client, messageChannels=["whatsapp"])
    await confirm(owner_client, booking)
    query_admin_sql("update phone_messages set state = 'sending'")
    await run_for_all(deliver, context)
    [message] = (await thread(owner_client, booking))["messages"]
    assert (message["state"], message["reason"], providers.calls) == ("unknown", "interrupted", [])
    clock.move(minutes=1)
    again = f"{BOOKINGS}/{booking}/phone-messages/{message['id']}/resend"
    assert (await owner_client.post(again)).status_code == 200
    await run_for_all(deliver, context)
    assert len(providers.calls) == 1


async def test_a_refused_message_says_why_and_the_daily_limit_waits(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, context: TaskContext, providers: Providers,
    query_admin_sql: AdminSql, clock: FixedClock,
) -> None:  # fmt: skip
    await connect(owner_client, dailyLimit=1)
    providers.answer = (
        400,
        {
            "error": {
                "code": 132001,
                "message": "(#132001) Template",
                "error_data": {"details": "No template"},
            }
        },
    )
    await confirm(owner_client, await book(client, messageChannels=["whatsapp"]))
    await run_for_all(deliver, context)
    assert query_admin_sql(STATES) == [("failed", "132001: No template", 1)]
    providers.answer = None
    for _ in range(2):
        clock.move(minutes=1)
        await confirm(owner_client, await book(client, messageChannels=["whatsapp"]))
    await run_for_all(deliver, context)
    assert [row[0] for row in query_admin_sql(STATES)] == ["failed", "sent", "pending"]
    clock.move(hours=25)
    await run_for_all(deliver, context)
    assert [row[0] for row in query_admin_sql(STATES)] == ["failed", "sent", "sent"]


async def test_an_sms_is_sent_and_reported_by_signed_events(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, context: TaskContext, providers: Providers,
    query_admin_sql: AdminSql,
) -> None:  # fmt: skip
    await connect(owner_client, "sms")
    booking = await book(client)
    consent = {"channel": "sms", "isOptedIn": True}
    assert (await owner_client.put(f"{BOOKINGS}/{booking}/phone-consent", json=consent)).status_code == 200
    await confirm(owner_client, booking)
    await run_for_all(deliver, context)
    [(path, form)] = providers.calls
    assert path.endswith(f"/{ACCOUNT_SID}/Messages.json")
    assert (form["To"], form["From"]) == (PHONE, "+15017122661")
    sid = query_admin_sql("select provider_id from phone_messages")[0][0]
    url = form["StatusCallback"]
    failed = {"MessageSid": sid, "MessageStatus": "undelivered", "ErrorCode": "30003"}
    assert (await post_twilio(client, url, failed, "another token")).status_code == 400
    assert (await post_twilio(client, url, failed)).status_code == 200
    [message] = (await thread(owner_client, booking))["messages"]
    assert (message["state"], message["reason"]) == ("failed", "30003: undelivered")
    events = url.partition("?")[0]
    stop = {"MessageSid": "SMin", "From": PHONE, "To": "+15017122661", "Body": "STOP", "NumMedia": "0"}
    for _ in range(2):
        assert (await post_twilio(client, events, stop)).status_code == 200
    found = await thread(owner_client, booking)
    assert [each["body"] for each in found["messages"] if each["isInbound"]] == ["STOP"]
    assert found["consents"][0]["isOptedIn"] is False


async def test_a_number_that_opted_out_at_the_provider_is_not_tried_again(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, context: TaskContext, providers: Providers,
    query_admin_sql: AdminSql,
) -> None:  # fmt: skip
    await connect(owner_client, "sms")
    providers.answer = (400, {"code": 21610, "message": "Attempt to send to unsubscribed recipient"})
    await confirm(owner_client, await book(client, messageChannels=["sms"]))
    await run_for_all(deliver, context)
    assert query_admin_sql("select is_opted_in, source from phone_consents") == [(False, "customer")]


async def test_events_that_are_not_signed_too_large_or_of_another_number_change_nothing(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, alps_client: httpx.AsyncClient,
    clock: FixedClock, query_admin_sql: AdminSql,
) -> None:  # fmt: skip
    await connect(owner_client)
    event = reply("Hello", PHONE, clock.now().timestamp())
    assert (await post_meta(client, event, "another secret")).status_code == 400
    assert (await client.post(WHATSAPP_EVENTS, json=event)).status_code == 400
    assert (await post_meta(alps_client, event)).status_code == 404
    assert (await post_meta(client, reply("x" * 300_000, PHONE, 0))).status_code in (400, 413)
    assert (await post_meta(client, {"entry": [{"changes": "x"}, 7]})).json()["counted"] == 0
    event["entry"][0]["changes"][0]["value"]["metadata"]["phone_number_id"] = "7"
    assert (await post_meta(client, event)).json()["counted"] == 0
    old = clock.now() - timedelta(days=9)
    assert (await post_meta(client, reply("Hello", PHONE, old.timestamp()))).json()["counted"] == 0
    assert (await client.post(SMS_EVENTS, content=b"Body=1")).status_code == 404
    assert query_admin_sql("select count(*) from phone_messages") == [(0,)]
    asked = {"hub.mode": "subscribe", "hub.verify_token": VERIFY_TOKEN, "hub.challenge": "1158201444"}
    answer = await client.get(WHATSAPP_EVENTS, params=asked)
    assert (answer.status_code, answer.text) == (200, "1158201444")
    wrong = await client.get(WHATSAPP_EVENTS, params=asked | {"hub.verify_token": "guess"})
    assert wrong.status_code == 404


async def test_an_account_is_connected_before_the_site_opens(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    await connect(owner_client)
    real = ttl_cache.now
    monkeypatch.setattr(ttl_cache, "now", lambda: real() + 3600)
    query_admin_sql("update tenant_settings set is_open = false where currency = 'EUR'")
    asked = {"hub.mode": "subscribe", "hub.verify_token": VERIFY_TOKEN, "hub.challenge": "1158201444"}
    try:
        assert (await client.get("/api/site")).status_code == 503
        assert (await client.get(WHATSAPP_EVENTS, params=asked)).text == "1158201444"
    finally:
        query_admin_sql("update tenant_settings set is_open = true where currency = 'EUR'")
        monkeypatch.setattr(ttl_cache, "now", lambda: real() + 7200)


async def test_accounts_are_sealed_checked_and_of_one_company(
    owner_client: httpx.AsyncClient, alps_owner: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    missing = await owner_client.put(f"{CHANNELS}/whatsapp", json=WHATSAPP | {"appSecret": None})
    assert (missing.status_code, missing.json()["fields"][0]["field"]) == (422, "appSecret")
    await connect(owner_client)
    shown = (await owner_client.get(CHANNELS)).text
    [(stored,)] = query_admin_sql("select c::text from phone_channels c")
    for secret in (WHATSAPP["token"], WHATSAPP["appSecret"], VERIFY_TOKEN):
        assert secret not in shown
        assert secret not in stored
    assert (await owner_client.put(f"{CHANNELS}/whatsapp", json=WHATSAPP)).status_code == 409
    assert (await alps_owner.get(CHANNELS)).json()["channels"][0]["revision"] == 0
    assert (await alps_owner.delete(f"{CHANNELS}/whatsapp")).status_code == 404
    strange = CONFIRMED | {"body": "Hello {surname}"}
    answer = await owner_client.put(f"{CHANNELS}/whatsapp/texts/confirmed/en", json=strange)
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "body")
    assert (await owner_client.delete(f"{CHANNELS}/whatsapp/texts/confirmed/en")).status_code == 204
    assert (await owner_client.delete(f"{CHANNELS}/whatsapp")).status_code == 204


async def test_another_company_sees_and_changes_no_message(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    alps_owner: httpx.AsyncClient,
    clock: FixedClock,
) -> None:
    await connect(owner_client)
    booking = await book(client)
    await post_meta(client, reply("Hello", "+4915112345678", clock.now().timestamp()))
    [message] = (await owner_client.get("/api/admin/phone-inbox")).json()["messages"]
    assert (await alps_owner.get("/api/admin/phone-inbox")).json()["messages"] == []
    assert (await alps_owner.post(f"/api/admin/phone-inbox/{message['id']}", json={})).status_code == 404
    path = f"{BOOKINGS}/{booking}/phone-messages"
    assert (await alps_owner.get(path)).status_code == 404
    assert (await alps_owner.post(path, json={"channel": "sms", "text": "Hi"})).status_code == 404


async def test_messages_are_deleted_after_a_year(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, context: TaskContext, clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:  # fmt: skip
    await connect(owner_client)
    await post_meta(client, reply("Hello", PHONE, clock.now().timestamp()))
    clock.move(days=366)
    await run_for_all(delete_old, context)
    assert query_admin_sql("select count(*) from phone_messages") == [(0,)]
