"""The desk sends the agreement's link, a customer signs on a phone, and the yard needs no signature."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import httpx
from axe_playwright_python.sync_playwright import Axe
from console_steps import PHONE, enter, letter_to, open_browser, path_of_link
from loadtests.forms import booking_form, days_from
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack, query_stack


def violations(page: Page, part: str) -> list[str]:
    expect(page.locator(part)).to_be_visible()
    found = Axe().run(page, context=part).response["violations"]
    return [f"{item['id']}: {item['nodes'][0]['html'][:200]}" for item in found]


def confirmed_booking(stack: Stack, email: str) -> str:
    """With its pickup now."""
    form = booking_form(
        **days_from(datetime.now(UTC).date() + timedelta(days=20)),
        customerName="Link Signer",
        customerEmail=email,
    )
    answer = httpx.post(f"{stack.origin}/api/bookings", json=form)
    assert answer.status_code == 201, answer.text
    booking = str(answer.json()["bookingId"])
    query_stack(
        stack,
        "update bookings set status = 'confirmed', pickup_at = now(), return_at = now() + interval '3 days'"
        " where id = %s",
        booking,
    )
    return booking


def sign(page: Page) -> None:
    pad = page.get_by_label("Signature field")
    pad.scroll_into_view_if_needed()
    box = pad.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 40, box["y"] + 60)
    page.mouse.down()
    for x, y in ((90, 30), (140, 90), (200, 40), (260, 80)):
        page.mouse.move(box["x"] + x, box["y"] + y, steps=4)
    page.mouse.up()


def test_an_agreement_is_sent_signed_on_a_phone_and_not_signed_again_in_the_yard(
    browser: Browser, stack: Stack
) -> None:
    email = f"{uuid4().hex}@example.com"
    booking = confirmed_booking(stack, email)
    desk = open_browser(browser).new_page()
    enter(desk, stack, f"/admin/bookings/{booking}")
    expect(desk.get_by_text("Not signed yet.")).to_be_visible()
    desk.get_by_role("button", name="Send link", exact=True).click()
    expect(desk.get_by_text("Link sent", exact=True)).to_be_visible()
    expect(desk.get_by_role("button", name="Copy link")).to_be_visible()

    phone = open_browser(browser, viewport=PHONE).new_page()
    phone.goto(stack.origin + path_of_link(letter_to(stack, email, "sign your rental agreement")))
    expect(phone.get_by_role("heading", name="Rental agreement").first).to_be_visible()
    # The token is in neither URL nor history.
    assert phone.url == f"{stack.origin}/my-booking"
    assert violations(phone, "section:has([aria-label='Signature field'])") == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    phone.get_by_role("button", name="Sign agreement").click()
    expect(phone.get_by_text("Please sign in the box")).to_be_visible()
    sign(phone)
    phone.get_by_label("Your first and last name").fill("Ada Lovelace")
    phone.get_by_role("button", name="Sign agreement").click()
    expect(phone.get_by_text("Signed on", exact=False).first).to_be_visible()
    letter_to(stack, email, "Your rental agreement")
    phone.reload()
    expect(phone.get_by_role("link", name="Rental agreement")).to_be_visible()

    desk.reload()
    expect(desk.get_by_text("Signed online by Ada Lovelace")).to_be_visible()
    expect(desk.get_by_role("link", name="Open PDF")).to_be_visible()
    enter(phone, stack, f"/admin/yard/{booking}/handover")
    phone.get_by_role("button", name="Customer").click()
    expect(phone.get_by_text("Ada Lovelace signed the agreement online")).to_be_visible()
    expect(phone.get_by_text("Signature (optional)")).to_be_visible()
    assert violations(phone, "main") == []
    phone.get_by_label("Driving licence checked").check()
    phone.get_by_role("button", name="Car", exact=True).click()
    phone.get_by_label("Mileage in km").fill("48100")
    phone.get_by_label("8 eighths").check(force=True)
    phone.get_by_role("button", name="Customer").click()
    phone.get_by_role("button", name="Hand over the car").click()
    status = "select status from bookings where id = %s"
    # What is due is asked for next.
    expect(phone.get_by_text("Handed over", exact=True).first).to_be_visible()
    assert query_stack(stack, status, booking) == [("active",)]
    for page in (desk, phone):
        page.context.close()
