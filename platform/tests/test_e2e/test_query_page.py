"""SQL of one's own in the browser: run it, read an error, draw it, save it, take it home as a file."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from browser_faults import expect_refusal
from console_steps import enter
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack, query_stack, turn_to

PAGE = "/admin/queries"
DAY = datetime(2025, 4, 1, 9, tzinfo=UTC)
BY_DEVICE = (
    "select device, count(*) as sessions from sessions\n"
    "where session_id like 'queried_%' group by device order by 1"
)


@pytest.fixture(scope="module")
def sessions(stack: Stack) -> None:
    """Three sessions on phones, two on desktops."""
    query_stack(
        stack,
        "insert into quiz_sessions (tenant_id, session_id, quiz_version, device, started_at, updated_at)"
        " select tenants.id, 'queried_' || number, 'v1', case when number < 3 then 'phone' else 'desktop' end, %s, %s"
        " from tenants, generate_series(0, 4) number where slug = 'georgia'",
        DAY, DAY,
    )  # fmt: skip


def run(page: Page, sql: str) -> None:
    page.get_by_label("SQL").fill(sql)
    page.get_by_label("SQL").press("Control+Enter")


def test_a_query_is_run_drawn_saved_and_exported(
    browser: Browser, stack: Stack, sessions: None, tmp_path: Path
) -> None:
    page = browser.new_context(base_url=stack.origin, viewport={"width": 1440, "height": 900}).new_page()
    enter(page, stack)
    page.goto(PAGE)
    expect(page.get_by_text("No saved queries yet.")).to_be_visible()
    page.get_by_text("sessions", exact=True).click()
    page.get_by_role("button", name="Insert utm_source").click()
    expect(page.get_by_label("SQL")).to_have_value("utm_source")

    expect_refusal("POST", "/api/admin/analytics/queries/run$", 422)
    run(page, "select device,\n  foo from sessions")
    expect(page.get_by_role("alert")).to_contain_text('Line 2, column 3: Referenced column "foo" not found')

    rows = page.get_by_role("table", name="Rows").get_by_role("row")

    def shown() -> None:
        run(page, BY_DEVICE)
        expect(rows).to_have_count(3, timeout=5_000)

    # The figures are a moment behind.
    for _ in range(20):
        try:
            shown()
            break
        except AssertionError:
            continue
    expect(rows.nth(1)).to_have_text(re.compile("^desktop.*2$"))
    expect(rows.nth(2)).to_have_text(re.compile("^phone.*3$"))
    expect(page.get_by_role("figure", name="sessions by device")).to_be_visible()
    page.get_by_label("Chart").select_option(label="Line")

    with page.expect_download() as started:
        page.get_by_role("button", name="Export CSV").click()
    started.value.save_as(tmp_path / "query.csv")
    assert (tmp_path / "query.csv").read_text("utf-8-sig") == "device,sessions\ndesktop,2\nphone,3\n"

    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_label("Name").fill("By device")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.get_by_label("SQL of “By device”")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="By device", exact=True).click()
    expect(page.get_by_label("SQL of “By device”")).to_have_value(BY_DEVICE)
    expect(page.get_by_label("Chart")).to_have_value("line")
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No saved queries yet.")).to_be_visible()

    turn_to(page, 390, 844)
    page.reload()
    page.get_by_role("button", name="Conversion by device").click()
    expect(page.get_by_role("button", name="Export CSV")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.context.close()
