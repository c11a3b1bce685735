"""Consent: nothing is kept before it or after a refusal, booking works all the same, and records say the truth."""

import pytest
from browser_visitors import (
    PHONE,
    SHORT_QUIZ,
    SMALL_PHONE,
    Company,
    begin,
    book,
    choose,
    everything_stored,
    keeps,
    open_company,
    tracked,
    visitor,
)
from playwright.sync_api import Browser, Locator, Page, expect
from running_stack import Stack, turn_to

AD = "?gclid=TeSter-1&utm_source=google&utm_medium=cpc"
# The session that opens a booking to who just made it, for two hours: needed for what was asked for, about no one.
ITS_BOOKING = ["abano_booking"]
# In pixels at a width of 360.
MAX_BAR_HEIGHT = 122
STATES = "select consent_state from click_records where tenant_id = %s order by created_at"


@pytest.fixture(scope="module")
def company(stack: Stack) -> Company:
    return open_company(stack, "asking", quiz=SHORT_QUIZ, consent_required=True)


@pytest.fixture(autouse=True)
def _no_clicks(company: Company) -> None:
    company.forget_clicks()


def bar(page: Page) -> Locator:
    return page.get_by_role("region", name="Privacy choice")


def refuse(page: Page) -> None:
    with page.expect_response("**/api/gclid/save"):
        bar(page).get_by_role("button", name="Reject").click()
    expect(bar(page)).to_have_count(0)


def agree(page: Page) -> None:
    with page.expect_response("**/api/gclid/save"):
        bar(page).get_by_role("button", name="Accept all").click()
    expect(bar(page)).to_have_count(0)


def finish_quiz(page: Page) -> None:
    """The three questions that a solo traveller in a tent is asked."""
    for label in ("Just me", "Tent", "Please"):
        choose(page, label)
    page.wait_for_url("**/?**quiz_completed=true**")


def test_refused_consent_keeps_nothing_and_the_booking_works(browser: Browser, company: Company) -> None:
    with visitor(browser) as page:
        tracked(page, f"{company.origin}/{AD}")
        expect(page).to_have_url(f"{company.origin}/black{AD}")
        assert everything_stored(page) == []
        begin(page)
        refuse(page)
        expect(page).to_have_url(f"{company.origin}/black?utm_source=google&utm_medium=cpc")
        finish_quiz(page)
        expect(page.get_by_role("button", name="Check Price").first).to_be_visible()
        assert "fingerprint=" not in page.url
        assert "gclid" not in page.url
        assert everything_stored(page) == []
        expect(bar(page)).to_have_count(0)
        book(page)
        assert everything_stored(page) == ITS_BOOKING
    assert company.rows(STATES) == [("unknown",), ("refused",)]
    assert company.rows("select count(*) from ip_visits where tenant_id = %s") == [(0,)]
    assert (
        company.rows(
            "select source_url, referrer, ip_address, user_agent from click_records where tenant_id = %s"
        )
        == [(f"{company.origin}/black", None, None, None)] * 2
    )
    company.eventually(
        [("refused", None, None, "google", True)],
        "select consent_state, gclid, device_fingerprint, utm_source, completed_at is not null from quiz_sessions"
        " where tenant_id = %s",
    )
    booked = company.rows(
        "select consent_state, gclid, device_fingerprint, quiz_session_id, attributed_session_id from bookings"
        " where tenant_id = %s"
    )
    assert booked == [("refused", None, None, None, None)]


@pytest.mark.slow
def test_answers_that_wait_are_not_lost_though_nothing_may_be_kept(
    browser: Browser, company: Company
) -> None:
    with visitor(browser) as page:
        tracked(page, f"{company.origin}/black?utm_term=no-network")
        refuse(page)
        begin(page)
        page.context.set_offline(True)
        finish_quiz(page)
        assert everything_stored(page) == []
        page.context.set_offline(False)
        company.eventually(
            [("bed", "tent"), ("gear", "yes"), ("who", "solo")],
            "select question_id, value from quiz_answers a join quiz_sessions s using (tenant_id, session_id)"
            " where tenant_id = %s and utm_term = 'no-network' and completed_at is not null order by 1",
        )


