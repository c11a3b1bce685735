"""An operator's first sign-in, and a company suspended and resumed in the browser."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pyotp
from browser_faults import expect_refusal
from browser_visitors import open_company
from operator_console import PASSWORD
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack, turn_to

from abano.core.config import Settings
from abano.operators.console.accounts import add_operator
from abano.operators.console.database import OperatorDatabase
from abano.ops.local.embedded_postgres import EmbeddedPostgres

EMAIL = "olga@operators.example"


def _add_operator(stack: Stack) -> None:
    settings = Settings(database_url=EmbeddedPostgres(stack.data_dir / "postgres").url("abano"))

    async def add() -> None:
        db = OperatorDatabase(settings)
        await db.open()
        await add_operator(db, email=EMAIL, name="Olga", password=PASSWORD, now=datetime.now(UTC))
        await db.close()

    # In a thread: Playwright keeps an event loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, add()).result()


def _does_not_scroll_sideways(page: Page) -> None:
    for width, height in ((390, 844), (1440, 900)):
        turn_to(page, width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_an_operator_signs_in_and_suspends_a_company(stack: Stack, browser: Browser) -> None:
    _add_operator(stack)
    company = open_company(stack, "overdue")
    origin = stack.origin.replace("localhost", "operators.localhost")
    context = browser.new_context(viewport={"width": 1440, "height": 900}, color_scheme="dark")
    page = context.new_page()
    expect_refusal("GET", r"/api/operator/me", 401)
    page.goto(origin)
    # Nothing before both factors.
    page.get_by_label("Email").fill(EMAIL)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Set up two-factor authentication")).to_be_visible()
    _does_not_scroll_sideways(page)
    secret = page.get_by_label("Key to enter instead").input_value()
    page.get_by_label("Code", exact=True).fill(pyotp.TOTP(secret).now())
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("list", name="Recovery codes").get_by_role("listitem")).to_have_count(10)
    page.get_by_role("button", name="I saved them").click()

    page.get_by_label("Search companies").fill("overdue")
    table = page.get_by_role("table", name="Companies")
    expect(table.get_by_role("row")).to_have_count(2)
    _does_not_scroll_sideways(page)
    table.get_by_role("link", name="Overdue Cars").click()
    page.get_by_role("button", name="Suspend").click()
    page.get_by_role("dialog").get_by_label("Reason").fill("Unpaid since March")
    page.get_by_role("dialog").get_by_role("button", name="Suspend").click()
    expect(page.get_by_role("status").filter(has_text="Unpaid since March")).to_be_visible()
    _does_not_scroll_sideways(page)

    visitor = context.new_page()
    expect_refusal("GET", r"//overdue\.localhost", 503)
    visitor.goto(company.origin)
    expect(visitor.get_by_role("heading", name="We are taking a break")).to_be_visible()
    assert "Unpaid" not in visitor.content()

    page.get_by_role("button", name="Resume").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Resume").click()
    expect(page.get_by_role("button", name="Suspend")).to_be_visible()
    page.get_by_role("link", name="Audit log").click()
    expect(page.get_by_role("table", name="Audit log")).to_contain_text("Company suspended")
    _does_not_scroll_sideways(page)
    page.get_by_role("link", name="Background jobs").click()
    expect(page.get_by_role("heading", name="Background jobs")).to_be_visible()
    page.get_by_text("No failing jobs").or_(page.get_by_role("table", name="Background jobs")).wait_for()
    # A picture that is not there is no failed answer: the console's page stands at every other path.
    assert page.evaluate(
        "() => Promise.all(Array.from(document.images, each => each.decode())).then(() => true)"
    )
    _does_not_scroll_sideways(page)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    context.close()
