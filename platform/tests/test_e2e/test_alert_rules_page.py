"""Alerts of one's own in the browser: previewed, added, edited, snoozed, seen on Today, acknowledged and deleted."""

import re
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect
from running_stack import Stack, query_stack
from test_quiz_analytics_page import DESKTOP, PAGE, PHONE, analyst

# As if the rule had just been judged.
FIRED = """
insert into alert_firings (tenant_id, id, rule_id, part, part_name, first_day, last_day, value, before, sessions,
  link, last_met_on, created_at, opened_at)
select tenant_id, gen_random_uuid(), id, 'autumn-4x4', 'autumn-4x4', current_date - 3, current_date - 1, 0, 18.1, 54,
  '/admin/quiz-analytics?from=' || current_date - 3 || '&to=' || current_date - 1 || '&utmCampaign=autumn-4x4',
  current_date - 1, now(), now()
from alert_rules where name = 'Conversion of campaigns'
"""


NAME = "Conversion of campaigns"


def test_an_alert_from_its_preview_to_its_deletion(browser: Browser, stack: Stack, tmp_path: Path) -> None:
    page = analyst(browser, stack, PHONE)
    page.goto(f"{PAGE}?year=2024&device=phone")
    page.get_by_role("button", name="Alerts", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("No alerts yet.")
    add(page, dialog, tmp_path)
    item = dialog.get_by_role("listitem").filter(has_text=NAME).first
    expect(item).to_contain_text("Falls beyond chance · 3 days · Each campaign · Device: phone")
    expect(item).to_contain_text("Not checked yet")
    expect(item).to_contain_text("Next check:")
    page.set_viewport_size(DESKTOP)
    edit(page, dialog, item, tmp_path)
    item.get_by_role("button", name="Snooze").click()
    item.get_by_role("button", name="7 days").click()
    expect(item).to_contain_text("Snoozed until")
    item.get_by_role("button", name="Resume").click()
    expect(item).not_to_contain_text("Snoozed until")
    query_stack(stack, FIRED)
    see_on_today(page, tmp_path)
    page.get_by_role("button", name="Alerts", exact=True).click()
    expect(item).to_contain_text("Active")
    expect(item).to_contain_text("autumn-4x4: Conversion")
    expect(item).to_contain_text("(54 sessions)")
    page.screenshot(path=tmp_path / "list-desktop.png")
    page.set_viewport_size(PHONE)
    page.screenshot(path=tmp_path / "list-phone.png")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    item.get_by_role("button", name="Acknowledge", exact=True).click()
    expect(item).to_contain_text("Acknowledged")
    item.get_by_role("button", name=f"Delete: {NAME}").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(dialog).to_contain_text("No alerts yet.")
    page.context.close()


def add(page: Page, dialog: Locator, tmp_path: Path) -> None:
    dialog.get_by_role("button", name="New alert").click()
    dialog.get_by_label("Name").fill(NAME)
    dialog.get_by_label("Applies to").select_option(label="Each campaign")
    dialog.get_by_label("Days compared").select_option(label="3 days")
    dialog.get_by_role("button", name="Preview").click()
    expect(dialog).to_contain_text("It would")
    page.screenshot(path=tmp_path / "form-phone.png")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    dialog.get_by_role("button", name="Add alert").click()


def edit(page: Page, dialog: Locator, item: Locator, tmp_path: Path) -> None:
    """To missing visits, and back."""
    button = item.get_by_role("button", name=f"Edit: {NAME}")
    button.click()
    dialog.get_by_label("Metric").select_option(label="Visits")
    dialog.get_by_label("Condition").select_option(label="No data for some hours")
    dialog.get_by_label("Hours").fill("12")
    dialog.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Keep editing").click()
    page.screenshot(path=tmp_path / "form-desktop.png")
    dialog.get_by_role("button", name="Save").click()
    expect(item).to_contain_text("Visits · No data for some hours · 12 hours · Each campaign")
    button.click()
    dialog.get_by_label("Metric").select_option(label="Conversion")
    dialog.get_by_label("Condition").select_option(label="Falls beyond chance")
    dialog.get_by_label("Days compared").select_option(label="3 days")
    dialog.get_by_role("button", name="Save").click()
    expect(item).to_contain_text("Conversion · Falls beyond chance · 3 days")


def see_on_today(page: Page, tmp_path: Path) -> None:
    """With a link to the campaign and its days."""
    page.goto("/admin/today")
    tasks = page.get_by_role("list", name="Open alerts")
    expect(tasks).to_contain_text(NAME)
    page.screenshot(path=tmp_path / "today-desktop.png")
    tasks.get_by_role("link", name="Show these days").click()
    expect(page).to_have_url(re.compile(r"/admin/quiz-analytics\?from=.*utmCampaign=autumn-4x4"))
