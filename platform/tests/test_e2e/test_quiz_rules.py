"""The quiz as its visitors meet it: times, skip rules, words, keys, restore, and the way home on any network."""

import json

import pytest
from browser_visitors import (
    SHORT_QUIZ,
    Company,
    begin,
    choose,
    fail_calls,
    hold_calls,
    open_company,
    question,
    session_id,
    until,
    visitor,
)
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack

ANSWERS = (
    "select question_id, value, is_counted from quiz_answers where tenant_id = %s and session_id = %s"
    " order by 1"
)
SESSION = "select completed_at is not null from quiz_sessions where tenant_id = %s and session_id = %s"
OF_SESSION = "tenant_id = %s and session_id = %s"
COMPLETE = "Quiz Complete! Saving your preferences and redirecting..."


@pytest.fixture(scope="module")
def company(stack: Stack) -> Company:
    return open_company(stack, "quizzes", quiz=SHORT_QUIZ)


def at_start(page: Page, company: Company, query: str = "") -> None:
    page.goto(f"{company.origin}/black{query}")
    begin(page)


def at_end(page: Page, company: Company) -> str:
    """At the last question of a solo traveller in a tent; answers the session's id."""
    at_start(page, company)
    choose(page, "Just me")
    question(page, "Where do you sleep?")
    choose(page, "Tent")
    question(page, "Bring camping gear?")
    return session_id(page)


# One question at a time ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_intro_asks_for_one_thing_and_waits_for_the_questions(browser: Browser, company: Company) -> None:
    with visitor(browser) as page:
        held = hold_calls(page, "**/api/quiz/definition*")
        page.goto(f"{company.origin}/black?utm_term=kept")
        expect(page.get_by_role("heading", level=1)).to_have_text(
            "ANSWER A FEW QUESTIONS AND FIND THE BEST CAR FOR YOUR TRIP TO TBILISI, GEORGIA"
        )
        assert page.get_by_role("button").all_inner_texts() == ["Start Quiz"]
        page.get_by_role("button", name="Start Quiz").click()
        expect(page.get_by_role("button", name="Start Quiz")).to_have_attribute("aria-busy", "true")
        held[0].continue_()
        expect(page.get_by_text("Question 1 of 4")).to_be_visible()


@pytest.mark.slow
def test_questions_are_asked_for_again_and_an_answer_holds_for_six_hundred_milliseconds(
    browser: Browser, company: Company
) -> None:
    with visitor(browser) as page:
        page.clock.install()
        fail_calls(page, "**/api/quiz/definition*", 500)
        page.goto(f"{company.origin}/black")
        expect(page.get_by_role("alert")).to_contain_text("Couldn't load the questions")
        page.unroute("**/api/quiz/definition*")
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_text("Question 1 of 4")).to_be_visible()
        page.clock.pause_at(page.evaluate("Date.now()") + 30_000)
        choose(page, "A group")
        options = page.locator("button[aria-pressed]")
        for option in options.all():
            expect(option).to_be_disabled()
        expect(page.locator("button[aria-pressed=true] .animate-spin")).to_be_visible()
        page.clock.run_for(599)
        question(page, "Who travels?")
        page.clock.run_for(1)
        question(page, "Where do you sleep?")
        expect(options.first).to_be_enabled()


def answered(page: Page, company: Company, *labels: str) -> set[str]:
    """Through the whole quiz by these answers; the questions of which both views and answers were kept."""
    session = session_id(page)
    for number, label in enumerate(labels, start=1):
        expect(page.get_by_text(f"Question {number} of")).to_be_visible()
        choose(page, label)
    page.wait_for_url("**/?**quiz_completed=true**")
    company.eventually([(True,)], SESSION, session)
    kept = [
        {row[0] for row in company.rows(f"select question_id from {table} where {OF_SESSION}", session)}
        for table in ("quiz_answers", "quiz_question_views")
    ]
    assert kept[0] == kept[1]
    return kept[0]


