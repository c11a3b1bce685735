"""Connect Stripe without keys: the way there and back, events of the account, and calls that act for it."""

import asyncio
import json
from collections.abc import Iterator
from itertools import count
from typing import Any

import httpx
import pytest
from background_tasks import run_for_all
from console_people import signed_in_person
from payment_steps import BOOKINGS, add_booking, empty_money, money, post
from product_fixtures import AdminSql, ClientFactory, SignIn
from stripe_stand_in import (
    KEYS,
    PLATFORM_KEY,
    PLATFORM_SECRET,
    StripeStandIn,
    event,
    running_stripe,
    signed,
)

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.payments.online.tasks import ask_stripe
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
STRIPE = "/api/admin/stripe"
CONNECTION, RETURN = f"{STRIPE}/connection", f"{STRIPE}/connection/return"
EVENTS = "/api/stripe/connect/events"
PAID = "checkout.session.completed"
numbers = count(1)


@pytest.fixture
def stripe() -> Iterator[StripeStandIn]:
    with running_stripe() as stand_in:
        yield stand_in


@pytest.fixture
def settings(settings: Settings, stripe: StripeStandIn) -> Settings:
    connect = {"stripe_connect_key": PLATFORM_KEY, "stripe_connect_webhook_secret": PLATFORM_SECRET}
    return Settings(**settings.model_dump() | {"stripe_api_url": stripe.url} | connect)


