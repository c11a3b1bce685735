"""Every kind of question: an owner builds a quiz, a visitor answers on a phone, the owner sees the figures."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from browser_visitors import begin, question, session_id, visitor
from playwright.sync_api import Browser, Page, expect
from running_stack import Stack, query_stack
from wizard_steps import past_extras

OF_COMPANY = "tenant_id = (select id from tenants where slug = 'georgia')"
REMARK, PERSON = "Any requests for your journey?", "May we call you about it?"
NAME, EMAIL = "Every Kindly", "every.kindly@example.com"
CONSENT = "Yes, call me about my journey."


@pytest.fixture
def draft(owner: Page, stack: Stack) -> Iterator[None]:
    """A draft with the kinds that are chosen from; afterwards the quiz is as it was."""
    found = query_stack(
        stack,
        f"select id::text from media_items where {OF_COMPANY} and state = 'ready'"
        " and kind in ('photograph', 'drawing') order by kind, id limit 1",
    )
    picture = {"mediaId": found[0][0]}
    questions: list[dict[str, Any]] = [
        {
            "id": "every_car",
            "text": "Which one do you like?",
            "options": [
                {"value": "that", "label": "That one", "picture": picture},
                {"value": "other", "label": "Another one"},
            ],
        },
        {
            "id": "every_extra",
            "kind": "choices",
            "text": "What do you need along?",
            "options": [{"value": code, "label": code.title()} for code in ("seat", "wifi", "chains")],
        },
        {
            "id": "every_point",
            "kind": "scale",
            "text": "How sure about it?",
            "options": [{"value": str(point), "label": str(point)} for point in range(1, 6)],
        },
        {
            "id": "every_number",
            "kind": "number",
            "text": "How many days away?",
            "options": [],
            "minimum": 1,
            "maximum": 60,
        },
    ]
    headers = {"origin": stack.origin}
    owner.goto(f"{stack.origin}/admin/quiz")
    saved = owner.request.put(
        f"{stack.origin}/api/admin/quiz/draft",
        data={"revision": 0, "quiz": {"questions": questions}},
        headers=headers,
    )
    assert saved.ok, saved.text()
    yield
    owner.request.post(f"{stack.origin}/api/admin/quiz/versions/v1/current", headers=headers)
    query_stack(stack, f"delete from quiz_drafts where {OF_COMPANY}")
    query_stack(stack, f"delete from quiz_definitions where {OF_COMPANY} and version <> 'v1'")


def add(owner: Page, kind: str, text: str) -> None:
    owner.get_by_label("Kind of the new question").select_option(label=kind)
    owner.get_by_role("button", name="Add a question").click()
    owner.get_by_label("Question", exact=True).fill(text)


def test_every_kind_is_built_answered_and_counted(
    browser: Browser, owner: Page, stack: Stack, draft: None
) -> None:
    owner.reload()
    expect(owner.get_by_role("button", name="Photo of answer 1: Replace")).to_be_visible()
    expect(owner.get_by_role("button", name="Photo of answer 2: Choose")).to_be_visible()
    add(owner, "Text", REMARK)
    owner.get_by_label("Characters at most").fill("80")
    add(owner, "Contact", PERSON)
    owner.get_by_label("Phone: required").check()
    owner.get_by_label("Consent text").fill("")
    # Who says that nothing is needed is not asked who they are.
    owner.get_by_role("button", name="Skip it after an answer").click()
    owner.get_by_label("If this was answered").select_option(label=REMARK)
    owner.get_by_label("How", exact=True).select_option(label="not at all")
    owner.get_by_role("button", name="Save draft").click()
    # Without what the visitor agrees to there is no contact.
    expect(owner.get_by_text("Enter what the visitor agrees to")).to_be_visible()
    owner.get_by_label("Consent text").fill(CONSENT)
    owner.get_by_role("button", name="Save draft").click()
    expect(owner.get_by_text("Enter what the visitor agrees to")).to_have_count(0)
    owner.get_by_role("button", name="Publish…").click()
    owner.get_by_role("dialog").get_by_role("button", name="Publish now").click()
    expect(owner.get_by_role("dialog")).to_have_count(0)

    with visitor(browser) as page:
        session = answer(page, stack)
        stored = "select value, details ->> 'phone' from quiz_answers where session_id = %s and details is not null"
        for _ in range(50):
            rows = query_stack(stack, f"{stored} order by value", session)
            if len(rows) == 2:
                break
            page.wait_for_timeout(100)
        assert rows == [("given", "+995599123456"), ("short", None)]
        # The booking form begins with the contact.
        pickup = datetime.now(UTC).date() + timedelta(days=30)
        trip = {
            "pickup": "tbilisi",
            "dropoff": "tbilisi",
            "pickupDate": pickup.isoformat(),
            "returnDate": (pickup + timedelta(days=7)).isoformat(),
            "carType": "Subaru Forester",
        }
        page.goto(f"{stack.origin}/booking?{urlencode(trip)}")
        past_extras(page)
        expect(page.get_by_label("First name")).to_have_value("Every")
        expect(page.get_by_label("Last name")).to_have_value("Kindly")
        expect(page.get_by_label("Email address")).to_have_value(EMAIL)

    sees_what_was_written(owner, stack)


def sees_what_was_written(owner: Page, stack: Stack) -> None:
    owner.goto(f"{stack.origin}/admin/quiz-contacts")
    owner.get_by_placeholder("Name, email or phone").fill("kindly")
    # Searched once typing pauses; *Texts* starts over.
    owner.wait_for_url("**search=kindly**")
    row = owner.get_by_role("row").filter(has_text=NAME)
    expect(row).to_contain_text("Open")
    row.get_by_role("button", name="Mark as followed up").click()
    expect(row.get_by_role("button", name="Reopen")).to_be_visible()
    owner.get_by_role("button", name="Texts").click()
    expect(owner.get_by_text("A roof box, please")).to_be_visible()

    owner.goto(f"{stack.origin}/admin/quiz-analytics")
    answers = owner.get_by_role("region", name="Answers and bookings")
    answers.scroll_into_view_if_needed()
    picker = answers.get_by_role("combobox")
    for text, words in ((REMARK, r"% wrote a text"), (PERSON, r"% left a contact")):
        asked = picker.locator("option").filter(has_text=text)
        expect(asked).to_have_count(1)
        picker.select_option(asked.get_attribute("value"))
        expect(answers.get_by_role("region", name=text)).to_contain_text(re.compile(words))
    expect(answers.get_by_role("link", name="Show contacts")).to_be_visible()


def answer(page: Page, stack: Stack) -> str:
    """The whole quiz, with each mistake that its page points out. Returns the session."""
    page.goto(f"{stack.origin}/black")
    begin(page)
    question(page, "Which one do you like?")
    card = page.get_by_role("button", name="That one")
    expect(card.locator("img")).to_be_visible()
    page.get_by_role("button", name="That one").click()
    question(page, "What do you need along?")
    page.get_by_text("Chains").click()
    page.get_by_role("button", name="Continue").click()
    question(page, "How sure about it?")
    page.get_by_role("button", name="4", exact=True).click()
    question(page, "How many days away?")
    page.get_by_role("spinbutton").fill("12")
    page.get_by_role("button", name="Continue").click()

    question(page, REMARK)
    text = page.get_by_role("textbox", name=REMARK)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("alert").filter(has_text="skip the question")).to_be_visible()
    text.fill("x" * 81)
    expect(page.get_by_role("alert").filter(has_text="at most 80 characters")).to_be_visible()
    text.fill("A roof box, please")
    expect(page.get_by_text("18 / 80")).to_be_visible()
    page.get_by_role("button", name="Continue").click()

    question(page, PERSON)
    box = page.get_by_role("checkbox", name=CONSENT)
    expect(box).not_to_be_checked()
    page.get_by_label("Name").fill(NAME)
    page.get_by_label("Email").fill(EMAIL)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("alert").filter(has_text="Tick the box")).to_be_visible()
    page.get_by_label("WhatsApp or phone number").fill("+995 599 12 34 56")
    box.check()
    found = session_id(page)
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url("**/?**quiz_completed=true**")
    return found