def test_two_quizzes_skip_what_does_not_apply_and_the_click_id_goes_home_with_the_visitor(
    browser: Browser, company: Company
) -> None:
    query = "?gclid=TeSter-1&utm_campaign=a%26b"
    with visitor(browser) as page:
        page.goto(f"{company.origin}/{query}")
        begin(page)
        session = session_id(page)
        assert answered(page, company, "Just me", "Hotel") == {"who", "bed"}
        assert "gclid=TeSter-1" in page.url
        assert "utm_campaign=a%26b" in page.url
        rows = company.rows(
            f"select gclid, utm_campaign, entry_path, device, quiz_version from quiz_sessions where {OF_SESSION}",
            session,
        )
        assert rows == [("TeSter-1", "a&b", "/black", "desktop", "v1")]
        # The next quiz is a new session.
        at_start(page, company)
        assert session_id(page) != session
        asked = answered(page, company, "A group", "Tent", "Rather not", "No need")
        assert asked == {"who", "bed", "share", "gear"}


# Reaching back ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_changed_answer_applies_the_skip_rules_again_each_time(browser: Browser, company: Company) -> None:
    with visitor(browser) as page:
        at_start(page, company)
        session = session_id(page)
        for label in ("A group", "Tent", "Gladly"):
            choose(page, label)
        question(page, "Bring camping gear?")
        expect(page.get_by_text("Question 4 of 4")).to_be_visible()
        for text in ("Share the car?", "Where do you sleep?", "Who travels?"):
            page.get_by_role("button", name="Previous question").click()
            question(page, text)
        expect(page.get_by_role("button", name="A group")).to_have_attribute("aria-pressed", "true")
        choose(page, "Just me")
        expect(page.get_by_text("Question 2 of 3")).to_be_visible()
        # Changed once more: the answer that was skipped counts again.
        page.get_by_role("button", name="Previous question").click()
        question(page, "Who travels?")
        choose(page, "A group")
        expect(page.get_by_text("Question 2 of 4")).to_be_visible()
        expected = [("bed", "tent", True), ("share", "yes", True), ("who", "group", True)]
        company.eventually(expected, ANSWERS, session)
        page.get_by_role("button", name="Previous question").click()
        question(page, "Who travels?")
        choose(page, "Just me")
        expect(page.get_by_text("Question 2 of 3")).to_be_visible()
        page.get_by_role("button", name="Keep this answer").click()
        question(page, "Bring camping gear?")
        choose(page, "No need")
        page.wait_for_url("**/?**quiz_completed=true**")
        company.eventually([(True,)], SESSION, session)
        assert company.rows(ANSWERS, session) == [
            ("bed", "tent", True),
            ("gear", "no", True),
            ("share", "yes", False),
            ("who", "solo", True),
        ]


def test_a_reload_and_a_second_tab_go_on_and_the_phones_back_goes_back_one_question(
    browser: Browser, company: Company
) -> None:
    with visitor(browser) as page:
        page.goto(f"{company.origin}/thank-you")
        at_start(page, company, "?utm_term=kept")
        for label in ("A group", "Tent", "Gladly"):
            choose(page, label)
        question(page, "Bring camping gear?")
        for text in ("Share the car?", "Where do you sleep?"):
            page.go_back()
            question(page, text)
        page.go_forward()
        question(page, "Share the car?")
        page.reload()
        question(page, "Share the car?")
        expect(page.get_by_text("Question 3 of 4")).to_be_visible()
        # Another page of this browser is the same visitor in the same quiz.
        other = page.context.new_page()
        other.goto(f"{company.origin}/black")
        question(other, "Share the car?")
        assert session_id(other) == session_id(page)
        other.close()
        for text in ("Where do you sleep?", "Who travels?"):
            page.go_back()
            question(page, text)
        expect(page.get_by_role("button", name="A group")).to_have_attribute("aria-pressed", "true")
        assert page.url.endswith("/black?utm_term=kept")
        page.go_back()
        expect(page.get_by_role("button", name="Start Quiz")).to_be_visible()
        page.go_back()
        expect(page).to_have_url(f"{company.origin}/thank-you")


