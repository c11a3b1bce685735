"""The page for developers: the whole API from our own build, under the policy of every page."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from console_steps import enter
from playwright.sync_api import Browser, BrowserContext, expect
from running_stack import Stack, turn_to

VIOLATIONS = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.blockedURI));
"""


@pytest.fixture
def context(browser: Browser, stack: Stack) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 390, "height": 900}, base_url=stack.origin)
    yield context
    context.close()


def test_the_reference_is_drawn_from_the_host_alone(context: BrowserContext, stack: Stack) -> None:
    page = context.new_page()
    page.add_init_script(VIOLATIONS)
    hosts = set()
    page.on("request", lambda sent: hosts.add(urlsplit(sent.url).netloc))
    answer = page.goto("/developers")
    assert answer is not None
    assert answer.headers["x-robots-tag"] == "noindex"
    home = page.request.get("/api/site")
    assert answer.headers["content-security-policy"] == home.headers["content-security-policy"]
    company = home.json()["site"]["tenant"]["name"]
    expect(page).to_have_title(f"API reference · {company}")
    expect(page.get_by_role("heading", name=f"{company} API").first).to_be_visible()
    # What the description says, an endpoint with its path, and a field of its answer.
    expect(page.get_by_text("Get a price in TypeScript").first).to_be_visible()
    expect(
        page.locator("rapi-doc").get_by_text("/api/v1/bookings/{booking_id}/confirm").first
    ).to_be_attached()
    expect(page.locator("rapi-doc").get_by_text("customer_email").first).to_be_attached()
    assert page.evaluate("window.violations") == []
    assert hosts == {urlsplit(stack.origin).netloc}
    for width in (390, 1440):
        turn_to(page, width, 900)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width


@pytest.mark.slow
def test_the_console_links_to_the_reference(context: BrowserContext, stack: Stack) -> None:
    page = context.new_page()
    enter(page, stack)
    for path in ("/admin/api-keys", "/admin/settings/webhooks"):
        page.goto(path)
        link = page.get_by_role("link", name="API reference")
        expect(link).to_have_attribute("href", "/developers")
