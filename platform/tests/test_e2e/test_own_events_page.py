"""Events without a developer, in the browser: recorded by the site, defined by choosing, and steps of a funnel."""

import re
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from console_steps import enter
from playwright.sync_api import Browser, Page, expect
from running_stack import WAIT_SECONDS, Stack, query_stack

PAGE = "/admin/quiz-analytics"
READ = "/guide/own-events"
# Yesterday at 10:00 UTC, 14:00 by the company's clock: of no other test.
AT = datetime.now(UTC).replace(hour=10, minute=0, second=0, microsecond=0) - timedelta(days=1)
DAY = f"{AT:%Y-%m-%d}"
VISIT = "JSON.parse(sessionStorage.getItem('visit'))?.id ?? null"


@pytest.fixture(scope="module")
def visitors(stack: Stack) -> None:
    """Ten visits: seven read the guide, of which two booked; five of the seven began the quiz."""
    query_stack(
        stack,
        "with company as (select id from tenants where slug = 'georgia'), visitor as ("
        " select id as tenant_id, gen_random_uuid() as visit_id, number, 'own_event_' || number as session_id"
        " from company, generate_series(1, 10) number), session as ("
        " insert into quiz_sessions (tenant_id, session_id, quiz_version, device, started_at, updated_at)"
        " select tenant_id, session_id, 'v1', 'phone', %s, %s from visitor where number <= 5)"
        " insert into journey_events (tenant_id, visit_id, step, reached_at, page, device, session_id)"
        " select tenant_id, visit_id, 'landing', %s::timestamptz, '/', 'phone', null from visitor union all"
        " select tenant_id, visit_id, 'seen_guide', %s::timestamptz, %s, null, null from visitor where number <= 7"
        " union all"
        " select tenant_id, visit_id, 'quiz_start', %s::timestamptz, null, null, session_id from visitor"
        " where number <= 5 union all"
        " select tenant_id, visit_id, 'booking', %s::timestamptz, null, null, null from visitor where number <= 2",
        AT, AT, AT, AT + timedelta(minutes=1), READ, AT, AT + timedelta(minutes=9),
    )  # fmt: skip


def analyst(browser: Browser, stack: Stack, width: int = 1440) -> Page:
    page = browser.new_context(base_url=stack.origin, viewport={"width": width, "height": 900}).new_page()
    enter(page, stack)
    return page


@pytest.mark.slow
def test_the_site_records_pages_and_presses(browser: Browser, stack: Stack) -> None:
    visitor = browser.new_context(base_url=stack.origin).new_page()
    visitor.goto("/")
    ends = time.monotonic() + WAIT_SECONDS
    # Presses are recorded within a visit, which begins when the page's code runs.
    while (visit := visitor.evaluate(VISIT)) is None and time.monotonic() < ends:
        visitor.wait_for_timeout(50)
    visitor.locator("main a[href^='/cars/']").first.click()
    visitor.wait_for_url("**/cars/**")
    car = re.sub(r".*(/cars/[^?#]*).*", r"\1", visitor.url)

    def recorded() -> set[tuple[str, str]]:
        rows = query_stack(
            stack,
            "select split_part(step, '_', 1), coalesce(link, page) from journey_events"
            " where visit_id = %s::uuid and step ~ '^(seen|pressed)_'",
            visit,
        )
        return {(str(kind), str(what)) for kind, what in rows}

    wanted = {("seen", car), ("pressed", car)}
    while not wanted <= recorded() and time.monotonic() < ends:
        visitor.wait_for_timeout(200)
    assert wanted <= recorded()
    visitor.context.close()


def test_an_event_is_defined_by_choosing_a_page_and_is_a_step_of_a_funnel(
    browser: Browser, stack: Stack, visitors: None, tmp_path: Path
) -> None:
    page = analyst(browser, stack)
    page.goto(f"{PAGE}?from={DAY}&to={DAY}&steps=landing;booking")
    funnel = page.get_by_role("region", name="Own funnel", exact=True)
    funnel.get_by_role("button", name="Add step").click()
    funnel.get_by_label("Step 3").select_option(label="Define an event…")
    dialog = page.get_by_role("dialog", name="Events")
    picker = dialog.get_by_label("Choose from the last 28 days")
    option = picker.locator("option", has_text=READ)
    expect(option).to_have_text(f"{READ} (7)")
    picker.select_option(label=f"{READ} (7)")
    expect(dialog.get_by_label("Name")).to_have_value(READ)
    expect(dialog.get_by_role("status")).to_contain_text("Matched 7 times in the last 28 days")
    expect(dialog.get_by_role("status").get_by_role("listitem")).to_have_count(5)
    dialog.get_by_label("Name").fill("Read the guide")
    dialog.get_by_role("button", name="Add event").click()
    expect(dialog).to_have_count(0)

    steps = funnel.get_by_role("listitem")
    expect(funnel.get_by_label("Step 3").locator("option:checked")).to_have_text("Read the guide")
    funnel.get_by_role("button", name="Move up: Read the guide").click()
    expect(steps.nth(1)).to_contain_text("7 visits")
    expect(steps.nth(1)).to_contain_text("3 lost")
    expect(steps.nth(2)).to_contain_text("2 visits")

    # The sessions behind a step: of its visits that began the quiz.
    steps.nth(1).get_by_role("button", name="7 visits").click()
    behind = page.get_by_role("dialog", name="Reached: Read the guide")
    expect(behind.get_by_role("status")).to_contain_text("5 sessions")
    page.keyboard.press("Escape")
    steps.nth(2).get_by_role("button", name="5 lost").click()
    expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text("3 sessions")
    page.keyboard.press("Escape")

    with page.expect_download() as downloading:
        funnel.get_by_role("button", name="Download CSV: Own funnel").click()
    file = tmp_path / "funnel.csv"
    downloading.value.save_as(file)
    rows = file.read_text("utf-8-sig").splitlines()
    assert rows[0].startswith("Step,Visits,")
    assert [row.split(",")[:2] for row in rows[2:3]] == [["Read the guide", "7"]]

    # Deleted, it is no step any more, and the page says so.
    page.get_by_role("button", name="Events", exact=True).click()
    dialog.get_by_role("button", name="Delete: Read the guide").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(dialog).to_contain_text("No events yet.")
    page.keyboard.press("Escape")
    expect(funnel.get_by_label("Step 2").locator("option:checked")).to_have_text("Deleted event")
    page.context.close()


