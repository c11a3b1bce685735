"""A manager words a message, looks at it, tries it; the desk sees at a booking what its customer was sent."""

import re
from datetime import UTC, datetime, timedelta

import httpx
from axe_playwright_python.sync_playwright import Axe
from console_steps import letter_to, owner  # noqa: F401 - a fixture
from loadtests.forms import booking_form, days_from
from loadtests.local_product import EMAIL
from playwright.sync_api import Page, expect
from running_stack import Stack


def test_a_message_is_worded_tried_and_sent(owner: Page, stack: Stack) -> None:  # noqa: F811
    owner.goto(f"{stack.origin}/admin/messages")
    owner.get_by_role("link", name=re.compile("Booking received")).click()
    expect(owner.get_by_role("heading", name="Booking received")).to_be_visible()
    frame = owner.frame_locator("iframe[title=Preview]")
    expect(frame.get_by_role("heading", name="Thank you for your booking!")).to_be_visible()
    heading = owner.get_by_label("Heading")
    heading.fill("Good to hear from you, ")
    owner.get_by_role("button", name="Customer's name").click()
    expect(heading).to_have_value("Good to hear from you, {name}")
    expect(frame.get_by_role("heading", name="Good to hear from you, Alex Morgan")).to_be_visible()
    heading.press_sequentially(" {no one}")
    expect(owner.get_by_text("There is no placeholder {no one}")).to_be_visible()
    expect(owner.get_by_role("button", name="Save", exact=True)).to_be_disabled()
    heading.fill("Good to hear from you, {name}")
    owner.get_by_role("button", name="Dark").click()
    owner.get_by_role("button", name="Send me a test").click()
    assert "Good to hear from you, Alex Morgan" in letter_to(stack, EMAIL, "We have received your booking")
    owner.get_by_role("button", name="Save", exact=True).click()
    expect(owner.get_by_role("button", name="Restore default")).to_be_visible()
    violations = Axe().run(owner, options={"iframes": False}).response["violations"]
    assert [each["id"] for each in violations] == []

    answer = httpx.post(
        f"{stack.origin}/api/bookings",
        json=booking_form(
            **days_from(datetime.now(UTC).date() + timedelta(days=50)),
            customerName="Messaged Person",
            customerEmail="messaged@example.com",
        ),
    )
    assert answer.status_code == 201, answer.text
    letter = letter_to(stack, "messaged@example.com", "We have received your booking")
    # Nothing that was typed goes out before a colleague confirmed.
    assert "Good to hear from you, dear guest" in letter
    assert "Messaged Person" not in letter
    assert "/my-booking#" in letter
    owner.goto(f"{stack.origin}/admin/bookings/{answer.json()['bookingId']}")
    sent = owner.get_by_role("listitem").filter(has_text="messaged@example.com")
    expect(sent).to_contain_text("Booking received")
    sent.get_by_role("button", name="Send again").click()
    expect(owner.get_by_role("listitem").filter(has_text="Booking received")).to_have_count(2)
