"""Card holds of deposits: placed by the customer, captured, released or expired, once whatever arrives."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from uuid import uuid4

import httpx
import pytest
from background_tasks import run_for_all
from payment_steps import BOOKINGS, add_booking, empty_money, money, post
from product_fixtures import AdminSql, SignIn
from stripe_stand_in import CAPTURE_BEFORE, KEYS, StripeStandIn, event, running_stripe, signed

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.layout import Recipient
from abano.messaging.outbox.service import render
from abano.payments.online.tasks import ask_stripe, remind_of_holds

pytestmark = pytest.mark.anyio
EVENTS = "/api/stripe/events"
COMPLETED = "checkout.session.completed"
HELD = "payment_intent.amount_capturable_updated"
CAPTURED, CANCELLED = "payment_intent.succeeded", "payment_intent.canceled"
numbers = count(1)


@pytest.fixture
def stripe() -> Iterator[StripeStandIn]:
    with running_stripe() as stand_in:
        yield stand_in


@pytest.fixture
def settings(settings: Settings, stripe: StripeStandIn) -> Settings:
    return Settings(**settings.model_dump() | {"stripe_api_url": stripe.url})


@pytest.fixture(autouse=True)
def _no_money(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false")
    query_admin_sql("delete from outbox_messages")
    empty_money(query_admin_sql)


async def send(client: httpx.AsyncClient, clock: FixedClock, kind: str, thing: dict[str, Any]) -> None:
    payload = event(kind, thing, next(numbers))
    answer = await client.post(EVENTS, content=payload, headers=signed(payload, clock.now()))
    assert answer.status_code == 200, answer.text


async def ask_for_hold(client: httpx.AsyncClient, amount: float = 300, **more: Any) -> tuple[str, str]:
    """A booking with the link of a hold; returns it and Stripe's session."""
    assert (await client.put("/api/admin/stripe", json=KEYS)).status_code == 204
    booking = await add_booking(client)
    body = {"amount": amount, "purpose": "hold", **more}
    await post(client, f"{BOOKINGS}/{booking}/payment-links", body)
    return booking, str((await hold_of(client, booking))["url"]).rpartition("/")[2]


async def held(client: httpx.AsyncClient, stripe: StripeStandIn, clock: FixedClock) -> tuple[str, str, str]:
    """A booking with an amount on hold; returns it, the path of its hold and the intent."""
    booking, session = await ask_for_hold(client)
    complete, intent = stripe.authorize(session)
    await send(client, clock, COMPLETED, complete)
    link = await hold_of(client, booking)
    assert link["state"] == "held"
    return booking, f"{BOOKINGS}/{booking}/card-holds/{link['id']}", intent["id"]


async def hold_of(client: httpx.AsyncClient, booking: str) -> dict[str, Any]:
    shown: dict[str, Any] = (await money(client, booking))["links"][-1]
    return shown


async def entries(client: httpx.AsyncClient, booking: str) -> list[tuple[str, float]]:
    return [(each["kind"], each["amount"]) for each in (await money(client, booking))["entries"]]


async def test_a_hold_is_placed_by_link_and_is_not_money_yet(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    stripe: StripeStandIn,
    clock: FixedClock,
    db: Database,
    settings: Settings,
    query_admin_sql: AdminSql,
) -> None:
    booking, session = await ask_for_hold(owner_client, 300.5, sendEmail=True)
    assert stripe.sessions[session]["capture_method"] == "manual"
    [(message,)] = query_admin_sql(
        "select payload from outbox_messages where kind = 'booking.customer_email'"
    )
    assert stripe.sessions[session]["url"] in message["body"]
    complete, intent = stripe.authorize(session)
    await send(client, clock, COMPLETED, complete)
    await send(client, clock, HELD, intent)
    link = await hold_of(owner_client, booking)
    assert (link["state"], link["amount"], link["pending"], link["captured"]) == ("held", 300.5, None, None)
    # Until Stripe was asked, the usual seven days.
    estimate = clock.now() + timedelta(days=7)
    assert datetime.fromisoformat(link["heldUntil"]) == estimate
    await run_for_all(ask_stripe, TaskContext(db, settings, clock))
    link = await hold_of(owner_client, booking)
    assert datetime.fromisoformat(link["heldUntil"]) == datetime.fromtimestamp(CAPTURE_BEFORE, UTC)
    shown = await money(owner_client, booking)
    assert (shown["held"], shown["paid"], shown["entries"]) == (0, 0, [])
    token = stripe.sessions[session]["success_url"].partition("#")[2]
    back = (await client.post("/api/payments/online", json={"token": token})).json()
    assert (back["purpose"], back["state"], back["url"]) == ("hold", "held", None)
    yard = (await owner_client.get(f"/api/admin/yard/bookings/{booking}/money")).json()
    assert [each["amount"] for each in yard["cardHolds"]] == [300.5]


