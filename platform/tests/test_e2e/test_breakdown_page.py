"""Drop-off broken down by values, in the browser: skipped questions, tips of bars, and one value alone."""

from datetime import UTC, datetime, timedelta

import pytest
from console_steps import enter
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack, query_stack

PAGE = "/admin/quiz-analytics"
# Days of no other test.
DAYS = "from=2025-03-01&to=2025-03-02"


@pytest.fixture(scope="module")
def visitors(stack: Stack) -> None:
    """On phones 60 of 100 stop at the first question, on desktops 20 of 100; the others saw the third, no second."""
    started = datetime(2025, 3, 1, 9, tzinfo=UTC)
    query_stack(
        stack,
        "with company as (select id from tenants where slug = 'georgia'), current as ("
        " select version, definition->'questions'->0->>'id' as first, definition->'questions'->2->>'id' as third"
        " from quiz_definitions join company on tenant_id = company.id where is_current), visitor as ("
        " select company.id as tenant_id, 'broken_' || number as session_id, number, number %% 2 = 0 as is_phone,"
        " number < case when number %% 2 = 0 then 120 else 40 end as is_gone"
        " from company, generate_series(0, 199) number), session as ("
        " insert into quiz_sessions (tenant_id, session_id, quiz_version, device, started_at, updated_at)"
        " select tenant_id, session_id, version, case when is_phone then 'phone' else 'desktop' end, %s, %s"
        " from visitor, current)"
        " insert into quiz_question_views (tenant_id, session_id, question_id, viewed_at)"
        " select tenant_id, session_id, first, %s::timestamptz from visitor, current union all"
        " select tenant_id, session_id, third, %s::timestamptz from visitor, current where not is_gone",
        started, started, started, started + timedelta(seconds=30),
    )  # fmt: skip


def analyst(browser: Browser, stack: Stack, **context: object) -> Page:
    page = browser.new_context(base_url=stack.origin, **context).new_page()  # type: ignore[arg-type]
    enter(page, stack)
    return page


def compare_devices(page: Page) -> None:
    """Segments are filled, named, taken away, and brought back by the way back."""
    compare = page.get_by_role("region", name="Compare", exact=True)
    compare.get_by_role("button", name="Compare devices").click()
    table = compare.get_by_role("region", name="All sessions", exact=True).get_by_role("table")
    sessions = table.get_by_role("row", name="Sessions")
    # A stays what the page shows.
    expect(sessions.get_by_role("cell")).to_have_count(3)
    expect(sessions).to_contain_text("200")
    assert "&device=" not in page.url
    expect(compare.get_by_label("Name of segment C")).to_have_value("Phone")
    stops = compare.get_by_role("region", name="Drop-off by question", exact=True).get_by_role("row").nth(1)
    expect(stops).to_contain_text("+20.0")
    expect(stops).to_contain_text("more than chance")

    compare.get_by_role("button", name="Add segment").click()
    name = compare.get_by_label("Name of segment D")
    name.fill("The same again")
    name.press("Enter")
    expect(table.get_by_role("columnheader", name="D · The same again")).to_be_visible()
    expect(sessions.get_by_role("cell")).to_have_count(4)
    compare.get_by_role("button", name="Remove segment D").click()
    expect(sessions.get_by_role("cell")).to_have_count(3)
    page.go_back()
    expect(sessions.get_by_role("cell")).to_have_count(4)
    compare.get_by_role("button", name="End comparison").click()
    expect(table).to_have_count(0)


def test_a_breakdown_marks_what_differs_and_segments_are_filled_with_one_click(
    browser: Browser, stack: Stack, visitors: None
) -> None:
    page = analyst(browser, stack, viewport={"width": 1440, "height": 900})
    page.goto(f"{PAGE}?{DAYS}")
    funnel = page.get_by_role("region", name="Drop-off", exact=True)
    bars = funnel.get_by_role("listitem")
    expect(bars).to_have_count(2)
    expect(bars.first).to_contain_text("40.0% stopped")
    bars.nth(1).get_by_role("button").first.focus()
    expect(funnel.get_by_role("tooltip")).to_contain_text("120 saw it")
    page.keyboard.press("Escape")
    expect(funnel.get_by_role("tooltip")).to_have_count(0)

    funnel.get_by_label("Break down by").select_option(label="Device")
    table = funnel.get_by_role("table")
    first = table.get_by_role("row").nth(1)
    expect(table.get_by_role("columnheader")).to_have_text(["Computer", "Phone"])
    expect(first.get_by_role("cell").first).to_contain_text("100 · 20.0%")
    expect(first.get_by_role("cell").nth(1)).to_contain_text("100 · 60.0%")
    expect(first.get_by_role("cell").nth(1)).to_contain_text("+40.0 points: more than chance")
    assert "funnelBy=device" in page.url

    table.get_by_role("button", name="Phone").click()
    expect(page.get_by_role("listitem").filter(has_text="60.0% stopped")).to_have_count(1)
    page.go_back()
    expect(table.get_by_role("row")).to_have_count(3)
    compare_devices(page)
    page.context.close()


@pytest.mark.slow
def test_tips_of_bars_open_by_touch_and_nothing_is_wider_than_a_phone(
    browser: Browser, stack: Stack, visitors: None
) -> None:
    page = analyst(browser, stack, viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto(f"{PAGE}?{DAYS}")
    page.get_by_role("main").get_by_role("button", name="Drop-off", exact=True).click()
    funnel = page.get_by_role("region", name="Drop-off", exact=True)
    bar = funnel.get_by_role("listitem").first.get_by_role("button").first
    bar.tap()
    expect(funnel.get_by_role("tooltip")).to_contain_text("200 saw it")
    bounds = bar.bounding_box()
    assert bounds
    assert bounds["height"] >= 44
    funnel.get_by_label("Break down by").select_option(label="Device")
    expect(funnel.get_by_role("table")).to_contain_text("100 · 60.0%")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.context.close()
