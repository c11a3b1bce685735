"""A visitor sees prices in dollars, pays in euro, and the booking records both."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from console_steps import enter, open_browser
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack, turn_to
from wizard_steps import TRIP, fill_person, past_extras, shown_totals, stored_bookings

CHOICE = "Show prices in"


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Page]:
    context = open_browser(browser, viewport={"width": 360, "height": 780})
    yield context.new_page()
    context.close()


def expect_accessible_and_fitting(page: Page) -> None:
    """On a desktop and on a phone."""
    for width in (1440, 360):
        turn_to(page, width, 780)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert Axe().run(page).response["violations"] == []


@pytest.fixture
def owner_page(browser: Browser) -> Iterator[Page]:
    context = open_browser(browser)
    yield context.new_page()
    context.close()


def dollars(stack: Stack) -> float:
    offered = httpx.get(f"{stack.origin}/api/site").json()["site"]["displayCurrencies"]
    return float(next(item["rate"] for item in offered if item["currency"] == "USD"))


def test_prices_in_dollars_a_booking_in_euro_and_both_in_the_console(
    visitor: Page, owner_page: Page, stack: Stack
) -> None:
    rate = dollars(stack)
    visitor.goto(f"{stack.origin}/")
    card = visitor.get_by_role("article").filter(has=visitor.get_by_role("heading", name="Subaru Forester"))
    expect(card).to_contain_text("€55")
    visitor.locator("header").get_by_label(CHOICE).select_option("USD")
    expect(card).to_contain_text(re.compile(r"≈\s\$"))
    expect(card).not_to_contain_text("€")
    expect_accessible_and_fitting(visitor)

    visitor.goto(f"{stack.origin}/booking?{TRIP}")
    email = "dollars@example.com"
    past_extras(visitor)
    fill_person(visitor, **{"Email address": email})
    # €485 up to whole dollars.
    total = -(-round(485 * rate * 1_000_000) // 1_000_000)
    summary = visitor.get_by_label("Price summary")
    expect(summary).to_contain_text(f"You pay €485 (about ${total}). Rate of ")
    expect(visitor.locator("[data-charged]")).to_have_count(1)
    assert shown_totals(visitor) == {f"≈ ${total}"}
    expect_accessible_and_fitting(visitor)
    visitor.get_by_role("button", name="Confirm Booking").click()
    booked = visitor.get_by_role("region", name="Your booking")
    expect(booked).to_contain_text("€485")
    expect(booked).to_contain_text(re.compile(rf"≈\s\${total}"))

    [stored] = stored_bookings(stack.data_dir, email)
    assert (stored["total_minor"], stored["currency"].strip()) == (48_500, "EUR")
    assert (stored["display_total_minor"], stored["display_currency"]) == (total * 100, "USD")
    assert stored["display_rate"] == Decimal(str(rate))

    enter(owner_page, stack, f"/admin/bookings/{stored['id']}")
    expect(owner_page.get_by_text("The customer saw it as")).to_contain_text(re.compile(rf"≈\s\${total}"))
    expect(owner_page.get_by_role("row", name=re.compile("^Total"))).to_contain_text("€485")


@pytest.mark.slow
def test_the_choice_stays_and_a_link_may_make_it(visitor: Page, stack: Stack) -> None:
    visitor.goto(f"{stack.origin}/?currency=gel")
    choice = visitor.locator("header").get_by_label(CHOICE)
    expect(choice).to_have_value("GEL")
    choice.select_option("USD")
    visitor.reload()
    expect(choice).to_have_value("USD")
    # The footer has the same choice.
    visitor.get_by_role("contentinfo").get_by_label(CHOICE).select_option("EUR")
    expect(choice).to_have_value("EUR")
    visitor.goto(f"{stack.origin}/booking?{TRIP}")
    expect(visitor.locator("[data-total]:visible").first).to_have_text("€485")
    expect(visitor.locator("[data-charged]")).to_have_count(0)


@pytest.mark.slow
def test_prices_at_an_old_rate_show_its_date(visitor: Page, stack: Stack) -> None:
    visitor.clock.install(time=datetime.now(UTC) + timedelta(days=10))
    note = re.compile("^Rate of ")
    visitor.goto(f"{stack.origin}/?currency=USD")
    fleet = visitor.locator("#showcase")
    expect(fleet.get_by_text(note).first).to_be_visible()
    for car in ("Subaru Forester", "Toyota 4Runner"):
        visitor.get_by_role("checkbox", name=re.compile(car)).check()
    visitor.get_by_role("button", name="Compare").click()
    compared = visitor.get_by_role("dialog", name="Side by side")
    expect(compared.get_by_text(note)).to_have_count(2)
    compared.get_by_role("button", name="Close").click()
    visitor.get_by_role("button", name="Choose dates on a price calendar").first.click()
    expect(visitor.get_by_role("dialog", name="Pickup and return").get_by_text(note)).to_be_visible()
    for path in ("/places/tbilisi", "/cars/subaru-forester"):
        visitor.goto(stack.origin + path)
        expect(visitor.get_by_role("main").get_by_text(note).first).to_be_visible()


@pytest.mark.slow
def test_an_owner_enters_a_rate_and_sees_what_it_makes_of_a_price(owner_page: Page, stack: Stack) -> None:
    page = owner_page
    enter(page, stack, "/admin/currencies")
    expect(page.get_by_role("heading", name="Currencies")).to_be_visible()
    assert Axe().run(page).response["violations"] == []
    page.get_by_label("Currency").select_option("GBP")
    rate = page.get_by_label("GBP for 1 EUR")
    rate.fill("none")
    page.get_by_role("button", name="Add rate").click()
    expect(page.get_by_text("Please enter a rate above 0")).to_be_visible()
    rate.fill("0,86")
    # 485 at 0.86 is 417.10: up to whole pounds.
    expect(page.get_by_text("Preview").locator("..")).to_contain_text(re.compile(r"≈\s£418"))
    page.get_by_role("button", name="Add rate").click()
    expect(page.get_by_text("GBP isn't offered to visitors yet").first).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="1 EUR = 0.86 GBP").first).to_be_visible()
    offered = page.get_by_label("Show prices in GBP")
    offered.click()
    expect(page.get_by_text("Visitors can choose GBP").first).to_be_visible()
    expect(offered).to_be_checked()
    offered.click()
    expect(page.get_by_text("GBP is no longer offered").first).to_be_visible()
    # One more digit than last time may be a slip.
    page.get_by_role("button", name="New rate for GBP").click()
    expect(rate).to_be_focused()
    rate.fill("8.6")
    expect(page.get_by_text("Check the rate.")).to_be_visible()