async def test_a_part_is_captured_kept_and_on_the_invoice_to_the_cent(
    owner_client: httpx.AsyncClient,
    stripe: StripeStandIn,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    booking, path, intent = await held(owner_client, stripe, clock)
    before = await money(owner_client, booking)
    too_much = await owner_client.post(f"{path}/capture", json={"amount": 300.01, "reason": "Scratch"})
    assert (too_much.status_code, too_much.json()["fields"][0]["field"]) == (422, "amount")
    no_reason = await owner_client.post(f"{path}/capture", json={"amount": 1, "reason": " "})
    assert (no_reason.status_code, no_reason.json()["fields"][0]["field"]) == (422, "reason")
    key = uuid4().hex
    body = {"amount": 120.55, "reason": "Scratch on the door"}
    shown = await post(owner_client, f"{path}/capture", body, key)
    assert await post(owner_client, f"{path}/capture", body, key) == shown
    assert stripe.intents[intent]["amount_received"] == 12_055
    assert await entries(owner_client, booking) == [("deposit_taken", 120.55), ("deposit_applied", 120.55)]
    assert (shown["held"], shown["due"]) == (0, before["due"])
    assert (shown["agreed"], shown["paid"]) == (pytest.approx(before["agreed"] + 120.55), 120.55)
    link = shown["links"][-1]
    assert (link["state"], link["captured"], link["pending"]) == ("paid", 120.55, None)
    # Stripe's own event of the capture, repeated and late, changes nothing.
    for kind in (CAPTURED, HELD, CAPTURED):
        await send(owner_client, clock, kind, stripe.as_event(intent))
    assert len(await entries(owner_client, booking)) == 2
    lines = query_admin_sql("select price_lines from bookings where id = %s", booking)[0][0]
    assert (lines[-1]["amount"], lines[-1]["charge"]) == (12_055, "deposit")
    assert "Scratch on the door" in lines[-1]["label"]
    preview = (await owner_client.get(f"{BOOKINGS}/{booking}/invoice-preview")).json()["preview"]
    assert preview["lines"][-1]["amount"] == 120.55
    # The captured part can be refunded, and no more.
    assert shown["refundableOnline"] == 120.55
    more = {"amount": 120.56, "method": "online", "reason": "Not ours"}
    answer = await owner_client.post(f"{BOOKINGS}/{booking}/refunds", json=more)
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "amount")
    shown = await post(owner_client, f"{BOOKINGS}/{booking}/refunds", more | {"amount": 20.55})
    assert (shown["paid"], shown["refundableOnline"]) == (100, 100)
    assert [each["amount"] for each in stripe.refunds.values()] == [2_055]


