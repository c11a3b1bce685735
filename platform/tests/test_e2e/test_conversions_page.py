"""The owner's page of conversions in the browser: files, the secret address, and sending."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_faults import expect_refusal
from console_steps import PHONE, SCHEMES, enter, open_browser, show
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack

PAGE = "/admin/conversions"


@pytest.fixture
def page(browser: Browser, stack: Stack) -> Iterator[Page]:
    context = open_browser(browser, viewport=PHONE, base_url=stack.origin)
    page = context.new_page()
    enter(page, stack)
    page.goto(PAGE)
    expect(page.get_by_test_id("Reported")).to_have_text(re.compile(r"^\d+$"))
    yield page
    context.close()


def test_the_owner_fetches_files_by_hand_and_by_address(page: Page) -> None:
    with page.expect_download() as download:
        page.get_by_role("link", name="Download Bookings", exact=True).click()
    assert re.fullmatch(r"google-ads-clicks-\d{4}-\d\d-\d\d\.csv", download.value.suggested_filename)
    make = page.get_by_role("button", name=re.compile("^Create (new )?URL$"))
    make.click()
    confirm = page.get_by_role("alertdialog").get_by_role("button", name="Create new URL")
    shown = page.get_by_label("URL for Bookings", exact=True)
    expect(shown.or_(confirm).first).to_be_visible()
    if confirm.is_visible():
        confirm.click()
    expect(shown).to_be_visible()
    path = re.sub(r"^https?://[^/]+", "", shown.input_value())
    fetched = page.request.get(path)
    assert fetched.ok
    assert fetched.text().startswith("Parameters:TimeZone=Asia/Tbilisi")
    # Shown this once.
    page.reload()
    expect(page.get_by_role("button", name="Create new URL")).to_be_visible()
    expect(shown).to_have_count(0)


@pytest.mark.slow
def test_invalid_numbers_are_reported_at_their_field(page: Page) -> None:
    page.get_by_role("button", name="Set up").click()
    page.get_by_label("Google Ads account").fill("123")
    page.get_by_label("Conversion action", exact=True).fill("7712337565")
    expect_refusal("PUT", "/api/admin/conversions/sender$", 422)
    page.get_by_role("button", name="Start sending").click()
    field = page.get_by_label("Google Ads account")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("Ten digits, as shown at the top right of Google Ads")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for scheme in SCHEMES:
        show(page, scheme)
        assert Axe().run(page).response["violations"] == [], scheme
