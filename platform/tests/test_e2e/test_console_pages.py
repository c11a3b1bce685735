"""Every page of the console: accessible, fitting phones, and saying so when the server is away."""

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_faults import expect_refusal
from console_steps import DESK, PHONE, SCHEMES, enter, keep_visits, open_browser, show
from loadtests.local_product import EMAIL
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack, turn_to


def violations(page: Page, *rules: str) -> list[str]:
    """What axe finds, each with its first place; of colours that are too near each other, which they are."""
    found: list[str] = []
    options = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
    for item in Axe().run(page, options=options).response["violations"]:
        node = item["nodes"][0]
        seen = [check.get("data") for check in node["any"] if item["id"] == "color-contrast"]
        found.append(f"{item['id']}: {node['html'][:200]} {seen or ''}")
    return found


# Title in the tab, and what is there once the page is ready.
PAGES = {
    "/admin/account": ("Account settings", "This browser"),
    "/admin/help": ("Help", "Bookings at the desk"),
    "/admin/help?topic=money#count-the-till": ("Help", "Count the till"),
    "/admin/today": ("Today", "To do"),
    "/admin/vehicles": ("Vehicles", "Add a vehicle"),
    "/admin/fines": ("Fines and tolls", "Import CSV"),
    "/admin/calendar": ("Calendar", "Home location"),
    "/admin/quiz-test": ("Quiz test", "Skipped when q4"),
    "/admin/users": ("Users", EMAIL),
    "/admin/audit-log": ("Audit log", "The operator"),
    "/admin/ip-tracking": ("Visits", "Excluded IP addresses"),
    "/admin/customers": ("Customers", "Everyone who booked"),
    "/admin/customers/by-email": ("Copies and erasure", "Find customer"),
    "/admin/login": ("Sign in", "Forgot your password?"),
    "/admin/forgot-password": ("Forgotten password", "Back to sign-in"),
    "/admin/reset-password": ("New password", "This link is incomplete."),
    "/admin/reset-password#unknown": ("New password", "Confirm password"),
    "/admin/accept-invitation#unknown": ("Invitation", "This invitation has expired"),
}


@pytest.mark.slow
def test_every_page_is_named_accessible_and_fits(browser: Browser, stack: Stack) -> None:
    expect_refusal("POST", "/api/admin/invitations/look$", 410)
    company = httpx.get(f"{stack.origin}/api/site").json()["site"]["tenant"]["name"]
    keep_visits(stack, "2001:db8:1234:5678:9abc:def0:1234:", 3)
    context = open_browser(browser, viewport=DESK)
    page = context.new_page()
    enter(page, stack)
    schemes = list(SCHEMES)
    problems: dict[str, list[str]] = {}
    for path, (title, ready) in PAGES.items():
        # Pages begin in the colours of the one before, so that each scheme is loaded and changed to.
        page.goto("about:blank")
        turn_to(page, DESK["width"], DESK["height"])
        page.goto(stack.origin + path)
        expect(page).to_have_title(f"{title} · {company}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_role("main").get_by_text(ready).first).to_be_visible()
        expect(page.get_by_role("status", name="Loading")).to_have_count(0)
        # A phone shows every other page in the dark colours; a desk, which shows more of them, both.
        for scheme, size, rules in (
            (schemes[0], DESK, ()),
            (schemes[1], DESK, ("color-contrast",)),
            (schemes[1], PHONE, ()),
        ):
            show(page, scheme)
            turn_to(page, size["width"], size["height"])
            found = violations(page, *rules)
            if found:
                problems[f"{path} {scheme} {size}"] = found
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], path
        schemes.reverse()
    context.close()
    assert problems == {}


@pytest.mark.slow
def test_an_unreachable_server_is_reported_on_every_page_and_retry_works(stack: Stack, owner: Page) -> None:
    for path, call in {
        "/admin/users": "**/api/admin/users",
        "/admin/audit-log": "**/api/admin/audit-log*",
        "/admin/ip-tracking": "**/api/ip/visits*",
        "/admin/account": "**/api/admin/account/sessions",
    }.items():
        owner.route(call, lambda route: route.abort())
        owner.goto(stack.origin + path)
        problem = owner.get_by_role("alert").filter(has_text="Couldn't reach the server")
        expect(problem.first).to_be_visible()
        owner.unroute(call)
        problem.first.get_by_role("button", name="Try again").click()
        expect(problem).to_have_count(0)


@pytest.mark.slow
def test_the_theme_follows_the_system_until_one_is_chosen_and_is_seen_at_once(
    stack: Stack, owner: Page
) -> None:
    owner.goto(f"{stack.origin}/admin/account")
    expect(owner.get_by_role("main").get_by_text("This browser").first).to_be_visible()

    def is_shown(theme: str) -> None:
        expect(owner.locator(f'html[data-theme="{theme}"]')).to_have_count(1)

    for scheme in ("dark", "light", "dark"):
        owner.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        is_shown(scheme)
    owner.get_by_role("button", name="Demo owner").first.click()
    owner.get_by_role("menuitem", name="Switch to light mode").click()
    is_shown("light")
    owner.emulate_media(color_scheme="light")
    owner.emulate_media(color_scheme="dark")
    is_shown("light")
    # Who wants no motion: a text on its way from one colour to the other is unreadable for as long as it takes.
    changing = owner.evaluate(
        """() => {
            document.documentElement.dataset.theme = "dark";
            getComputedStyle(document.body).color;
            return document.getAnimations().filter(one => one instanceof CSSTransition).length;
        }"""
    )
    assert changing == 0