# Keys and screen readers -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_keys_alone_are_enough_and_a_screen_reader_announces_questions_and_progress(
    browser: Browser, company: Company
) -> None:
    with visitor(browser) as page:
        page.goto(f"{company.origin}/black")
        expect(page.get_by_role("button", name="Start Quiz")).to_be_visible()
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name="Start Quiz")).to_be_focused()
        page.keyboard.press("Enter")
        heading = page.get_by_role("heading", level=1)
        expect(heading).to_be_focused()
        question(page, "Who travels?")
        expect(heading).to_have_accessible_description("Question 1 of 4")
        group = page.get_by_role("group", name="Who travels?")
        expect(group.get_by_role("button")).to_have_count(2)
        expect(page.get_by_role("progressbar", name="Progress of the quiz")).to_be_visible()
        page.keyboard.press("ArrowDown")
        expect(page.get_by_role("button", name="Just me")).to_be_focused()
        page.keyboard.press("ArrowUp")
        expect(page.get_by_role("button", name="A group")).to_be_focused()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Space")
        expect(page.get_by_role("status").filter(has_text="Half of it done!")).to_be_visible()
        question(page, "Where do you sleep?")
        expect(heading).to_be_focused()
        # A tap beside the cards takes the focus away; the keys go on working.
        page.locator("main").click(position={"x": 5, "y": 300})
        page.keyboard.press("3")
        question(page, "Bring camping gear?")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(page.get_by_text(COMPLETE)).to_be_focused()


# Restore ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_reload_amid_the_pause_loses_no_answer(browser: Browser, company: Company) -> None:
    with visitor(browser) as page:
        page.clock.install()
        at_start(page, company)
        session = session_id(page)
        page.clock.pause_at(page.evaluate("Date.now()") + 30_000)
        choose(page, "A group")
        page.reload(wait_until="commit")
        page.clock.resume()
        question(page, "Who travels?")
        page.get_by_role("button", name="Keep this answer").click()
        question(page, "Where do you sleep?")
        company.eventually([("who", "group", True)], ANSWERS, session)


@pytest.mark.slow
def test_a_running_session_finishes_on_the_version_it_began(browser: Browser, stack: Stack) -> None:
    company = open_company(stack, "versions", quiz=SHORT_QUIZ)
    newer = {**SHORT_QUIZ, "version": "v2", "questions": SHORT_QUIZ["questions"][:2]}
    with visitor(browser) as page:
        at_start(page, company)
        session = session_id(page)
        choose(page, "A group")
        question(page, "Where do you sleep?")
        company.rows("update quiz_definitions set is_current = false where tenant_id = %s")
        company.rows(
            "insert into quiz_definitions (tenant_id, version, definition, is_current) values (%s, 'v2', %s, true)",
            json.dumps(newer),
        )
        page.reload()
        expect(page.get_by_text("Question 2 of 4")).to_be_visible()
        choose(page, "Flat")
        choose(page, "Gladly")
        page.wait_for_url("**/?**quiz_completed=true**")
        company.eventually([(True,)], SESSION, session)
        assert company.rows("select quiz_version from quiz_sessions where tenant_id = %s") == [("v1",)]
        until(page, "fetch('/api/quiz/definition').then(r => r.json()).then(q => q.version === 'v2')")
        at_start(page, company)
        expect(page.get_by_text("Question 1 of 2")).to_be_visible()


# The way home ----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("network", ["fast", 500, "hanging", "offline"])
def test_home_comes_a_second_after_the_end_whatever_the_network_does(
    browser: Browser, company: Company, network: int | str
) -> None:
    with visitor(browser) as page:
        page.clock.install()
        session = at_end(page, company)
        page.wait_for_load_state("networkidle")
        if network == "offline":
            page.context.set_offline(True)
        elif network != "fast":
            fail_calls(page, "**/api/**", network)
        page.clock.pause_at(page.evaluate("Date.now()") + 30_000)
        choose(page, "Please")
        page.clock.run_for(600)
        expect(page.get_by_text(COMPLETE)).to_be_visible()
        assert page.evaluate("localStorage.getItem('quiz_progress')") is None
        page.clock.run_for(999)
        assert page.url.endswith("/black")
        page.clock.run_for(1)
        page.wait_for_url(f"{company.origin}/?quiz_completed=true")
        assert page.evaluate("sessionStorage.getItem('quiz_finished_session_id')") == session
        page.clock.resume()
        expect(page.get_by_role("button", name="Check Price").first).to_be_visible()