@pytest.mark.slow
def test_an_event_is_a_metric_over_time_and_lines_are_hidden(
    browser: Browser, stack: Stack, visitors: None, tmp_path: Path
) -> None:
    page = analyst(browser, stack)
    page.goto(f"{PAGE}?from={AT - timedelta(days=2):%Y-%m-%d}&to={DAY}")
    timeline = page.get_by_role("region", name="Over time", exact=True)
    timeline.get_by_label("Metric").select_option(label="Define an event…")
    dialog = page.get_by_role("dialog", name="Events")
    dialog.get_by_label("Choose from the last 28 days").select_option(label=f"{READ} (7)")
    dialog.get_by_label("Name").fill("Read guides")
    dialog.get_by_role("button", name="Add event").click()
    expect(dialog).to_have_count(0)
    metric = timeline.get_by_label("Metric")
    expect(metric.locator("option:checked")).to_have_text("Read guides: sessions")
    expect(
        timeline.get_by_role("figure", name=re.compile("^Read guides: sessions over time"))
    ).to_be_visible()
    # All five sessions of the day read the guide in their visit.
    timeline.get_by_role("button", name="Table").click()
    table = timeline.get_by_role("region", name="Over time, as a table")
    expect(table.get_by_role("row").last.get_by_role("cell").first).to_have_text("5")
    metric.select_option(label="Read guides: % of sessions")
    expect(table.get_by_role("row").last.get_by_role("cell").first).to_have_text("100.0%")
    with page.expect_download() as downloading:
        timeline.get_by_role("button", name="Download CSV: Over time").click()
    file = tmp_path / "event.csv"
    downloading.value.save_as(file)
    assert file.read_text("utf-8-sig").splitlines()[-1].endswith(",5,5")
    # The link shows the same, split too.
    page.reload()
    expect(metric.locator("option:checked")).to_have_text("Read guides: % of sessions")
    timeline.get_by_label("Split by").select_option(label="Device")
    timeline.get_by_role("button", name="Chart").click()
    expect(timeline.get_by_role("figure", name=re.compile("over time by Device"))).to_be_visible()
    timeline.get_by_label("Split by").select_option(label="All sessions")

    # A line is hidden by its legend entry.
    lines = timeline.locator(
        ".recharts-line path.recharts-line-curve, .recharts-area path.recharts-area-curve"
    )
    expect(lines).to_have_count(3)
    entry = timeline.get_by_role("button", name="Show line: Previous period")
    entry.focus()
    page.keyboard.press("Enter")
    expect(entry).to_have_attribute("aria-pressed", "false")
    expect(lines).to_have_count(2)
    entry.click()
    expect(entry).to_have_attribute("aria-pressed", "true")
    expect(lines).to_have_count(3)

    # Sessions are drawn again when the event is gone.
    page.get_by_role("button", name="Events", exact=True).click()
    dialog.get_by_role("button", name="Delete: Read guides").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(dialog).to_contain_text("No events yet.")
    page.keyboard.press("Escape")
    expect(metric.locator("option:checked")).to_have_text("Sessions")
    page.context.close()


@pytest.mark.slow
def test_an_hour_and_a_point_are_filters_by_pointer_and_by_keyboard(
    browser: Browser, stack: Stack, visitors: None
) -> None:
    page = analyst(browser, stack)
    page.goto(f"{PAGE}?from={AT - timedelta(days=6):%Y-%m-%d}&to={DAY}")
    hours = page.get_by_role("region", name="Hours of the week", exact=True)
    weekday = f"{AT:%a}"
    cell = hours.get_by_role("button", name=re.compile(rf"^{weekday} 14:00 – 15:00"))
    expect(cell).to_have_text("5")
    cell.click()
    expect(cell).to_have_attribute("aria-pressed", "true")
    assert f"hourOfWeek={AT.isoweekday()}%3A14" in page.url
    expect(page.get_by_test_id("Total Sessions")).to_have_text("5")
    page.get_by_role("button", name=re.compile("Time of the week")).click()
    expect(cell).to_have_attribute("aria-pressed", "false")
    # Arrow keys move between the hours, Enter presses one.
    cell.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("Total Sessions")).to_have_text("0")
    page.go_back()

    timeline = page.get_by_role("region", name="Over time", exact=True)
    chart = timeline.locator(".recharts-surface").first
    chart.focus()
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(rf"from={DAY}&to={DAY}"))
    page.go_back()
    timeline.get_by_role("button", name="Table").click()
    timeline.get_by_role("button", name=re.compile(rf"{AT.day} ")).last.click()
    page.wait_for_url(re.compile(rf"from={DAY}&to={DAY}"))
    page.context.close()
