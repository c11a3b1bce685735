"""The watch over all browser tests: what a page is refused, and what fails in it, fails the test."""

from browser_faults import expect_error, expect_refusal, take_faults
from browser_visitors import fail_calls, visitor
from playwright.sync_api import Browser
from running_stack import Stack

REFUSED = "fetch('/api/bookings/none', {method: 'POST'}).then(() => undefined)"
FAILING = (
    "new Promise((done) => { setTimeout(done, 50); setTimeout(() => { throw new Error('Broken') }, 0) })"
)


def test_refused_calls_and_script_errors_are_named_unless_announced(browser: Browser, stack: Stack) -> None:
    with visitor(browser) as page:
        page.goto(stack.origin)
        page.evaluate(REFUSED)
        page.evaluate(FAILING)
    assert take_faults() == [
        f"POST {stack.origin}/api/bookings/none: 404",
        f"error {stack.origin}/: Broken",
    ]
    with visitor(browser) as page:
        page.goto(stack.origin)
        expect_refusal("POST", "/api/bookings/none", 404)
        expect_error("Broken")
        page.evaluate(REFUSED)
        page.evaluate(FAILING)
        fail_calls(page, "**/api/site*", 503)
        page.evaluate("fetch('/api/site').then(() => undefined)")
