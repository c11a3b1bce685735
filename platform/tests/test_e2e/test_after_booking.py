"""What a visitor finds after booking, and on the way to a legal page and back."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

import pytest
from browser_visitors import until
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack
from wizard_steps import TRIP, fill_person, past_extras, stored_bookings, to_last_step


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    yield context.new_page()
    context.close()


def test_thank_you_page_shows_the_booking_also_later_and_says_when_there_is_none(
    page: Page, stack: Stack
) -> None:
    page.goto(f"{stack.origin}/thank-you")
    expect(page.get_by_role("heading", name="STOP! Your booking isn't finished yet!")).to_be_visible()
    expect(page.get_by_label("Your booking")).to_have_count(0)
    expect(page.get_by_text("This browser tab knows of no booking.")).to_be_visible()
    href = unquote(page.get_by_role("link", name="Message Now").last.get_attribute("href") or "")
    assert "reference" not in href
    page.get_by_role("link", name="choose your car").click()
    expect(page).to_have_url(f"{stack.origin}/")

    email = "thankful@example.com"
    to_last_step(page, f"{stack.origin}/booking?{TRIP}", email, "Baby seat")
    expect(page.get_by_role("button", name="Confirm Booking")).to_be_enabled()
    page.get_by_role("button", name="Confirm Booking").click()
    expect(page.get_by_role("heading", name="STOP! Your booking isn't finished yet!")).to_be_visible()
    [booking] = stored_bookings(stack.data_dir, email)
    reference = booking["reference"]
    toast = page.get_by_role("region", name="Notifications").get_by_role("listitem")
    expect(toast).to_contain_text("Booking received")
    expect(toast).to_contain_text(reference)
    expect(page.get_by_text(re.compile("confirmed!|successfully booked", re.IGNORECASE))).to_have_count(0)
    card = page.get_by_label("Your booking")

    def expect_booking() -> None:
        for words in (
            reference,
            "Subaru Forester",
            "Mon 10 June 2030, 09:00",
            "Tbilisi",
            "Tbilisi Airport, arrivals hall",
            "Mon 17 June 2030, 09:00",
            "Batumi",
            "€506",
            "Received, not yet confirmed",
        ):
            expect(card).to_contain_text(words)

    expect_booking()
    assert booking["total_minor"] == 50600
    for name in ("Message Now", "Chat with us"):
        for link in page.get_by_role("link", name=name).all():
            assert f"Booking reference: {reference}" in unquote(link.get_attribute("href") or "")
    page.reload()
    expect_booking()
    page.goto(f"{stack.origin}/")
    page.go_back()
    expect_booking()
    # The form became this booking, which is open at My booking in this browser.
    page.go_back()
    expect(page).to_have_url(re.compile("/my-booking"))
    expect(page.get_by_role("main")).to_contain_text(reference)
    expect(page.get_by_role("button", name="Cancel the booking")).to_be_visible()
    # Another link to the form is another booking.
    page.goto(f"{stack.origin}/booking?{TRIP}")
    expect(page.get_by_text(f"We have received your booking {reference}.")).to_be_visible()
    page.get_by_role("link", name="Show it").click()
    expect_booking()


@pytest.mark.slow
def test_legal_page_leads_back_to_the_step_or_page_it_was_opened_from(page: Page, stack: Stack) -> None:
    address = f"{stack.origin}/booking?{TRIP}"
    page.goto(address)
    page.get_by_role("radio", name="Full Insurance").click()
    past_extras(page, "Baby seat")
    fill_person(page)
    terms = page.get_by_role("main").get_by_role("link", name="Terms of Service")
    # As far as the click itself has to scroll: the bar at the bottom may cover the link.
    terms.click(trial=True)
    before = page.evaluate("window.scrollY")
    terms.click()
    expect(page.get_by_role("heading", level=1, name="Terms of Service")).to_be_in_viewport()
    page.reload()
    page.get_by_role("link", name="Back to Homepage").click()
    expect(page).to_have_url(address)
    expect(page.get_by_label("Price summary")).to_contain_text("Baby seat")
    expect(page.get_by_label("Price summary")).to_contain_text("Full Insurance")
    expect(page.get_by_role("button", name="Confirm Booking")).to_be_enabled()
    until(page, f"Math.abs(window.scrollY - {before}) < 200")

    # By way of the other legal page, and by the arrow.
    page.get_by_role("contentinfo").get_by_role("link", name="Privacy Policy").click()
    expect(page.get_by_role("heading", level=1, name="Privacy Policy")).to_be_visible()
    page.get_by_role("contentinfo").get_by_role("link", name="Terms of Service").click()
    expect(page.get_by_role("heading", level=1, name="Terms of Service")).to_be_visible()
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page).to_have_url(address)
    expect(page.get_by_role("heading", name="Complete Your Booking")).to_be_visible()
    expect(page.get_by_label("Price summary")).to_contain_text("Baby seat")
    # Any other page is led back to, too.
    for path in ("/vashlovani-national-park-guide", "/"):
        page.goto(f"{stack.origin}{path}")
        page.get_by_role("contentinfo").get_by_role("link", name="Privacy Policy").click()
        expect(page.get_by_role("heading", level=1, name="Privacy Policy")).to_be_visible()
        page.get_by_role("link", name="Back to Homepage").click()
        expect(page).to_have_url(f"{stack.origin}{path}")