async def test_reports_and_the_accounting_export_have_what_was_captured(
    owner_client: httpx.AsyncClient, stripe: StripeStandIn, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    _, path, _ = await held(owner_client, stripe, clock)
    await post(owner_client, f"{path}/capture", {"amount": 80.01, "reason": "Fuel"})
    rows = query_admin_sql("select debit, credit, amount_minor from journal_entries order by step")
    assert rows == [("online", "deposits", 8_001), ("deposits", "customers", 8_001)]
    day = str(clock.now().date())
    report = await owner_client.get(
        "/api/admin/reports/payments", params={"period": "days", "from": day, "to": day}
    )
    assert report.status_code == 200, report.text
    [of_currency] = report.json()["currencies"]
    [online] = [each for each in of_currency["methods"] if each["method"] == "online"]
    # Stripe's money came in as a deposit, once: it is no payment beside it.
    assert (online["depositsTaken"], online["received"], online["change"]) == (80.01, 0, 80.01)
    query_admin_sql("update journal_entries set created_at = created_at - interval '5 days'")
    first = str((clock.now() - timedelta(days=6)).date())
    last = str((clock.now() - timedelta(days=3)).date())
    exported = await owner_client.post("/api/admin/accounting/exports", json={"from": first, "to": last})
    assert exported.status_code == 201, exported.text
    journal = (await owner_client.get("/api/admin/accounting/exports/1/journal.csv")).text
    # As a deposit that was taken, then as the customer's payment of what it is kept for.
    assert journal.count("80.01") == 2


async def test_a_hold_is_released_once_and_not_captured_afterwards(
    owner_client: httpx.AsyncClient, stripe: StripeStandIn, clock: FixedClock
) -> None:
    booking, path, intent = await held(owner_client, stripe, clock)
    shown = await post(owner_client, f"{path}/release")
    assert shown["links"][-1]["state"] == "released"
    assert stripe.intents[intent]["status"] == "canceled"
    await send(owner_client, clock, CANCELLED, stripe.as_event(intent))
    for act, body in (("release", None), ("capture", {"amount": 1, "reason": "x"})):
        answer = await owner_client.post(f"{path}/{act}", json=body)
        assert (answer.status_code, answer.json()["code"]) == (409, "CardHoldOver")
    assert (await hold_of(owner_client, booking))["state"] == "released"
    assert await entries(owner_client, booking) == []


async def test_a_link_that_was_not_used_is_withdrawn(
    owner_client: httpx.AsyncClient, stripe: StripeStandIn, clock: FixedClock
) -> None:
    booking, session = await ask_for_hold(owner_client)
    hold = (await hold_of(owner_client, booking))["id"]
    shown = await post(owner_client, f"{BOOKINGS}/{booking}/card-holds/{hold}/release")
    assert (shown["links"][-1]["state"], stripe.sessions[session]["status"]) == ("expired", "expired")


async def test_capture_and_release_at_once_do_one_of_them(
    owner_client: httpx.AsyncClient, stripe: StripeStandIn, clock: FixedClock
) -> None:
    booking, path, intent = await held(owner_client, stripe, clock)
    stripe.seconds = 0.3
    body = {"amount": 50, "reason": "Fuel"}
    answers = await asyncio.gather(
        owner_client.post(f"{path}/capture", json=body),
        owner_client.post(f"{path}/release"),
        owner_client.post(f"{path}/capture", json=body),
    )
    assert sorted(each.status_code for each in answers) == [201, 409, 409]
    state = (await hold_of(owner_client, booking))["state"]
    assert (state, stripe.intents[intent]["status"]) in {("paid", "succeeded"), ("released", "canceled")}
    assert len(await entries(owner_client, booking)) == (2 if state == "paid" else 0)


@pytest.mark.parametrize("how", ["lost", "down"])
async def test_an_unknown_outcome_is_reconciled_by_reading_the_intent(
    owner_client: httpx.AsyncClient,
    stripe: StripeStandIn,
    clock: FixedClock,
    db: Database,
    settings: Settings,
    how: str,
) -> None:
    booking, path, intent = await held(owner_client, stripe, clock)
    setattr(stripe, "loses_answers" if how == "lost" else "is_down", True)
    body, key = {"amount": 50, "reason": "Fuel"}, uuid4().hex
    shown = await post(owner_client, f"{path}/capture", body, key)
    assert (shown["links"][-1]["state"], shown["links"][-1]["pending"]) == ("held", "capture")
    answer = await owner_client.post(f"{path}/release")
    assert (answer.status_code, answer.json()["code"]) == (409, "CardHoldPending")
    stripe.loses_answers = stripe.is_down = False
    clock.move(minutes=2)
    await run_for_all(ask_stripe, TaskContext(db, settings, clock))
    await send(owner_client, clock, CAPTURED, stripe.as_event(intent))
    assert (await hold_of(owner_client, booking))["captured"] == 50
    assert await entries(owner_client, booking) == [("deposit_taken", 50), ("deposit_applied", 50)]
    assert stripe.intents[intent]["amount_received"] == 5_000


async def test_a_capture_that_stripe_refuses_leaves_the_hold(
    owner_client: httpx.AsyncClient, stripe: StripeStandIn, clock: FixedClock
) -> None:
    booking, path, _ = await held(owner_client, stripe, clock)
    stripe.refuses_captures = "The card issuer declined."
    body = {"amount": 50, "reason": "Fuel"}
    answer = await owner_client.post(f"{path}/capture", json=body)
    assert (answer.status_code, answer.json()["code"]) == (409, "stripe_refused")
    link = await hold_of(owner_client, booking)
    assert (link["state"], link["pending"]) == ("held", None)
    stripe.refuses_captures = ""
    await post(owner_client, f"{path}/capture", body)
    assert len(await entries(owner_client, booking)) == 2


@pytest.mark.parametrize("order", [(CANCELLED, COMPLETED, HELD), (HELD, CANCELLED, COMPLETED)])
async def test_events_in_any_order_end_in_the_same_state(
    owner_client: httpx.AsyncClient, stripe: StripeStandIn, clock: FixedClock, order: tuple[str, ...]
) -> None:
    booking, session = await ask_for_hold(owner_client)
    complete, intent = stripe.authorize(session)
    cancelled = stripe.cancel(intent["id"], "automatic")
    things = {COMPLETED: complete, HELD: intent, CANCELLED: cancelled}
    for kind in (*order, *order):
        await send(owner_client, clock, kind, things[kind])
    assert (await hold_of(owner_client, booking))["state"] == "expired"
    assert await entries(owner_client, booking) == []


async def test_a_capture_in_stripes_dashboard_is_a_deposit_to_decide_about(
    owner_client: httpx.AsyncClient, stripe: StripeStandIn, clock: FixedClock
) -> None:
    booking, session = await ask_for_hold(owner_client)
    complete, intent = stripe.authorize(session)
    # The event of the capture overtakes that of the session.
    await send(owner_client, clock, CAPTURED, stripe.capture(intent["id"], 4_000))
    await send(owner_client, clock, COMPLETED, complete)
    assert await entries(owner_client, booking) == [("deposit_taken", 40)]
    assert (await money(owner_client, booking))["held"] == 40


@pytest.mark.parametrize(
    "difference", [{"currency": "chf"}, {"amount": 1}, {"amount_received": 30_001}, {"id": "pi_x"}]
)
async def test_an_intent_that_differs_changes_nothing(
    owner_client: httpx.AsyncClient, stripe: StripeStandIn, clock: FixedClock, difference: dict[str, Any]
) -> None:
    booking, session = await ask_for_hold(owner_client)
    complete, intent = stripe.authorize(session)
    if "amount_received" in difference or "id" in difference:
        await send(owner_client, clock, COMPLETED, complete)
        captured = stripe.capture(intent["id"], 30_000)
        await send(owner_client, clock, CAPTURED, captured | difference)
    else:
        await send(owner_client, clock, HELD, intent | difference)
        assert (await hold_of(owner_client, booking))["state"] == "open"
    assert await entries(owner_client, booking) == []


async def test_a_hold_that_expires_is_on_today_and_emailed_once(
    owner_client: httpx.AsyncClient,
    stripe: StripeStandIn,
    clock: FixedClock,
    db: Database,
    settings: Settings,
    query_admin_sql: AdminSql,
) -> None:
    booking, _, intent = await held(owner_client, stripe, clock)
    context = TaskContext(db, settings, clock)
    stripe.intents[intent]["latest_charge"]["payment_method_details"]["card"] = {}
    await run_for_all(ask_stripe, context)
    await run_for_all(remind_of_holds, context)
    assert await hold_tasks(owner_client) == []
    query_admin_sql("update online_payments set capture_before = %s", clock.now() + timedelta(days=1))
    for _ in range(2):
        await run_for_all(remind_of_holds, context)
    [(message,)] = query_admin_sql(
        "select payload from outbox_messages where kind = 'payments.hold_expiring'"
    )
    text = render(
        "payments.hold_expiring", message, Recipient("Alps", "alps@example.com", "", "https://example.com")
    )
    assert "€300\n" in text.body
    assert "(Georgia Standard Time)" in text.body
    assert await hold_tasks(owner_client) == [booking]
    stripe.cancel(intent, "automatic")
    query_admin_sql("update online_payments set capture_before = %s", clock.now())
    clock.move(minutes=2)
    await run_for_all(ask_stripe, context)
    assert (await hold_of(owner_client, booking))["state"] == "expired"
    assert await hold_tasks(owner_client) == []


async def hold_tasks(client: httpx.AsyncClient) -> list[str]:
    tasks = (await client.get("/api/admin/today")).json()["tasks"]
    return [each["bookingId"] for each in tasks if each["kind"] == "card_hold"]


async def test_a_cancelled_bookings_capture_is_kept_without_a_price(
    owner_client: httpx.AsyncClient, stripe: StripeStandIn, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    booking, path, _ = await held(owner_client, stripe, clock)
    query_admin_sql("update bookings set status = 'cancelled' where id = %s", booking)
    await post(owner_client, f"{path}/capture", {"amount": 70, "reason": "No-show"})
    assert await entries(owner_client, booking) == [("deposit_taken", 70), ("deposit_kept", 70)]


async def test_another_company_reaches_no_hold_and_its_events_change_none(
    owner_client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    sign_in: SignIn,
    stripe: StripeStandIn,
    clock: FixedClock,
) -> None:
    booking, path, intent = await held(owner_client, stripe, clock)
    await sign_in(alps_client, "owner@abano.localhost", "correct horse battery")
    assert (await alps_client.put("/api/admin/stripe", json=KEYS)).status_code == 204
    for act, body in (("release", None), ("capture", {"amount": 1, "reason": "x"})):
        assert (await alps_client.post(f"{path}/{act}", json=body)).status_code == 404
    await send(alps_client, clock, CANCELLED, stripe.cancel(intent, "automatic"))
    assert (await hold_of(owner_client, booking))["state"] == "held"
