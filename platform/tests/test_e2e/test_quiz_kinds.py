"""Several answers, a scale and a number on a visitor's phone: how each is answered, kept and stored."""

from typing import Any

import pytest
from browser_visitors import Company, begin, open_company, question, session_id, visitor
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack

ANSWERS = (
    "select question_id, value, answer_text, is_counted from quiz_answers where tenant_id = %s and session_id = %s"
    " order by 1"
)
TWO = [{"value": "yes", "label": "Yes"}, {"value": "no", "label": "No"}]
QUIZ: dict[str, Any] = {
    "version": "v1",
    "questions": [
        {
            "id": "extras",
            "kind": "choices",
            "text": "What do you need?",
            "options": [
                {"value": "seat", "label": "Child seat"},
                {"value": "wifi", "label": "Internet"},
                {"value": "chains", "label": "Snow chains"},
            ],
            "most": 2,
        },
        {
            "id": "sure",
            "kind": "scale",
            "text": "How sure are you?",
            "options": [{"value": str(point), "label": str(point)} for point in range(11)],
            "lowLabel": "just looking",
            "highLabel": "I will come",
        },
        {
            "id": "distance",
            "kind": "number",
            "text": "How far will you drive?",
            "options": [],
            "minimum": 10,
            "maximum": 5000,
            "unit": "km",
        },
        {
            "id": "why",
            "text": "Why so far?",
            "options": TWO,
            "skipWhen": [{"questionId": "distance", "values": [], "atMost": 1000}],
        },
        {"id": "last", "text": "Anything else?", "options": TWO},
    ],
}


@pytest.fixture(scope="module")
def company(stack: Stack) -> Company:
    return open_company(stack, "kinds", quiz=QUIZ)


def carry_on(page: Page) -> None:
    page.get_by_role("button", name="Continue").click()


@pytest.mark.slow
def test_each_kind_is_answered_on_a_phone(browser: Browser, company: Company) -> None:
    with visitor(browser) as page:
        page.goto(f"{company.origin}/black")
        begin(page)
        question(page, "What do you need?")
        expect(page.get_by_text("Choose 1 to 2.")).to_be_visible()
        carry_on(page)
        expect(page.get_by_role("alert").filter(has_text="Choose 1 to 2.")).to_be_visible()
        page.get_by_text("Snow chains").click()
        page.get_by_text("Child seat").click()
        # No more than two.
        expect(page.get_by_label("Internet")).to_be_disabled()
        carry_on(page)

        question(page, "How sure are you?")
        expect(page.get_by_text("0: just looking")).to_be_visible()
        point = page.get_by_role("button", name="8", exact=True)
        box = point.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        point.click()

        question(page, "How far will you drive?")
        field = page.get_by_role("spinbutton", name="How far will you drive?")
        assert field.get_attribute("inputmode") == "numeric"
        field.fill("9")
        carry_on(page)
        expect(page.get_by_role("alert").filter(has_text="A whole number from 10 to 5,000")).to_be_visible()
        field.fill("800")
        field.press("Enter")

        # 800 km skip a question; and going back keeps what was answered.
        question(page, "Anything else?")
        page.get_by_role("button", name="Previous question").click()
        question(page, "How far will you drive?")
        expect(field).to_have_value("800")
        page.get_by_role("button", name="Previous question").click()
        expect(point).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", name="Previous question").click()
        expect(page.get_by_label("Child seat")).to_be_checked()
        expect(page.get_by_label("Internet")).not_to_be_checked()
        page.get_by_label("Child seat").press("Space")
        carry_on(page)
        page.get_by_role("button", name="Keep this answer").click()
        carry_on(page)
        session = session_id(page)
        page.get_by_role("button", name="No", exact=True).click()
        page.wait_for_url("**/?**quiz_completed=true**")

        def answers() -> list[tuple[Any, ...]]:
            return company.rows(ANSWERS, session)

        expected = [
            ("distance", "800", "800 km", True),
            ("extras", "chains", "Snow chains", True),
            ("last", "no", "No", True),
            ("sure", "8", "8", True),
        ]
        for _ in range(50):
            if answers() == expected:
                break
            page.wait_for_timeout(100)
        assert answers() == expected
