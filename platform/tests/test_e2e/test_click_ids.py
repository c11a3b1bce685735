"""No paid click loses its identity: redirect, storage, repair, restore and lookups, whatever the network does."""

import re
import time
from typing import Any

import pytest
from browser_faults import expect_refusal
from browser_visitors import (
    SHORT_QUIZ,
    Calls,
    Company,
    begin,
    book,
    fail_calls,
    keeps,
    open_company,
    stored,
    tracked,
    until,
    visitor,
)
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack

DAY = 86_400
OTHER_DEVICE = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture(scope="module")
def company(stack: Stack) -> Company:
    return open_company(stack, "clicks", quiz=SHORT_QUIZ)


@pytest.fixture(autouse=True)
def _no_clicks(company: Company) -> None:
    company.forget_clicks()


def keep_in_browser(page: Page, value: str, *, age_days: float) -> None:
    page.add_init_script(
        f"localStorage.setItem('gclid', '{value}');"
        f"localStorage.setItem('gclid_stored_at', String(Date.now() - {age_days * DAY * 1000}));"
    )


# The redirect rule: all its cases are in rules.test.ts, here it meets a browser -----------------------------


def test_a_paid_visitor_goes_to_the_quiz_with_the_id_kept_three_times(
    browser: Browser, company: Company
) -> None:
    networks: tuple[tuple[str, int | str], ...] = (("gclid", "fast"), ("gbraid", 500), ("wbraid", "broken"))
    for name, network in networks:
        with visitor(browser) as page:
            if network != "fast":
                fail_calls(page, "**/api/**", network)
            query = f"?{name}=TeSter-1_2&utm_campaign=summer%20%26%20sun&x="
            page.goto(company.origin + "/" + query)
            expect(page).to_have_url(f"{company.origin}/black{query}")
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            keeps(page, name, "TeSter-1_2")
            [cookie] = page.context.cookies()
            assert 89.9 * DAY < cookie["expires"] - time.time() < 90.1 * DAY
            assert (cookie["domain"], cookie["path"]) == ("clicks.localhost", "/")


@pytest.mark.slow
def test_a_repaired_link_and_the_way_home_from_within_lead_to_the_quiz_and_a_done_quiz_does_not(
    browser: Browser, company: Company
) -> None:
    with visitor(browser) as page:
        # An id that cannot be kept counts as paid, too.
        page.goto(f"{company.origin}/?gclid=of.another~form")
        expect(page).to_have_url(f"{company.origin}/black?gclid=of.another~form")
        assert stored(page, "gclid") == [None] * 3
        page.goto(f"{company.origin}/?utm_source=x%3Fgclid%3DTeSter-1%26utm_term%3Dy")
        expect(page).to_have_url(f"{company.origin}/black?utm_source=x&gclid=TeSter-1&utm_term=y")
        expect(page.get_by_role("heading", level=1).first).to_be_attached()
        keeps(page, "gclid", "TeSter-1", cookie=False)
        path = "/?gclid=TeSter-2&quiz_completed=true"
        page.goto(company.origin + path)
        expect(page.get_by_role("heading", level=1).first).to_be_attached()
        assert page.url == company.origin + path
        expect_refusal("GET", r"/no-such-page(\?gclid=TeSter-4)?$", 404)
        page.goto(f"{company.origin}/no-such-page?gclid=TeSter-4")
        page.get_by_role("link", name="Go to Homepage").click()
        expect(page).to_have_url(f"{company.origin}/black?gclid=TeSter-4")
        keeps(page, "gclid", "TeSter-4")


# Tracking --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_tracking_runs_once_a_page_load_on_the_pages_that_start_it(
    browser: Browser, company: Company
) -> None:
    with visitor(browser) as page:
        calls = Calls(page)
        tracked(page, f"{company.origin}/thank-you")
        page.get_by_role("link", name=re.compile("Clicks Cars")).click()
        expect(page).to_have_url(f"{company.origin}/")
        page.go_back()
        expect(page).to_have_url(f"{company.origin}/thank-you")
        assert calls.count("POST gclid/save") == 1
        for path in ("/", "/vashlovani-national-park-guide", "/black", "/thank-you"):
            tracked(page, company.origin + path)
        page.goto(f"{company.origin}/booking", wait_until="networkidle")
        page.goto(f"{company.origin}/privacy-policy", wait_until="networkidle")
        assert calls.count("POST gclid/save") == 5


def test_a_click_is_recorded_with_its_visit_and_is_paid_for_once(browser: Browser, company: Company) -> None:
    home = f"{company.origin}/?gclid=TeSter-5&gbraid=b-5&wbraid=w-5"
    with visitor(browser) as page:
        tracked(page, home)
        tracked(page, f"{company.origin}/")
        assert page.url == home
        # Loading it again does not lead to the quiz.
        with page.expect_response("**/api/gclid/save"):
            page.reload()
        assert page.url == home
        expect(page.get_by_role("button", name="Check Price").first).to_be_visible()
    assert company.clicks()[0] == ("TeSter-5", "b-5", "w-5")
    record = company.rows(
        "select host(ip_address), domain, source_url, device_fingerprint is not null, tracking_method, consent_state,"
        " browser_storage_support->>'localStorage' from click_records where tenant_id = %s order by created_at"
    )[0]
    landed = f"{company.origin}/black?gclid=TeSter-5&gbraid=b-5&wbraid=w-5"
    assert record == (
        "127.0.0.1",
        "clicks.localhost",
        landed,
        True,
        "multi-layer-robust",
        "not_required",
        "true",
    )
    # An id that was found again is no new click: no one paid for those visits.
    visits = company.rows(
        "select is_google_ads_traffic from ip_visits where tenant_id = %s order by visited_at"
    )
    assert visits == [(True,), (False,), (False,)]


