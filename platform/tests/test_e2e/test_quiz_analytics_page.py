"""The analyst's page in the browser: shared links, polling without layout shifts, and the freshness badge."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from console_steps import SCHEMES, enter, show
from playwright.sync_api import Browser, Locator, Page, Route, ViewportSize, expect
from running_stack import Stack, query_stack

PAGE = "/admin/quiz-analytics"
FIGURES = "**/api/quiz/analytics/page?**"
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
# Separate years, so that other tests' visitors do not matter.
YEAR = 2024


@pytest.fixture(scope="module")
def visitors(stack: Stack) -> None:
    """Forty sessions of February 2024: three in four from the campaign winter, the others from summer."""
    for number in range(40):
        add_visitor(stack, f"quiz_page_{number}", "summer" if number % 4 == 0 else "winter")


def add_visitor(stack: Stack, session: str, campaign: str, year: int = YEAR) -> None:
    started = datetime(year, 2, 10, 9, tzinfo=UTC)
    query_stack(
        stack,
        "with company as (select id from tenants where slug = 'georgia'), session as ("
        " insert into quiz_sessions (tenant_id, session_id, quiz_version, utm_source, utm_medium, utm_campaign,"
        " device, started_at, completed_at, updated_at)"
        " select id, %s, 'v1', 'google', 'cpc', %s, 'phone', %s, %s, %s from company)"
        " insert into quiz_answers (tenant_id, session_id, question_id, value, question_text, answer_text,"
        " answered_at) select id, %s, question, value, 'Question ' || question, label, %s from company,"
        " (values ('q1', 'leisure', 'A holiday'), ('q2', 'yes', 'Yes, my first time')) a (question, value, label)",
        session, campaign, started, started + timedelta(minutes=3), started,
        session, started + timedelta(seconds=20),
    )  # fmt: skip


@pytest.fixture
def page(browser: Browser, stack: Stack, visitors: None) -> Iterator[Page]:
    page = analyst(browser, stack, DESKTOP)
    yield page
    page.context.close()


def analyst(browser: Browser, stack: Stack, viewport: ViewportSize) -> Page:
    page = browser.new_context(
        viewport={"width": viewport["width"], "height": viewport["height"]},
        base_url=stack.origin,
        accept_downloads=True,
    ).new_page()
    enter(page, stack)
    return page


def total(page: Page) -> Locator:
    return page.get_by_test_id("Total Sessions")


def add_filter(page: Page, by: str, value: str) -> None:
    page.get_by_role("button", name="Add filter").click()
    fields = page.get_by_role("dialog", name="Add filter").get_by_role("combobox")
    fields.first.select_option(by)
    fields.last.select_option(value)


def unfold_all(page: Page) -> None:
    """On a phone every section is collapsed at first; on a desktop none can be."""
    expect(page.get_by_role("navigation", name="Sections of this page")).to_be_visible()
    folds = page.locator("h2 > [aria-expanded=false]")
    while folds.count():
        folds.first.click()


def badge(page: Page) -> Locator:
    return page.get_by_role("status").filter(has_text="ive")


def expect_full_and_accessible(page: Page) -> None:
    """With every figure in sight, in both colours."""
    for name in ("Campaigns", "Drop-off"):
        expect(page.get_by_role("region", name=name)).to_be_visible()
    expect(page.get_by_text("A holiday").locator("visible=true").first).to_be_visible()
    expect(page.get_by_role("status", name="Loading")).to_have_count(0)
    for scheme in SCHEMES:
        show(page, scheme)
        assert Axe().run(page).response["violations"] == [], scheme


def expect_in_first_screen(figure: Locator) -> None:
    expect(figure).to_be_visible()
    expect(figure.page.get_by_role("status", name="Loading")).to_have_count(0)
    box = figure.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PHONE["height"]


def test_a_link_shares_what_is_chosen_and_back_goes_back(page: Page) -> None:
    page.goto(f"{PAGE}?year={YEAR}")
    expect(total(page)).to_have_text("40")
    expect_full_and_accessible(page)
    page.get_by_role("combobox", name="Month", exact=True).select_option("2")
    add_filter(page, "Campaign", "winter")
    expect(total(page)).to_have_text("30")
    assert f"year={YEAR}" in page.url
    assert "month=2" in page.url
    assert "utmCampaign=winter" in page.url
    colleague = page.context.new_page()
    colleague.goto(page.url)
    expect(total(colleague)).to_have_text("30")
    expect(colleague.get_by_role("button", name="Remove the filter Campaign: winter")).to_be_visible()
    page.go_back()
    expect(total(page)).to_have_text("40")
    expect(page.get_by_role("list", name="Filters")).to_have_count(0)
    page.get_by_role("button", name="Add filter").click()
    fields = page.get_by_role("dialog", name="Add filter").get_by_role("combobox")
    fields.first.select_option("Answer")
    fields.nth(1).select_option("q1")
    fields.nth(2).select_option("leisure")
    expect(total(page)).to_have_text("40")
    assert "answer=q1" in page.url
    page.get_by_role("button", name="Remove the filter").click()
    expect(page.get_by_role("list", name="Filters")).to_have_count(0)
    page.get_by_role("button", name="Add filter").click()
    dialog = page.get_by_role("dialog", name="Add filter")
    dialog.get_by_label("Filter by").select_option("Campaign")
    dialog.get_by_label("Condition").select_option("is not")
    dialog.get_by_role("checkbox", name="summer").check()
    dialog.get_by_role("button", name="Apply").click()
    expect(total(page)).to_have_text("30")
    page.get_by_role("button", name="Remove the filter Campaign: is not summer").click()
    expect(total(page)).to_have_text("40")
    page.get_by_role("button", name="google / cpc · summer").click()
    expect(total(page)).to_have_text("10")
    page.get_by_role("button", name="Clear filters").click()
    expect(total(page)).to_have_text("40")


@pytest.mark.slow
def test_polls_and_new_figures_move_nothing(page: Page, stack: Stack) -> None:
    page.goto(f"{PAGE}?year={YEAR + 1}&month=2&utmCampaign=still")
    add_visitor(stack, "quiz_page_still_1", "still", YEAR + 1)
    expect(total(page)).to_have_text("1")
    card = page.get_by_role("region", name="What brings you to Georgia?")
    expect(card).to_be_visible()
    page.evaluate("document.fonts.ready")
    card.evaluate("(node) => { window.watchedCard = node; node.scrollIntoView(); }")
    with page.expect_response(FIGURES):
        pass
    place = card.bounding_box()
    add_visitor(stack, "quiz_page_still_2", "still", YEAR + 1)
    expect(total(page)).to_have_text("2")
    expect(card.get_by_text("2 responses")).to_be_visible()
    with page.expect_response(FIGURES):
        pass
    assert card.bounding_box() == place
    assert card.evaluate("(node) => node === window.watchedCard")


LIVE = "Live Analytics - Updates every 5 seconds"
NOT_LIVE = "Not live right now. Showing the last known figures."


@pytest.mark.slow
def test_the_badge_notices_a_refusal_a_lost_network_and_stale_figures(page: Page) -> None:
    page.goto(f"{PAGE}?year={YEAR}")
    expect(badge(page)).to_have_text(LIVE)
    # A page that never had figures has an unknown state, and the first figures may not know their time yet.
    expect(total(page)).to_have_text("40")
    expect(page.get_by_text("Last update")).to_be_visible()

    def refuse(route: Route) -> None:
        route.fulfill(status=503, json={"success": False, "message": "Away."})

    page.route(FIGURES, refuse)
    expect(badge(page)).to_have_text(NOT_LIVE)
    expect(page.get_by_text("Complete until")).to_be_visible()
    # The last figures stay.
    expect(total(page)).to_have_text("40")
    page.unroute(FIGURES, refuse)
    expect(badge(page)).to_have_text(LIVE)
    page.context.set_offline(True)
    expect(badge(page)).to_have_text(NOT_LIVE)
    page.context.set_offline(False)
    expect(badge(page)).to_have_text(LIVE)

    def make_stale(route: Route) -> None:
        answer = route.fetch()
        body = {"figures": {}} if answer.status == 304 else answer.json()
        if "overview" not in body["figures"]:
            route.fulfill(response=answer)
            return
        kept = body["figures"]["overview"]["realTimeMetadata"]
        kept |= {"stale": True, "dataThrough": "2024-02-10T09:00:00Z"}
        route.fulfill(json=body)

    page.route(FIGURES, make_stale)
    page.reload()
    expect(badge(page)).to_have_text(NOT_LIVE)
    # In the company's time zone, by name.
    expect(page.get_by_text("Complete until 10 Feb 2024, 13:00:00 (Asia/Tbilisi)")).to_be_visible()


def test_what_is_filtered_is_downloaded_by_keyboard(page: Page, tmp_path: Path) -> None:
    page.goto(f"{PAGE}?year={YEAR}&month=2&utmCampaign=summer")
    expect(total(page)).to_have_text("10")
    page.get_by_role("button", name="Download", exact=True).press("Enter")
    item = page.get_by_role("menuitem", name="All sessions as CSV")
    # The menu focuses its first item once it is open; only then do the arrow keys work.
    expect(page.get_by_role("menuitem").first).to_be_focused()
    for _ in range(page.get_by_role("menuitem").count()):
        if item.evaluate("item => item === document.activeElement"):
            break
        focused = page.locator(":focus").text_content() or ""
        page.keyboard.press("ArrowDown")
        expect(page.locator(":focus")).not_to_have_text(focused)
    expect(item).to_be_focused()
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == "quiz-sessions-2024-02-01-to-2024-02-29-filtered.csv"
    file = tmp_path / "file"
    download.value.save_as(file)
    data = file.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    assert len(data.decode().splitlines()) == 11


@pytest.mark.slow
def test_nothing_there_says_why(page: Page) -> None:
    page.goto(f"{PAGE}?year=2023")
    expect(page.get_by_text("No quiz responses yet")).to_be_visible()
    page.goto(f"{PAGE}?year={YEAR}&utmCampaign=no one")
    expect(page.get_by_text("No quiz responses match")).to_be_visible()
    # Invalid parameters are ignored.
    page.goto(f"{PAGE}?year=1&month=13&device=fridge&from=never")
    expect(total(page)).to_be_visible()
    expect(page.get_by_role("combobox", name="Year", exact=True)).to_have_value(str(datetime.now(UTC).year))


@pytest.mark.slow
def test_a_phones_first_screen_has_a_figure_and_all_of_the_page_fits(
    browser: Browser, stack: Stack, visitors: None
) -> None:
    page = analyst(browser, stack, PHONE)
    page.goto(f"{PAGE}?year={YEAR}")
    expect(total(page)).to_have_text("40")
    expect_in_first_screen(total(page))
    unfold_all(page)
    expect_full_and_accessible(page)
    page.get_by_role("button", name="Add filter").click()
    expect(page.get_by_label("Filter by")).to_be_visible()
    page.keyboard.press("Escape")
    campaigns = page.get_by_role("region", name="Campaigns")
    campaigns.get_by_label("Sort by").select_option("-booked")
    expect(campaigns.get_by_label("Sort by")).to_have_value("-booked")
    for table in page.get_by_role("button", name="Table").all():
        table.click()
    for scheme in SCHEMES:
        show(page, scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], scheme

    add_difference(stack, YEAR - 1)
    page.goto(f"{PAGE}?year={YEAR - 1}")
    expect(total(page)).to_have_text("120")
    findings = page.get_by_role("region", name="Findings")
    expect_in_first_screen(findings.get_by_text(re.compile(r"^[+−][\d,.]+ bookings$")).first)
    page.context.close()


def add_difference(stack: Stack, year: int) -> None:
    """120 sessions of two campaigns: all of one book, and none of the other."""
    query_stack(
        stack,
        "with company as (select id from tenants where slug = 'georgia'), session as ("
        " insert into quiz_sessions (tenant_id, session_id, quiz_version, utm_source, utm_medium, utm_campaign,"
        " device, started_at, completed_at, updated_at)"
        " select id, 'differs_' || n, 'v1', 'google', 'cpc', case when n %% 2 = 0 then 'books' else 'looks' end,"
        " 'phone', at, at + interval '3 min', at from company,"
        " (select n, make_timestamptz(%s, 3, 10, 9, 0, 0, 'UTC') + n * interval '1 hour' from generate_series(1, 120)"
        " n) made (n, at) returning tenant_id, session_id, utm_campaign, started_at)"
        " insert into bookings (tenant_id, id, reference, status, customer_name, customer_email, customer_phone,"
        " driver_age, group_size, car_name, pickup_location, dropoff_location, pickup_at, return_at, insurance_code,"
        " attributed_session_id, currency, days, daily_rate_minor, total_minor, price_lines, created_at, updated_at)"
        " select tenant_id, gen_random_uuid(), 'DIFF' || substr(session_id, 9), 'completed', 'N N', '', '', 30, 2,"
        " 'Forester', 'tbilisi', 'batumi', started_at, started_at + interval '7 days', 'minimum', session_id, 'EUR',"
        " 7, 5500, 40000, '[]', started_at, started_at from session where utm_campaign = 'books'",
        year,
    )  # fmt: skip
