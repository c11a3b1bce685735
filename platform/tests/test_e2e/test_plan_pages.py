"""An operator makes a plan and gives it to a company, whose owner sees how much of it is used."""

import re

from browser_faults import expect_refusal
from browser_operators import expect_no_sideways_scroll, give_first_code, open_operator_console, sign_in_owner
from browser_visitors import Company, open_company
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack

EMAIL = "paula@operators.example"


def _its_owner_sees_it(company: Company, page: Page) -> None:
    sign_in_owner(company, page)
    page.goto(f"{company.origin}/admin/settings/plan")
    expect(page.get_by_role("heading", name="Plan: Tiny")).to_be_visible()
    staff = page.get_by_role("listitem").filter(has_text="Staff")
    expect(staff).to_contain_text("Used up")
    expect(staff).to_contain_text("1 of 1")
    vehicles = page.get_by_role("listitem").filter(has_text=re.compile("^Vehicles.*unlimited$"))
    expect(vehicles).to_be_visible()
    expect_no_sideways_scroll(page)


def test_a_plan_is_created_and_given_and_its_owner_sees_it(stack: Stack, browser: Browser) -> None:
    company = open_company(stack, "tiny")
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    give_first_code(page, open_operator_console(stack, page, EMAIL))
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Plans").click()
    page.get_by_role("button", name="Create plan").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Tiny")
    dialog.get_by_label("Staff, soft").fill("2")
    dialog.get_by_label("Staff, hard").fill("1")
    dialog.get_by_label("Storage in MB, hard").fill("500")
    expect_refusal("POST", r"/api/operator/plans", 422)
    dialog.get_by_role("button", name="Create plan").click()
    expect(dialog).to_contain_text("The soft limit cannot be above the hard limit.")
    dialog.get_by_label("Staff, soft").fill("")
    expect_no_sideways_scroll(page)
    dialog.get_by_role("button", name="Create plan").click()
    expect(dialog).to_be_hidden()
    row = page.get_by_role("table", name="Plans").get_by_role("row").filter(has_text="Tiny")
    expect(row).to_contain_text("500 MB hard")
    expect_no_sideways_scroll(page)

    page.goto(page.url.replace("/plans", "/companies/tiny"))
    page.get_by_role("button", name="Change plan").click()
    dialog.get_by_label("Plan").select_option("Tiny")
    dialog.get_by_role("button", name="Change plan").click()
    expect(page.get_by_role("heading", name="Plan: Tiny")).to_be_visible()
    expect_no_sideways_scroll(page)
    _its_owner_sees_it(company, context.new_page())
