"""Joining the console by an invitation, the second factor, a forgotten password and changed access."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pyotp
import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_faults import expect_refusal
from console_steps import PHONE, invite, join, letter_to, open_browser, path_of_link, sign_in
from loadtests.local_product import PASSWORD
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack

NEW_PASSWORD = "a password of my own"


def set_up_second_factor(page: Page, stack: Stack) -> tuple[str, list[str]]:
    """Secret and recovery codes."""
    page.goto(f"{stack.origin}/admin/account")
    page.get_by_role("button", name="Set up").click()
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_alt_text("QR code")).to_be_visible()
    expect(page.get_by_alt_text("QR code")).not_to_have_js_property("naturalWidth", 0)
    secret = page.get_by_role("dialog").locator("code").inner_text().replace(" ", "")
    page.get_by_label("Code", exact=True).fill(pyotp.TOTP(secret).now())
    page.get_by_role("button", name="Turn on").click()
    expect(page.get_by_text("Save your recovery codes")).to_be_visible()
    codes = page.get_by_role("status").filter(has_text="Save your").get_by_role("listitem").all_inner_texts()
    assert len(codes) == 10
    assert Axe().run(page).response["violations"] == []
    return secret, codes


def test_from_an_invitation_to_a_second_factor_and_back_out(
    browser: Browser, stack: Stack, owner: Page
) -> None:
    email = f"tamar-{uuid4().hex[:12]}@example.com"
    path = invite(owner, stack, email, "Manager")
    theirs = open_browser(browser)
    page = theirs.new_page()
    expect_refusal("POST", "/api/admin/login/code$", 401)
    expect_refusal("GET", "/api/admin/me$", 401)
    join(page, stack, path, "Tamar")
    secret, codes = set_up_second_factor(page, stack)
    page.get_by_role("button", name="I've saved them").click()
    expect(page.get_by_text("10 of 10 recovery codes left")).to_be_visible()

    # Another browser: the password, then the next code of the app; the last one is used up.
    other = open_browser(browser)
    phone = other.new_page()
    sign_in(phone, stack, email, PASSWORD)
    expect(phone.get_by_role("heading", name="Two-factor authentication")).to_be_visible()
    assert Axe().run(phone).response["violations"] == []
    phone.get_by_label("Authenticator code").fill("000000")
    phone.get_by_role("button", name="Sign in").click()
    expect(phone.get_by_role("alert")).to_be_visible()
    phone.get_by_label("Authenticator code").fill(
        pyotp.TOTP(secret).at(datetime.now(UTC) + timedelta(seconds=30))
    )
    phone.get_by_role("button", name="Sign in").click()
    expect(phone.get_by_role("heading", name="Account settings")).to_be_visible()

    # A third one with a recovery code, which is gone after that.
    third = open_browser(browser)
    borrowed = third.new_page()
    sign_in(borrowed, stack, email, PASSWORD)
    borrowed.get_by_role("button", name="Use a recovery code").click()
    borrowed.get_by_label("Recovery code").fill(codes[0])
    borrowed.get_by_role("button", name="Sign in").click()
    expect(borrowed.get_by_text("9 of 10 recovery codes left")).to_be_visible()

    page.reload()
    expect(page.get_by_role("button", name="Sign out everywhere else")).to_be_visible()
    assert Axe().run(page).response["violations"] == []
    page.get_by_role("button", name="Sign out everywhere else").click()
    expect(page.get_by_text("Signed out everywhere else", exact=True)).to_be_visible()
    for signed_out in (phone, borrowed):
        signed_out.reload()
        expect(signed_out.get_by_role("heading", name="Sign in to")).to_be_visible()

    owner.goto(f"{stack.origin}/admin/audit-log?action=admin.")
    for entry in (
        "Tamar signed out everywhere else",
        "Tamar turned on two-factor authentication",
        "Tamar accepted the invitation",
    ):
        expect(owner.get_by_role("row").filter(has_text=entry).first).to_be_visible()
    for context in (theirs, other, third):
        context.close()


@pytest.mark.slow
def test_a_forgotten_password_is_set_again_by_a_link_that_works_once(
    browser: Browser, stack: Stack, owner: Page
) -> None:
    email = f"giorgi-{uuid4().hex[:12]}@example.com"
    theirs = open_browser(browser)
    page = theirs.new_page()
    expect_refusal("GET", "/api/admin/me$", 401)
    expect_refusal("POST", "/api/admin/login$", 401)
    expect_refusal("POST", "/api/admin/password-reset/confirm$", 410)
    join(page, stack, invite(owner, stack, email, "Analyst"), "Giorgi")
    asking = open_browser(browser, viewport=PHONE)
    phone = asking.new_page()
    phone.goto(f"{stack.origin}/admin/login")
    phone.get_by_role("link", name="Forgot your password?").click()
    # The page before has a field of that name, too.
    expect(phone.get_by_role("heading", name="Forgot your password?")).to_be_visible()
    phone.get_by_label("Email").fill(email)
    phone.get_by_role("button", name="Send link").click()
    expect(phone.get_by_role("heading", name="Check your inbox")).to_be_visible()
    assert Axe().run(phone).response["violations"] == []
    link = stack.origin + path_of_link(letter_to(stack, email, "password"))
    phone.goto(link)
    phone.get_by_label("New password").fill(NEW_PASSWORD)
    phone.get_by_label("Confirm password").fill("another one")
    phone.get_by_role("button", name="Set the password").click()
    expect(phone.get_by_text("Passwords don't match")).to_be_visible()
    assert Axe().run(phone).response["violations"] == []
    phone.get_by_label("Confirm password").fill(NEW_PASSWORD)
    phone.get_by_role("button", name="Set the password").click()
    expect(phone.get_by_text("Your password is changed.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Sign in to")).to_be_visible()
    sign_in(page, stack, email, PASSWORD)
    expect(page.get_by_text("Invalid email or password")).to_be_visible()
    sign_in(page, stack, email, NEW_PASSWORD)
    expect(page.get_by_role("heading", name="Account settings")).to_be_visible()
    again = asking.new_page()
    again.goto(link)
    again.get_by_label("New password").fill(NEW_PASSWORD)
    again.get_by_label("Confirm password").fill(NEW_PASSWORD)
    again.get_by_role("button", name="Set the password").click()
    expect(again.get_by_role("heading", name="This link has expired")).to_be_visible()
    for context in (theirs, asking):
        context.close()


@pytest.mark.slow
def test_an_owner_changes_a_role_and_takes_access_away(browser: Browser, stack: Stack, owner: Page) -> None:
    email = f"nino-{uuid4().hex[:12]}@example.com"
    theirs = open_browser(browser)
    page = theirs.new_page()
    expect_refusal("GET", "/api/admin/me$", 401)
    name = f"Nino {uuid4().hex[:12]}"
    join(page, stack, invite(owner, stack, email, "Analyst"), name)
    page.goto(f"{stack.origin}/admin/ip-tracking")
    expect(page.get_by_role("heading", name="You don't have access to this page")).to_be_visible()
    owner.reload()
    owner.get_by_label(f"Role of {name}").select_option("manager")
    expect(owner.get_by_text(f"{name} is now: Manager", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Delete All IPs")).to_be_visible()
    owner.get_by_role("button", name=f"More for {name}").click()
    owner.get_by_role("menuitem", name="Remove access").click()
    owner.get_by_role("button", name="Remove access").click()
    expect(owner.get_by_text("No access")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Sign in to")).to_be_visible()
    theirs.close()
