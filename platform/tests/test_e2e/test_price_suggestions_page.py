"""The owner sets a rule, sees the suggestion with its reason, accepts it into the draft and undoes it."""

import re
from collections.abc import Iterator

import pytest
from console_steps import enter
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack, query_stack

VEHICLE = """
    insert into vehicles (tenant_id, id, car_id, plate, plate_key, home_location, created_at, updated_at)
    select c.tenant_id, gen_random_uuid(), c.id, 'PS-100-PS', 'PS100PS', 'tbilisi', now(), now()
    from cars c join tenants t on t.id = c.tenant_id where t.is_default and c.name = 'Subaru Forester'
"""


@pytest.fixture
def page(browser: Browser, stack: Stack) -> Iterator[Page]:
    """The owner's, signed in; no vehicle, rule or draft is left for other tests."""
    query_stack(stack, VEHICLE)
    page = browser.new_context(viewport={"width": 1440, "height": 900}, base_url=stack.origin).new_page()
    enter(page, stack)
    yield page
    page.context.close()
    query_stack(stack, "delete from vehicles where plate = 'PS-100-PS'")
    query_stack(stack, "delete from price_suggestion_settings")
    query_stack(stack, "delete from catalog_drafts")


def test_a_rule_suggests_a_price_that_is_accepted_and_undone(page: Page) -> None:
    page.goto("/admin/catalog/price-suggestions")
    expect(page.get_by_role("region", name="Occupancy and price by day")).to_be_visible()
    page.get_by_role("button", name="Add rule").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Change", exact=True).select_option("Lower price below this occupancy")
    dialog.get_by_label("Occupancy (%)").fill("100")
    dialog.get_by_label("To days ahead").fill("29")
    expect(dialog.get_by_role("checkbox", name="Apply automatically")).not_to_be_checked()
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text("0 to 29 days ahead: 10 % less")).to_be_visible()
    suggested = page.get_by_role("table", name="Suggestions")
    expect(suggested.get_by_text("days ahead: −10 %").first).to_be_visible()
    suggested.get_by_role("button", name="Accept").first.click()
    expect(page.get_by_text("Added to the draft", exact=True)).to_be_visible()
    accepted = page.get_by_role("table", name="Accepted prices")
    # The suggestions are those without the accepted one from now on.
    expect(accepted).to_be_visible()
    suggested.get_by_role("checkbox", name="Select all").check()
    page.get_by_role("button", name=re.compile(r"^Accept \d+ prices$")).click(timeout=60_000)
    expect(page.get_by_text("No day of this period meets one of your rules.")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Undo all").click()
    expect(accepted).not_to_be_visible()
    page.get_by_role("button", name="Preview", exact=True).click()
    expect(page.get_by_text("With your rules, at unchanged demand")).to_be_visible()
