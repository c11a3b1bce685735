"""An owner connects a Google Ads account: its costs in the list and the table, a refusal in words, and the end."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_faults import expect_refusal
from console_steps import enter
from google_ads_stand_in import CampaignDay, refused
from playwright.sync_api import Browser, Locator, Page, expect
from running_stack import Stack, query_stack
from service_account import CLIENT_EMAIL, KEY_FILE

NAME = "Google Ads 123-456-7890"


@pytest.fixture
def page(browser: Browser, stack: Stack) -> Iterator[Page]:
    """The owner's, signed in, with costs of yesterday at Google. None of them is left for other tests."""
    day = (datetime.now(UTC) - timedelta(days=1)).date()
    stack.google_ads.rows = [
        CampaignDay("Google-page", day, 50_000_000, 40, 1_000, 2.5),
        CampaignDay("Google-brand", day, 7_500_000, 10, 90),
    ]
    page = browser.new_context(viewport={"width": 1440, "height": 900}, base_url=stack.origin).new_page()
    enter(page, stack)
    yield page
    page.context.close()
    stack.google_ads.refusal = None
    stack.google_ads.rows = []
    for table in ("ad_accounts", "campaign_costs"):
        query_stack(stack, f"delete from {table}")


def connect(page: Page) -> Locator:
    """The dialog with the account connected."""
    page.goto("/admin/quiz-analytics?costs=google#money")
    costs = page.get_by_role("dialog", name="Campaign costs")
    costs.get_by_label("Customer ID").fill("123-456-789")
    costs.get_by_label("Key file of the service account").set_input_files(
        {"name": "key.json", "mimeType": "application/json", "buffer": KEY_FILE.encode()}
    )
    expect_refusal("PUT", "/api/admin/ad-account$", 422)
    costs.get_by_role("button", name="Connect", exact=True).click()
    expect(costs.get_by_text("Ten digits, as shown at the top right of Google Ads")).to_be_visible()
    costs.get_by_label("Customer ID").fill("123-456-7890")
    costs.get_by_role("button", name="Connect", exact=True).click()
    expect(costs.get_by_text(CLIENT_EMAIL)).to_be_visible()
    return costs


def expect_columns_and_cost_per_booking(page: Page) -> None:
    """Clicks and Google's conversions are columns; cost per booking is drawn."""
    money = page.get_by_role("region", name="Money", exact=True)
    costs = money.get_by_role("table", name="Campaign costs and results")
    campaign = costs.get_by_role("row").filter(has_text="Google-page")
    expect(campaign).to_be_visible()

    def shown(title: str) -> Locator:
        headers = costs.get_by_role("columnheader")
        expect(headers.filter(has_text=title).first).to_be_visible()
        titles = headers.all_inner_texts()
        return campaign.locator("th, td").nth(titles.index(title))

    expect(shown("Reported conversions")).to_have_text("2.5", use_inner_text=True)
    money.get_by_role("button", name="Columns").first.click()
    for title in ("Impressions", "Clicks", "CTR", "CPC"):
        page.get_by_role("menuitemcheckbox", name=title, exact=True).click()
    page.keyboard.press("Escape")
    for title, text in {"Impressions": "1,000", "Clicks": "40", "CTR": "4%", "CPC": "€1.25"}.items():
        expect(shown(title)).to_have_text(text, use_inner_text=True)

    over_time = page.get_by_role("region", name="Over time", exact=True)
    over_time.get_by_label("Metric").select_option("costPerBooking")
    over_time.get_by_role("button", name="Table").click()
    table = over_time.get_by_role("table")
    expect(table.get_by_role("columnheader", name="Cost per booking, EUR")).to_be_visible()
    over_time.get_by_label("Split by").select_option("utmCampaign")
    expect(over_time.get_by_label("Metric")).to_have_value("costPerBooking")


def test_an_owner_connects_reads_sees_columns_and_disconnects(page: Page, stack: Stack) -> None:
    costs = connect(page)
    stored = costs.get_by_role("listitem").filter(has_text=NAME)
    expect(stored).to_contain_text("€57.50")
    assert Axe().run(page).response["violations"] == []
    page.keyboard.press("Escape")
    expect_columns_and_cost_per_booking(page)
    page.goto("/admin/quiz-analytics?costs=google#money")

    stack.google_ads.rows[0].micros = 60_000_000
    costs.get_by_role("button", name="Read now").click()
    expect(stored).to_contain_text("€67.50")

    stack.google_ads.refusal = refused(403, "PERMISSION_DENIED", authorizationError="USER_PERMISSION_DENIED")
    costs.get_by_role("button", name="Read now").click()
    problem = costs.get_by_role("alert")
    expect(problem).to_contain_text("The service account has no access to this Google Ads account.")
    expect(problem).to_contain_text("Costs that were read before are kept.")
    expect(stored).to_contain_text("€67.50")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function("document.documentElement.scrollWidth <= 390")
    page.set_viewport_size({"width": 1440, "height": 900})

    costs.get_by_role("button", name="Disconnect").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Disconnect").click()
    expect(costs.get_by_label("Customer ID")).to_be_visible()
    expect(stored).to_be_visible()
    assert query_stack(stack, "select count(*) from ad_accounts") == [(0,)]
