"""A customer's own booking on a phone, by keyboard; and the site in a tunnel."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import httpx
import pytest
from browser_visitors import until
from loadtests.forms import booking_form, days_from
from playwright.sync_api import Browser, BrowserContext, Page, expect
from running_stack import Stack, query_stack

EMAIL = "looks.after@example.com"
CONTROLLED = """navigator.serviceWorker.ready.then(() => new Promise((done) => {
  if (navigator.serviceWorker.controller) done();
  else navigator.serviceWorker.addEventListener("controllerchange", () => done());
}))"""
KEPT = "caches.open('abano_site_1').then((cache) => cache.keys()).then((all) => all.map(({ url }) => url))"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


def booked(stack: Stack) -> dict[str, Any]:
    form = booking_form(customerEmail=EMAIL, **days_from(date.today() + timedelta(days=40)))  # noqa: DTZ011
    answer = httpx.post(f"{stack.origin}/api/bookings", json=form)
    assert answer.status_code == 201, answer.text
    booking: dict[str, Any] = answer.json()
    return booking


def test_a_booking_is_opened_changed_and_cancelled_by_keyboard(page: Page, stack: Stack) -> None:
    booking = booked(stack)
    page.goto(f"{stack.origin}/my-booking")
    page.get_by_label("Booking reference").focus()
    page.keyboard.type(booking["reference"].lower())
    page.keyboard.press("Tab")
    page.keyboard.type(EMAIL)
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile("We confirm your booking by .* at the latest"))).to_be_visible()
    page.get_by_role("button", name="Change dates, places or extras").press("Enter")
    longer = date.today() + timedelta(days=49)  # noqa: DTZ011 - some day ahead
    page.get_by_label("Return date").fill(str(longer))
    page.get_by_label("Baby seat").press("Space")
    # What is entered survives a reload and another page.
    page.reload()
    expect(page.get_by_label("Return date")).to_have_value(str(longer))
    page.goto(f"{stack.origin}/")
    page.go_back()
    expect(page.get_by_label("Baby seat")).to_be_checked()
    expect(page.get_by_text("After the change")).to_be_visible()
    expect(page.get_by_text("€137 more")).to_be_visible()
    page.get_by_role("button", name="Change the booking").press("Enter")
    expect(page.get_by_text("Your trip, 9 days")).to_be_visible()
    page.get_by_label("Flight number").fill("tk 386")
    page.get_by_label("Flight number").press("Enter")
    what = "select kind from customer_actions where booking_id = %s order by created_at"
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    assert query_stack(stack, what, booking["bookingId"]) == [("changed",), ("details",)]
    page.reload()
    # The change was sent: its form is closed.
    page.get_by_role("button", name="Cancel the booking").press("Enter")
    page.get_by_label("Reason (optional)").fill("No flight")
    page.reload()
    expect(page.get_by_label("Reason (optional)")).to_have_value("No flight")
    page.get_by_role("button", name="Cancel free of charge").press("Enter")
    expect(page.get_by_text("This booking was cancelled.")).to_be_visible()
    # The URL has nothing of it, and a closed booking stays closed.
    assert page.url == f"{stack.origin}/my-booking"
    page.get_by_role("button", name="Close on this device").press("Enter")
    expect(page.get_by_label("Booking reference")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Booking reference")).to_be_visible()


def test_in_a_tunnel_the_site_opens_and_says_since_when_its_prices_are(
    page: Page, context: BrowserContext, stack: Stack
) -> None:
    page.goto(f"{stack.origin}/booking?carType=Subaru+Forester")
    page.evaluate(CONTROLLED)
    until(page, f"{KEPT}.then((all) => all.includes('{stack.origin}/'))")
    # What is loaded from now on passes the worker.
    page.reload()
    page.get_by_label("Pickup date").fill("2030-06-10")
    page.wait_for_load_state("networkidle")
    context.set_offline(True)
    page.goto(f"{stack.origin}/")
    notice = page.get_by_text(re.compile(r"Prices of \d\d:\d\d, not checked again"))
    expect(notice).to_be_visible()
    page.goto(f"{stack.origin}/booking?carType=Subaru+Forester")
    expect(page.get_by_label("Pickup date")).to_have_value("2030-06-10")
    kept = page.evaluate(KEPT)
    assert not [url for url in kept if "/api/" in url and "/quiz/definition" not in url]
    context.set_offline(False)
    page.goto(f"{stack.origin}/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(notice).to_have_count(0)
