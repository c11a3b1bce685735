"""The owner connects WhatsApp; a visitor agrees; the confirmation is sent, and the reply is at the booking."""

import hashlib
import hmac
import json
import os
import re
import time
from collections.abc import Iterator, Sequence

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from console_steps import DESK, PHONE, SCHEMES, Scheme, enter, open_browser, show
from phone_steps import APP_SECRET, PHONE_ID, VERIFY_TOKEN, WHATSAPP_EVENTS, reply
from playwright.sync_api import Browser, Page, expect
from running_stack import WAIT_SECONDS, Stack, query_stack
from wizard_steps import TRIP, stored_bookings, to_last_step

EMAIL = "phone.reader@example.com"
NUMBER = "+442079460000"


@pytest.fixture
def page(browser: Browser, stack: Stack) -> Iterator[Page]:
    """The owner's, signed in; nothing of it is left for other tests."""
    page = open_browser(browser, base_url=stack.origin).new_page()
    enter(page, stack)
    yield page
    page.context.close()
    query_stack(stack, "truncate phone_messages, phone_consents, phone_templates, phone_channels")


def look(page: Page, name: str, schemes: Sequence[Scheme] = SCHEMES) -> None:
    """Without violations, in both colours and widths; pictures where a folder is named."""
    folder = os.environ.get("ABANO_TEST_PICTURES")
    for scheme in schemes or ("brand",):
        if scheme != "brand":
            show(page, scheme)
        assert [each["id"] for each in Axe().run(page).response["violations"]] == []
        for width, size in (("phone", PHONE), ("desk", DESK)):
            page.set_viewport_size(size)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, width)
            if folder:
                page.screenshot(path=f"{folder}/{name}-{width}-{scheme}.png", full_page=True)


def event(stack: Stack, text: str) -> None:
    """As Meta signs it."""
    body = json.dumps(reply(text, NUMBER, time.time())).encode()
    signature = hmac.new(APP_SECRET.encode(), body, hashlib.sha256).hexdigest()
    answer = httpx.post(
        f"{stack.origin}{WHATSAPP_EVENTS}",
        content=body,
        headers={"X-Hub-Signature-256": f"sha256={signature}", "Content-Type": "application/json"},
    )
    assert answer.status_code == 200, answer.text


def connect(page: Page) -> None:
    page.goto("/admin/messages")
    page.get_by_role("button", name="Connect WhatsApp").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Phone number ID").fill(PHONE_ID)
    dialog.get_by_label("Access token").fill("EAAtoken")
    dialog.get_by_label("App secret").fill(APP_SECRET)
    dialog.get_by_label("Verify token").fill(VERIFY_TOKEN)
    look(page, "account")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text(re.compile(f"{WHATSAPP_EVENTS}$"))).to_be_visible()
    page.get_by_role("button", name="Booking confirmed: en").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Template name").fill("booking_confirmed")
    dialog.get_by_label("Parameters").fill("name, reference")
    dialog.get_by_label("Text of the template").fill("Hello {name}, {reference} is confirmed.")
    look(page, "text")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    look(page, "channels")


def test_a_customer_who_agreed_gets_the_confirmation_and_the_reply_is_at_the_booking(
    page: Page, stack: Stack, browser: Browser
) -> None:
    connect(page)

    visitor = open_browser(browser, viewport=PHONE).new_page()
    consent = visitor.get_by_label("Send me messages about this booking by WhatsApp")
    deadline = time.monotonic() + WAIT_SECONDS
    while True:
        # A change of the settings is felt within seconds.
        to_last_step(visitor, f"{stack.origin}/booking?{TRIP}", EMAIL)
        if consent.count() or time.monotonic() > deadline:
            break
    expect(consent).not_to_be_checked()
    consent.check()
    look(visitor, "consent", ())
    visitor.get_by_role("button", name="Confirm Booking").click()
    expect(visitor).to_have_url(re.compile("/thank-you"))
    visitor.context.close()

    [booking] = stored_bookings(stack.data_dir, EMAIL)
    calls = len(stack.phones.calls)
    page.goto(f"/admin/bookings/{booking['id']}")
    expect(page.get_by_label("The customer agrees to messages by WhatsApp")).to_be_checked()
    answer = page.request.post(
        f"/api/admin/bookings/{booking['id']}/status",
        data={"fromStatus": "pending", "toStatus": "confirmed"},
        headers={"Origin": stack.origin},
    )
    assert answer.ok, answer.text()
    sent = page.get_by_role("list", name="Messages").get_by_role("listitem")
    expect(sent.filter(has_text=f"Hello Ada Lovelace, {booking['reference']} is confirmed.")).to_contain_text(
        "sent"
    )
    [(_, body)] = stack.phones.calls[calls:]
    assert body["to"] == NUMBER.removeprefix("+")

    event(stack, "We land an hour later. Is that fine?")
    expect(page.get_by_text("We land an hour later. Is that fine?")).to_be_visible()
    look(page, "thread")
    page.goto("/admin/today")
    link = page.get_by_role("link", name=f"Ada Lovelace · {booking['reference']}")
    expect(link).to_be_visible()
    look(page, "inbox")
    link.click()
    page.get_by_label("Write by WhatsApp").fill("No problem, we wait for you.")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(sent.filter(has_text="No problem, we wait for you.")).to_contain_text("sent")
    page.goto("/admin/today")
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    expect(page.get_by_text("Messages from customers")).to_have_count(0)
