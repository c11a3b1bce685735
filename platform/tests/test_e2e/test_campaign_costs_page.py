"""A report of costs on the analyst's page: looked at, taken, and what a booking cost then."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from console_steps import enter
from cost_steps import REPORT
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack, query_stack

COMPANY = "from tenants where slug = 'georgia'"
# On the first day of the report.
STARTED = datetime(2026, 9, 1, 9, tzinfo=UTC)


@pytest.fixture
def page(browser: Browser, stack: Stack) -> Iterator[Page]:
    """The owner's, signed in."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}, base_url=stack.origin).new_page()
    enter(page, stack)
    yield page
    page.context.close()


def add_visitors_with_bookings(stack: Stack, count: int, campaign: str = "autumn-4x4") -> None:
    """Of a campaign, usually the one that the report names in other capitals; each of them booked."""
    for number in range(count):
        session = f"cost_page_{campaign}_{number}"
        query_stack(
            stack,
            "insert into quiz_sessions (tenant_id, session_id, quiz_version, utm_source, utm_medium, utm_campaign,"
            " device, started_at, completed_at, updated_at)"
            f" select id, %s, 'v1', 'google', 'cpc', %s, 'phone', %s, %s, %s {COMPANY}",
            session, campaign, STARTED, STARTED, STARTED,
        )  # fmt: skip
        query_stack(
            stack,
            "insert into bookings (tenant_id, id, reference, status, customer_name, customer_email, customer_phone,"
            " driver_age, group_size, car_name, pickup_location, dropoff_location, pickup_at, return_at,"
            " insurance_code, currency, days, daily_rate_minor, total_minor, price_lines, created_at, updated_at,"
            " attributed_session_id)"
            " select id, gen_random_uuid(), %s, 'completed', 'Ada', 'ada@example.com', '', 36, 2,"
            " 'VW Golf', 'tbilisi', 'tbilisi', %s, %s + interval '7 days', 'minimum', 'EUR', 7, 10000, 70000, '[]',"
            f" %s, %s, %s {COMPANY}",
            f"COST-{campaign}-{number}", STARTED, STARTED, STARTED, STARTED, session,
        )  # fmt: skip


@pytest.fixture
def no_costs(stack: Stack) -> Iterator[None]:
    """No costs entered; no cost or booking of this test is left for other tests."""
    query_stack(stack, "delete from campaign_costs")
    yield
    query_stack(stack, "delete from campaign_costs")
    query_stack(stack, "delete from bookings where reference like 'COST-%%'")
    query_stack(stack, "delete from quiz_sessions where session_id like 'cost_page_%%'")
    query_stack(
        stack, "delete from journey_events where utm_campaign = 'chain-4x4' and reached_at = %s", STARTED
    )


def test_a_report_is_previewed_and_imported_and_shows_the_cost_per_booking(
    page: Page, stack: Stack, no_costs: None
) -> None:
    add_visitors_with_bookings(stack, 2)
    page.goto("/admin/quiz-analytics?from=2026-09-01&to=2026-09-02")
    money = page.get_by_role("region", name="Money", exact=True)
    results = money.get_by_role("table", name="Campaign costs and results")
    campaign = results.get_by_role("row").filter(has_text="autumn-4x4")
    expect(campaign).to_be_visible()
    titles = results.get_by_role("columnheader").all_inner_texts()

    def expect_shown(**texts: str) -> None:
        for name, text in texts.items():
            column = titles.index(name.replace("_", " "))
            expect(campaign.locator("th, td").nth(column)).to_have_text(text, use_inner_text=True)

    expect_shown(Spent="–", Bookings="2", Cost_per_booking="–")

    money.get_by_role("button", name="Campaign costs", exact=True).click()
    costs = page.get_by_role("dialog", name="Campaign costs")
    costs.get_by_label("Report", exact=True).set_input_files(
        {"name": "September.csv", "mimeType": "text/csv", "buffer": REPORT.encode()}
    )
    costs.get_by_role("button", name="Preview").click()
    expect(costs.get_by_text("3 lines ready to import, €1,343.26")).to_be_visible()
    expect(costs.get_by_text("1 total line is skipped.")).to_be_visible()
    assert query_stack(stack, "select count(*) from campaign_costs") == [(0,)]
    # A report that was only looked at is not lost.
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Keep editing").click()
    costs.get_by_role("button", name="Import costs").click()
    expect(costs.get_by_text("September.csv")).to_be_visible()
    # Also while the message about it is shown.
    page.keyboard.press("Escape")
    expect(costs).to_be_hidden()

    expect_shown(Spent="€1,333", Bookings="2", Cost_per_booking="€667")
    # Booked for each one spent.
    expect(campaign.get_by_role("cell").last).to_contain_text("1.1 ×")


