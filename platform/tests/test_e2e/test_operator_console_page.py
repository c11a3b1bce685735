"""An operator's first sign-in, and a company suspended and resumed in the browser."""

from browser_faults import expect_refusal
from browser_operators import (
    expect_no_sideways_scroll,
    give_first_code,
    open_operator_console,
    search_company,
    sign_in_owner,
)
from browser_visitors import Company, open_company
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack

EMAIL = "olga@operators.example"


def _its_owner_reads_the_reason(company: Company, page: Page) -> None:
    sign_in_owner(company, page)
    notice = page.get_by_role("status").filter(has_text="Your company is suspended.")
    expect(notice).to_contain_text("Reason: Unpaid since March")
    expect_no_sideways_scroll(page)


def _creates_a_company(page: Page) -> None:
    page.get_by_role("link", name="Companies").first.click()
    page.get_by_role("button", name="Create company").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Company name").fill("Svaneti Jeeps")
    dialog.get_by_label("Slug").fill("ge0rgia")
    dialog.get_by_label("Domain").fill("svaneti.localhost")
    dialog.get_by_label("Owner's email").fill("owner@svaneti.example")
    dialog.get_by_label("Country").select_option("GE")
    expect_refusal("POST", r"/api/operator/companies", 422)
    dialog.get_by_role("button", name="Create company").click()
    expect(dialog.get_by_text("This address looks like another company's")).to_be_visible()
    expect_no_sideways_scroll(page)
    # What was typed stays.
    dialog.get_by_label("Slug").fill("svaneti-jeeps")
    dialog.get_by_role("button", name="Create company").click()
    expect(page.get_by_role("heading", name="Svaneti Jeeps")).to_be_visible()
    expect(page.get_by_text("Company created").first).to_be_visible()


def test_an_operator_signs_in_and_suspends_a_company(stack: Stack, browser: Browser) -> None:
    company = open_company(stack, "overdue")
    context = browser.new_context(viewport={"width": 1440, "height": 900}, color_scheme="dark")
    page = context.new_page()
    # Nothing before both factors.
    key = open_operator_console(stack, page, EMAIL)
    expect(page.get_by_role("heading", name="Set up two-factor authentication")).to_be_visible()
    expect_no_sideways_scroll(page)
    give_first_code(page, key)

    table = page.get_by_role("table", name="Companies")
    search_company(page, "overdue")
    expect(table.get_by_role("row")).to_have_count(2)
    expect_no_sideways_scroll(page)
    table.get_by_role("link", name="Overdue Cars").click()
    page.get_by_role("button", name="Suspend").click()
    page.get_by_role("dialog").get_by_label("Reason").fill("Unpaid since March")
    page.get_by_role("dialog").get_by_role("button", name="Suspend").click()
    expect(page.get_by_role("status").filter(has_text="Unpaid since March")).to_be_visible()
    expect_no_sideways_scroll(page)

    visitor = context.new_page()
    expect_refusal("GET", r"//overdue\.localhost", 503)
    visitor.goto(company.origin)
    expect(visitor.get_by_role("heading", name="We are taking a break")).to_be_visible()
    assert "Unpaid" not in visitor.content()
    _its_owner_reads_the_reason(company, visitor)

    page.get_by_role("button", name="Resume").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Resume").click()
    expect(page.get_by_role("button", name="Suspend")).to_be_visible()
    _creates_a_company(page)
    page.get_by_role("link", name="Audit log").click()
    expect(page.get_by_role("table", name="Audit log")).to_contain_text("Company suspended")
    expect(page.get_by_role("table", name="Audit log")).to_contain_text("Company created")
    expect_no_sideways_scroll(page)
    page.get_by_role("link", name="Checks").click()
    expect(page.get_by_text("Emails are written to files, not sent.")).to_be_visible()
    expect(page.get_by_text("worker running").or_(page.get_by_text("workers running"))).to_be_visible()
    expect_no_sideways_scroll(page)
    page.get_by_role("navigation").get_by_role("link", name="Background jobs").click()
    expect(page.get_by_role("heading", name="Background jobs")).to_be_visible()
    page.get_by_text("No failing jobs").or_(page.get_by_role("table", name="Background jobs")).wait_for()
    # A picture that is not there is no failed answer: the console's page stands at every other path.
    assert page.evaluate(
        "() => Promise.all(Array.from(document.images, each => each.decode())).then(() => true)"
    )
    expect_no_sideways_scroll(page)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    context.close()
