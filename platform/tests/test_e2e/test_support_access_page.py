"""Support access in the browser: an operator asks, an owner accepts, the operator looks and is refused changes."""

from urllib.parse import urlsplit

import httpx
from browser_faults import expect_refusal
from browser_operators import (
    expect_no_sideways_scroll,
    give_first_code,
    open_operator_console,
    search_company,
    sign_in_owner,
)
from browser_visitors import Company, open_company
from loadtests.forms import booking_form
from playwright.sync_api import Browser, Page, expect
from running_stack import WAIT_SECONDS, Stack

EMAIL = "pia@operators.example"
REASON = "You cannot find a booking"
REFUSED = "Support access can't do this. Ask someone of the company to do it."


def _ask(page: Page, code: str) -> None:
    search_company(page, "puzzled")
    page.get_by_role("table", name="Companies").get_by_role("link", name="Puzzled Cars").click()
    page.get_by_role("button", name="Ask for access").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill(REASON)
    dialog.get_by_label("Code").fill(code)
    dialog.get_by_role("button", name="Ask for access").click()
    expect(page.get_by_text("Waiting for the owner")).to_be_visible()
    expect_no_sideways_scroll(page)


def _read_what_was_looked_at(owner: Page, company: Company) -> None:
    owner.reload()
    owner.get_by_role("button", name="What they looked at").click()
    looked = owner.get_by_role("dialog")
    expect(looked.get_by_text("GET /api/admin/bookings", exact=True)).to_be_visible()
    refused = looked.get_by_role("listitem").filter(has_text="PUT /api/admin/languages")
    expect(refused.get_by_text("Blocked")).to_be_visible()
    owner.keyboard.press("Escape")
    owner.goto(f"{company.origin}/admin/audit-log")
    expect(owner.get_by_role("table")).to_contain_text("ended support access")


def _expect_no_changes_offered(console: Page, company: Company) -> None:
    """Of a booking: what changes it is off and says why, or is not there."""
    [(booking_id,)] = company.rows("select id from bookings where tenant_id = %s")
    console.goto(f"{company.origin}/admin/bookings")
    expect(console.get_by_role("table")).to_be_visible()
    expect(console.get_by_role("link", name="New booking")).to_have_count(0)
    console.goto(f"{company.origin}/admin/bookings/{booking_id}")
    confirm = console.get_by_role("button", name="Confirm booking")
    expect(confirm).to_be_disabled()
    expect(confirm).to_have_attribute("title", REFUSED)
    expect(console.get_by_role("button", name="Cancel booking")).to_have_count(0)
    expect_no_sideways_scroll(console)


def test_an_operator_looks_with_the_owners_leave_and_the_owner_reads_what_at(
    stack: Stack, browser: Browser
) -> None:
    company = open_company(stack, "puzzled")
    # A name below localhost is known to browsers only.
    made = httpx.post(
        f"{stack.origin}/api/bookings",
        headers={"Host": urlsplit(company.origin).netloc},
        json=booking_form(pickupDate="2031-07-01", returnDate="2031-07-08"),
        timeout=WAIT_SECONDS,
    )
    assert made.status_code == 201, made.text
    operators = browser.new_context(viewport={"width": 1440, "height": 900})
    page = operators.new_page()
    codes = give_first_code(page, open_operator_console(stack, page, EMAIL))
    _ask(page, codes[0])

    people = browser.new_context(viewport={"width": 1440, "height": 900})
    owner = people.new_page()
    sign_in_owner(company, owner)
    owner.goto(f"{company.origin}/admin/settings/support")
    expect(owner.get_by_role("radio", name="Ask first")).to_be_checked()
    expect(owner.get_by_text(REASON)).to_be_visible()
    expect_no_sideways_scroll(owner)
    owner.get_by_role("button", name="Accept").click()
    expect(owner.get_by_text("Request accepted", exact=True)).to_be_visible()

    page.reload()
    page.get_by_role("button", name="Create link").click()
    with operators.expect_page() as opened:
        page.get_by_role("link", name="Open the console of puzzled").click()
    console = opened.value
    console.get_by_role("button", name="Open the console").click()
    banner = console.get_by_role("region", name="Support access")
    expect(banner).to_contain_text(EMAIL)
    expect(banner).to_contain_text(REASON)
    expect_no_sideways_scroll(console)
    # The menu has what they may see, and every page the banner.
    expect(console.get_by_role("link", name="Invoices")).to_have_count(0)
    console.goto(f"{company.origin}/admin/bookings")
    expect(banner).to_be_visible()
    _expect_no_changes_offered(console, company)
    console.goto(f"{company.origin}/admin/languages")
    expect(banner).to_be_visible()
    expect_refusal("PUT", r"/api/admin/languages", 403)
    refused = console.evaluate(
        "() => fetch('/api/admin/languages', {method: 'PUT', headers: {'content-type': 'application/json'},"
        " body: '{}'}).then((answer) => answer.json())"
    )
    assert refused["message"] == "Support access can't do this. Ask someone of the company to do it."
    banner.get_by_role("button", name="End").click()
    expect(console.get_by_role("heading", name="Support access has ended")).to_be_visible()
    expect_no_sideways_scroll(console)

    _read_what_was_looked_at(owner, company)
    operators.close()
    people.close()