# A campaign of its own: figures keep bookings whose rows a test deletes.
@pytest.mark.slow
def test_the_chain_leads_from_ad_clicks_to_kept_bookings(page: Page, stack: Stack, no_costs: None) -> None:
    add_visitors_with_bookings(stack, 4, "chain-4x4")
    query_stack(stack, "update bookings set status = 'cancelled' where reference = 'COST-chain-4x4-0'")
    query_stack(
        stack,
        "insert into journey_events (tenant_id, visit_id, step, reached_at, utm_source, utm_medium, utm_campaign,"
        " has_click_id) select id, gen_random_uuid(), 'landing', %s, 'google', 'cpc', 'chain-4x4', n <= 8"
        " from tenants, generate_series(1, 9) n where slug = 'georgia'",
        STARTED,
    )
    query_stack(
        stack,
        "insert into campaign_costs (tenant_id, id, upload_id, source, campaign, campaign_key, first_day, last_day,"
        " currency, amount_minor, base_currency, base_minor, clicks, created_at)"
        " select id, gen_random_uuid(), gen_random_uuid(), 'google', c.name, c.name, '2026-09-01', '2026-09-01',"
        " 'EUR', c.minor, 'EUR', c.minor, c.clicks, now()"
        " from tenants, (values ('chain-4x4', 30000, 10), ('winter', 50000, 20)) as c (name, minor, clicks)"
        " where slug = 'georgia'",
    )
    page.goto("/admin/quiz-analytics?from=2026-09-01&to=2026-09-02&utmCampaign=chain-4x4")
    chain = page.get_by_role("region", name="From click to kept booking")
    steps = chain.get_by_role("list", name="Steps from click to kept booking").get_by_role("listitem")
    shown = (
        ("Ad clicks", "10", "€30 each"),
        ("Visits by a click", "8", "80.0% of the step before"),
        ("Quiz sessions", "4", "€75 each"),
        ("Bookings", "4", "worth €2,800"),
        ("Kept bookings", "3", "75.0% of the step before", "€100 each", "worth €2,100"),
    )
    expect(steps).to_have_count(5)
    for step, texts in zip(steps.all(), shown, strict=True):
        for text in texts:
            expect(step).to_contain_text(text)
    expect(chain.get_by_text("10 clicks reported by the ad platforms, 8 visits seen")).to_be_visible()
    # Without the filter: the most expensive one first, though no one came by it.
    page.goto("/admin/quiz-analytics?from=2026-09-01&to=2026-09-02")
    rows = chain.get_by_role("row")
    expect(rows.nth(1)).to_contain_text("winter")
    chain.get_by_role("columnheader", name="Sessions").get_by_role("button").click()
    expect(rows.nth(1)).to_contain_text("chain-4x4")
    with page.expect_download() as download:
        chain.get_by_role("button", name="Download").first.click()
        page.get_by_role("menuitem", name="CSV").first.click()
    assert "quiz-chain-2026-09-01-to-2026-09-02" in download.value.suggested_filename
