"""The owner's side of affiliates: held commissions, reversals, pausing, and messages when something fails."""

import re
from uuid import uuid4

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_faults import expect_refusal
from console_steps import enter
from loadtests.forms import booking_form
from playwright.sync_api import Browser, Locator, Page, expect
from running_stack import Stack, query_stack

TRIP = booking_form(dropoffLocation="tbilisi", pickupDate="2031-07-01", returnDate="2031-07-08")


@pytest.fixture
def affiliate(stack: Stack) -> tuple[str, str]:
    """A new affiliate's email address and promo code, with one booking that a paid click brought."""
    email = f"{uuid4().hex}@desk.example.com"
    form = {"name": "Desk Tales", "email": email, "paypalEmail": email, "password": "a password of mine"}
    with httpx.Client(base_url=stack.origin) as visitor:
        answer = visitor.post("/api/referrers/register", json=form)
        code = str(answer.json()["referrer"]["promoCode"])
        trip = {**TRIP, "customerEmail": f"{uuid4().hex}@example.com", "promoCode": code, "gclid": "click-1"}
        booked = visitor.post("/api/bookings", json=trip)
        assert booked.json()["totalPrice"] == 346.5, booked.text
    return email, code


def open_desk(browser: Browser, stack: Stack, search: str) -> Page:
    page = browser.new_context(base_url=stack.origin).new_page()
    enter(page, stack, f"/admin/affiliates?search={search}")
    expect(row_of(page)).to_have_count(1)
    return page


def row_of(page: Page) -> Locator:
    return page.locator("tbody").get_by_role("row")


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{item['id']}: {item['nodes'][0]['html'][:160]}" for item in found]


def expect_message(page: Page, title: str, sentence: str) -> None:
    expect(page.get_by_text(title, exact=True)).to_be_visible()
    expect(page.get_by_text(sentence, exact=True)).to_be_visible()


def pay(page: Page) -> None:
    page.get_by_role("button", name="Pay", exact=True).click()
    page.get_by_role("button", name="Record payout of €69.30").click()


def complete(page: Page, stack: Stack, code: str) -> None:
    """The cars are back."""
    query_stack(stack, "update bookings set status = 'completed' where promo_code = %s", code)
    page.reload()
    expect(page.get_by_text("Payable", exact=True)).to_be_visible()


def test_held_released_paid_reversed_and_paused(
    browser: Browser, stack: Stack, affiliate: tuple[str, str]
) -> None:
    email, code = affiliate
    page = open_desk(browser, stack, email)
    expect(row_of(page)).to_contain_text("€69.30 on hold")
    row_of(page).get_by_role("button").click()
    expect_message(page, "No Payment Needed", "All unpaid commissions of this affiliate are on hold")

    row_of(page).get_by_role("link").click()
    expect(page.get_by_text("The booking came from one of your paid ads.")).to_be_visible()
    page.get_by_role("button", name="Release").click()
    expect_message(page, "Released", "It is paid with the next payout once payable.")
    expect(page.get_by_text("Not payable yet", exact=True)).to_be_visible()
    complete(page, stack, code)
    pay(page)
    expect_message(page, "Payment Processed", "€69.30 paid to Desk Tales")
    expect(page.get_by_role("cell", name=email)).to_be_visible()
    expect(page.get_by_test_id("Owed")).to_have_text("€0")

    page.get_by_role("button", name="Reverse").click()
    page.get_by_role("button", name="Reverse payout").click()
    expect(page.get_by_text("Enter a reason.")).to_be_visible()
    page.get_by_label("Reason").fill("Sent twice")
    page.get_by_role("button", name="Reverse payout").click()
    expect(page.get_by_text(re.compile("^Reversed .*: Sent twice$"))).to_be_visible()
    expect(page.get_by_test_id("Owed")).to_have_text("€69.30")
    expect(page.get_by_role("button", name="Reverse")).to_have_count(0)

    page.get_by_role("button", name="Pause").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    checked = httpx.post(f"{stack.origin}/api/promo-codes/validate", json={"promoCode": code})
    assert checked.json()["valid"] is False
    page.context.close()