@pytest.fixture(autouse=True)
def _no_money(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false")
    empty_money(query_admin_sql)


async def start(client: httpx.AsyncClient, stripe: StripeStandIn) -> str:
    """The state with which Stripe sends the owner back."""
    answer = await client.post(CONNECTION)
    assert answer.status_code == 201, answer.text
    assert answer.json()["url"].startswith("https://connect.stripe.com/")
    return stripe.links[-1]["return_url"].partition("?stripe=")[2]


async def connect(client: httpx.AsyncClient, stripe: StripeStandIn) -> str:
    """A connected account that can take payments."""
    state = await start(client, stripe)
    account = stripe.links[-1]["account"]
    stripe.accounts[account]["charges_enabled"] = True
    assert (await client.post(RETURN, json={"state": state})).status_code == 204
    return account


async def account_of(client: httpx.AsyncClient) -> dict[str, Any] | None:
    shown: dict[str, Any] | None = (await client.get(STRIPE)).json()["account"]
    return shown


async def send(
    client: httpx.AsyncClient, clock: FixedClock, kind: str, thing: dict[str, Any], **more: Any
) -> httpx.Response:
    payload = event(kind, thing, next(numbers), **more)
    return await client.post(EVENTS, content=payload, headers=signed(payload, clock.now(), PLATFORM_SECRET))


async def link(client: httpx.AsyncClient) -> tuple[str, str]:
    booking = await add_booking(client)
    await post(client, f"{BOOKINGS}/{booking}/payment-links", {"amount": 100, "purpose": "payment"})
    return booking, str((await money(client, booking))["links"][-1]["url"]).rpartition("/")[2]


async def test_an_owner_connects_is_sent_back_and_calls_act_for_the_account(
    owner_client: httpx.AsyncClient, stripe: StripeStandIn, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    assert (await owner_client.get(STRIPE)).json()["mayConnect"] is True
    state = await start(owner_client, stripe)
    shown = await account_of(owner_client)
    assert shown is not None
    assert (shown["accountId"], shown["canCharge"], shown["isLive"]) == ("acct_1", False, False)
    booking = await add_booking(owner_client)
    body = {"amount": 10, "purpose": "payment"}
    refused = await owner_client.post(f"{BOOKINGS}/{booking}/payment-links", json=body)
    assert (refused.status_code, refused.json()["code"]) == (409, "NoOnlinePayments")
    # Not complete yet: the owner goes on with the same account.
    assert (await owner_client.post(RETURN, json={"state": state})).status_code == 204
    await connect(owner_client, stripe)
    assert list(stripe.accounts) == ["acct_1"]
    shown = await account_of(owner_client)
    assert shown is not None
    assert shown["canCharge"] is True
    stripe.acted_for.clear()
    booking, session = await link(owner_client)
    assert stripe.acted_for == ["acct_1"]
    answer = await send(owner_client, clock, PAID, stripe.pay(session), account="acct_1")
    assert answer.status_code == 200
    assert (await money(owner_client, booking))["paid"] == 100
    actions = query_admin_sql(
        "select action from audit_log where action like 'stripe.%%' order by happened_at, id"
    )
    assert [each[0] for each in actions] == [
        "stripe.connection_started", "stripe.connection_checked", "stripe.connection_checked",
    ]  # fmt: skip
    assert PLATFORM_KEY not in (await owner_client.get(STRIPE)).text


async def test_the_state_is_valid_once_for_one_session_and_some_hours(
    owner_client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    stripe: StripeStandIn,
    db: Database,
    georgia: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    clock: FixedClock,
) -> None:
    state = await start(owner_client, stripe)
    other = (await signed_in_person(db, georgia, "owner", client_of, sign_in)).client
    await sign_in(alps_client, "owner@abano.localhost", "correct horse battery")
    await start(alps_client, stripe)
    for stranger in (other, alps_client):
        answer = await stranger.post(RETURN, json={"state": state})
        assert (answer.status_code, answer.json()["code"]) == (409, "ReturnNotRecognized")
    assert (await owner_client.post(RETURN, json={"state": "guessed"})).status_code == 409
    answers = await asyncio.gather(*(owner_client.post(RETURN, json={"state": state}) for _ in range(4)))
    assert sorted(each.status_code for each in answers) == [204, 409, 409, 409]
    state = await start(owner_client, stripe)
    # A later press replaces the earlier state.
    newer = await start(owner_client, stripe)
    assert (await owner_client.post(RETURN, json={"state": state})).status_code == 409
    clock.move(minutes=241)
    assert (await owner_client.post(RETURN, json={"state": newer})).status_code == 409


async def test_two_presses_and_a_lost_answer_lead_to_one_account(
    owner_client: httpx.AsyncClient, stripe: StripeStandIn, query_admin_sql: AdminSql
) -> None:
    stripe.loses_answers = True
    answer = await owner_client.post(CONNECTION)
    assert (answer.status_code, answer.json()["error"]) == (409, "ConnectFailed")
    assert await account_of(owner_client) is None
    stripe.loses_answers, stripe.seconds = False, 0.2
    answers = await asyncio.gather(*(owner_client.post(CONNECTION) for _ in range(3)))
    assert {each.status_code for each in answers} == {201}
    assert list(stripe.accounts) == ["acct_1"]
    assert query_admin_sql("select account_id, sealed_key from stripe_settings") == [("acct_1", None)]


async def test_events_reach_the_company_of_their_account_alone(
    owner_client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    sign_in: SignIn,
    stripe: StripeStandIn,
    clock: FixedClock,
) -> None:
    await connect(owner_client, stripe)
    await sign_in(alps_client, "owner@abano.localhost", "correct horse battery")
    other = await connect(alps_client, stripe)
    booking, session = await link(owner_client)
    paid = stripe.pay(session)
    for more in ({"account": other}, {"account": "acct_unknown"}, {}, {"account": 7}):
        assert (await send(owner_client, clock, PAID, paid, **more)).status_code == 200
    # Live events come to the same endpoint as those of tests.
    payload = json.loads(event(PAID, paid, next(numbers), account="acct_1")) | {"livemode": True}
    body = json.dumps(payload).encode()
    assert (
        await owner_client.post(EVENTS, content=body, headers=signed(body, clock.now(), PLATFORM_SECRET))
    ).status_code == 200
    assert (await money(owner_client, booking))["paid"] == 0
    # Which host it comes to does not matter.
    answers = [await send(alps_client, clock, PAID, paid, account="acct_1") for _ in range(2)]
    assert [each.status_code for each in answers] == [200, 200]
    assert (await money(owner_client, booking))["paid"] == 100


async def test_an_event_that_is_not_signed_for_the_platform_is_refused(
    owner_client: httpx.AsyncClient, stripe: StripeStandIn, clock: FixedClock
) -> None:
    await connect(owner_client, stripe)
    payload = event("account.updated", {"id": "acct_1"}, account="acct_1")
    for headers in (signed(payload, clock.now(), "whsec_other"), {}):
        answer = await owner_client.post(EVENTS, content=payload, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (400, "UnverifiedEvent")
    large = payload + b" " * 300_000
    answer = await owner_client.post(
        EVENTS, content=large, headers=signed(large, clock.now(), PLATFORM_SECRET)
    )
    assert answer.status_code in {400, 413}
    # A company's own endpoint does not take the platform's events.
    answer = await owner_client.post(
        "/api/stripe/events", content=payload, headers=signed(payload, clock.now())
    )
    assert answer.status_code == 404


async def test_an_account_that_stripe_restricts_or_its_owner_removes_takes_no_payments(
    owner_client: httpx.AsyncClient, stripe: StripeStandIn, clock: FixedClock
) -> None:
    account = await connect(owner_client, stripe)
    stripe.accounts[account]["charges_enabled"] = False
    # The event says otherwise: it is older than what Stripe says now.
    late = {"id": account, "object": "account", "charges_enabled": True}
    assert (await send(owner_client, clock, "account.updated", late, account=account)).status_code == 200
    shown = await account_of(owner_client)
    assert shown is not None
    assert shown["canCharge"] is False
    stripe.accounts[account]["charges_enabled"] = True
    assert (await send(owner_client, clock, "account.updated", late, account=account)).status_code == 200
    gone = {"id": "ca_1", "object": "application"}
    answer = await send(owner_client, clock, "account.application.deauthorized", gone, account=account)
    assert answer.status_code == 200
    shown = await account_of(owner_client)
    assert shown is not None
    assert (shown["canCharge"], shown["problem"]["code"]) == (False, "stripe_deauthorized")
    assert (await owner_client.delete(STRIPE)).status_code == 204
    assert await account_of(owner_client) is None


async def test_own_keys_stay_possible_and_exclude_a_connection(
    owner_client: httpx.AsyncClient, stripe: StripeStandIn, query_admin_sql: AdminSql
) -> None:
    assert (await owner_client.put(STRIPE, json=KEYS)).status_code == 204
    answer = await owner_client.post(CONNECTION)
    assert (answer.status_code, answer.json()["error"]) == (409, "OwnKeysEntered")
    assert (await owner_client.delete(STRIPE)).status_code == 204
    await connect(owner_client, stripe)
    answer = await owner_client.put(STRIPE, json=KEYS)
    assert (answer.status_code, answer.json()["error"]) == (409, "StripeIsConnected")


async def test_a_lost_event_of_a_connected_account_is_asked_for(
    owner_client: httpx.AsyncClient,
    stripe: StripeStandIn,
    clock: FixedClock,
    db: Database,
    settings: Settings,
) -> None:
    await connect(owner_client, stripe)
    booking, session = await link(owner_client)
    stripe.pay(session)
    clock.move(minutes=11)
    await run_for_all(ask_stripe, TaskContext(db, settings, clock))
    assert (await money(owner_client, booking))["paid"] == 100
    assert stripe.acted_for[-1] == "acct_1"
