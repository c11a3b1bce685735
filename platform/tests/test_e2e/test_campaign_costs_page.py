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
    page = browser.new_context(
        viewport={"width": 1440, "height": 900}, base_url=stack.origin, reduced_motion="reduce"
    ).new_page()
    enter(page, stack)
    yield page
    page.context.close()


def add_visitors_with_bookings(stack: Stack, count: int) -> None:
    """Of the campaign that the report names in other capitals; each of them booked."""
    for number in range(count):
        session = f"cost_page_{number}"
        query_stack(
            stack,
            "insert into quiz_sessions (tenant_id, session_id, quiz_version, utm_source, utm_medium, utm_campaign,"
            " device, started_at, completed_at, updated_at)"
            f" select id, %s, 'v1', 'google', 'cpc', 'autumn-4x4', 'phone', %s, %s, %s {COMPANY}",
            session, STARTED, STARTED, STARTED,
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
            f"COST-{number}", STARTED, STARTED, STARTED, STARTED, session,
        )  # fmt: skip


@pytest.fixture
def no_costs(stack: Stack) -> Iterator[None]:
    """No costs entered; no cost or booking of this test is left for other tests."""
    query_stack(stack, "delete from campaign_costs")
    yield
    query_stack(stack, "delete from campaign_costs")
    query_stack(stack, "delete from bookings where reference like 'COST-%%'")
    query_stack(stack, "delete from quiz_sessions where session_id like 'cost_page_%%'")


def test_a_report_is_previewed_and_imported_and_shows_the_cost_per_booking(
    page: Page, stack: Stack, no_costs: None
) -> None:
    add_visitors_with_bookings(stack, 2)
    page.goto("/admin/quiz-analytics?from=2026-09-01&to=2026-09-02")
    money = page.get_by_role("region", name="Money", exact=True)
    campaign = money.get_by_role("row").filter(has_text="autumn-4x4")
    expect(campaign).to_be_visible()
    titles = money.get_by_role("columnheader").all_inner_texts()

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
    costs.get_by_role("button", name="Import costs").click()
    expect(costs.get_by_text("September.csv")).to_be_visible()
    # Also while the message about it is shown.
    page.keyboard.press("Escape")
    expect(costs).to_be_hidden()

    expect_shown(Spent="€1,333", Bookings="2", Cost_per_booking="€667")
    # Booked for each one spent.
    expect(campaign.get_by_role("cell").last).to_contain_text("1.1 ×")
