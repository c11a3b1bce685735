"""Payment links by Stripe: paid once despite repeated, lost or forged events; refunds use the same way."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest
from background_tasks import run_for_all
from console_people import signed_in_person
from payment_steps import BOOKINGS, add_booking, empty_money, money, pay, post
from product_fixtures import AdminSql, ClientFactory, SignIn
from stripe_stand_in import KEY, KEYS, WEBHOOK_SECRET, StripeStandIn, event, running_stripe, signed

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.payments.online.tasks import ask_stripe
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
EVENTS = "/api/stripe/events"
RETURN = "/api/payments/online"
PAID = "checkout.session.completed"


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


async def link(
    client: httpx.AsyncClient, amount: float = 100, purpose: str = "payment", **more: Any
) -> tuple[str, str]:
    """A booking with a link; returns it and Stripe's session."""
    assert (await client.put("/api/admin/stripe", json=KEYS)).status_code == 204
    booking = await add_booking(client)
    await post(client, f"{BOOKINGS}/{booking}/payment-links", {"amount": amount, "purpose": purpose, **more})
    shown = (await money(client, booking))["links"]
    assert [each["state"] for each in shown] == ["open"]
    return booking, shown[0]["url"].rpartition("/")[2]


async def send_event(client: httpx.AsyncClient, clock: FixedClock, payload: bytes) -> httpx.Response:
    return await client.post(EVENTS, content=payload, headers=signed(payload, clock.now()))


async def test_keys_are_sealed_and_never_shown_and_stay_when_left_out(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    assert (await owner_client.get("/api/admin/stripe")).json()["account"] is None
    for field, bad in (("secretKey", "pk_test_123456"), ("webhookSecret", "sk_test_1234567")):
        answer = await owner_client.put("/api/admin/stripe", json=KEYS | {field: bad})
        assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, field)
    assert (await owner_client.put("/api/admin/stripe", json=KEYS)).status_code == 204
    before = query_admin_sql("select sealed_key, sealed_webhook_secret from stripe_settings")
    assert KEY.encode() not in bytes(before[0][0])
    shown = (await owner_client.get("/api/admin/stripe")).text
    assert KEY not in shown
    assert WEBHOOK_SECRET not in shown
    account = json.loads(shown)["account"]
    assert (account["isLive"], account["keyEnd"]) == (False, "ndin")
    assert (await owner_client.put("/api/admin/stripe", json={})).status_code == 204
    assert query_admin_sql("select sealed_key, sealed_webhook_secret from stripe_settings") == before
    assert (await owner_client.delete("/api/admin/stripe")).status_code == 204
    assert query_admin_sql("select * from stripe_settings") == []


async def test_without_keys_there_are_no_links(owner_client: httpx.AsyncClient) -> None:
    booking = await add_booking(owner_client)
    assert not (await money(owner_client, booking))["isOnline"]
    body = {"amount": 10, "purpose": "payment"}
    answer = await owner_client.post(f"{BOOKINGS}/{booking}/payment-links", json=body)
    assert (answer.status_code, answer.json()["code"]) == (409, "NoOnlinePayments")


