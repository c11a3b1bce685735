"""An owner chooses what the site speaks: the site speaks it within seconds, and no longer once it is taken off."""

from axe_playwright_python.sync_playwright import Axe
from browser_visitors import until
from console_steps import PHONE, enter, open_browser
from playwright.sync_api import Browser, expect
from running_stack import Stack

SITE_SPEAKS_GERMAN = (
    "fetch('/api/site?lang=de').then(r => r.json()).then(b => b.site.tenant.language === 'de')"
)


def test_a_language_comes_moves_and_goes(browser: Browser, stack: Stack) -> None:
    context = open_browser(browser, viewport=PHONE)
    owner = context.new_page()
    enter(owner, stack, "/admin/languages")
    german = owner.get_by_role("checkbox", name="Deutsch on your site")
    expect(german).not_to_be_checked()
    expect(owner.get_by_role("link", name="View site in ქართული")).to_have_attribute("href", "/ka/")
    assert Axe().run(owner).response["violations"] == []
    assert owner.evaluate("document.documentElement.scrollWidth <= window.innerWidth")

    german.click()
    expect(german).to_be_checked()
    up = owner.get_by_role("button", name="Move Deutsch up")
    up.focus()
    owner.keyboard.press("Enter")
    expect(owner.get_by_text("Deutsch is now in place 3 of 4", exact=True)).to_be_visible()
    expect(up).to_be_focused()
    until(owner, SITE_SPEAKS_GERMAN)
    with context.expect_page() as opened:
        owner.get_by_role("link", name="View site in Deutsch").click()
    expect(opened.value.locator("html")).to_have_attribute("lang", "de")
    # It would prefetch pages that are about to go.
    opened.value.close()

    german.click()
    owner.get_by_role("alertdialog").get_by_role("button", name="Remove Deutsch").click()
    expect(german).not_to_be_checked()
    until(owner, f"{SITE_SPEAKS_GERMAN}.then(speaks => !speaks)")
    context.close()
