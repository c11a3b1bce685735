"""Support access offers nothing that it refuses: every button of every page that it opens is pressed."""

import re
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import urlsplit

import httpx
import pytest
from browser_faults import expect_refusal
from browser_operators import give_first_code, open_operator_console
from browser_visitors import Company, open_company
from loadtests.forms import booking_form
from playwright.sync_api import Browser, ElementHandle, Page, Response
from playwright.sync_api import Error as PlaywrightError
from running_stack import WAIT_SECONDS, Stack

EMAIL = "pat@operators.example"
# Begin of the addresses of pages that are opened once each, whatever number of items has such a page.
ONE_OF_EACH = (
    "/admin/bookings/", "/admin/calendar", "/admin/customers/", "/admin/vehicles/", "/admin/catalog/cars/",
    "/admin/catalog/places/", "/admin/catalog/seasons/", "/admin/content/", "/admin/help",
)  # fmt: skip
MAX_PRESSED = 40
NUMBERS = re.compile(r"[0-9a-f-]{36}|\d+")
ENABLED = "button:not([disabled]):not([aria-disabled=true]):visible"
# The site sends these automatically, also in a preview.
AUTOMATIC = frozenset({"/api/journey", "/api/gclid/save"})
# What it would wait for is not what is tested.
SETTLE_MILLISECONDS = 40


class Presses:
    """Presses what a page offers, and notes what is refused, with the button that asked for it."""

    def __init__(self, console: Page) -> None:
        self.console = console
        self.refused: list[str] = []
        self.pressed = 0
        self._at = ""
        console.on("response", self._note)
        # What is half typed is left.
        console.on("dialog", lambda dialog: dialog.accept())

    def _note(self, response: Response) -> None:
        path = urlsplit(response.url).path
        if response.status == 403 and path not in AUTOMATIC:
            call = f"{response.request.method} {path}"
            self.refused.append(f"{self._at}: {call}")

    def open(self, url: str) -> list[str]:
        """Open a page and press its buttons. Returns the pages of the console that it links to."""
        self._at = urlsplit(url).path
        self.console.goto(url)
        self.console.get_by_role("main").get_by_role("heading").first.wait_for()
        self.console.wait_for_load_state("networkidle")
        hrefs = self.console.locator("a[href^='/admin/']").evaluate_all(
            "links => links.map((link) => link.getAttribute('href'))"
        )
        path = self._at
        names: set[str] = set()
        for button, name in self._buttons("main"):
            # Rows have the same buttons.
            if name in names or len(names) == MAX_PRESSED:
                continue
            names.add(name)
            self._press(button, path, name)
            if urlsplit(self.console.url).path != path:
                self.console.goto(url)
                self.console.wait_for_load_state("networkidle")
        self._follow_downloads(path)
        return [str(href) for href in hrefs]

    def _follow_downloads(self, path: str) -> None:
        """Links to files of the API, one of each kind."""
        links = self.console.locator("main a[href^='/api/']:visible").evaluate_all(
            "links => links.map((link) => link.getAttribute('href'))"
        )
        for link in {NUMBERS.sub("…", href.partition("?")[0]): href for href in links}.values():
            self._at = f"{path}, link"
            self.console.evaluate("href => fetch(href).then(() => null, () => null)", link)

    def _buttons(self, part: str) -> Iterator[tuple[ElementHandle, str]]:
        for button in self.console.query_selector_all(f"{part} {ENABLED}"):
            with suppress(PlaywrightError):
                if button.evaluate("each => !each.closest('[aria-label=\"Support access\"]')"):
                    yield button, button.inner_text() or button.get_attribute("aria-label") or "?"

    def _press(self, button: ElementHandle, path: str, name: str) -> None:
        self._at = f"{path}, {name}"
        with suppress(PlaywrightError):
            # An earlier press may have taken it away.
            button.evaluate("each => each.click()")
            self.pressed += 1
        self.console.wait_for_timeout(SETTLE_MILLISECONDS)
        dialog = "[role=dialog], [role=alertdialog]"
        if not self.console.query_selector(dialog):
            return
        for inner, label in list(self._buttons(":is([role=dialog], [role=alertdialog])")):
            self._at = f"{path}, {name}, {label}"
            with suppress(PlaywrightError):
                inner.evaluate("each => each.click()")
                self.pressed += 1
            self.console.wait_for_timeout(SETTLE_MILLISECONDS)
        for _ in range(3):
            if self.console.query_selector(dialog):
                self.console.keyboard.press("Escape")
                self.console.wait_for_timeout(SETTLE_MILLISECONDS)
            # What was pressed may have changed a form.
            if leave := self.console.query_selector("[role=alertdialog] button:text-is('Leave')"):
                leave.click()
                self.console.wait_for_timeout(SETTLE_MILLISECONDS)


@pytest.fixture
def company(stack: Stack) -> Company:
    """With a booking."""
    company = open_company(stack, "pressed", support_access="allowed")
    # A name below localhost is known to browsers only.
    made = httpx.post(
        f"{stack.origin}/api/bookings",
        headers={"Host": urlsplit(company.origin).netloc},
        json=booking_form(pickupDate="2031-07-01", returnDate="2031-07-08"),
        timeout=WAIT_SECONDS,
    )
    assert made.status_code == 201, made.text
    return company


def open_console(stack: Stack, browser: Browser) -> Page:
    operators = browser.new_context(viewport={"width": 1440, "height": 900})
    page = operators.new_page()
    codes = give_first_code(page, open_operator_console(stack, page, EMAIL))
    page.goto(f"{stack.origin.replace('localhost', 'operators.localhost')}/companies/pressed")
    page.get_by_role("button", name="Ask for access").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("You cannot find a booking")
    dialog.get_by_label("Code").fill(codes[0])
    dialog.get_by_role("button", name="Ask for access").click()
    page.get_by_role("button", name="Create link").click()
    with operators.expect_page() as opened:
        page.get_by_role("link", name="Open the console of pressed").click()
    console = opened.value
    console.get_by_role("button", name="Open the console").click()
    console.get_by_role("region", name="Support access").wait_for()
    return console


@pytest.mark.slow
def test_support_access_is_refused_nothing_that_it_is_offered(
    stack: Stack, browser: Browser, company: Company
) -> None:
    for path in AUTOMATIC:
        expect_refusal("POST", path, 403)
    console = open_console(stack, browser)
    presses = Presses(console)
    [(booking_id,)] = company.rows("select id from bookings where tenant_id = %s")
    waiting, seen = ["/admin", f"/admin/bookings/{booking_id}"], set[str]()
    while waiting:
        path = urlsplit(waiting.pop(0)).path
        kind = next((each for each in ONE_OF_EACH if path.startswith(each)), path)
        if kind in seen:
            continue
        seen.add(kind)
        waiting += presses.open(f"{company.origin}{path}")
    assert not presses.refused
    # The menu was found, and what is behind it.
    assert len(seen) > 20
    assert presses.pressed > 100
    console.context.close()
