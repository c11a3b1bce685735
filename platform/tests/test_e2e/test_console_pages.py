"""Every page of the console: accessible, fitting phones, and saying so when the server is away."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_faults import expect_refusal
from console_steps import DESK, PHONE, SCHEMES, enter, keep_visits, open_browser, show
from loadtests.local_product import EMAIL
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack


def violations(page: Page) -> list[str]:
    """What axe finds, each with its first place; of colours that are too near each other, which they are."""
    found: list[str] = []
    for item in Axe().run(page).response["violations"]:
        node = item["nodes"][0]
        seen = [check.get("data") for check in node["any"] if item["id"] == "color-contrast"]
        found.append(f"{item['id']}: {node['html'][:200]} {seen or ''}")
    return found


@pytest.mark.parametrize("width", [DESK, PHONE], ids=["desk", "phone"])
def test_every_page_is_accessible_and_fits(browser: Browser, stack: Stack, width: dict[str, int]) -> None:
    expect_refusal("POST", "/api/admin/invitations/look$", 410)
    keep_visits(stack, "2001:db8:1234:5678:9abc:def0:1234:", 3)
    context = open_browser(browser, viewport=width)
    page = context.new_page()
    enter(page, stack)
    schemes = list(SCHEMES)
    problems: dict[str, list[str]] = {}
    for path, ready in {
        "/admin/account": "This browser",
        "/admin/help": "Bookings at the desk",
        "/admin/help?topic=money#count-the-till": "Count the till",
        "/admin/today": "To do",
        "/admin/vehicles": "Add a vehicle",
        "/admin/fines": "Import CSV",
        "/admin/calendar": "Home location",
        "/admin/users": EMAIL,
        "/admin/audit-log": "The operator",
        "/admin/ip-tracking": "Excluded IP addresses",
        "/admin/customers": "Everyone who booked",
        "/admin/customers/by-email": "Find customer",
        "/admin/login": "Forgot your password?",
        "/admin/forgot-password": "Back to sign-in",
        "/admin/reset-password": "This link is incomplete.",
        "/admin/reset-password#unknown": "Confirm password",
        "/admin/accept-invitation#unknown": "This invitation has expired",
    }.items():
        # Pages begin in the colours of the one before, so that each scheme is loaded and changed to.
        page.goto("about:blank")
        page.goto(stack.origin + path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_role("main").get_by_text(ready).first).to_be_visible()
        expect(page.get_by_role("status", name="Loading")).to_have_count(0)
        # The colours are those of a desk: a phone shows every other page in the dark ones.
        for scheme in schemes if width == DESK else schemes[:1]:
            show(page, scheme)
            found = violations(page)
            if found:
                problems[f"{path} {scheme}"] = found
            assert page.evaluate("document.documentElement.scrollWidth") <= width["width"], path
        schemes.reverse()
    context.close()
    assert problems == {}


def test_who_wants_no_motion_sees_a_new_theme_at_once(stack: Stack, owner: Page) -> None:
    """A text on its way from one colour to the other is unreadable for as long as it takes."""
    owner.goto(f"{stack.origin}/admin/account")
    expect(owner.get_by_role("main").get_by_text("This browser").first).to_be_visible()
    changing = owner.evaluate(
        """() => {
            document.documentElement.dataset.theme = "dark";
            getComputedStyle(document.body).color;
            return document.getAnimations().filter(one => one instanceof CSSTransition).length;
        }"""
    )
    assert changing == 0


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


def test_the_theme_follows_the_system_until_one_is_chosen(stack: Stack, owner: Page) -> None:
    owner.goto(f"{stack.origin}/admin/account")

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
