"""A stranger signs up at the installation's host, opens the link of the email, and lands in the new console."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_faults import expect_refusal
from browser_operators import expect_no_sideways_scroll, give_first_code, open_operator_console
from console_steps import letter_to, path_of_link
from playwright.sync_api import Browser, Page, expect
from running_stack import WAIT_MILLISECONDS, Stack, query_stack
from up_process import wait_for

EMAIL = "nino@mestia.example"
INVITED = "gio@kazbegi.example"
PASSWORD = "correct horse battery glacier"


def _is_well_formed(page: Page) -> None:
    expect_no_sideways_scroll(page)
    assert Axe().run(page).response["violations"] == []


@pytest.fixture
def origin(stack: Stack) -> str:
    return stack.origin.replace("localhost", "rent.localhost")


def _html(page: Page) -> str:
    answer = page.reload()
    assert answer is not None
    return answer.text()


def _sign_in(page: Page) -> None:
    expect_refusal("GET", "/api/admin/me$", 401)
    page.get_by_role("link", name="Sign in").click()
    page.wait_for_url(re.compile(r"mestia-offroad\.rent\.localhost"))
    page.locator("input[type=email]").fill(EMAIL)
    page.locator("input[type=password]").fill(PASSWORD)
    page.locator("button[type=submit]").click()


def _try_sample_data(page: Page) -> None:
    """An owner who reads German looks at her site with sample data, and removes it."""
    add = page.get_by_role("button", name="Beispieldaten hinzufügen")
    # The page, and what shows a failure, are loaded before the network is gone.
    expect(add).to_be_visible()
    page.wait_for_function(
        "performance.getEntriesByType('resource').some(({ name }) => name.includes('toast-area'))"
    )
    page.context.set_offline(True)
    add.click()
    expect(page.get_by_text("Es wurde nichts geändert", exact=True)).to_be_visible()
    page.context.set_offline(False)
    add.click()
    expect(page.get_by_role("heading", name="Ihre Website hat Beispieldaten")).to_be_visible()
    _is_well_formed(page)
    page.get_by_role("button", name="Website öffnen").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("Besucher könnten Beispielautos buchen")
    page.get_by_role("alertdialog").get_by_role("button", name="Abbrechen").click()
    with page.expect_popup() as site:
        page.get_by_role("link", name="Website ansehen").click()
    # A window that is still opening can't be reloaded. Pages follow within seconds.
    expect(site.value.get_by_role("heading").first).to_be_visible()
    wait_for(lambda: "VW Multivan" in _html(site.value))
    site.value.close()
    page.get_by_role("button", name="Beispieldaten entfernen").click()
    expect(page.get_by_role("button", name="Beispieldaten hinzufügen")).to_be_visible()
    _is_well_formed(page)


def _request_a_site(page: Page) -> None:
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("Enter your company's name.")).to_be_visible()
    page.get_by_label("Company name").fill("Mestia Off-Road")
    address = page.get_by_label("Address of your site")
    expect(address).to_have_value("mestia-off-road")
    expect(page.get_by_text("mestia-off-road.rent.localhost is available.")).to_be_visible()
    expect_refusal("POST", r"/api/sign-up/slug$", 422)
    address.fill("ge0rgia")
    expect(page.get_by_text("This address looks like another company's")).to_be_visible()
    address.fill("mestia-offroad")
    expect(page.get_by_text("mestia-offroad.rent.localhost is available.")).to_be_visible()
    page.get_by_label("Country").select_option(label="Georgia")
    expect(page.get_by_text("GEL · Asia/Tbilisi · ქართული")).to_be_visible()
    page.get_by_text("GEL · Asia/Tbilisi · ქართული").click()
    page.get_by_label("Your language").select_option("de")
    page.get_by_label("Email").fill(EMAIL)
    _is_well_formed(page)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="Check your inbox")).to_be_visible()
    _is_well_formed(page)


def test_a_stranger_signs_up_confirms_and_signs_in(stack: Stack, browser: Browser, origin: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    page.goto(origin)
    expect(page).to_have_url(f"{origin}/start")
    expect(page.get_by_role("heading", name="Create your company's site")).to_be_visible()
    _is_well_formed(page)
    _request_a_site(page)
    # With another email address nothing else is typed again.
    page.get_by_role("button", name="Use another email address").click()
    expect(page.get_by_label("Company name")).to_have_value("Mestia Off-Road")
    expect(page.get_by_label("Address of your site")).to_have_value("mestia-offroad")
    expect(page.get_by_label("Email")).to_have_value(EMAIL)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="Check your inbox")).to_be_visible()

    link = path_of_link(letter_to(stack, EMAIL, "Bestätigen Sie Ihre E-Mail-Adresse"))
    assert link.startswith("/start/confirm?lang=de#")
    page.goto(origin + link.replace("lang=de", "lang=en"))
    expect(page.get_by_role("heading", name="Create Mestia Off-Road")).to_be_visible()
    _is_well_formed(page)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Confirm password").fill(PASSWORD)
    page.get_by_role("button", name="Create site").click()
    expect(page.get_by_role("heading", name="Mestia Off-Road is ready")).to_be_visible(
        timeout=WAIT_MILLISECONDS
    )
    _is_well_formed(page)

    _sign_in(page)
    # In the owner's language, with what to do next.
    page.get_by_role("link", name="Mit der Einrichtung weitermachen").click()
    _try_sample_data(page)
    context.close()
    assert query_stack(stack, "select slug from tenants where slug = 'mestia-offroad'") == [
        ("mestia-offroad",)
    ]


@pytest.mark.slow
def test_an_operator_invites_and_revokes(stack: Stack, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    give_first_code(page, open_operator_console(stack, page, "ivo@operators.example"))
    page.get_by_role("link", name="Sign-ups").click()
    expect(page.get_by_text("Everyone can sign up.")).to_be_visible()
    page.get_by_role("button", name="Invite", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Invite", exact=True).click()
    expect(dialog.get_by_text("Enter a valid email address.")).to_be_visible()
    dialog.get_by_label("Email", exact=True).fill(INVITED)
    dialog.get_by_label("Language of the email").select_option(label="Deutsch")
    expect_no_sideways_scroll(page)
    dialog.get_by_role("button", name="Invite", exact=True).click()
    row = page.get_by_role("table", name="Open invitations").get_by_role("row").filter(has_text=INVITED)
    expect(row).to_be_visible()
    assert "/start?lang=de" in letter_to(stack, INVITED, "")
    _is_well_formed(page)
    row.get_by_role("button", name="Revoke").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Revoke invitation").click()
    expect(row).to_have_count(0)
    page.get_by_role("link", name="Audit log").click()
    expect(page.get_by_role("table", name="Audit log")).to_contain_text("Invitation revoked")
    context.close()


@pytest.mark.slow
def test_the_pages_speak_every_language_and_a_dead_link_says_so(browser: Browser, origin: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    for language, title in (("de", "Website"), ("ru", "Создайте"), ("ka", "შექმენით")):
        page.goto(f"{origin}/start?lang={language}")
        expect(page.get_by_role("heading", level=1)).to_contain_text(title)
        assert page.locator("html").get_attribute("lang") == language
    # Names of countries, which are as long as they are, come a moment later.
    expect(page.locator("option[value=GE]")).not_to_have_text("GE")
    _is_well_formed(page)
    expect_refusal("POST", r"/api/sign-up/state$", 410)
    page.goto(f"{origin}/start/confirm?lang={language}#{'0' * 96}")
    expect(page.get_by_role("alert")).to_be_visible()
    _is_well_formed(page)
    page.get_by_role("link").click()
    expect(page).to_have_url(f"{origin}/start")
    context.close()