@pytest.mark.slow
def test_a_refusal_takes_back_what_was_kept_and_is_asked_about_on_the_next_visit(
    browser: Browser, company: Company
) -> None:
    with visitor(browser) as page:
        # Kept before the company asked.
        page.context.add_cookies(
            [
                {
                    "name": "cross_domain_gclid",
                    "value": "old-1",
                    "url": company.origin,
                    "secure": True,
                    "sameSite": "None",
                }
            ]
        )
        page.goto(f"{company.origin}/robots.txt")
        page.evaluate("localStorage.setItem('gclid', 'old-1'); sessionStorage.setItem('gclid', 'old-1')")
        tracked(page, f"{company.origin}/thank-you")
        assert page.url == f"{company.origin}/thank-you"
        refuse(page)
        assert everything_stored(page) == []
        with page.expect_response("**/api/gclid/save"):
            page.reload()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(bar(page)).to_have_count(0)
        assert everything_stored(page) == []
        other = page.context.new_page()
        with other.expect_response("**/api/gclid/save"):
            other.goto(f"{company.origin}/thank-you")
        expect(bar(other)).to_be_visible()
    assert company.rows(STATES) == [("unknown",), ("refused",), ("refused",), ("unknown",)]


@pytest.mark.slow
def test_consent_keeps_what_waited_for_it_and_a_later_refusal_takes_all_of_it_back(
    browser: Browser, company: Company
) -> None:
    with visitor(browser) as page:
        tracked(page, f"{company.origin}/{AD}")
        begin(page)
        assert everything_stored(page) == []
        agree(page)
        keeps(page, "gclid", "TeSter-1")
        assert page.evaluate("localStorage.getItem('quiz_session_id')").startswith("quiz_")
        with page.expect_response("**/api/gclid/save"):
            page.reload()
        expect(page.get_by_text("Question 1 of")).to_be_visible()
        expect(bar(page)).to_have_count(0)
        assert company.rows(STATES) == [("unknown",), ("granted",), ("granted",)]
        company.eventually(
            [("granted", True)],
            "select consent_state, device_fingerprint is not null from quiz_sessions"
            " where tenant_id = %s order by started_at desc limit 1",
        )
        finish_quiz(page)
        book(page)
        company.eventually(
            [("granted", "TeSter-1", "session")],
            "select consent_state, gclid, attribution_method from bookings where tenant_id = %s"
            " order by created_at desc limit 1",
        )
        page.goto(f"{company.origin}/?quiz_completed=true")
        page.get_by_role("button", name="Privacy choice").click()
        expect(bar(page)).to_be_focused()
        expect(bar(page)).to_be_in_viewport(ratio=1)
        refuse(page)
        assert everything_stored(page) == ITS_BOOKING
        company.eventually(
            [("refused", None, None, None, None)],
            "select consent_state, gclid, device_fingerprint, quiz_session_id, attribution_method from bookings"
            " where tenant_id = %s order by created_at desc limit 1",
        )
    left = company.rows(
        "select s.consent_state, s.gclid, s.device_fingerprint, s.consent_id, s.source_url, s.user_agent"
        " from quiz_sessions s where tenant_id = %s order by started_at desc limit 1"
    )
    assert left == [("refused", None, None, None, f"{company.origin}/black", None)]
    assert (
        company.rows("select 1 from click_records where tenant_id = %s and consent_state = 'granted'") == []
    )
    assert company.rows("select 1 from ip_visits where tenant_id = %s") == []


ANSWERS = (
    "select ad_user_data, ad_personalization, ad_consent_version from {} where tenant_id = %s"
    " and consent_state = 'granted' order by {} desc limit 1"
)


