"""The owner adds a channel, sees which cars it offers, turns it off, and a booking by its link carries it."""

from collections.abc import Iterator

import pytest
from console_steps import enter
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack, query_stack


@pytest.fixture
def page(browser: Browser, stack: Stack) -> Iterator[Page]:
    """The owner's, signed in; no channel is left for other tests."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}, base_url=stack.origin).new_page()
    enter(page, stack)
    yield page
    page.context.close()
    query_stack(stack, "delete from api_keys where channel_id is not null")
    query_stack(stack, "delete from channels")


def test_a_channel_is_added_given_a_key_and_turned_off(page: Page) -> None:
    page.goto("/admin/settings/channels")
    expect(page.get_by_text("No channels yet")).to_be_visible()
    forester = page.get_by_role("row").filter(has_text="Subaru Forester")
    expect(
        forester.get_by_text("Intermediate, SUV, automatic, 4x4, petrol, air conditioning")
    ).to_be_visible()
    expect(forester.get_by_text("No channel")).to_be_visible()

    page.get_by_role("button", name="Add channel").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Name").fill("Broker One")
    dialog.get_by_label("Commission (%)").fill("12.5")
    dialog.get_by_role("checkbox", name="Hyundai Elantra").uncheck()
    dialog.get_by_role("button", name="Add channel").click()
    expect(forester.get_by_text("Broker One")).to_be_visible()
    elantra = page.get_by_role("row").filter(has_text="Hyundai Elantra")
    expect(elantra.get_by_text("No channel")).to_be_visible()

    page.goto("/admin/api-keys")
    page.get_by_role("button", name="Create key").click()
    dialog.get_by_role("textbox", name="Name").fill("Broker")
    dialog.get_by_label("Channel").select_option("Broker One")
    expect(dialog.get_by_role("checkbox")).to_have_count(2)
    dialog.get_by_role("checkbox").first.check()
    dialog.get_by_role("button", name="Create key").click()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("Channel: Broker One")).to_be_visible()

    page.goto("/admin/settings/channels")
    page.get_by_role("button", name="Edit Broker One").click()
    dialog.get_by_role("checkbox", name="Active").uncheck()
    dialog.get_by_role("button", name="Save").click()
    expect(forester.get_by_text("No channel")).to_be_visible()