@pytest.mark.slow
def test_a_page_drawn_ahead_is_tracked_when_it_is_shown(browser: Browser, company: Company) -> None:
    with visitor(browser) as page:
        calls = Calls(page)
        page.add_init_script("Object.defineProperty(document, 'prerendering', { value: true })")
        page.goto(f"{company.origin}/thank-you", wait_until="networkidle")
        assert calls.count("POST gclid/save") == 0
        # Again and again: a busy page may not listen yet.
        with page.expect_response("**/api/gclid/save"):
            page.evaluate("setInterval(() => document.dispatchEvent(new Event('prerenderingchange')), 100)")
        assert calls.count("POST gclid/save") == 1


@pytest.mark.slow
def test_pages_do_not_mind_when_tracking_fails(browser: Browser, company: Company) -> None:
    problems: list[str] = []
    for network in ("broken", "hanging"):
        with visitor(browser) as page:
            page.on("pageerror", lambda error: problems.append(str(error)))
            fail_calls(page, "**/api/gclid/**", network)
            fail_calls(page, "**/api/ip/**", network)
            page.goto(f"{company.origin}/?gclid=TeSter-6&quiz_completed=true")
            expect(page.get_by_role("button", name="Check Price").first).to_be_visible()
            until(page, "localStorage.getItem('gclid') === 'TeSter-6'")
            assert problems == []


# Lookups ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_missing_id_is_looked_up_in_this_browser_alone_for_ninety_days(
    browser: Browser, company: Company
) -> None:
    for age, kept in ((89.9, "by-storage"), (90.1, None)):
        company.forget_clicks()
        with visitor(browser) as page:
            calls = Calls(page)
            keep_in_browser(page, "by-storage", age_days=age)
            tracked(page, f"{company.origin}/thank-you?x=1#here")
            restored = f"&gclid={kept}" if kept else ""
            assert page.url == f"{company.origin}/thank-you?x=1{restored}#here"
            if kept:
                keeps(page, "gclid", kept)
            else:
                assert stored(page, "gclid")[1:] == [None] * 2
            assert calls.count("GET gclid/latest") == 0
        assert [row[0] for row in company.clicks()] == [kept]


@pytest.mark.slow
def test_another_visitor_at_this_address_is_given_no_click_id_and_the_booking_is_attributed(
    browser: Browser, company: Company
) -> None:
    """Neither the network nor the kind of device is a person: an id found by them stays on the server."""
    with visitor(browser) as page:
        tracked(page, f"{company.origin}/?gclid=TeSter-7")
        begin(page)
        company.eventually(
            [("TeSter-7",)],
            "select gclid from quiz_sessions where tenant_id = %s order by started_at desc limit 1",
        )
    others: tuple[tuple[dict[str, Any], str], ...] = (
        ({}, "fingerprint"),
        ({"user_agent": OTHER_DEVICE}, "address"),
    )
    for options, method in others:
        with visitor(browser, **options) as page:
            tracked(page, f"{company.origin}/thank-you")
            assert page.url == f"{company.origin}/thank-you"
            assert stored(page, "gclid") == [None] * 3
            page.goto(f"{company.origin}/")
            book(page)
        booked = company.rows(
            "select b.gclid, b.attribution_method, s.gclid from bookings b left join quiz_sessions s"
            " on s.tenant_id = b.tenant_id and s.session_id = b.attributed_session_id where b.tenant_id = %s"
            " order by b.created_at desc limit 1"
        )
        assert booked == [(None, method, "TeSter-7")]


# The booking page's own rule -------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_booking_page_takes_the_id_from_its_link_else_from_storage(
    browser: Browser, company: Company
) -> None:
    with visitor(browser) as page:
        calls = Calls(page)
        page.goto(f"{company.origin}/booking?gclid=TeSter-8")
        until(page, "sessionStorage.getItem('gclid') === 'TeSter-8'")
        keeps(page, "gclid", "TeSter-8", cookie=False)
        page.goto(f"{company.origin}/booking", wait_until="networkidle")
        keeps(page, "gclid", "TeSter-8", cookie=False)
        assert page.url == f"{company.origin}/booking"
        assert [call for call in calls.made if "gclid" in call] == []


# Who is no visitor -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_machines_leave_no_trace(browser: Browser, company: Company) -> None:
    def traces() -> list[int]:
        tables = ("ip_visits", "quiz_sessions", "quiz_question_views")
        return [len(company.rows(f"select 1 from {table} where tenant_id = %s")) for table in tables]

    before = traces()
    crawler = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
    machines: tuple[dict[str, Any], ...] = (
        {"user_agent": crawler},
        {"extra_http_headers": {"Sec-Purpose": "prefetch;prerender"}},
    )
    for options in machines:
        with visitor(browser, **options) as page:
            tracked(page, f"{company.origin}/?gclid=TeSter-9")
            with page.expect_response("**/api/quiz/question-view"):
                page.get_by_role("button", name="Start Quiz").click()
        assert company.clicks() == []
        assert traces() == before