@pytest.mark.slow
def test_each_purpose_is_chosen_by_itself_and_changed_later(browser: Browser, company: Company) -> None:
    with visitor(browser) as page:
        tracked(page, f"{company.origin}/{AD}")
        begin(page)
        bar(page).get_by_role("button", name="Choose").click()
        switches = bar(page).get_by_role("switch")
        expect(switches).to_have_count(2)
        # Nothing is preselected.
        assert [switch.is_checked() for switch in switches.all()] == [False, False]
        bar(page).get_by_role("switch", name="Report bookings to the ad platform").check()
        with page.expect_response("**/api/gclid/save"):
            bar(page).get_by_role("button", name="Save choice").click()
        expect(bar(page)).to_have_count(0)
        finish_quiz(page)
        book(page)
        company.eventually([(True, False, 1)], ANSWERS.format("bookings", "created_at"))
        assert company.rows(ANSWERS.format("click_records", "created_at")) == [(True, False, 1)]
        page.goto(f"{company.origin}/?quiz_completed=true")
        page.get_by_role("button", name="Privacy choice").click()
        bar(page).get_by_role("button", name="Choose").click()
        expect(switches).to_have_count(2)
        assert [switch.is_checked() for switch in switches.all()] == [True, False]
        bar(page).get_by_role("switch", name="Report bookings to the ad platform").uncheck()
        with page.expect_response("**/api/consent/ad-answers"):
            bar(page).get_by_role("button", name="Save choice").click()
        company.eventually([(False, False, 1)], ANSWERS.format("bookings", "created_at"))
        # The consent itself is kept.
        keeps(page, "gclid", "TeSter-1")
        expect(bar(page)).to_have_count(0)


@pytest.mark.slow
def test_the_question_covers_no_button_and_choosing_widens_nothing(
    browser: Browser, company: Company
) -> None:
    with visitor(browser, viewport=SMALL_PHONE) as page:
        for path in ("/", "/booking", "/thank-you", "/vashlovani-national-park-guide", "/black"):
            page.goto(company.origin + path)
            expect(page.locator("main :is(a, button):visible, header a:visible").first).to_be_visible()
            expect(bar(page)).to_be_visible()
            for size in (PHONE, SMALL_PHONE):
                turn_to(page, size["width"], size["height"])
                assert page.evaluate(COVERED) == [], (path, size)
        box = bar(page).bounding_box()
        assert box is not None
        # Two lines of text and one row of buttons.
        assert box["height"] <= MAX_BAR_HEIGHT
        tops = {
            round((button.bounding_box() or box)["y"]) for button in bar(page).get_by_role("button").all()
        }
        assert len(tops) == 1
        # Ready for a thumb without scrolling.
        page.evaluate("scrollTo(0, 0)")
        expect(page.get_by_role("button", name="Start Quiz")).to_be_in_viewport(ratio=1)
        begin(page)
        for size in (PHONE, SMALL_PHONE):
            turn_to(page, size["width"], size["height"])
            assert page.evaluate(COVERED) == [], size
            page.evaluate("scrollTo(0, 0)")
            expect(page.get_by_role("button", name="A group")).to_be_in_viewport(ratio=1)
        bar(page).get_by_role("button", name="Choose").click()
        expect(bar(page).get_by_role("switch")).to_have_count(2)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


# Buttons and links whose centre is covered by the consent bar.
COVERED = """() => {
  const question = document.querySelector('section[aria-label="Privacy choice"]');
  const isCovered = (button) => {
    // It is there for who comes to it by the keys.
    if (button.className === 'skip-link') button.focus();
    button.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const box = button.getBoundingClientRect();
    if (box.width === 0 || question.contains(button)) return false;
    return question.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
  };
  return [...document.querySelectorAll('button, a')].filter(isCovered).map((found) => found.textContent);
}"""
