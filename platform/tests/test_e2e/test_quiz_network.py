"""The quiz loses no answer: offline, with a failing server, over limits, in two tabs, while the page closes."""

import json
import re

import pytest
from browser_visitors import (
    SHORT_QUIZ,
    Calls,
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
from playwright.sync_api import Browser, Page, Request, Route, expect
from running_stack import Stack

ANSWERS = "select question_id, value from quiz_answers where tenant_id = %s and session_id = %s order by 1"
ALL = [("bed", "tent"), ("gear", "yes"), ("who", "solo")]
SESSION = (
    "select start_received, completed_at is not null from quiz_sessions"
    " where tenant_id = %s and session_id = %s"
)


@pytest.fixture(scope="module")
def company(stack: Stack) -> Company:
    return open_company(stack, "networks", quiz=SHORT_QUIZ)


def walk(page: Page) -> None:
    for label in ("Just me", "Tent", "Please"):
        choose(page, label)
    page.wait_for_url("**/?**quiz_completed=true**")


def test_each_answer_is_sent_as_it_is_given_and_those_given_offline_follow(
    browser: Browser, company: Company
) -> None:
    with visitor(browser) as page:
        page.goto(f"{company.origin}/black")
        calls = Calls(page)
        begin(page)
        session = session_id(page)
        choose(page, "Just me")
        company.eventually([("who", "solo")], ANSWERS, session)
        assert company.rows(SESSION, session) == [(True, False)]
        question(page, "Where do you sleep?")
        quiz_calls = [call for call in calls.made if call.startswith("POST quiz/")]
        assert quiz_calls[:3] == ["POST quiz/session/start", "POST quiz/question-view", "POST quiz/answers"]
        page.context.set_offline(True)
        for label in ("Tent", "Please"):
            choose(page, label)
        page.wait_for_url("**/?**quiz_completed=true**")
        assert company.rows(ANSWERS, session) == [("who", "solo")]
        page.context.set_offline(False)
        company.eventually(ALL, ANSWERS, session)
        company.eventually([(True, True)], SESSION, session)
        until(page, "localStorage.getItem('quiz_outbox') === null")


def test_answers_given_offline_follow_on_the_next_visit(browser: Browser, company: Company) -> None:
    with visitor(browser) as page:
        page.goto(f"{company.origin}/black")
        begin(page)
        session = session_id(page)
        company.eventually([(True, False)], SESSION, session)
        page.context.set_offline(True)
        choose(page, "Just me")
        question(page, "Where do you sleep?")
        page.close()
        later = page.context.new_page()
        page.context.set_offline(False)
        later.goto(f"{company.origin}/privacy-policy")
        company.eventually([("who", "solo")], ANSWERS, session)


@pytest.mark.slow
def test_what_a_failing_server_did_not_take_is_sent_again(browser: Browser, company: Company) -> None:
    with visitor(browser) as page:
        page.clock.install()
        page.goto(f"{company.origin}/black")
        fail_calls(page, re.compile(r"/api/quiz/(session/|answers|question-view)"), 503)
        begin(page)
        session = session_id(page)
        walk(page)
        assert company.rows(SESSION, session) == []
        page.unroute_all()
        page.clock.fast_forward(5_000)
        company.eventually([(True, True)], SESSION, session)
        company.eventually(ALL, ANSWERS, session)


@pytest.mark.slow
def test_over_the_limit_answers_wait_as_long_as_the_server_asks(browser: Browser, stack: Stack) -> None:
    company = open_company(stack, "limited", quiz=SHORT_QUIZ, public_writes_per_minute=3)
    with visitor(browser) as page:
        page.clock.install()
        page.goto(f"{company.origin}/black")
        begin(page)
        session = session_id(page)
        with page.expect_response(lambda answer: answer.status == 429) as refused:
            walk(page)
        assert 0 < int(refused.value.headers["retry-after"]) <= 60
        expect(page.get_by_role("button", name="Check Price").first).to_be_visible()
        assert company.rows(SESSION, session) != [(True, True)]
        company.rows("update tenant_settings set public_writes_per_minute = 1000000 where tenant_id = %s")
        until(page, "localStorage.getItem('quiz_outbox') === null", lambda: page.clock.fast_forward(60_000))
        company.eventually([(True, True)], SESSION, session)
        company.eventually(ALL, ANSWERS, session)


@pytest.mark.slow
def test_a_slow_network_changes_neither_order_nor_pace(browser: Browser, company: Company) -> None:
    with visitor(browser) as page:
        page.goto(f"{company.origin}/black")
        held = hold_calls(page, "**/api/quiz/session/start")
        begin(page)
        session = session_id(page)
        walk(page)
        assert company.rows(SESSION, session) == []
        held[0].continue_()
        company.eventually([(True, True)], SESSION, session)
        company.eventually(ALL, ANSWERS, session)


@pytest.mark.slow
def test_a_call_that_the_server_will_never_take_holds_up_no_other(browser: Browser, company: Company) -> None:
    with visitor(browser) as page:
        page.goto(f"{company.origin}/black")
        fail_calls(page, "**/api/quiz/question-view", 422)
        begin(page)
        session = session_id(page)
        walk(page)
        company.eventually([(True, True)], SESSION, session)


@pytest.mark.slow
def test_beacons_carry_what_waits_while_the_page_closes(browser: Browser, company: Company) -> None:
    with visitor(browser) as page:
        page.goto(f"{company.origin}/black")
        begin(page)
        session = session_id(page)
        company.eventually([(True, False)], SESSION, session)

        def only_beacons(route: Route, request: Request) -> None:
            if request.resource_type == "ping":
                route.continue_()
            else:
                route.abort()

        page.context.route("**/api/quiz/**", only_beacons)
        choose(page, "Just me")
        question(page, "Where do you sleep?")
        assert company.rows(ANSWERS, session) == []
        page.goto("about:blank")
        company.eventually([("who", "solo")], ANSWERS, session)


@pytest.mark.slow
def test_two_tabs_that_share_a_queue_deliver_all_of_it(browser: Browser, company: Company) -> None:
    with visitor(browser) as page:
        page.goto(f"{company.origin}/black")
        begin(page)
        session = session_id(page)
        company.eventually([(True, False)], SESSION, session)
        other = page.context.new_page()
        other.goto(f"{company.origin}/thank-you")
        page.context.set_offline(True)
        walk(page)
        page.context.set_offline(False)
        company.eventually(ALL, ANSWERS, session)
        company.eventually([(True, True)], SESSION, session)
        until(other, "localStorage.getItem('quiz_outbox') === null")


@pytest.mark.slow
def test_a_full_or_forbidden_storage_stops_no_one(browser: Browser, company: Company) -> None:
    with visitor(browser) as page:
        page.add_init_script(
            "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"
        )
        with page.expect_request("**/api/quiz/session/start") as started:
            page.goto(f"{company.origin}/black")
            begin(page)
        session = json.loads(started.value.post_data or "")["sessionId"]
        walk(page)
        company.eventually(ALL, ANSWERS, session)
        expect(page.get_by_role("button", name="Check Price").first).to_be_visible()