async def test_a_link_is_sent_in_the_customers_language_and_paid_once(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    stripe: StripeStandIn,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    booking, session = await link(owner_client, 100.5, sendEmail=True)
    [(message,)] = query_admin_sql(
        "select payload from outbox_messages where kind = 'booking.customer_email'"
    )
    assert message["to"] == "ana@example.com"
    assert stripe.sessions[session]["url"] in message["body"]
    token = stripe.sessions[session]["success_url"].partition("#")[2]
    back = await client.post(RETURN, json={"token": token})
    assert (back.json()["state"], back.json()["amount"]) == ("open", 100.5)
    payload = event(PAID, stripe.pay(session))
    answers = await asyncio.gather(*(send_event(client, clock, payload) for _ in range(8)))
    assert {each.status_code for each in answers} == {200}
    # The same payment in another event.
    again = event("checkout.session.async_payment_succeeded", stripe.sessions[session], number=2)
    assert (await send_event(client, clock, again)).status_code == 200
    shown = await money(owner_client, booking)
    assert [(each["kind"], each["method"], each["amount"], each["by"]) for each in shown["entries"]] == [
        ("payment", "online", 100.5, None)
    ]
    assert shown["entries"][0]["receiptNumber"] == "R-2026-00001"
    back = await client.post(RETURN, json={"token": token})
    assert (back.json()["state"], back.json()["url"]) == ("paid", None)
    assert (await client.post(RETURN, json={"token": "unknown"})).status_code == 404
    account = (await owner_client.get("/api/admin/stripe")).json()["account"]
    assert account["eventAt"] is not None


@pytest.mark.parametrize(
    "forgery", ["another secret", "too old", "from the future", "changed", "none", "no time"]
)
async def test_an_event_that_is_not_signed_for_this_company_now_is_refused(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    stripe: StripeStandIn,
    clock: FixedClock,
    forgery: str,
) -> None:
    booking, session = await link(owner_client)
    payload = event(PAID, stripe.pay(session))
    headers = signed(payload, clock.now(), WEBHOOK_SECRET if forgery != "another secret" else "whsec_other")
    if forgery == "changed":
        payload = payload.replace(b'"amount_total": 10000', b'"amount_total": 90000')
    if forgery == "none":
        del headers["Stripe-Signature"]
    if forgery == "no time":
        headers["Stripe-Signature"] = headers["Stripe-Signature"].replace("t=", "t=x")
    clock.move(minutes={"too old": 6, "from the future": -6}.get(forgery, 0))
    answer = await client.post(EVENTS, content=payload, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "UnverifiedEvent")
    clock.move(minutes=-{"too old": 6, "from the future": -6}.get(forgery, 0))
    assert (await money(owner_client, booking))["paid"] == 0


async def test_an_error_while_recording_an_event_makes_stripe_retry(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    stripe: StripeStandIn,
    clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    booking, session = await link(owner_client)
    payload = event(PAID, stripe.pay(session))

    async def fail(*_: Any) -> None:
        raise ValueError("a fault of the settlement")

    with monkeypatch.context() as patched:
        patched.setattr("abano.payments.online.refunds.issue_receipt", fail)
        answer = await send_event(client, clock, payload)
    assert (answer.status_code, answer.json()["code"]) == (500, "InternalError")
    assert "a fault of the settlement" in caplog.text
    assert (await money(owner_client, booking))["paid"] == 0
    assert (await send_event(client, clock, payload)).status_code == 200
    assert (await money(owner_client, booking))["paid"] == 100


async def test_another_company_is_not_notified(
    owner_client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    sign_in: SignIn,
    stripe: StripeStandIn,
    clock: FixedClock,
) -> None:
    booking, session = await link(owner_client)
    payload = event(PAID, stripe.pay(session))
    assert (await send_event(alps_client, clock, payload)).status_code == 404
    await sign_in(alps_client, "owner@abano.localhost", "correct horse battery")
    assert (await alps_client.put("/api/admin/stripe", json=KEYS)).status_code == 204
    # Even with the same keys: the session belongs to another company.
    assert (await send_event(alps_client, clock, payload)).status_code == 200
    assert (await money(owner_client, booking))["paid"] == 0


async def test_a_lost_event_is_asked_for(
    owner_client: httpx.AsyncClient,
    stripe: StripeStandIn,
    db: Database,
    settings: Settings,
    clock: FixedClock,
) -> None:
    _, unknown = await link(owner_client)
    booking, session = await link(owner_client)
    stripe.pay(session)
    # One that Stripe refuses does not keep the others waiting.
    del stripe.sessions[unknown]
    context = TaskContext(db, settings, clock)
    await run_for_all(ask_stripe, context)
    assert (await money(owner_client, booking))["paid"] == 0
    clock.move(minutes=11)
    stripe.is_down = True
    await run_for_all(ask_stripe, context)
    stripe.is_down = False
    await run_for_all(ask_stripe, context)
    assert (await money(owner_client, booking))["paid"] == 100
    stripe.calls.clear()
    clock.move(minutes=11)
    await run_for_all(ask_stripe, context)
    assert [unknown in str(call) for call in stripe.calls] == [True]


async def test_a_new_link_expires_the_earlier_one_at_stripe(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, stripe: StripeStandIn, clock: FixedClock
) -> None:
    booking, first = await link(owner_client, 100)
    body = {"amount": 60, "purpose": "payment"}
    await post(owner_client, f"{BOOKINGS}/{booking}/payment-links", body)
    assert [each["status"] for each in stripe.sessions.values()] == ["expired", "open"]
    assert [each["state"] for each in (await money(owner_client, booking))["links"]] == ["expired", "open"]
    # The same amount gives the same link; a deposit is a separate purpose.
    await post(owner_client, f"{BOOKINGS}/{booking}/payment-links", body)
    await post(owner_client, f"{BOOKINGS}/{booking}/payment-links", {"amount": 60, "purpose": "deposit"})
    assert [each["status"] for each in stripe.sessions.values()] == ["expired", "open", "open"]
    # A link paid before it could be expired counts, and no more than the rest can be requested.
    due = (await money(owner_client, booking))["due"]
    stripe.pay("cs_test_2")
    too_much = await owner_client.post(f"{BOOKINGS}/{booking}/payment-links", json=body | {"amount": due})
    assert (too_much.status_code, too_much.json()["fields"][0]["field"]) == (422, "amount")
    assert (await money(owner_client, booking))["paid"] == 60
    assert stripe.sessions[first]["status"] == "expired"


async def test_a_link_for_more_than_is_due_is_expired_and_an_overpaid_booking_is_listed(
    owner_client: httpx.AsyncClient,
    stripe: StripeStandIn,
    clock: FixedClock,
    db: Database,
    settings: Settings,
    query_admin_sql: AdminSql,
) -> None:
    booking, session = await link(owner_client, 100)
    due = (await money(owner_client, booking))["due"]
    await pay(owner_client, booking, due)
    clock.move(minutes=11)
    await run_for_all(ask_stripe, TaskContext(db, settings, clock))
    assert stripe.sessions[session]["status"] == "expired"
    # Paid twice nevertheless: by a link that was open in between.
    other, session = await link(owner_client, 100)
    await pay(owner_client, other, (await money(owner_client, other))["due"])
    query_admin_sql("update bookings set pickup_at = pickup_at + interval '90 days',"
                    " return_at = return_at + interval '90 days'")  # fmt: skip
    assert (await send_event(owner_client, clock, event(PAID, stripe.pay(session)))).status_code == 200
    shown = (await owner_client.get("/api/admin/balances-due")).json()
    assert [(each["bookingId"], each["due"]) for each in shown["balances"]] == [(other, -100)]


async def test_an_expired_link_is_over_and_one_that_stripe_refuses_is_none(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, stripe: StripeStandIn, clock: FixedClock
) -> None:
    booking, session = await link(owner_client)
    stripe.sessions[session]["status"] = "expired"
    payload = event("checkout.session.expired", stripe.sessions[session])
    assert (await send_event(client, clock, payload)).status_code == 200
    shown = (await money(owner_client, booking))["links"]
    assert [(each["state"], each["url"]) for each in shown] == [("expired", None)]
    body = {"amount": 0.2, "purpose": "payment"}
    refused = await owner_client.post(f"{BOOKINGS}/{booking}/payment-links", json=body)
    assert (refused.status_code, refused.json()["code"]) == (409, "stripe_refused")
    stripe.is_down = True
    gone = await owner_client.post(f"{BOOKINGS}/{booking}/payment-links", json=body | {"amount": 5})
    assert gone.status_code == 409
    assert [each["state"] for each in (await money(owner_client, booking))["links"]][1:] == [
        "failed",
        "failed",
    ]


async def test_a_deposit_comes_and_goes_by_stripe(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, stripe: StripeStandIn, clock: FixedClock
) -> None:
    booking, session = await link(owner_client, 300, "deposit")
    assert (await send_event(client, clock, event(PAID, stripe.pay(session)))).status_code == 200
    assert (await money(owner_client, booking))["held"] == 300
    settle = {"returned": 250, "kept": 50, "applied": 0, "method": "online", "reason": "A scratch"}
    shown = await post(owner_client, f"{BOOKINGS}/{booking}/deposits/settlement", settle)
    assert (shown["held"], shown["refundableOnline"]) == (0, 50)
    assert shown["entries"][-1]["refund"] == "done"
    assert [(each["payment_intent"], each["amount"]) for each in stripe.refunds.values()] == [
        ("pi_1", 25_000)
    ]


async def test_a_refund_is_carried_out_once_though_its_answer_is_lost(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    stripe: StripeStandIn,
    db: Database,
    settings: Settings,
    clock: FixedClock,
) -> None:
    booking, session = await link(owner_client)
    await send_event(client, clock, event(PAID, stripe.pay(session)))
    stripe.loses_answers = True
    body, key = {"amount": 40, "method": "online", "reason": "A day less"}, uuid4().hex
    shown = await post(owner_client, f"{BOOKINGS}/{booking}/refunds", body, key)
    assert (shown["paid"], shown["entries"][-1]["refund"]) == (60, "waiting")
    stripe.loses_answers = False
    await post(owner_client, f"{BOOKINGS}/{booking}/refunds", body, key)
    clock.move(minutes=11)
    await run_for_all(ask_stripe, TaskContext(db, settings, clock))
    shown = await money(owner_client, booking)
    assert (shown["paid"], shown["entries"][-1]["refund"]) == (60, "done")
    assert len(stripe.refunds) == 1


@pytest.mark.parametrize("when", ["at once", "later"])
async def test_a_refund_that_stripe_refuses_is_undone(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    stripe: StripeStandIn,
    clock: FixedClock,
    when: str,
) -> None:
    booking, session = await link(owner_client)
    await send_event(client, clock, event(PAID, stripe.pay(session)))
    if when == "at once":
        stripe.refuses_refunds = "The charge was disputed."
    body = {"amount": 40, "method": "online", "reason": "A day less"}
    await post(owner_client, f"{BOOKINGS}/{booking}/refunds", body)
    if when == "later":
        [refund] = stripe.refunds.values()
        failed = refund | {"status": "failed", "failure_reason": "lost_or_stolen_card"}
        for number in (2, 3):
            payload = event("refund.failed", failed, number)
            assert (await send_event(client, clock, payload)).status_code == 200
    shown = await money(owner_client, booking)
    assert (shown["paid"], shown["refundableOnline"]) == (100, 100)
    assert [each["kind"] for each in shown["entries"]] == ["payment", "refund", "refund_failed"]
    assert [each["refund"] for each in shown["entries"]] == [None, "refused", None]


async def test_the_desk_makes_links_and_sees_no_keys(
    owner_client: httpx.AsyncClient,
    stripe: StripeStandIn,
    db: Database,
    georgia: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
) -> None:
    desk = (await signed_in_person(db, georgia, "desk", client_of, sign_in)).client
    booking, _ = await link(owner_client, 10)
    body = {"amount": 20, "purpose": "payment"}
    assert len(await post(desk, f"{BOOKINGS}/{booking}/payment-links", body)) == 2
    assert (await desk.get("/api/admin/stripe")).status_code == 403
    assert len(stripe.sessions) == 2
