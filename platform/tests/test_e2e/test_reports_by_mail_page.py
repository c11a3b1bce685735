"""Reports by email and alerts in the browser: someone is given one, an alert narrows the page and is put away."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect
from running_stack import Stack, query_stack
from test_quiz_analytics_page import DESKTOP, PAGE, PHONE, analyst

ALERT = """
insert into insight_alerts (tenant_id, id, measure, campaign, since, sessions, before, now, first_seen_on,
  last_seen_on, created_at)
select id, gen_random_uuid(), 'conversion', 'autumn-4x4', date_trunc('day', now()) - interval '3 days', 214, 0.062,
  0.031, current_date, current_date, now()
from tenants where slug = 'georgia'
"""


def test_a_report_is_given_and_ended_and_an_alert_leads_to_its_days(
    browser: Browser, stack: Stack, tmp_path: Path
) -> None:
    query_stack(stack, ALERT)
    page = analyst(browser, stack, PHONE)
    page.goto(f"{PAGE}?year=2024&device=phone")
    alert = page.get_by_role("region", name="Alerts")
    expect(alert).to_contain_text("Conversion of “autumn-4x4” fell by half since")
    page.get_by_role("button", name="Reports by email").click()
    dialog = page.get_by_role("dialog", name="Reports by email")
    expect(dialog).to_contain_text("No reports yet.")
    dialog.get_by_label("When").select_option("month")
    dialog.get_by_role("button", name="Schedule").click()
    expect(dialog.get_by_role("listitem")).to_contain_text("Every month · Device: phone")
    page.screenshot(path=tmp_path / "phone.png")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]
    dialog.get_by_role("button", name="Turn off: Every month").click()
    expect(dialog).to_contain_text("No reports yet.")
    page.keyboard.press("Escape")
    page.set_viewport_size(DESKTOP)
    page.screenshot(path=tmp_path / "desktop.png")
    alert.get_by_role("button", name="Show these days").click()
    expect(page).to_have_url(re.compile(r"utmCampaign=autumn-4x4&from="))
    alert.get_by_role("button", name="Dismiss").click()
    expect(alert).to_have_count(0)
    page.context.close()
