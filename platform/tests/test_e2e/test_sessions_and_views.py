"""From a bar to its sessions, two segments side by side, a saved view, and a link that opens without sign-in."""

from datetime import UTC, datetime, timedelta
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from console_steps import enter
from playwright.sync_api import Browser, Locator, Page, expect
from running_stack import Stack, query_stack

# Separate years, so that other tests' visitors change nothing here.
YEAR = 2023
COMPANY = "from tenants where slug = 'georgia'"


def add_visitors(stack: Stack, month: int, count: int, gone: int) -> None:
    """``count`` sessions of a month, of which ``gone`` stopped at the first question."""
    for number in range(count):
        session, started = f"behind_{month}_{number}", datetime(YEAR, month, 10, 9, number, tzinfo=UTC)
        done = None if number < gone else started + timedelta(minutes=3)
        query_stack(
            stack,
            "insert into quiz_sessions (tenant_id, session_id, quiz_version, utm_source, device, started_at,"
            f" completed_at, updated_at) select id, %s, 'v1', 'google', 'phone', %s, %s, %s {COMPANY}",
            session, started, done, started,
        )  # fmt: skip
        query_stack(
            stack,
            f"insert into quiz_question_views (tenant_id, session_id, question_id, viewed_at) select id, %s, 'q1', %s"
            f" {COMPANY}",
            session, started,
        )  # fmt: skip
        if done:
            query_stack(
                stack,
                "insert into quiz_answers (tenant_id, session_id, question_id, value, question_text, answer_text,"
                f" answered_at) select id, %s, 'q1', 'leisure', 'Why?', 'A holiday', %s {COMPANY}",
                session, started + timedelta(seconds=20),
            )  # fmt: skip


def new_page(browser: Browser, stack: Stack, **context: Any) -> Page:
    return browser.new_context(
        viewport={"width": 390, "height": 844}, base_url=stack.origin, **context
    ).new_page()


def expect_name_kept(page: Page, saved: Locator) -> None:
    """What is typed is not lost by opening a view."""
    saved.get_by_label("Save this view as").fill("May")
    saved.get_by_role("link", name="May beside April").click()
    page.get_by_role("button", name="Keep editing").click()
    expect(saved.get_by_label("Save this view as")).to_have_value("May")


def test_from_a_bar_to_its_sessions_and_to_a_shared_link(browser: Browser, stack: Stack) -> None:
    add_visitors(stack, 4, 40, gone=5)
    add_visitors(stack, 5, 40, gone=30)
    page = new_page(browser, stack)
    enter(page, stack)
    page.goto(f"/admin/quiz-analytics?year={YEAR}&month=5")
    expect(page.get_by_test_id("Total Sessions")).to_have_text("40")
    folds = page.locator("h2 > [aria-expanded=false]")
    expect(folds.first).to_be_visible()
    while folds.count():
        folds.first.click()

    # As many sessions as the bar counts.
    page.get_by_role("button", name="75.0% stopped").first.click()
    sessions = page.get_by_role("dialog")
    expect(sessions.get_by_role("status")).to_contain_text("30 sessions")
    expect(sessions.locator("summary")).to_have_count(30)
    sessions.locator("summary").first.click()
    expect(sessions.get_by_text("stopped here").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(sessions).to_be_hidden()

    # The month before beside it: far fewer stopped then.
    page.get_by_role("button", name="Compare with others").click()
    rates = page.get_by_role("region", name="All sessions", exact=True)
    expect(rates.get_by_role("row", name="Completion rate")).to_contain_text("+62.5")
    expect(rates.get_by_role("row", name="Completion rate")).to_contain_text("more than chance")
    expect(rates.get_by_role("row", name="Conversion rate")).to_contain_text("not enough data")
    assert Axe().run(page).response["violations"] == []

    page.get_by_role("button", name="Saved views").click()
    saved = page.get_by_role("dialog")
    saved.get_by_label("Save this view as").fill("May beside April")
    saved.get_by_role("button", name="Save", exact=True).click()
    expect(saved.get_by_role("link", name="May beside April")).to_be_visible()
    expect_name_kept(page, saved)
    saved.get_by_role("button", name="Public link").click()
    saved.get_by_role("button", name="Create link").click()
    address = saved.get_by_label("New link").input_value()
    assert Axe().run(page).response["violations"] == []

    stranger = new_page(browser, stack)
    requests: list[str] = []
    stranger.on("request", lambda request: requests.append(request.url))
    stranger.goto(address)
    expect(stranger.get_by_role("heading", name="May beside April")).to_be_visible()
    expect(stranger.get_by_test_id("Total Sessions")).to_have_text("40")
    expect(stranger.get_by_role("button", name="stopped")).to_have_count(0)
    token = address.partition("#")[2]
    assert not [url for url in requests if token in url.partition("#")[0]]
    assert Axe().run(stranger).response["violations"] == []

    saved.get_by_role("button", name="Revoke").click()
    expect(saved.get_by_role("button", name="Revoke")).to_be_hidden()
    stranger.reload()
    expect(stranger.get_by_role("alert")).to_contain_text("expired or was withdrawn")
