"""The owner adds a calendar feed, sees its URL once, reads it, gives it a new URL and deletes it."""

import re
from collections.abc import Iterator

import pytest
from console_steps import enter
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack, query_stack

URL = re.compile(r"/api/calendars/\S{43}\.ics$")


@pytest.fixture
def page(browser: Browser, stack: Stack) -> Iterator[Page]:
    """The owner's, signed in; no feed is left for other tests."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}, base_url=stack.origin).new_page()
    enter(page, stack)
    yield page
    page.context.close()
    query_stack(stack, "delete from calendar_feeds")


def test_a_feed_is_added_read_rotated_and_deleted(page: Page) -> None:
    page.goto("/admin/settings/calendar-feeds")
    page.get_by_role("button", name="Add feed").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Add feed").click()
    expect(dialog.get_by_text("Enter a name")).to_be_visible()
    dialog.get_by_role("textbox", name="Name").fill("Office")
    dialog.get_by_role("button", name="Add feed").click()
    url = page.get_by_role("dialog", name="Feed URL").get_by_label("Feed URL")
    expect(url).to_have_value(URL)
    first = url.input_value()
    page.get_by_role("button", name="Done").click()

    row = page.get_by_role("row").filter(has_text="Office")
    expect(row.get_by_text("All vehicles")).to_be_visible()
    expect(row.get_by_text("Never")).to_be_visible()
    path = first[first.index("/api/") :]
    assert page.request.get(path).text().startswith("BEGIN:VCALENDAR")
    page.reload()
    expect(row.get_by_text("Never")).to_be_hidden()

    row.get_by_role("button", name="New URL for Office").click()
    page.get_by_role("alertdialog").get_by_role("button", name="New URL").click()
    expect(url).to_have_value(URL)
    assert url.input_value() != first
    page.get_by_role("button", name="Done").click()
    assert page.request.get(path).status == 404

    row.get_by_role("button", name="Delete Office").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No calendar feeds yet")).to_be_visible()
