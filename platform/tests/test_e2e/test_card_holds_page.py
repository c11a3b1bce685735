"""The owner connects Stripe; the desk puts a deposit on hold and keeps a part of it."""

import os
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from console_steps import DESK, PHONE, show
from loadtests.forms import booking_form, days_from
from playwright.sync_api import Page, Route, expect
from running_stack import Stack
from stripe_stand_in import PLATFORM_SECRET, event, signed

AXE = {"resultTypes": ["violations"]}
numbers = count(9_000)


def check(page: Page, name: str) -> None:
    """Without violations, in both colours and widths; pictures where a folder is named."""
    folder = os.environ.get("ABANO_TEST_PICTURES")
    for scheme in ("light", "dark"):
        show(page, scheme)
        assert Axe().run(page, options=AXE).response["violations"] == []
        for width, size in (("phone", PHONE), ("desk", DESK)) if folder else ():
            page.set_viewport_size(size)
            page.screenshot(path=f"{folder}/{name}-{width}-{scheme}.png", full_page=True)
    show(page, "light")


def send(stack: Stack, kind: str, thing: dict[str, Any], account: str) -> None:
    payload = event(kind, thing, next(numbers), account=account)
    headers = signed(payload, datetime.now(UTC), PLATFORM_SECRET)
    answer = httpx.post(f"{stack.origin}/api/stripe/connect/events", content=payload, headers=headers)
    assert answer.status_code == 200, answer.text


def connect(page: Page, stack: Stack) -> str:
    """The owner goes to Stripe, completes the sign-up and is sent back; answers the account."""

    def sign_up(route: Route) -> None:
        stack.stripe.accounts[stack.stripe.links[-1]["account"]]["charges_enabled"] = True
        route.fulfill(status=302, headers={"Location": stack.stripe.links[-1]["return_url"]})

    page.route("https://connect.stripe.com/**", sign_up)
    page.goto(f"{stack.origin}/admin/money")
    page.get_by_role("button", name="Connect with Stripe").click()
    expect(page.get_by_text("connected", exact=True)).to_be_visible()
    assert urlsplit(page.url).query == ""
    page.get_by_label("Card holds in My booking").check()
    expect(page.get_by_label("Card holds in My booking")).to_be_checked()
    check(page, "connected")
    return stack.stripe.links[-1]["account"]


@pytest.fixture
def account(owner: Page, stack: Stack) -> Any:
    yield connect(owner, stack)
    owner.request.delete(f"{stack.origin}/api/admin/stripe", headers={"Origin": stack.origin})


def test_a_deposit_is_held_on_a_card_and_a_part_kept(owner: Page, stack: Stack, account: str) -> None:
    days = days_from(datetime.now(UTC).date() + timedelta(days=50))
    form = booking_form(**days, customerName="Held Deposit", customerEmail="held@example.com")
    booking = httpx.post(f"{stack.origin}/api/bookings", json=form).json()["bookingId"]
    owner.goto(f"{stack.origin}/admin/bookings/{booking}")
    money = owner.get_by_role("region", name="Money")
    money.get_by_role("button", name="Hold on card").click()
    dialog = owner.get_by_role("dialog")
    dialog.get_by_label("Amount").fill("300")
    check(owner, "hold-dialog")
    dialog.get_by_role("button", name="Create and send link").click()
    holds = money.get_by_role("list", name="Card holds")
    expect(holds).to_contain_text("waiting for the customer")
    expect(holds.get_by_role("button", name="Copy the link")).to_be_visible()

    session = list(stack.stripe.sessions)[-1]
    complete, _ = stack.stripe.authorize(session)
    send(stack, "checkout.session.completed", complete, account)
    # The page asks again by itself.
    expect(holds).to_contain_text("on hold")
    expect(holds).to_contain_text("Authorized until")
    check(owner, "held")

    holds.get_by_role("button", name="Capture").click()
    dialog = owner.get_by_role("dialog")
    dialog.get_by_label("Amount").fill("120.55")
    expect(dialog.get_by_role("button", name="Capture €120.55")).to_be_disabled()
    dialog.get_by_label("Reason").fill("Scratch on the door")
    check(owner, "capture-dialog")
    dialog.get_by_role("button", name="Capture €120.55").click()
    expect(holds).to_contain_text("Captured: €120.55")
    entries = money.get_by_role("list", name="Payments and deposits")
    expect(entries).to_contain_text("Scratch on the door")
    assert stack.stripe.acted_for[-1] == account
    check(owner, "captured")
