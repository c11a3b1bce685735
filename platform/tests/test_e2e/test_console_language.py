"""The console in the user's language."""

import re
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from console_steps import PHONE, invite, join, open_browser, sign_in
from loadtests.local_product import EMAIL, PASSWORD
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack

NAMES = ["Deutsch", "English", "Русский", "ქართული"]
# Whatever a page says, its moments are written by the language: 22 нояб. 2026 г.
RUSSIAN_DAY = re.compile(r"\d{1,2} [а-я]+\.? 20\d\d г")


def speaks(page: Page, language: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", language)


def test_a_language_is_ones_own_on_every_device(browser: Browser, stack: Stack, owner: Page) -> None:
    email = f"nino-{uuid4().hex[:12]}@example.com"
    path = invite(owner, stack, email, "Owner")
    hers = open_browser(browser)
    page = hers.new_page()
    join(page, stack, path, "Nino")
    # The menu changes the language of the page one is on.
    page.goto(f"{stack.origin}/admin/audit-log?action=admin.")
    expect(page.get_by_role("row").filter(has_text="Nino").first).to_be_visible()
    page.get_by_role("button", name="Account of Nino").last.click()
    with page.expect_response("**/api/admin/account/language"):
        page.get_by_role("menuitemradio", name="Deutsch").click()
    speaks(page, "de")
    assert page.url.endswith("/admin/audit-log?action=admin.")

    page.goto(f"{stack.origin}/admin/account")
    languages = page.get_by_role("radio")
    expect(languages).to_have_count(len(NAMES))
    assert sorted(page.locator("label:has(input[name=language])").all_inner_texts()) == NAMES
    speaks(page, "de")
    page.evaluate("window.sameDocument = true")
    with page.expect_response("**/api/admin/account/language") as stored:
        page.get_by_role("radio", name="Русский").click()
    assert stored.value.ok
    speaks(page, "ru")
    assert page.evaluate("window.sameDocument") is True
    assert Axe().run(page).response["violations"] == []

    page.reload()
    speaks(page, "ru")
    expect(page.get_by_role("radio", name="Русский")).to_be_checked()
    page.goto(f"{stack.origin}/admin/audit-log")
    expect(page.get_by_role("cell", name=RUSSIAN_DAY).first).to_be_visible()

    # The company's own texts come in it, too.
    page.goto(f"{stack.origin}/admin/quiz-test")
    expect(page.get_by_role("heading", level=2, name=re.compile("[а-я]{4}")).first).to_be_visible()

    # Another device knows no one's language before the sign-in, and hers after it.
    other = open_browser(browser, viewport=PHONE, locale="en-GB")
    phone = other.new_page()
    sign_in(phone, stack, email, PASSWORD, to="/admin/audit-log")
    expect(phone.get_by_role("cell", name=RUSSIAN_DAY).first).to_be_visible()
    speaks(phone, "ru")

    # A colleague keeps English.
    owner.reload()
    speaks(owner, "en")
    for context in (hers, other):
        context.close()


@pytest.mark.slow
def test_before_the_sign_in_a_language_is_chosen_for_the_device(browser: Browser, stack: Stack) -> None:
    context = open_browser(browser, viewport=PHONE, locale="de-AT")
    page = context.new_page()
    page.goto(f"{stack.origin}/admin/login")
    speaks(page, "de")
    page.locator("input[type=email]").fill(EMAIL)
    page.get_by_role("button", name="ქართული").click()
    speaks(page, "ka")
    expect(page.locator("input[type=email]")).to_have_value(EMAIL)
    expect(page.get_by_role("button", name="ქართული")).to_have_attribute("aria-pressed", "true")
    assert Axe().run(page).response["violations"] == []
    page.reload()
    speaks(page, "ka")
    page.get_by_role("button", name="English").click()
    speaks(page, "en")
    expect(page.get_by_role("heading", name="Sign in to")).to_be_visible()
    context.close()