@pytest.mark.slow
def test_failures_are_shown_and_the_owner_says_when_commission_becomes_payable(
    browser: Browser, stack: Stack, affiliate: tuple[str, str]
) -> None:
    page = open_desk(browser, stack, affiliate[0])
    expect_refusal("POST", "/api/admin/pay-commission/[^/]+$", 409)
    row_of(page).get_by_role("link").click()
    page.get_by_role("button", name="Release").click()
    expect(page.get_by_text("Not payable yet", exact=True)).to_be_visible()
    complete(page, stack, affiliate[1])

    page.route("**/api/admin/pay-commission/*", lambda route: route.abort())
    pay(page)
    expect_message(page, "Payment Failed", "Failed to process commission payment")
    page.unroute("**/api/admin/pay-commission/*")

    # Someone else pays while the dialog is open.
    page.get_by_role("button", name="Pay", exact=True).click()
    confirm = page.get_by_role("button", name="Record payout of €69.30")
    expect(confirm).to_be_visible()
    affiliate_id = page.url.rsplit("/", 1)[-1]
    paid = page.request.post(
        f"/api/admin/pay-commission/{affiliate_id}", headers={"Origin": stack.origin}, data={}
    )
    assert paid.ok, paid.text()
    confirm.click()
    expect_message(page, "Payment Failed", "This affiliate has no unpaid commissions")

    page.route("**/api/admin/affiliates?*", lambda route: route.abort())
    page.goto("/admin/affiliates")
    expect(page.get_by_text("Error loading affiliate data", exact=True)).to_be_visible()
    page.unroute("**/api/admin/affiliates?*")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_test_id("Total revenue")).to_contain_text("€")

    # When a commission becomes payable is the owner's choice.
    expect(page.get_by_text("A commission becomes payable when the rental is completed.")).to_be_visible()
    page.get_by_role("button", name="Edit", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("When the booking is confirmed").check()
    assert violations(page) == []
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text("A commission becomes payable when the booking is confirmed.")).to_be_visible()
    query_stack(stack, "update tenant_settings set commission_payable_on = 'completion'")
    page.context.close()


@pytest.mark.slow
def test_all_released_only_after_each_was_named_and_one_refused(
    browser: Browser, stack: Stack, affiliate: tuple[str, str]
) -> None:
    email, code = affiliate
    with httpx.Client(base_url=stack.origin) as visitor:
        for _ in range(2):
            trip = {
                **TRIP,
                "customerEmail": f"{uuid4().hex}@example.com",
                "promoCode": code,
                "gclid": "click",
            }
            assert visitor.post("/api/bookings", json=trip).status_code == 201
    page = open_desk(browser, stack, email)
    row_of(page).get_by_role("link").click()
    review = page.get_by_role("region", name="Waiting for review")
    expect(review.get_by_text("3 commissions to review")).to_be_visible()

    review.get_by_role("button", name="Refuse").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Refuse commission").click()
    expect(dialog.get_by_text("Enter a reason.")).to_be_visible()
    dialog.get_by_label("Reason").fill("The guest works for you")
    assert violations(page) == []
    dialog.get_by_role("button", name="Refuse commission").click()
    expect(page.get_by_text("Refused: The guest works for you", exact=True)).to_be_visible()
    expect(review.get_by_text("2 commissions to review")).to_be_visible()
    page.get_by_role("button", name="Undo refusal").click()
    expect(review.get_by_text("3 commissions to review")).to_be_visible()

    review.get_by_role("button", name="Release all").click()
    expect(dialog.get_by_text("€207.90 in total")).to_be_visible()
    expect(dialog.get_by_role("listitem")).to_have_count(3)
    expect(dialog.get_by_text("The booking came from one of your paid ads.")).to_have_count(3)
    assert violations(page) == []
    dialog.get_by_role("button", name="Cancel").click()
    expect(review.get_by_text("3 commissions to review")).to_be_visible()
    review.get_by_role("button", name="Release all").click()
    dialog.get_by_role("button", name="Release all 3").click()
    expect(page.get_by_text("Not payable yet", exact=True)).to_have_count(3)
    expect(review).to_have_count(0)

    # No one knows where to send it.
    query_stack(stack, "update affiliates set paypal_email = null where email = %s", email)
    complete_all = "update bookings set status = 'completed' where promo_code = %s"
    query_stack(stack, complete_all, code)
    page.reload()
    expect(page.get_by_role("button", name="Pay: no payout email")).to_be_disabled()
    page.context.close()
