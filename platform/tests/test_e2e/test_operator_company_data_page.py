"""An operator prepares an export for the owners in the browser, deletes the company and keeps it."""

from browser_faults import expect_refusal
from browser_operators import (
    expect_no_sideways_scroll,
    give_first_code,
    open_operator_console,
    search_company,
)
from browser_visitors import open_company
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack

EMAIL = "rita@operators.example"


def _give(page: Page, button: str, code: str, name: str = "") -> None:
    dialog = page.get_by_role("dialog")
    if name:
        dialog.get_by_label(f"Type {name} to confirm").fill(name)
    dialog.get_by_label("Reason").fill("The owner asked by phone")
    dialog.get_by_label("Code").fill(code)
    expect_no_sideways_scroll(page)
    dialog.get_by_role("button", name=button).click()


def _wrong_name(page: Page) -> None:
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Type Departing Cars to confirm").fill("Another company")
    dialog.get_by_role("button", name="Delete company").click()
    expect(
        dialog.get_by_text("Type the company's name as it is written here: Departing Cars")
    ).to_be_visible()


def test_an_operator_exports_for_the_owners_deletes_and_keeps_a_company(
    stack: Stack, browser: Browser
) -> None:
    company = open_company(stack, "departing")
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    codes = give_first_code(page, open_operator_console(stack, page, EMAIL))
    search_company(page, "departing")
    page.get_by_role("table", name="Companies").get_by_role("link", name="Departing Cars").click()

    page.get_by_role("button", name="Prepare export").click()
    _give(page, "Prepare export", codes[0])
    expect(page.get_by_text("owners can download it until")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("link", name="Download")).to_have_count(0)
    expect_no_sideways_scroll(page)

    page.get_by_role("button", name="Delete company").click()
    _wrong_name(page)
    _give(page, "Delete company", codes[1], "Departing Cars")
    expect(page.get_by_role("status").filter(has_text="Everything of it will be removed on")).to_be_visible()
    expect(page.get_by_text("An operator requested the deletion")).to_be_visible()
    expect_no_sideways_scroll(page)
    visitor = context.new_page()
    expect_refusal("GET", r"//departing\.localhost", 410)
    visitor.goto(company.origin)
    expect(visitor.get_by_role("heading", name="has closed")).to_be_visible()

    page.get_by_role("button", name="Keep company").click()
    page.get_by_role("dialog").get_by_label("Reason").fill("A mistake")
    page.get_by_role("dialog").get_by_role("button", name="Keep company").click()
    expect(page.get_by_role("button", name="Delete company")).to_be_visible()
    expect(page.get_by_role("table", name="Audit log")).to_contain_text("Company deletion undone")
    context.close()
