"""Two companies with different quizzes side by side in one browser: each has its own questions, progress, rows."""

from browser_visitors import begin, choose, question, session_id, visitor
from playwright.sync_api import Browser, expect
from running_stack import Stack, query_stack

ANSWERS = (
    "select t.slug, a.question_id, a.value from quiz_answers a join tenants t on t.id = a.tenant_id"
    " where a.session_id in (%s, %s) order by 1, 2"
)


def test_two_companies_quizzes_side_by_side(browser: Browser, stack: Stack) -> None:
    with visitor(browser) as georgia:
        alps = georgia.context.new_page()
        georgia.goto(f"{stack.origin}/black")
        begin(georgia)
        alps.goto(f"{stack.alps}/black")
        alps.get_by_role("button", name="Accept all").click()
        alps.get_by_role("button", name="Start quiz").click()

        question(georgia, "What brings you to Georgia?")
        expect(georgia.get_by_text("Question 1 of 18")).to_be_visible()
        question(alps, "What is your Alpine plan?")
        expect(alps.get_by_text("Question 1 of 8")).to_be_visible()
        sessions = (session_id(georgia), session_id(alps))
        assert sessions[0] != sessions[1]

        choose(georgia, "Adventure")
        choose(alps, "Skiing")
        question(georgia, "Is this your first visit to Georgia?")
        question(alps, "When are you coming?")
        choose(alps, "In summer")
        choose(georgia, "Yes, my first time")
        question(georgia, "How old are you?")

        # Each keeps its own place over a reload.
        georgia.reload()
        alps.reload()
        question(georgia, "How old are you?")
        expect(alps.get_by_text("Question 3 of 7")).to_be_visible()
        expected = [
            ("alps", "q1", "skiing"),
            ("alps", "q2", "summer"),
            ("georgia", "q1", "adventure"),
            ("georgia", "q2", "yes"),
        ]
        assert query_stack(stack, ANSWERS, *sessions) == expected

        # The second company's session sent to the first is unknown there: nothing of it is seen or changed.
        borrowed = georgia.evaluate(
            """session => fetch('/api/quiz/answers', { method: 'POST', body: JSON.stringify(
              { sessionId: session, answers: [{ questionId: 'q1', value: 'skiing' }] }) }).then(r => r.status)""",
            sessions[1],
        )
        assert borrowed == 422
        assert query_stack(stack, ANSWERS, *sessions) == expected
